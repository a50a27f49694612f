// Memory runs out at every single allocation of every call, in turn: always a status, never a crash, a leak (ASan sees
// those) or a result half written.
#include <functional>

#include "api_rig.hpp"
#include "base/buffer.hpp"

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

/// call(error) must fail with OUT_OF_MEMORY, leaving `untouched` true, once for each allocation it makes; then succeed.
/// Returns how often it failed.
long exhaust(const std::function<quiver_status(quiver_error*)>& call, const std::function<bool()>& untouched) {
  for (long after = 0; after < 100000; after++) {
    ErrorBox error;
    fail_allocation_after(after);
    quiver_status status = call(error);
    fail_allocation_after(-1);
    if (status == QUIVER_OK) return after;
    EXPECT_TRUE(failed(status, error.error, QUIVER_OUT_OF_MEMORY)) << "allocation " << after;
    EXPECT_TRUE(untouched()) << "allocation " << after;
    if (testing::Test::HasFailure()) break;
  }
  ADD_FAILURE() << "the call never succeeds";
  return -1;
}

/// Lengths of several tiles: then some tiles are done when another one fails.
class Allocation : public testing::TestWithParam<const char*> {
protected:
  const Group& group = *find_group("bn254", "g1");
  const Known& k = known(group);
  const std::size_t n = 2 * 1024 + 5;
  const std::string one = k.curve.encode(k.curve.generator());

  void SetUp() override {
    if (!select_kernels(group, GetParam()).ok()) GTEST_SKIP() << GetParam() << " does not run here";
  }
  void TearDown() override { fail_allocation_after(-1); }
  // Square roots on emulated lanes are slow, and the calls are the same code: one tile there.
  std::size_t many() const { return std::strcmp(GetParam(), "portable_x8") == 0 ? 9 : 1025; }
  static std::string repeat(const std::string& s, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; i++) out += s;
    return out;
  }
};

INSTANTIATE_TEST_SUITE_P(Backends, Allocation, testing::Values("portable", "portable_x8", "x64_adx"),
                         [](const auto& parameter) { return std::string(parameter.param); });

TEST_P(Allocation, points_create) {
  std::string bytes = repeat(one, n);
  for (unsigned threads : {1u, 2u}) {
    quiver_run_options options = run_on(GetParam(), threads);
    quiver_points* points = nullptr;
    auto call = [&](quiver_error* error) {
      return quiver_points_create(handle(group), &points, bytes.data(), n, nullptr, QUIVER_VALIDATE_SUBGROUP, &options,
                                  error);
    };
    EXPECT_GT(exhaust(call, [&] { return points == nullptr; }), 5);
    quiver_points_destroy(points);
  }
}

TEST_P(Allocation, points_read) {
  Points points = prepare(group, one, GetParam());
  std::string out(64, 'u');
  auto call = [&](quiver_error* error) { return quiver_points_read(points.get(), out.data(), 0, 1, nullptr, error); };
  EXPECT_GT(exhaust(call, [&] { return out == std::string(64, 'u'); }), 0);
  EXPECT_EQ(out, one);
}

TEST_P(Allocation, msm) {
  const std::size_t few = 20;
  std::string bytes = repeat(one, few), scalars(32 * few, '\0'), wanted = k.curve.encode(k.times(3 * few));
  for (std::size_t i = 0; i < few; i++) scalars[32 * i] = 3;
  Points points = prepare(group, bytes, GetParam());
  quiver_msm_job jobs[2] = {job_over(points.get(), scalars.data(), few), job_over(points.get(), scalars.data(), few)};
  const std::pair<quiver_algorithm, std::uint32_t> ways[] = {
      {QUIVER_ALGORITHM_NAIVE, 0},
      {QUIVER_ALGORITHM_STRAUS, 0},
      {QUIVER_ALGORITHM_PIPPENGER, 0},
      {QUIVER_ALGORITHM_PIPPENGER,
       QUIVER_MSM_UNSIGNED | QUIVER_MSM_XYZZ_ACCUMULATE | QUIVER_MSM_RUNNING_REDUCE | QUIVER_MSM_NO_ENDOMORPHISM}};
  for (auto [algorithm, baseline] : ways)
    for (unsigned threads : {1u, 3u}) {
      quiver_msm_options options{sizeof options, algorithm, threads, baseline, 0, 0, nullptr};
      std::string out(128, 'u');
      auto call = [&](quiver_error* error) { return quiver_msm(out.data(), jobs, 2, &options, error); };
      EXPECT_GT(exhaust(call, [&] { return out == std::string(128, 'u'); }), 10);
      EXPECT_EQ(out, wanted + wanted);
    }
}

TEST_P(Allocation, decompress) {
  std::string x = repeat(one.substr(0, 32), many()), fresh(64 * many(), 'u');
  std::vector<std::uint8_t> signs(many(), 0);
  for (unsigned threads : {1u, 2u}) {
    quiver_run_options options = run_on(GetParam(), threads);
    std::string out = fresh;
    auto call = [&](quiver_error* error) {
      return quiver_decompress(handle(group), out.data(), x.data(), signs.data(), many(), QUIVER_SIGN_ODD, &options,
                               error);
    };
    EXPECT_GT(exhaust(call, [&] { return out == fresh; }), 5);
    EXPECT_TRUE(out == repeat(one, many())); // y = 2 is even
  }
}

TEST_P(Allocation, multiples) {
  std::vector<std::uint64_t> scalars(4 * many(), 0);
  for (std::size_t i = 0; i < many(); i++) scalars[4 * i] = 1;
  std::string fresh(64 * many(), 'u');
  for (unsigned threads : {1u, 2u}) {
    quiver_run_options options = run_on(GetParam(), threads);
    std::string out = fresh;
    auto call = [&](quiver_error* error) {
      return quiver_multiples(handle(group), out.data(), nullptr, scalars.data(), many(), &options, error);
    };
    EXPECT_GT(exhaust(call, [&] { return out == fresh; }), 10);
    EXPECT_TRUE(out == repeat(one, many()));
  }
}

} // namespace
} // namespace quiver
