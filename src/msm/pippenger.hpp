// Pippenger's bucket method (1976) in four phases, each with a baseline and an optimised form: recode (digits.hpp; with
// GLV or GLS a scalar becomes short parts), accumulate (buckets.hpp), reduce (reduce.hpp), combine (horner.hpp).
#pragma once

#include "curve/scalar.hpp"
#include "msm/plan.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// out: one packed point, sum k_i*P_i. `in_subgroup`: the points are known to be in the subgroup of order r, without
/// which options.endomorphism is ignored. Errors: out of memory; more points than entries can name.
Error pippenger_msm(const Runner& runner, void* out, const void* packed, std::size_t n, const ScalarView& scalars,
                    bool in_subgroup, const MsmOptions& options, MsmReport& report);

} // namespace quiver
