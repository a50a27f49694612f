// One window of buckets, accumulated and reduced, on every group and back end; and what it costs, against closed forms.
#include <algorithm>
#include <bit>

#include "support/closed_forms.hpp"
#include "support/msm_rig.hpp"
#include "support/one_window.hpp"

namespace quiver {
namespace {

using namespace msm_rig;
using test::kWindowForms;
using test::WindowForm;

struct Input {
  const char* what;
  PointSet points;
  std::vector<std::int32_t> digits;

  mpz_class log() const {
    mpz_class sum = 0;
    for (std::size_t i = 0; i < digits.size(); i++) sum += points.logs[i] * digits[i];
    return sum;
  }
};

/// Inputs that meet every case of a bucket and of the reduction.
std::vector<Input> make_inputs(const Known& k, std::uint32_t buckets) {
  gmp_randclass random(gmp_randinit_mt);
  random.seed(buckets);
  const auto top = static_cast<std::int32_t>(buckets);
  auto below = [&](std::uint32_t n) { return static_cast<std::int32_t>(mpz_class(random.get_z_range(n)).get_ui()); };
  auto repeat = [](const PointSet& one, std::size_t n) {
    PointSet out;
    for (std::size_t i = 0; i < n; i++) out.points.push_back(one.points[0]), out.logs.push_back(one.logs[0]);
    return out;
  };
  std::vector<Input> out;
  auto input = [&](const char* what, PointSet points, auto digit) {
    Input in{what, std::move(points), {}};
    for (std::size_t i = 0; i < in.points.size(); i++) in.digits.push_back(digit(i));
    out.push_back(std::move(in));
  };
  const PointSet one = k.random_points(1, 77);
  const std::size_t spread = std::min<std::size_t>(buckets, 130);
  input("nothing", {}, [](std::size_t) { return 0; });
  input("signed digits of troubled points", k.troubled_points(201, 1),
        [&](std::size_t) { return below(2 * buckets + 1) - top; });
  input("unsigned digits", k.random_points(67, 2), [&](std::size_t) { return below(buckets + 1); });
  input("fewer points than lanes", k.random_points(3, 3), [&](std::size_t) { return below(buckets) + 1; });
  input("zeros", k.random_points(19, 4), [](std::size_t) { return 0; });
  input("one bucket hit by all", k.troubled_points(33, 5), [=](std::size_t) { return (top + 1) / 2; });
  input("the top bucket, negative", k.random_points(21, 6), [=](std::size_t) { return -top; });
  input("one point in the top bucket", k.random_points(1, 7), [=](std::size_t) { return top; });
  input("plus and minus the same point", repeat(one, 25), [=](std::size_t i) { return i % 2 == 0 ? top : -top; });
  input("the same point in every bucket", repeat(one, spread),
        [=](std::size_t i) { return static_cast<std::int32_t>(i % buckets) + 1; });
  input("the same point in one bucket", repeat(one, 12), [=](std::size_t) { return (top + 1) / 2; });
  // Running sums meet their equals: with 1, 1, 2, 4, … from the top down a bucket equals the sum of those above it.
  PointSet powers = k.random_points(1, 9);
  for (std::size_t i = 1; i < spread; i++) {
    powers.logs.push_back(i == 1 ? powers.logs[0] : mod(2 * powers.logs[i - 1], k.r));
    powers.points.push_back(i == 1 ? powers.points[0] : k.curve.sum(powers.points[i - 1], powers.points[i - 1]));
  }
  input("buckets equal to what is above them", powers,
        [=](std::size_t i) { return static_cast<std::int32_t>(buckets - i); });
  input("buckets opposite to what is above them", powers, [=](std::size_t i) {
    return i % 3 == 1 ? -static_cast<std::int32_t>(buckets - i) : static_cast<std::int32_t>(buckets - i);
  });
  input("progression", k.progression(spread + 9, 1, 1),
        [=](std::size_t i) { return static_cast<std::int32_t>(i % buckets) + 1; });
  input("longest bucket last", k.random_points(spread + 40, 11),
        [=](std::size_t i) { return i < spread ? static_cast<std::int32_t>(i) + 1 : top; });
  return out;
}

/// The same ones on every back end, made once.
const std::vector<Input>& inputs_for(const Known& k, std::uint32_t buckets) {
  static std::map<std::pair<const Known*, std::uint32_t>, std::vector<Input>> all;
  std::vector<Input>& inputs = all[{&k, buckets}];
  if (inputs.empty()) inputs = make_inputs(k, buckets);
  return inputs;
}

std::string window(Machine& m, std::size_t batch, const Buffer& packed, const std::vector<std::int32_t>& digits,
                   std::uint32_t buckets, WindowForm form, Counts* counts = nullptr) {
  Buffer out = m.room();
  std::memset(out.data(), 0xa5, out.size());
  const Executor executor = serial_executor();
  Error done = test::window_sum({m.engine, executor, batch, counts}, out.data(), packed.data(), digits.data(),
                                digits.size(), static_cast<unsigned>(std::countr_zero(buckets)), form);
  EXPECT_TRUE(done.ok()) << done.message;
  return m.value(out.data());
}

class Window : public testing::TestWithParam<Target> {
protected:
  const Group& group = *GetParam().group;
  const Known& k = known(group);
};

INSTANTIATE_TEST_SUITE_P(All, Window, testing::ValuesIn(every_target()), target_name);

TEST_P(Window, sums_by_logarithms) {
  Machine machine(GetParam());
  const std::size_t batches[] = {default_batch(machine.kernels()), 1, 3}; // and the seams between batches
  for (std::uint32_t buckets : {1u, 2u, 8u, 64u, 1024u, 4096u}) {
    // Over Fp2 the number of buckets changes nothing that it does not change elsewhere: fewer there.
    if (too_many(buckets) || (group.degree == 2 && buckets == 1024)) continue;
    const std::vector<Input>& inputs = inputs_for(k, buckets);
    for (std::size_t i = 0; i < inputs.size(); i++) {
      const Input& input = inputs[i];
      if (buckets > 64 && i % 2 == (buckets == 1024)) continue;
      const std::size_t batch = batches[buckets > 64 ? 0 : i % 3];
      const Buffer packed = machine.pack(k.curve, input.points);
      for (unsigned f = 0; f < 4; f++) {
        if (buckets > 8 && f != i % 4 && f != 0) continue;
        ASSERT_EQ(window(machine, batch, packed, input.digits, buckets, kWindowForms[f]), machine.expected(k, input.log()))
            << input.what << ", " << buckets << " buckets, form " << f;
      }
    }
  }
}

// The window against the oracle itself: |d_i| times ±P_i, point by point.
TEST_P(Window, agrees_with_double_and_add) {
  Machine machine(GetParam()), oracle(group, GetParam().counts() ? "counting" : "portable");
  for (std::uint32_t buckets : {4u, 64u}) {
    PointSet points = k.troubled_points(60, buckets), signed_points = points;
    std::vector<std::int32_t> digits;
    std::vector<mpz_class> magnitudes;
    for (std::size_t i = 0; i < points.size(); i++) {
      auto d = static_cast<std::int32_t>((i * i + 3 * i) % (2 * buckets + 1)) - static_cast<std::int32_t>(buckets);
      digits.push_back(d);
      magnitudes.emplace_back(std::abs(d));
      if (d >= 0) continue;
      signed_points.points[i] = k.curve.negate(points.points[i]);
      signed_points.logs[i] = mod(-points.logs[i], k.r);
    }
    ScalarArray scalars(magnitudes);
    Buffer sum = oracle.room(), packed = oracle.pack(k.curve, signed_points);
    oracle.kernels().double_and_add(oracle.context(), sum.data(), packed.data(), scalars.view.base, scalars.view.stride,
                                    points.size());
    for (WindowForm form : kWindowForms)
      EXPECT_EQ(window(machine, 5, machine.pack(k.curve, points), digits, buckets, form), oracle.value(sum.data()));
  }
}

// Small orders: buckets pass through the identity, through equal and through opposite points all the time.
TEST(WindowOutsideSubgroup, digits_are_integers) {
  for (const SmallOrder& s : small_orders()) {
    Curve curve(s.group);
    for (const char* backend : curve_backends(s.group)) {
      Machine machine(s.group, backend);
      for (std::uint32_t buckets : {1u, 4u, 8u, 32u}) {
        std::vector<unsigned long> which;
        std::vector<std::int32_t> digits;
        mpz_class sum = 0;
        for (unsigned i = 0; i < 110; i++) {
          which.push_back((1 + 5ul * i * i + i) % s.m);
          digits.push_back(static_cast<std::int32_t>((11u * i + i * i / 3) % (2 * buckets + 1)) -
                           static_cast<std::int32_t>(buckets));
          sum += mpz_class(which.back()) * digits.back();
        }
        for (WindowForm form : kWindowForms)
          EXPECT_EQ(window(machine, 2, machine.pack(curve, s.set(which)), digits, buckets, form),
                    curve.encode(s.multiples[mod(sum, s.m).get_ui()]))
              << s.name << " on " << backend << ", " << buckets << " buckets";
      }
    }
  }
}

// ---- operation counts ------------------------------------------------------------------------------------------------

const Counts::Tally& tally(const Counts& counts, Phase phase) { return counts.phase[static_cast<unsigned>(phase)]; }

/// What the buckets must cost, from the logarithms alone. An insertion into an empty bucket, of an identity, or of the
/// opposite of what the bucket holds is no addition; an insertion of its equal is a doubling.
struct Buckets {
  std::vector<mpz_class> sum;
  std::vector<std::size_t> length;
  std::uint64_t additions = 0, doublings = 0, busy_steps = 0;

