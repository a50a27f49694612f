// Concurrent callers over one set of points, and more threads than work. Meant for TSan as much as for its results.
#include <atomic>
#include <thread>

#include "curve/bls12_381.hpp"
#include "quiver/quiver.h"
#include "support/msm_rig.hpp"

namespace quiver {
namespace {

using namespace msm_rig;

const Group& some_group() { return kBls12_381G1; }

quiver_points* prepare(const Group& group, const PointSet& set, unsigned threads) {
  std::string bytes;
  for (const CurvePoint& p : set.points) bytes += known(group).curve.encode(p);
  quiver_points* points = nullptr;
  quiver_run_options options{sizeof options, threads, nullptr};
  quiver_error error{sizeof error, 0, 0, {}};
  EXPECT_EQ(quiver_points_create(quiver_group_find(group.curve, group.group), &points, bytes.data(), set.size(),
                                 nullptr, QUIVER_VALIDATE_SUBGROUP, &options, &error),
            QUIVER_OK)
      << error.message;
  return points;
}

TEST(Threads, callers_share_one_set_of_points) {
  const Known& k = known(some_group());
  constexpr std::size_t n = 40;
  constexpr unsigned callers = 4, rounds = 3;
  PointSet set = k.troubled_points(n, 31);
  quiver_points* points = prepare(some_group(), set, 2);
  ASSERT_NE(points, nullptr);

  std::vector<mpz_class> scalars;
  gmp_randclass random(gmp_randinit_mt);
  random.seed(8);
  for (std::size_t i = 0; i < n + callers; i++) scalars.push_back(random.get_z_bits(256));
  ScalarArray array(scalars);
  std::vector<std::string> expected;
  for (unsigned c = 0; c < callers; c++) {
    mpz_class log = 0;
    for (std::size_t i = 0; i < n; i++) log += scalars[i + c] * set.logs[i];
    expected.push_back(k.curve.encode(k.times(log)));
  }

  std::atomic<unsigned> right{0};
  auto call = [&](unsigned c) {
    for (unsigned round = 0; round < rounds; round++) {
      quiver_msm_options options{sizeof options, QUIVER_ALGORITHM_AUTO, 1 + (c + round) % 4, 0, 0, 0, nullptr};
      quiver_msm_job job{sizeof job, QUIVER_CANONICAL, points, 0, array.view.base + 32 * c, n, 0};
      std::string result(k.curve.point_bytes(), '\x11'), back(n * k.curve.point_bytes(), '\0');
      quiver_error error{sizeof error, 0, 0, {}};
      bool ok = quiver_msm(result.data(), &job, 1, &options, &error) == QUIVER_OK && result == expected[c];
      ok = ok && quiver_points_read(points, back.data(), 0, n, nullptr, &error) == QUIVER_OK;
      ok = ok && back.substr(0, k.curve.point_bytes()) == k.curve.encode(set.points[0]);
      right += ok;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned c = 0; c < callers; c++) threads.emplace_back(call, c);
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(right, callers * rounds);
  quiver_points_destroy(points);
}

TEST(Threads, callers_prepare_points_of_their_own_at_once) {
  const Known& k = known(some_group());
  PointSet set = k.random_points(20, 32);
  std::atomic<unsigned> right{0};
  std::vector<std::thread> threads;
  for (unsigned c = 0; c < 4; c++)
    threads.emplace_back([&, c] {
      // The functions without state, too: first uses of their statics meet here.
      quiver_group_info info{};
      info.struct_size = sizeof info;
      bool ok = quiver_group_get_info(quiver_group_at(c % quiver_group_count()), &info) == QUIVER_OK;
      ok = ok && quiver_cpu_features() != nullptr;
      quiver_points* points = prepare(some_group(), set, 1 + c);
      ok = ok && points != nullptr && quiver_points_count(points) == 20;
      quiver_points_destroy(points);
      std::uint64_t scalar[4] = {c + 1};
      std::string out(k.curve.point_bytes(), '\0');
      ok = ok && quiver_multiples(quiver_group_find("bls12-381", "g1"), out.data(), nullptr, scalar, 1, nullptr,
                                  nullptr) == QUIVER_OK;
      right += ok;
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(right, 4u);
}

TEST(Threads, more_of_them_than_work) {
  const Known& k = known(some_group());
  for (std::size_t n : {1u, 2u, 3u}) {
    PointSet set = k.random_points(n, 33);
    quiver_points* points = prepare(some_group(), set, 64);
    ASSERT_NE(points, nullptr);
    std::vector<mpz_class> scalars(n, k.r - 2);
    ScalarArray array(scalars);
    mpz_class log = 0;
    for (const mpz_class& l : set.logs) log -= 2 * l;
    quiver_msm_job job{sizeof job, QUIVER_CANONICAL, points, 0, array.view.base, n, 0};
    for (unsigned threads : {0u, 16u, 1000u, 4000000000u}) {
      quiver_msm_options options{sizeof options, QUIVER_ALGORITHM_NAIVE, threads, 0, 0, 0, nullptr};
      std::string result(k.curve.point_bytes(), '\x11');
      EXPECT_EQ(quiver_msm(result.data(), &job, 1, &options, nullptr), QUIVER_OK);
      EXPECT_EQ(result, k.curve.encode(k.times(log)));
    }
    quiver_points_destroy(points);
  }
}

} // namespace
} // namespace quiver
