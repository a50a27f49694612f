// quiver.h: multi-scalar multiplication.
#include <cstring>
#include <optional>

#include "api/call.hpp"
#include "api/jobs.hpp"
#include "msm/msm.hpp"

using namespace quiver;

namespace {

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
  case QUIVER_ALGORITHM_STRAUS:
    options.algorithm = Algorithm::straus;
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
  options.memory = given.memory;
  return options;
}

quiver_algorithm public_name(Algorithm algorithm) {
  switch (algorithm) {
  case Algorithm::pippenger:
    return QUIVER_ALGORITHM_PIPPENGER;
  case Algorithm::straus:
    return QUIVER_ALGORITHM_STRAUS;
  default:
    return QUIVER_ALGORITHM_NAIVE;
  }
}

/// The baseline forms of those that were asked for which were used.
std::uint32_t used_baseline(const MsmReport& done, std::uint32_t asked) {
  if (done.algorithm == Algorithm::naive) return 0;
  std::uint32_t used = asked & QUIVER_MSM_UNSIGNED;
  if (done.algorithm == Algorithm::pippenger) used |= asked & (QUIVER_MSM_XYZZ_ACCUMULATE | QUIVER_MSM_RUNNING_REDUCE);
  return done.endomorphism ? used : used | QUIVER_MSM_NO_ENDOMORPHISM;
}

quiver_msm_report describe(const MsmReport& done, std::uint32_t asked, unsigned threads) {
  quiver_msm_report report{};
  report.algorithm = public_name(done.algorithm);
  report.baseline = used_baseline(done, asked);
  report.bits = done.bits;
  report.parts = done.parts;
  report.windows = done.windows;
  report.width = done.width;
  report.threads = threads;
  report.tile = done.tile;
  report.memory = done.memory;
  return report;
}

/// Which bits of the scalars are meant.
struct BitRange {
  unsigned first = 0, n = 64 * kScalarWords;
};

Error run_job(void* result, const quiver_msm_job& job, const Engine& engine, const BitRange& bits, Call& call,
              const MsmOptions& options, MsmReport& report) {
  const Kernels& k = engine.kernels();
  JobPoints points;
  Error done = points.open(job, call.monitor());
  if (!done.ok()) return done;
  Result<Buffer> sum = Buffer::allocate(k.packed_bytes);
  if (!sum.ok()) return sum.error();
  ScalarView scalars = scalars_of(job);
  scalars.first_bit = bits.first;
  scalars.n_bits = bits.n;
  const Runner runner{engine, call.executor(), default_batch(k), nullptr, &call.monitor()};
  done = msm(runner, sum.value().data(), points.source, scalars, points.in_subgroup, options, report);
  if (!done.ok()) return done;
  Result<Workspace> workspace = Workspace::create(engine, 1);
  if (!workspace.ok()) return workspace.error();
  k.export_points(workspace.value().context(), packed_layout(engine.group(), result), sum.value().data(), 1);
  call.monitor().finish();
  return success();
}

Error run_jobs(void* results, const quiver_msm_job* given, std::size_t n, const BitRange& bits,
               const quiver_msm_options& options) {
  Result<MsmOptions> resolved = resolve_options(options);
  if (!resolved.ok()) return resolved.error();
  std::optional<KeepNothing> capped;
  if (options.memory != 0) capped.emplace();
  Call call;
  Error done = call.open(options.control, options.threads, n);
  if (!done.ok()) return done;
  if (n == 0) return success();
  if (given == nullptr || results == nullptr)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "jobs and results must not be null");
  Jobs jobs;
  done = jobs.open(given, n);
  if (!done.ok()) return done;
  Engine own;
  if (jobs.need_engine()) {
    Result<Engine> created = curve_engine(jobs.group(), options.backend);
    if (!created.ok()) return created.error();
    own = std::move(created.value());
  }
  // Results are written when all are known, so that a failure leaves them untouched.
  const std::size_t point = 16u * jobs.group().words * jobs.group().degree;
  Result<Buffer> found = Buffer::allocate(n, point);
  if (!found.ok()) return found.error();
  resolved.value().held = found.value().size() + own.memory();
  MsmReport last;
  for (std::size_t i = 0; i < n; i++) {
    const quiver_msm_job job = jobs[i];
    const Engine& engine = job.points != nullptr ? job.points->engine : own;
    done = run_job(found.value().data() + i * point, job, engine, bits, call, resolved.value(), last);
    if (!done.ok()) return done;
  }
  std::memcpy(results, found.value().data(), n * point);
  const Executor& executor = call.executor();
  if (options.report != nullptr)
    write_struct(options.report, describe(last, options.baseline, executor.width(executor.self)));
  return success();
}

} // namespace

quiver_status quiver_msm(void* results, const quiver_msm_job* jobs, size_t n_jobs, const quiver_msm_options* options,
                         quiver_error* error) {
  return report(error, run_jobs(results, jobs, n_jobs, BitRange{}, read_struct(options)));
}

quiver_status quiver_msm_partial(void* results, const quiver_msm_job* jobs, size_t n_jobs, uint32_t first_bit,
                                 uint32_t n_bits, const quiver_msm_options* options, quiver_error* error) {
  constexpr unsigned kBits = 64 * kScalarWords;
  if (first_bit >= kBits || n_bits == 0 || n_bits > kBits - first_bit)
    return report(error, failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "bits %u … +%u: scalars have bits 0 to %u",
                                 first_bit, n_bits, kBits - 1));
  return report(error, run_jobs(results, jobs, n_jobs, {first_bit, n_bits}, read_struct(options)));
}