  Buckets(const Known& k, const Input& input, std::uint32_t buckets) : sum(buckets), length(buckets) {
    std::vector<bool> busy(input.digits.size() + 1);
    for (std::size_t i = 0; i < input.digits.size(); i++) {
      std::int32_t d = input.digits[i];
      if (d == 0) continue;
      std::size_t b = static_cast<std::size_t>(std::abs(d)) - 1, step = length[b]++;
      mpz_class p = mod(d < 0 ? mpz_class(-input.points.logs[i]) : input.points.logs[i], k.r);
      mpz_class before = sum[b];
      sum[b] = mod(before + p, k.r);
      if (before == 0 || p == 0 || sum[b] == 0) continue;
      busy[step] = true;
      (before == p ? doublings : additions)++;
    }
    for (bool b : busy) busy_steps += b;
  }
  std::size_t blocks_at(std::size_t step) const {
    std::size_t lanes = 0;
    for (std::size_t l : length) lanes += l > step;
    return (lanes + 7) / 8;
  }
};

class WindowCounts : public testing::TestWithParam<Target> {
protected:
  const Known& k = known(*GetParam().group);
  Machine machine{GetParam()};
  const std::size_t batch = default_batch(machine.kernels());

  Counts count(const Input& input, std::uint32_t buckets, WindowForm form) {
    Counts counts;
    EXPECT_EQ(window(machine, batch, machine.pack(k.curve, input.points), input.digits, buckets, form, &counts),
              machine.expected(k, input.log()));
    return counts;
  }
};
INSTANTIATE_TEST_SUITE_P(All, WindowCounts, testing::ValuesIn(counting_targets()), target_name);

TEST_P(WindowCounts, buckets_cost_an_addition_a_digit_but_for_trivial_ones) {
  for (std::uint32_t buckets : {1u, 2u, 8u, 64u, 1024u})
    for (const Input& input : inputs_for(k, buckets)) {
      if (too_many(buckets)) continue;
      Buckets expected(k, input, buckets);
      const std::size_t longest = *std::max_element(expected.length.begin(), expected.length.end());
      if (longest > 14) continue; // may be cut into chunks, which has another order
      const Counts counts = count(input, buckets, {});
      const Counts::Tally& t = tally(counts, Phase::accumulate);
      SCOPED_TRACE(std::string(input.what) + ", " + std::to_string(buckets) + " buckets");
      EXPECT_EQ(t.group.affine_add, expected.additions);
      EXPECT_EQ(t.group.affine_dbl, expected.doublings);
      std::uint64_t m = expected.additions + expected.doublings;
      // All blocks of a step share one inversion: at most 1024 buckets here.
      EXPECT_EQ(t.useful, (FieldCost{5 * m, m + expected.doublings, expected.busy_steps}));

      // Lockstep: as many steps as the longest bucket has points, each over the buckets that still have one; the first
      // copies points.
      std::uint64_t issued = 0;
      for (std::size_t s = 1; s < longest; s++) issued += 8 * expected.blocks_at(s);
      EXPECT_EQ(t.issued.mul, 5 * issued);
      EXPECT_EQ(t.issued.inverse, longest > 1 ? longest - 1 : 0);
    }
}

// For n random points no partial sums meet, and then every count is a matter of which buckets are filled.
TEST_P(WindowCounts, generic_points_follow_the_closed_form) {
  if (k.r < power_of_two(32)) return; // in a group this small partial sums do meet
  gmp_randclass random(gmp_randinit_mt);
  random.seed(21);
  for (std::uint32_t buckets : {1u, 4u, 8u, 64u, 512u, 1024u})
    for (std::size_t n : {1u, 40u, 700u}) {
      if (too_many(n) || too_many(buckets)) continue;
      // Logarithms of their own, which is all that `counting` looks at: in random_points() differences repeat.
      Input input{"", {std::vector<CurvePoint>(n), {}}, {}};
      for (std::size_t i = 0; i < n; i++) input.points.logs.push_back(random.get_z_range(k.r));
      for (std::size_t i = 0; i < n; i++)
        input.digits.push_back(static_cast<std::int32_t>(mpz_class(random.get_z_range(2 * buckets + 1)).get_ui()) -
                               static_cast<std::int32_t>(buckets));
      SCOPED_TRACE(std::to_string(n) + " points, " + std::to_string(buckets) + " buckets");

      // The top digit's bucket has index 0 and is a term of its own.
      std::uint64_t digits = 0, filled = 0;
      test::Places full(std::max(buckets, 8u));
      for (std::int32_t d : input.digits) {
        digits += d != 0;
        if (d != 0) full[static_cast<std::size_t>(std::abs(d)) % buckets] = true;
      }
      for (bool f : full) filled += f;

      // An addition for each digit but the first of a bucket, whether or not its bucket is cut into chunks.
      const Counts folded = count(input, buckets, {});
      EXPECT_EQ(tally(folded, Phase::accumulate).group, (GroupCost{.affine_add = digits - filled}));
      const Counts by_xyzz = count(input, buckets, {false, true});
      const GroupCost& xyzz = tally(by_xyzz, Phase::accumulate).group;
      EXPECT_EQ(xyzz.xyzz_add_affine + xyzz.affine_add, digits - filled); // chunks of a bucket meet in affine form
      EXPECT_EQ(tally(folded, Phase::reduce).group, test::fold_cost(full));
      EXPECT_EQ(tally(by_xyzz, Phase::reduce).group, tally(folded, Phase::reduce).group);

      const Counts by_running_sums = count(input, buckets, {true, false});
      EXPECT_EQ(tally(by_running_sums, Phase::reduce).group, test::running_sum_cost(full));
    }
}

} // namespace
} // namespace quiver
