// Naive MSM: sum k_i*P_i by double-and-add, one point after the other. About 255 doublings and 128 additions a point.
// Right for every point and every scalar below 2^256; what all other algorithms are compared with.
#pragma once

#include "curve/scalar.hpp"
#include "msm/plan.hpp"
#include "msm/source.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// out: one packed point. On `portable` each point by itself, in Jacobian coordinates (the oracle); on every other
/// back end all points of a tile in lockstep, in affine coordinates, through the bulk primitives. Of the options
/// only those on memory matter. Errors: out of memory; memory cap; cancelled; those of the source.
Error naive_msm(const Runner& runner, void* out, const PointSource& points, const ScalarView& scalars,
                const MsmOptions& options = {});

} // namespace quiver
