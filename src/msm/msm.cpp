#include "msm/msm.hpp"

#include "msm/naive.hpp"
#include "msm/pippenger.hpp"

namespace quiver {

Error msm(const Runner& runner, void* out, const PointSource& points, const ScalarView& scalars, bool in_subgroup,
          const MsmOptions& options, MsmReport& report) {
  report = {};
  report.naive = prefers_naive(options, points.size());
  if (report.naive) return naive_msm(runner, out, points, scalars, options);
  return pippenger_msm(runner, out, points, scalars, in_subgroup, options, report);
}

} // namespace quiver
