// quiver.h: multi-scalar multiplication.
#include <cstring>

#include "api/handles.hpp"
#include "msm/digits.hpp"
#include "msm/naive.hpp"
#include "msm/pippenger.hpp"

using namespace quiver;

namespace {

Error check_job(const quiver_msm_job& job, std::size_t index, const Group& group) {
  auto at = static_cast<unsigned long long>(index);
  if (job.points == nullptr) return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: points must not be null", at);
  if (&job.points->engine.group() != &group)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: its points are of another group than the first job's", at);
  if (job.scalars == nullptr && job.n != 0)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: scalars must not be null", at);
  if (job.first > job.points->n || job.n > job.points->n - job.first)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: %llu scalars for the points from %llu on, of %llu", at,
                   static_cast<unsigned long long>(job.n), static_cast<unsigned long long>(job.first),
                   static_cast<unsigned long long>(job.points->n));
  if (job.scalar_stride != 0 && job.scalar_stride < 8 * kScalarWords)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: the scalar stride is less than 32 bytes", at);
  if (job.scalar_form > QUIVER_MONTGOMERY)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: unknown scalar form %u", at, job.scalar_form);
  return success();
}

Error run_job(void* result, const quiver_msm_job& job, const Executor& executor, const MsmOptions& options,
              MsmReport& report) {
  const Engine& engine = job.points->engine;
  const Kernels& k = engine.kernels();
  ScalarView scalars;
  scalars.base = static_cast<const unsigned char*>(job.scalars);
  scalars.stride = job.scalar_stride != 0 ? static_cast<std::size_t>(job.scalar_stride) : 8 * kScalarWords;
  scalars.form = static_cast<Form>(job.scalar_form);
  Result<Workspace> workspace = Workspace::create(engine, 1);
  if (!workspace.ok()) return workspace.error();
  Result<Buffer> sum = Buffer::allocate(k.packed_bytes);
  if (!sum.ok()) return sum.error();
  const unsigned char* points = job.points->packed.data() + static_cast<std::size_t>(job.first) * k.packed_bytes;
  const auto n = static_cast<std::size_t>(job.n);
  const bool in_subgroup = job.points->subgroup != QUIVER_SUBGROUP_UNKNOWN;
  report = {};
  report.naive = prefers_naive(options, n);
  Error done = report.naive
                   ? naive_msm(engine, executor, sum.value().data(), points, n, scalars)
                   : pippenger_msm({engine, executor, default_batch(k)}, sum.value().data(), points, n, scalars,
                                   in_subgroup, options, report);
  if (!done.ok()) return done;
  k.export_points(workspace.value().context(), packed_layout(engine.group(), result), sum.value().data(), 1);
  return success();
}

Result<MsmOptions> resolve_options(const quiver_msm_options& given) {
  MsmOptions options;
  switch (given.algorithm) {
  case QUIVER_ALGORITHM_AUTO:
    break;
  case QUIVER_ALGORITHM_NAIVE:
    options.algorithm = Algorithm::naive;
    break;
  case QUIVER_ALGORITHM_PIPPENGER:
    options.algorithm = Algorithm::pippenger;
    break;
  default:
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "unknown algorithm %u", given.algorithm);
  }
  constexpr std::uint32_t kKnown =
      QUIVER_MSM_UNSIGNED | QUIVER_MSM_XYZZ_ACCUMULATE | QUIVER_MSM_RUNNING_REDUCE | QUIVER_MSM_NO_ENDOMORPHISM;
  if ((given.baseline & ~kKnown) != 0)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "unknown baseline flags %#x", given.baseline & ~kKnown);
  if (given.width > kMaxWidth)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "windows of %u bits: at most %u", given.width, kMaxWidth);
  options.signed_digits = (given.baseline & QUIVER_MSM_UNSIGNED) == 0;
  options.batch_affine_accumulate = (given.baseline & QUIVER_MSM_XYZZ_ACCUMULATE) == 0;
  options.batch_affine_reduce = (given.baseline & QUIVER_MSM_RUNNING_REDUCE) == 0;
  options.endomorphism = (given.baseline & QUIVER_MSM_NO_ENDOMORPHISM) == 0;
  options.width = given.width;
  return options;
}

quiver_msm_report describe(const MsmReport& done, std::uint32_t asked, unsigned threads) {
  quiver_msm_report report{};
  report.algorithm = done.naive ? QUIVER_ALGORITHM_NAIVE : QUIVER_ALGORITHM_PIPPENGER;
  report.baseline = done.naive ? 0 : (asked & ~std::uint32_t{QUIVER_MSM_NO_ENDOMORPHISM});
  if (!done.naive && !done.endomorphism) report.baseline |= QUIVER_MSM_NO_ENDOMORPHISM;
  report.bits = done.bits;
  report.parts = done.parts;
  report.windows = done.windows;
  report.width = done.width;
  report.threads = threads;
  return report;
}

Error run_jobs(void* results, const quiver_msm_job* jobs, std::size_t n, const quiver_msm_options& options) {
  Result<MsmOptions> resolved = resolve_options(options);
  if (!resolved.ok()) return resolved.error();
  if (n == 0) return success();
  if (jobs == nullptr || results == nullptr)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "jobs and results must not be null");
  // Jobs may be of an older, shorter struct: their spacing is the size that the first one states.
  const auto* bytes = reinterpret_cast<const unsigned char*>(jobs);
  std::size_t spacing = jobs->struct_size;
  if (spacing < offsetof(quiver_msm_job, scalar_stride) || spacing % alignof(quiver_msm_job) != 0)
    return failure(QUIVER_INVALID_ARGUMENT, 0, "job 0: struct_size is %zu", spacing);
  auto job_at = [&](std::size_t i) { return read_struct(reinterpret_cast<const quiver_msm_job*>(bytes + i * spacing)); };
  if (jobs->points == nullptr) return check_job(job_at(0), 0, Group{});
  const Group& group = jobs->points->engine.group();
  for (std::size_t i = 0; i < n; i++) {
    Error checked = check_job(job_at(i), i, group);
    if (!checked.ok()) return checked;
  }
  // Results are written when all are known, so that a failure leaves them untouched.
  std::size_t point = 16u * group.words * group.degree;
  Result<Buffer> found = Buffer::allocate(n, point);
  if (!found.ok()) return found.error();
  Executor executor = pool_executor(options.threads);
  MsmReport last;
  for (std::size_t i = 0; i < n; i++) {
    Error done = run_job(found.value().data() + i * point, job_at(i), executor, resolved.value(), last);
    if (!done.ok()) return done;
  }
  std::memcpy(results, found.value().data(), n * point);
  if (options.report != nullptr) write_struct(options.report, describe(last, options.baseline, executor.width(executor.self)));
  return success();
}

} // namespace

quiver_status quiver_msm(void* results, const quiver_msm_job* jobs, size_t n_jobs, const quiver_msm_options* options,
                         quiver_error* error) {
  return report(error, run_jobs(results, jobs, n_jobs, read_struct(options)));
}
