// Pippenger's and Straus' methods with every combination of options, on every group and back end, against logarithms known
// to GMP.
#include "msm/msm.hpp"

#include "msm/digits.hpp"

#include <numeric>

#include "support/msm_rig.hpp"
#include "support/rig.hpp"

namespace quiver {
namespace {

using namespace msm_rig;

/// The first 16 are Pippenger's, the others Straus'.
MsmOptions option_set(unsigned i) {
  MsmOptions o;
  o.algorithm = i < 16 ? Algorithm::pippenger : Algorithm::straus;
  o.signed_digits = (i & 1) == 0;
  if (i < 16) {
    o.batch_affine_accumulate = (i & 2) == 0;
    o.batch_affine_reduce = (i & 4) == 0;
    o.endomorphism = (i & 8) == 0;
  } else {
    o.endomorphism = (i & 2) == 0;
  }
  return o;
}
/// All; in slow builds nine, among which any two options of an algorithm take all four combinations.
std::vector<unsigned> option_sets(unsigned width = 0) {
  std::vector<unsigned> sets{0, 7, 11, 13, 14, 16, 17, 18, 19};
  if (!test::slow_build()) {
    sets.resize(20);
    std::iota(sets.begin(), sets.end(), 0u);
  }
  while (width > kMaxStrausWidth && sets.back() >= 16) sets.pop_back();
  return sets;
}

std::string describe(const MsmOptions& o) {
  std::string text = o.signed_digits ? "signed" : "unsigned";
  if (o.algorithm == Algorithm::straus) {
    text += ", Straus";
  } else {
    text += o.batch_affine_accumulate ? ", batch-affine" : ", xyzz";
    text += o.batch_affine_reduce ? ", fold" : ", running";
  }
  text += o.endomorphism ? ", endomorphism" : "";
  return text + ", c = " + std::to_string(o.width);
}

class Sums : public testing::TestWithParam<Target> {
protected:
  const Group& group = *GetParam().group;
  const Known& k = known(group);
  Machine machine{GetParam()};
  MsmReport report;
  // Eight emulated lanes over wide fields take most of the time; what is left out there runs on the other back ends.
  const bool dear =
      test::slow_build() || (std::strcmp(GetParam().backend, "portable_x8") == 0 && group.words * group.degree > 4);

  std::string sum(const Buffer& packed, std::size_t n, const ScalarView& scalars, const MsmOptions& options,
                  bool in_subgroup = true, const Executor& executor = serial_executor()) {
    Buffer out = machine.room();
    std::memset(out.data(), 0xa5, out.size());
    Error done = msm({machine.engine, executor, default_batch(machine.kernels())}, out.data(),
                     packed_source(packed.data(), n), scalars, in_subgroup, options, report);
    EXPECT_TRUE(done.ok()) << done.message;
    return machine.value(out.data());
  }

