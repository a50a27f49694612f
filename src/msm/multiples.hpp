// Many multiples of one point, k_i*P: how points of known logarithm are made. Fixed windows: for every window of c
// bits a table of the 2^c - 1 multiples, then one batch-affine addition a window and point, all points in lockstep.
#pragma once

#include "curve/scalar.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// out: n packed points, out[i] = scalars[i]*base. Errors: out of memory; cancelled.
Error multiples(const Runner& runner, void* out, const void* base, const ScalarView& scalars, std::size_t n);

} // namespace quiver
