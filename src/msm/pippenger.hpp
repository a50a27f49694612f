// Pippenger's bucket method (1976) in four phases, each with a baseline and an optimised form: recode (recode.hpp; with
// GLV or GLS a scalar becomes short parts), accumulate (buckets.hpp), reduce (reduce.hpp), combine (horner.hpp). The
// first two go tile by tile where all points at once are too much memory.
#pragma once

#include "curve/scalar.hpp"
#include "msm/plan.hpp"
#include "msm/source.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// out: one packed point, sum k_i*P_i over all points of the source. `in_subgroup`: they are known to be in the subgroup
/// of order r, without which options.endomorphism is ignored. Errors: out of memory; memory cap; cancelled; those of the
/// source.
Error pippenger_msm(const Runner& runner, void* out, const PointSource& points, const ScalarView& scalars,
                    bool in_subgroup, const MsmOptions& options, MsmReport& report);

} // namespace quiver
