// Multiples of one point, on every group and back end.
#include "msm/multiples.hpp"

#include "support/msm_rig.hpp"

namespace quiver {
namespace {

using namespace msm_rig;

class Multiples : public testing::TestWithParam<Target> {
protected:
  const Group& group = *GetParam().group;
  const Known& k = known(group);
  Machine machine{GetParam()};

  Buffer compute(const PointSet& base, const ScalarView& scalars, std::size_t n, const Executor& executor) {
    Buffer out = machine.room(n), packed = machine.pack(k.curve, base);
    Error done = multiples({machine.engine, executor, default_batch(machine.kernels())}, out.data(), packed.data(),
                           scalars, n);
    EXPECT_TRUE(done.ok()) << done.message;
    return out;
  }
  std::string at(const Buffer& out, std::size_t i) {
    return machine.value(out.data() + i * machine.kernels().packed_bytes);
  }
};

INSTANTIATE_TEST_SUITE_P(All, Multiples, testing::ValuesIn(every_target()), target_name);

TEST_P(Multiples, edge_scalars_against_double_and_add) {
  Machine oracle(group, GetParam().counts() ? "counting" : "portable");
  gmp_randclass random(gmp_randinit_mt);
  random.seed(3);
  std::vector<mpz_class> scalars = edge_scalars(k.r);
  for (unsigned bit : {0u, 1u, 3u, 7u, 8u, 62u, 63u, 64u, 65u, 127u, 128u, 191u, 192u, 254u, 255u})
    scalars.push_back(power_of_two(bit));
  while (scalars.size() < 100) scalars.push_back(random.get_z_bits(256));
  ScalarArray array(scalars, 48, 1);
  PointSet generator{{k.curve.generator()}, {1}}, identity{{{}}, {0}}, other = k.random_points(1, 5);
  for (const PointSet* base : {&generator, &identity, &other}) {
    Buffer packed = oracle.pack(k.curve, *base), product = oracle.room();
    for (std::size_t n : {1u, 2u, 100u}) {
      if (n == 2 && base != &generator) continue;
      if (n == 100 && base != &other) n = 16;
      Buffer out = compute(*base, array.view, n, pool_executor(2));
      for (std::size_t i = 0; i < n; i += i < 28 || group.degree == 1 ? 1 : 5) {
        oracle.kernels().double_and_add(oracle.context(), product.data(), packed.data(), array.view.base + 48 * i, 48,
                                        1);
        ASSERT_EQ(at(out, i), oracle.value(product.data())) << scalars[i].get_str(16) << ", n = " << n;
      }
    }
    Buffer out = compute(*base, array.view, 1, serial_executor());
    EXPECT_EQ(at(out, 0), machine.expected(k, 0)) << "0 times";
  }
}

// More than a tile of 2048, with the widest table: scalars in progression, so that GMP follows by one addition each.
TEST_P(Multiples, thousands) {
  const std::size_t n = too_many(3000) || group.words == 6 || group.degree == 2 ? 300 : 3000;
  gmp_randclass random(gmp_randinit_mt);
  random.seed(4);
  mpz_class first = random.get_z_bits(255), difference = random.get_z_bits(243);
  std::vector<mpz_class> scalars;
  for (std::size_t i = 0; i < n; i++) scalars.push_back(first + i * difference);
  PointSet expected = k.progression(n, first, difference);
  ScalarArray array(scalars);
  Buffer out = compute({{k.curve.generator()}, {1}}, array.view, n, pool_executor(3));
  for (std::size_t i = 0; i < n; i++) {
    std::string wanted =
        GetParam().counts() ? machine.expected(k, expected.logs[i]) : k.curve.encode(expected.points[i]);
    ASSERT_EQ(at(out, i), wanted) << i;
  }
}

TEST_P(Multiples, montgomery_scalars) {
  std::vector<mpz_class> values = {0, 1, 2, k.r - 1, k.r / 3}, stored;
  for (const mpz_class& value : values) stored.push_back(mod(value * power_of_two(256), k.r));
  ScalarArray array(stored, 32, 0, Form::montgomery);
  Buffer out = compute({{k.curve.generator()}, {1}}, array.view, values.size(), serial_executor());
  for (std::size_t i = 0; i < values.size(); i++) EXPECT_EQ(at(out, i), machine.expected(k, values[i])) << i;
}

TEST_P(Multiples, none) {
  PointSet generator{{k.curve.generator()}, {1}};
  Buffer packed = machine.pack(k.curve, generator);
  const Executor executor = serial_executor();
  EXPECT_TRUE(multiples({machine.engine, executor, 8}, nullptr, packed.data(), ScalarView{}, 0).ok());
}

// Small orders: the table itself passes through the identity.
TEST(MultiplesOutsideSubgroup, scalars_are_integers) {
  for (const SmallOrder& s : small_orders()) {
    Curve curve(s.group);
    mpz_class r = integer(s.group.order, kScalarWords);
    gmp_randclass random(gmp_randinit_mt);
    random.seed(s.m);
    std::vector<mpz_class> scalars = edge_scalars(r);
    for (unsigned long i = 0; i < 40; i++)
      scalars.emplace_back(i < 20 ? mpz_class(i) : mpz_class(random.get_z_bits(256)));
    ScalarArray array(scalars);
    for (const char* backend : curve_backends(s.group)) {
      Machine m(s.group, backend);
      Buffer packed = m.pack(curve, s.set({1})), out = m.room(scalars.size());
      const Executor executor = pool_executor(2);
      ASSERT_TRUE(multiples({m.engine, executor, default_batch(m.kernels())}, out.data(), packed.data(), array.view,
                            scalars.size())
                      .ok());
      for (std::size_t i = 0; i < scalars.size(); i++)
        ASSERT_EQ(m.value(out.data() + i * m.kernels().packed_bytes),
                  curve.encode(s.multiples[mod(scalars[i], s.m).get_ui()]))
            << s.name << " on " << backend << ": " << scalars[i].get_str(16);
    }
  }
}

} // namespace
} // namespace quiver