  /// Every option set on one problem.
  void agree(const PointSet& points, const std::vector<mpz_class>& scalars, unsigned width = 0) {
    ScalarArray array(scalars);
    Buffer packed = machine.pack(k.curve, points);
    const std::string expected = machine.expected(k, inner_product(scalars, points.logs));
    for (unsigned i : option_sets(width)) {
      MsmOptions options = option_set(i);
      options.width = width;
      ASSERT_EQ(sum(packed, points.size(), array.view, options), expected)
          << "n = " << points.size() << ", " << describe(options);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, Sums, testing::ValuesIn(every_target()), target_name);

TEST_P(Sums, every_option_on_troubled_points) {
  for (std::size_t n : {0u, 1u, 2u, 3u, 8u, 17u, 65u, 130u}) {
    if (too_many(n) || (dear && (n == 3 || n > 17))) continue;
    agree(k.troubled_points(n, n + 1), mixed_scalars(n, k.r, n + 2));
    if (HasFatalFailure()) return;
  }
}

TEST_P(Sums, every_width) {
  const std::size_t n = dear ? 11 : 24;
  PointSet points = k.troubled_points(n, 5);
  std::vector<mpz_class> scalars = mixed_scalars(n, k.r, 6);
  for (mpz_class& s : scalars) s = mod(s, power_of_two(61)); // widths around 61/2, 61/3 …, the last window short
  for (unsigned width = 1; width <= (dear ? 5u : group.degree == 1 ? 11u : 8u); width++) {
    agree(points, scalars, width);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Sums, one_bucket_hit_by_all) {
  for (const mpz_class& scalar : {mpz_class(1), mpz_class(k.r - 1), mpz_class(power_of_two(255) - 19)}) {
    const std::size_t n = dear ? 30 : 100; // more than one chunk
    agree(k.random_points(n, 3), std::vector<mpz_class>(n, scalar), 4);
    if (HasFatalFailure()) return;
    if (dear) break;
    agree(k.progression(70, 1, 1), std::vector<mpz_class>(70, scalar), 4);
    if (HasFatalFailure()) return;
  }
  // one point and its opposite, over and over: every addition meets an equal or opposite operand
  PointSet same;
  CurvePoint g = k.times(7), minus = k.curve.negate(g);
  const int repeats = dear ? 25 : 90;
  for (int i = 0; i < repeats; i++) {
    same.points.push_back(i % 3 == 2 ? minus : g);
    same.logs.push_back(i % 3 == 2 ? mod(-7, k.r) : mpz_class(7));
  }
  agree(same, mixed_scalars(same.size(), 16, 9), 4);
}

TEST_P(Sums, small_scalars) {
  const std::size_t n = dear ? 12 : 60;
  PointSet points = k.random_points(n, 4);
  for (unsigned bits : {1u, 2u, 8u, 64u, 127u, 129u}) {
    std::vector<mpz_class> scalars = mixed_scalars(n, k.r, bits);
    for (mpz_class& s : scalars) s = mod(s, power_of_two(bits));
    agree(points, scalars);
    if (HasFatalFailure()) return;
  }
  agree(points, std::vector<mpz_class>(n, 0));
}

TEST_P(Sums, any_number_of_threads_gives_the_same_bits) {
  for (std::size_t n : {1u, 33u, 300u}) {
    if (too_many(n) || (dear && n > 33)) continue;
    PointSet points = k.troubled_points(n, n);
    std::vector<mpz_class> scalars = mixed_scalars(n, k.r, n);
    ScalarArray array(scalars);
    Buffer packed = machine.pack(k.curve, points);
    const std::string expected = machine.expected(k, inner_product(scalars, points.logs));
    for (unsigned threads : {1u, 2u, 7u})
      for (unsigned i : {0u, 7u, 16u})
        ASSERT_EQ(sum(packed, n, array.view, option_set(i), true, pool_executor(threads)), expected)
            << n << " points, " << threads << " threads";
  }
}

TEST_P(Sums, montgomery_scalars_with_a_stride) {
  const std::size_t n = 40;
  PointSet points = k.troubled_points(n, 11);
  std::vector<mpz_class> scalars = mixed_scalars(n, k.r, 12), montgomery;
  for (const mpz_class& s : scalars) montgomery.push_back(mod(s * power_of_two(256), k.r));
  ScalarArray array(montgomery, 48, 3, Form::montgomery);
  Buffer packed = machine.pack(k.curve, points);
  EXPECT_EQ(sum(packed, n, array.view, option_set(0)), machine.expected(k, inner_product(scalars, points.logs)));
}

// Outside the subgroup nothing may be reduced modulo r or split by the endomorphism.
class SumsOfSmallOrder : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(All, SumsOfSmallOrder, testing::Range(std::size_t{0}, small_orders().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                           return small_orders()[tested.param].name;
                         });

TEST_P(SumsOfSmallOrder, integers_act_as_they_are) {
  const SmallOrder& s = small_orders()[GetParam()];
  Curve curve(s.group);
  std::vector<unsigned long> which;
  for (unsigned long i = 0; i < 60; i++) which.push_back(i * i + i / 7);
  PointSet points = s.set(which);
  std::vector<mpz_class> scalars = mixed_scalars(60, integer(s.group.order, kScalarWords), s.m);
  const unsigned long log = mpz_class(inner_product(scalars, points.logs) % s.m).get_ui();
  for (const char* backend : curve_backends(s.group)) {
    Machine machine(s.group, backend);
    Buffer packed = machine.pack(curve, points), out = machine.room();
    ScalarArray array(scalars);
    const bool lanes = machine.kernels().lanes != 1; // emulated, slow
    for (unsigned width : {0u, 1u, 3u, 5u}) {
      if (test::slow_build() && width == 5) continue;
      for (unsigned i : option_sets()) {
        if (lanes && (width == 1 || (i > 7 && i < 16) || i > 17)) continue; // without a subgroup the endomorphism's bit changes nothing
        MsmOptions options = option_set(i);
        options.width = width;
        MsmReport report;
        const Executor executor = serial_executor();
        ASSERT_TRUE(msm({machine.engine, executor, 8}, out.data(), packed_source(packed.data(), 60), array.view, false,
                        options, report)
                        .ok());
        ASSERT_FALSE(report.endomorphism);
        ASSERT_EQ(machine.value(out.data()), curve.encode(s.multiples[log])) << backend << ", " << describe(options);
      }
    }
  }
}

TEST(Digits, stand_for_the_scalar) {
  gmp_randclass random(gmp_randinit_mt);
  for (unsigned bits : {1u, 2u, 7u, 64u, 65u, 127u, 128u, 255u, 256u})
    for (bool is_signed : {false, true})
      for (unsigned covered = Windows::covered(bits, is_signed), count = (covered + kMaxWidth - 1) / kMaxWidth;
           count <= covered; count++) {
        const Windows windows = Windows::split(bits, count, is_signed);
        for (int round = 0; round < 4; round++) {
          mpz_class scalar = round == 0   ? mpz_class(0)
                             : round == 1 ? mpz_class(power_of_two(bits) - 1)
                                          : mpz_class(random.get_z_bits(bits));
          std::uint64_t words[kDigitWords] = {};
          put_words(words, scalar, kDigitWords);
          windows.add_bias(words);
          mpz_class value = 0;
          for (unsigned w = 0; w < windows.count(); w++) {
            const Window& window = windows[w];
            const long d = windows.digit(words, w), top = 1L << window.log_buckets();
            ASSERT_GE(d, window.is_signed ? 1 - top : 0);
            ASSERT_LE(d, window.is_signed ? top : top - 1);
            value += mpz_class(d) * power_of_two(window.offset);
          }
          ASSERT_EQ(value, scalar) << bits << " bits in " << count << " windows";
        }
      }
}

} // namespace
} // namespace quiver
