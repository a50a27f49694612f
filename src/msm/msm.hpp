// Multi-scalar multiplication by whichever algorithm suits it.
#pragma once

#include "curve/scalar.hpp"
#include "msm/plan.hpp"
#include "msm/source.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// out: one packed point, sum k_i*P_i over all points of the source. `in_subgroup`: they are known to be in the subgroup
/// of order r, without which options.endomorphism is ignored. Errors: out of memory; memory cap; cancelled; those of the
/// source.
Error msm(const Runner& runner, void* out, const PointSource& points, const ScalarView& scalars, bool in_subgroup,
          const MsmOptions& options, MsmReport& report);

} // namespace quiver
