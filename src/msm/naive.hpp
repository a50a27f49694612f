// Naive MSM: sum k_i*P_i by double-and-add, one point after the other. About 255 doublings and 128 additions a point.
// Right for every point and every scalar below 2^256; what all other algorithms are compared with.
#pragma once

#include "base/parallel.hpp"
#include "curve/scalar.hpp"
#include "kernels/dispatch.hpp"

namespace quiver {

/// out: one packed point. On `portable` each point by itself, in Jacobian coordinates (the oracle); on every other
/// back end all points of a tile in lockstep, in affine coordinates, through the bulk primitives. Errors: out of memory.
Error naive_msm(const Engine& engine, const Executor& executor, void* out, const void* packed, std::size_t n,
                const ScalarView& scalars);

} // namespace quiver
