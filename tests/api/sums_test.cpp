// The C ABI: multiples of a point and multi-scalar multiplication.
#include <algorithm>

#include "api_rig.hpp"

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

// ---- multiples -------------------------------------------------------------------------------------------------------

TEST(ApiMultiples, values_and_refusals) {
  for (unsigned g = 0; g < group_count(); g++) {
    const Group& group = group_at(g);
    if (test::slow_build() && !test::first_of_its_code(group)) continue;
    const Known& k = known(group);
    std::vector<mpz_class> scalars = edge_scalars(k.r);
    ScalarArray array(scalars);
    const std::size_t n = scalars.size(), point = k.curve.point_bytes();
    PointSet one = k.random_points(1, 50);
    std::string base = " " + k.curve.encode(one.points[0]); // unaligned
    for (const char* backend : curve_backends(group)) {
      quiver_run_options options = run_on(backend);
      std::string out(n * point + 1, 'u');
      ErrorBox error;
      ASSERT_EQ(quiver_multiples(handle(group), out.data() + 1, base.data() + 1, array.words(), n, &options, error),
                QUIVER_OK);
      for (std::size_t i = 0; i < n; i++)
        ASSERT_EQ(out.substr(1 + i * point, point), k.curve.encode(k.times(scalars[i] * one.logs[0]))) << backend;
      ASSERT_EQ(quiver_multiples(handle(group), out.data() + 1, nullptr, array.words(), n, &options, error), QUIVER_OK);
      for (std::size_t i = 0; i < n; i++)
        ASSERT_EQ(out.substr(1 + i * point, point), k.curve.encode(k.times(scalars[i]))) << backend;
      std::string identity = zeros(point);
      ASSERT_EQ(quiver_multiples(handle(group), out.data(), identity.data(), array.words(), n, &options, error),
                QUIVER_OK);
      EXPECT_EQ(out.substr(0, n * point), zeros(n * point));
    }
  }
  const Known& k = known(bn254());
  std::string out(64, 'u'), bad = k.curve.encode(k.curve.generator());
  bad[0]++;
  std::uint64_t scalar[4] = {3};
  ErrorBox error;
  const quiver_group* g = handle(bn254());
  EXPECT_TRUE(
      failed(quiver_multiples(g, out.data(), bad.data(), scalar, 1, nullptr, error), error.error, QUIVER_BAD_DATA, 0));
  EXPECT_TRUE(failed(quiver_multiples(nullptr, out.data(), nullptr, scalar, 1, nullptr, error), error.error,
                     QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(
      failed(quiver_multiples(g, nullptr, nullptr, scalar, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(failed(quiver_multiples(g, out.data(), nullptr, nullptr, 1, nullptr, error), error.error,
                     QUIVER_INVALID_ARGUMENT));
  EXPECT_EQ(out, std::string(64, 'u'));
  EXPECT_EQ(quiver_multiples(g, nullptr, nullptr, nullptr, 0, nullptr, error), QUIVER_OK);
}

// ---- multi-scalar multiplication ---------------------------------------------------------------------------------------

class ApiMsm : public testing::Test {
protected:
  static constexpr std::size_t n = 12;
  const Known& k = known(bn254());
  PointSet set = k.troubled_points(n, 60);
  Points points = prepare(bn254(), encode(k.curve, set.points));
  std::vector<mpz_class> scalars = edge_scalars(k.r);
  ScalarArray array{scalars};

  std::string expected(std::size_t first, std::size_t count, std::size_t first_scalar = 0) const {
    mpz_class log = 0;
    for (std::size_t i = 0; i < count; i++) log += scalars[first_scalar + i] * set.logs[first + i];
    return k.curve.encode(k.times(log));
  }
  void refuse(const char* what, const quiver_msm_job* jobs, std::size_t n_jobs, std::uint64_t index,
              const quiver_msm_options* options = nullptr) {
    std::string out(64 * 4, 'u');
    ErrorBox error;
    EXPECT_TRUE(
        failed(quiver_msm(out.data(), jobs, n_jobs, options, error), error.error, QUIVER_INVALID_ARGUMENT, index))
        << what;
    EXPECT_EQ(out, std::string(64 * 4, 'u')) << what;
    EXPECT_EQ(quiver_msm(out.data(), jobs, n_jobs, options, nullptr), QUIVER_INVALID_ARGUMENT) << what;
  }
};

TEST_F(ApiMsm, many_jobs_over_ranges) {
  Points other = prepare(bn254(), encode(k.curve, set.points), "portable");
  std::vector<quiver_msm_job> jobs;
  std::string wanted;
  for (std::size_t first = 0; first <= n; first++)
    for (std::size_t count : {0u, 1u, 5u}) {
      if (first + count > n) continue;
      jobs.push_back(job_over(first % 2 == 0 ? points.get() : other.get(), array.view.base + 32 * count, count, first));
      wanted += expected(first, count, count);
    }
  for (std::size_t skew : {0u, 1u}) {
    std::string out(64 * jobs.size() + skew + 1, 'u');
    ErrorBox error;
    ASSERT_EQ(quiver_msm(out.data() + skew, jobs.data(), jobs.size(), nullptr, error), QUIVER_OK)
        << error.error.message;
    EXPECT_EQ(out, std::string(skew, 'u') + wanted + "u");
  }
}

TEST_F(ApiMsm, scalars_of_every_form_and_place) {
  std::vector<mpz_class> montgomery;
  for (const mpz_class& s : scalars) montgomery.push_back(mod(s * power_of_two(256), k.r));
  for (std::uint64_t stride : {0u, 32u, 33u, 48u}) {
    ScalarArray plain(scalars, stride != 0 ? stride : 32, 5), residues(montgomery, stride != 0 ? stride : 32, 5);
    quiver_msm_job jobs[2] = {job_over(points.get(), plain.view.base, n),
                              job_over(points.get(), residues.view.base, n)};
    jobs[0].scalar_stride = jobs[1].scalar_stride = stride;
    jobs[1].scalar_form = QUIVER_MONTGOMERY;
    std::string out(128, 'u');
    ASSERT_EQ(quiver_msm(out.data(), jobs, 2, nullptr, nullptr), QUIVER_OK);
    EXPECT_EQ(out, expected(0, n) + expected(0, n)) << stride;
  }
}

TEST_F(ApiMsm, nothing_to_do) {
  std::string out(64, 'u');
  ErrorBox error;
  EXPECT_EQ(quiver_msm(nullptr, nullptr, 0, nullptr, error), QUIVER_OK);
  EXPECT_EQ(error.error.status, 0u);
  quiver_msm_job job = job_over(points.get(), nullptr, 0, n);
  EXPECT_EQ(quiver_msm(out.data(), &job, 1, nullptr, error), QUIVER_OK);
  EXPECT_EQ(out, zeros(64));
  Points none = prepare(bn254(), "");
  job = job_over(none.get(), nullptr, 0);
  out.assign(64, 'u');
  EXPECT_EQ(quiver_msm(out.data(), &job, 1, nullptr, error), QUIVER_OK);
  EXPECT_EQ(out, zeros(64));
}

TEST_F(ApiMsm, refusals_name_the_job_and_leave_results_alone) {
  quiver_msm_job good = job_over(points.get(), array.view.base, n);
  auto with = [&](auto change) {
    quiver_msm_job bad = good;
    change(bad);
    return bad;
  };
  const std::pair<const char*, quiver_msm_job> cases[] = {
      {"no points", with([](auto& j) { j.points = nullptr; })},
      {"no scalars", with([](auto& j) { j.scalars = nullptr; })},
      {"more scalars than points", with([](auto& j) { j.n = n + 1; })},
      {"first beyond the end", with([](auto& j) { j.first = n + 1, j.n = 0; })},
      {"range beyond the end", with([](auto& j) { j.first = 1; })},
      {"range that wraps", with([](auto& j) { j.first = n, j.n = UINT64_MAX - 3; })},
      {"first that wraps", with([](auto& j) { j.first = UINT64_MAX - 2, j.n = 4; })},
      {"short stride", with([](auto& j) { j.scalar_stride = 31; })},
      {"stride of one", with([](auto& j) { j.scalar_stride = 1; })},
      {"unknown form", with([](auto& j) { j.scalar_form = 2; })},
      {"struct_size not set", with([](auto& j) { j.struct_size = 0; })},
  };
  for (const auto& [what, bad] : cases) {
    refuse(what, &bad, 1, 0);
    quiver_msm_job jobs[3] = {good, good, bad};
    refuse(what, jobs, 3, 2);
  }
  Points other = prepare(*find_group("pallas", nullptr), "");
  quiver_msm_job jobs[2] = {good, job_over(other.get(), array.view.base, 0)};
  refuse("another group", jobs, 2, 1);
  refuse("no jobs", nullptr, 1, QUIVER_NO_INDEX);
  ErrorBox error;
  EXPECT_TRUE(failed(quiver_msm(nullptr, &good, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  quiver_msm_options options{sizeof options, 4, 1, 0, 0, 0, nullptr};
  refuse("unknown algorithm", &good, 1, QUIVER_NO_INDEX, &options);
  for (auto [baseline, width] : {std::pair{16u, 0u}, std::pair{0u, 25u}}) {
    options = {sizeof options, QUIVER_ALGORITHM_PIPPENGER, 1, baseline, width, 0, nullptr};
    refuse("a flag or a width that does not exist", &good, 1, QUIVER_NO_INDEX, &options);
  }
  options = {sizeof options, QUIVER_ALGORITHM_STRAUS, 1, 0, 11, 0, nullptr};
  refuse("a table that is too wide", &good, 1, QUIVER_NO_INDEX, &options);
  for (std::uint32_t size : {1u, 16u, 39u, 41u, 50u}) {
    quiver_msm_job job = with([=](auto& j) { j.struct_size = size; });
    refuse("a struct_size that no version has", &job, 1, 0);
  }
}

TEST_F(ApiMsm, every_baseline_gives_the_same_bits_and_is_reported) {
  quiver_msm_job job = job_over(points.get(), array.view.base, n);
  constexpr std::uint32_t kBuckets = QUIVER_MSM_XYZZ_ACCUMULATE | QUIVER_MSM_RUNNING_REDUCE;
  for (std::uint32_t algorithm : {QUIVER_ALGORITHM_AUTO, QUIVER_ALGORITHM_PIPPENGER, QUIVER_ALGORITHM_STRAUS})
    for (std::uint32_t baseline = 0; baseline < 16; baseline++)
      for (std::uint32_t width : {0u, 1u, 7u}) {
        quiver_msm_report report{};
        report.struct_size = sizeof report;
        quiver_msm_options options{sizeof options, algorithm, 3, baseline, width, 0, &report};
        std::string out(64, 'u');
        ASSERT_EQ(quiver_msm(out.data(), &job, 1, &options, nullptr), QUIVER_OK);
        ASSERT_EQ(out, expected(0, n)) << algorithm << ", " << baseline << ", " << width;
        if (algorithm != QUIVER_ALGORITHM_AUTO) {
          EXPECT_EQ(report.algorithm, algorithm);
        } else if ((baseline & kBuckets) != 0) { // only one algorithm has these
          EXPECT_EQ(report.algorithm, std::uint32_t{QUIVER_ALGORITHM_PIPPENGER});
        }
        const bool buckets = report.algorithm == QUIVER_ALGORITHM_PIPPENGER;
        EXPECT_EQ(report.baseline & 7, baseline & (buckets ? 7 : 1));
        EXPECT_GE(report.windows * report.width, report.bits);
        if (width != 0) {
          EXPECT_LE(report.width, width);
        }
      }
}

TEST_F(ApiMsm, jobs_of_older_and_newer_callers) {
  constexpr std::size_t old_size = offsetof(quiver_msm_job, scalar_stride), new_size = sizeof(quiver_msm_job) + 24;
  for (std::size_t size : {old_size, sizeof(quiver_msm_job), new_size}) {
    std::vector<std::uint64_t> memory(3 * size / 8, 0x5555555555555555u);
    std::string wanted;
    for (std::size_t i = 0; i < 3; i++) {
      quiver_msm_job job = job_over(points.get(), array.view.base, 4 + i, i);
      job.struct_size = static_cast<std::uint32_t>(size);
      std::memcpy(reinterpret_cast<char*>(memory.data()) + i * size, &job, std::min(size, sizeof job));
      wanted += expected(i, 4 + i);
    }
    std::string out(3 * 64, 'u');
    ErrorBox error;
    ASSERT_EQ(quiver_msm(out.data(), reinterpret_cast<quiver_msm_job*>(memory.data()), 3, nullptr, error), QUIVER_OK)
        << size << ": " << error.error.message;
    EXPECT_EQ(out, wanted) << size;
  }
  quiver_msm_job job = job_over(points.get(), array.view.base, n);
  quiver_msm_options options{4, 77, 77, 77, 77, 77, nullptr}; // what lies beyond struct_size is not ours
  std::string out(64, 'u');
  EXPECT_EQ(quiver_msm(out.data(), &job, 1, &options, nullptr), QUIVER_OK);
  EXPECT_EQ(out, expected(0, n));
}

TEST_F(ApiMsm, integers_outside_the_subgroup) {
  for (const SmallOrder& s : small_orders()) {
    if (s.name.find("field") != std::string::npos) continue;
    Curve curve(s.group);
    std::vector<unsigned long> which;
    for (unsigned long i = 0; i < n; i++) which.push_back(i * i + 1);
    PointSet small = s.set(which);
    mpz_class sum = 0;
    for (std::size_t i = 0; i < n; i++) sum += scalars[i] * small.logs[i];
    for (const char* backend : curve_backends(s.group)) {
      Points p = prepare(s.group, encode(curve, small.points), backend, QUIVER_VALIDATE_ON_CURVE);
      quiver_msm_job job = job_over(p.get(), array.view.base, n);
      std::string out(curve.point_bytes(), 'u');
      EXPECT_EQ(quiver_msm(out.data(), &job, 1, nullptr, nullptr), QUIVER_OK);
      EXPECT_EQ(out, curve.encode(s.multiples[mod(sum, s.m).get_ui()])) << s.name << " on " << backend;
    }
  }
}

} // namespace
} // namespace quiver
