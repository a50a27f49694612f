#include "msm/msm.hpp"

#include <cstring>

#include "msm/naive.hpp"
#include "msm/pippenger.hpp"
#include "msm/recode.hpp"
#include "msm/straus.hpp"

namespace quiver {

Error msm(const Runner& runner, void* out, const PointSource& points, const ScalarView& scalars, bool in_subgroup,
          const MsmOptions& options, MsmReport& report) {
  const std::size_t n = points.size();
  report = {};
  if (prefers_naive(options, n)) return naive_msm(runner, out, points, scalars, options);
  report.algorithm = options.algorithm;
  if (n == 0) {
    std::memset(out, 0, runner.kernels().packed_bytes);
    return success();
  }
  const ScalarReader reader(runner.engine.group(), scalars);
  unsigned bits = longest_scalar(runner, reader, n);
  const Endomorphism* endo = options.endomorphism && in_subgroup ? runner.engine.group().endomorphism : nullptr;
  if (endo != nullptr && bits <= endo->bits) endo = nullptr; // short scalars have no use for two parts
  if (endo != nullptr) bits = endo->bits;
  const unsigned dimension = endo != nullptr ? endo->dimension : 1;
  const Result<Plan> planned =
      plan_sum(options, {runner.engine, n, dimension, bits, points.n_made == 0, runner.width(), runner.batch});
  if (!planned.ok()) return planned.error();
  const Plan& plan = planned.value();
  report = {plan.algorithm, endo != nullptr, bits, dimension, plan.windows.count(), plan.windows[0].width,
            plan.tile,      plan.memory};
  if (plan.algorithm == Algorithm::straus) return straus_msm(runner, out, points, reader, endo, plan);
  return pippenger_msm(runner, out, points, reader, endo, options, plan);
}

} // namespace quiver
