// Pippenger's bucket method (1976) in four phases, each with a baseline and an optimised form: recode (recode.hpp; with
// GLV or GLS a scalar becomes short parts), accumulate (buckets.hpp), reduce (reduce.hpp), combine (horner.hpp). The
// first two go tile by tile where all points at once are too much memory.
#pragma once

#include "curve/glv.hpp"
#include "curve/scalar.hpp"
#include "msm/plan.hpp"
#include "msm/source.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// out: one packed point, sum k_i*P_i over all points of the source, at least one, as `plan` says (plan_sum). endo:
/// null, or all points are in the subgroup. Errors: out of memory; cancelled; those of the source.
Error pippenger_msm(const Runner& runner, void* out, const PointSource& points, const ScalarReader& scalars,
                    const Endomorphism* endo, const MsmOptions& options, const Plan& plan);

} // namespace quiver
