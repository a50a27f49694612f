// Naive MSM on every group and back end against known logarithms (GMP), bit by bit. `portable` is one of them and gets
// the same inputs, so that all agree with it.
#include "msm/naive.hpp"

#include "support/msm_rig.hpp"

namespace quiver {
namespace {

using namespace msm_rig;

std::string naive(Machine& m, const Buffer& packed, std::size_t n, const ScalarView& scalars,
                  const Executor& executor = serial_executor()) {
  Buffer out = m.room();
  std::memset(out.data(), 0xa5, out.size());
  Error done = naive_msm({m.engine, executor, default_batch(m.kernels())}, out.data(), packed_source(packed.data(), n), scalars);
  EXPECT_TRUE(done.ok()) << done.message;
  return m.value(out.data());
}

class Naive : public testing::TestWithParam<Target> {
protected:
  const Group& group = *GetParam().group;
  const Known& k = known(group);
  Machine machine{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(All, Naive, testing::ValuesIn(every_target()), target_name);

TEST_P(Naive, sums_of_every_small_length) {
  // Full scalars on many points are dear where eight lanes are emulated over Fp2: there the longer sums take 40 bits.
  const bool dear = group.degree == 2;
  for (std::size_t n : {0u, 1u, 2u, 7u, 8u, 9u, 63u, 64u, 65u, 100u}) {
    if (too_many(n)) continue;
    PointSet points = k.troubled_points(n, n + 1);
    std::vector<mpz_class> scalars = mixed_scalars(n, k.r, n + 2);
    if (n > 9 && (dear || n != 65))
      for (mpz_class& s : scalars) s = mod(s, power_of_two(40));
    ScalarArray array(scalars);
    Buffer packed = machine.pack(k.curve, points);
    mpz_class log = inner_product(scalars, points.logs);
    ASSERT_EQ(naive(machine, packed, n, array.view), machine.expected(k, log)) << "n = " << n;
  }
}

TEST_P(Naive, any_number_of_threads_gives_the_same_bits) {
  for (std::size_t n : {1u, 2u, 9u, 20u}) {
    PointSet points = k.troubled_points(n, n);
    std::vector<mpz_class> scalars = mixed_scalars(n, k.r, n);
    for (mpz_class& s : scalars) s = mod(s, power_of_two(24) - 3);
    ScalarArray array(scalars);
    Buffer packed = machine.pack(k.curve, points);
    std::string expected = machine.expected(k, inner_product(scalars, points.logs));
    EXPECT_EQ(naive(machine, packed, n, array.view), expected);
    for (unsigned threads : {1u, 2u, 7u})
      EXPECT_EQ(naive(machine, packed, n, array.view, pool_executor(threads)), expected) << n << " on " << threads;
  }
}

// A tile holds 2048 points, whatever the group; small groups and short scalars keep this cheap.
TEST_P(Naive, tiles_meet_without_gap_or_overlap) {
  if (group.words > 4 || group.degree == 2) return;
  gmp_randclass random(gmp_randinit_mt);
  random.seed(9);
  PointSet all = k.random_points(4097, 3);
  Buffer packed = machine.pack(k.curve, all);
  std::vector<mpz_class> all_scalars;
  for (std::size_t i = 0; i < all.size(); i++) all_scalars.push_back(1 + random.get_z_bits(3));
  for (std::size_t n : {1024u, 2048u, 2049u, 4097u}) {
    if (too_many(n)) continue;
    std::vector<mpz_class> scalars(all_scalars.begin(), all_scalars.begin() + static_cast<std::ptrdiff_t>(n));
    ScalarArray array(scalars);
    std::string expected = machine.expected(k, inner_product(scalars, all.logs));
    EXPECT_EQ(naive(machine, packed, n, array.view), expected) << n;
    if (n != 2049) continue;
    EXPECT_EQ(naive(machine, packed, n, array.view, pool_executor(7)), expected) << n << " on 7 threads";
  }
}

TEST_P(Naive, one_point_times_every_edge_scalar) {
  PointSet points = k.random_points(1, 5);
  Buffer packed = machine.pack(k.curve, points);
  for (const mpz_class& scalar : edge_scalars(k.r)) {
    ScalarArray array({scalar});
    EXPECT_EQ(naive(machine, packed, 1, array.view), machine.expected(k, scalar * points.logs[0]))
        << scalar.get_str(16);
  }
}

TEST_P(Naive, every_single_bit) {
  std::vector<mpz_class> scalars;
  for (unsigned bit = 0; bit < 256; bit += bit % 64 == 62 || bit % 64 == 63 || bit % 64 == 0 ? 1 : 7)
    scalars.push_back(power_of_two(bit));
  PointSet points = k.random_points(scalars.size(), 6);
  ScalarArray array(scalars);
  EXPECT_EQ(naive(machine, machine.pack(k.curve, points), scalars.size(), array.view),
            machine.expected(k, inner_product(scalars, points.logs)));
}

TEST_P(Naive, degenerate_inputs) {
  constexpr std::size_t n = 9;
  gmp_randclass random(gmp_randinit_mt);
  random.seed(4);
  mpz_class k0 = random.get_z_bits(70);
  PointSet one = k.random_points(1, 7), equal, opposite, identities;
  for (std::size_t i = 0; i < n; i++) {
    equal.points.push_back(one.points[0]), equal.logs.push_back(one.logs[0]);
    identities.points.push_back({}), identities.logs.push_back(0);
    if (i == n - 1) break; // an even number of opposites
    opposite.points.push_back(i % 2 == 0 ? one.points[0] : k.curve.negate(one.points[0]));
    opposite.logs.push_back(i % 2 == 0 ? one.logs[0] : mod(-one.logs[0], k.r));
  }
  std::vector<mpz_class> zeros(n, 0), ones(n, 1), same(n, k0);
  for (const PointSet* points : {&equal, &opposite, &identities}) {
    Buffer packed = machine.pack(k.curve, *points);
    for (std::vector<mpz_class> scalars : {zeros, ones, same}) {
      scalars.resize(points->size());
      ScalarArray array(scalars);
      for (unsigned threads : {1u, 3u})
        EXPECT_EQ(naive(machine, packed, points->size(), array.view, pool_executor(threads)),
                  machine.expected(k, inner_product(scalars, points->logs)));
    }
  }
}

TEST_P(Naive, scalars_anywhere_in_memory) {
  constexpr std::size_t n = 5;
  PointSet points = k.random_points(n, 8);
  std::vector<mpz_class> scalars = mixed_scalars(n, k.r, 12);
  Buffer packed = machine.pack(k.curve, points);
  std::string expected = machine.expected(k, inner_product(scalars, points.logs));
  const std::pair<std::size_t, std::size_t> places[] = {{33, 1}, {100, 8}};
  for (auto [stride, skew] : places) {
    ScalarArray array(scalars, stride, skew);
    EXPECT_EQ(naive(machine, packed, n, array.view, pool_executor(2)), expected) << stride << " + " << skew;
  }
}

TEST_P(Naive, montgomery_scalars_mean_their_residues) {
  constexpr std::size_t n = 12;
  PointSet points = k.random_points(n, 10);
  gmp_randclass random(gmp_randinit_mt);
  random.seed(13);
  std::vector<mpz_class> values = {0, 1, k.r - 1}, stored;
  while (values.size() < n) values.push_back(random.get_z_range(k.r));
  for (const mpz_class& value : values) stored.push_back(mod(value * power_of_two(256), k.r));
  ScalarArray array(stored, 35, 1, Form::montgomery);
  EXPECT_EQ(naive(machine, machine.pack(k.curve, points), n, array.view),
            machine.expected(k, inner_product(values, points.logs)));
}

// Groups small enough for every scalar.
TEST_P(Naive, exhaustive_over_tiny_groups) {
  if (k.r > 200) return;
  PointSet points = k.progression(k.r.get_ui(), 0, 1);
  Buffer packed = machine.pack(k.curve, points);
  for (unsigned long scalar = 0; scalar <= k.r; scalar++) {
    std::vector<mpz_class> scalars(points.size());
    for (std::size_t i = 0; i < scalars.size(); i++) scalars[i] = (scalar * (i + 1) + i * i) % (k.r.get_ui() + 2);
    ScalarArray array(scalars);
    ASSERT_EQ(naive(machine, packed, points.size(), array.view),
              machine.expected(k, inner_product(scalars, points.logs)));
  }
}

// Nothing may be reduced mod r here: these points have other orders.
TEST(NaiveOutsideSubgroup, scalars_are_integers) {
  ASSERT_FALSE(small_orders().empty());
  for (const SmallOrder& s : small_orders()) {
    Curve curve(s.group);
    mpz_class r = integer(s.group.order, kScalarWords);
    for (const char* backend : curve_backends(s.group)) {
      Machine machine(s.group, backend);
      for (std::size_t n : {1u, 2u, 9u}) {
        std::vector<unsigned long> which;
        for (std::size_t i = 0; i < n; i++) which.push_back(1 + 7 * i * i + i);
        PointSet points = s.set(which);
        std::vector<mpz_class> scalars = mixed_scalars(n, r, n + s.m);
        ScalarArray array(scalars);
        mpz_class sum = mod(inner_product(scalars, points.logs), s.m);
        EXPECT_EQ(naive(machine, machine.pack(curve, points), n, array.view, pool_executor(2)),
                  curve.encode(s.multiples[sum.get_ui()]))
            << s.name << " on " << backend << ", n = " << n;
      }
    }
  }
}

} // namespace
} // namespace quiver
