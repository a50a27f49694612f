// One window of lockstep buckets on every group and back end: the slice that proves the kernel seam.
#include "msm/window.hpp"

#include <algorithm>

#include "support/msm_rig.hpp"

namespace quiver {
namespace {

using namespace msm_rig;

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

std::string window(Machine& m, const Buffer& packed, const std::vector<std::int32_t>& digits, std::uint32_t buckets) {
  Buffer out = m.room();
  std::memset(out.data(), 0xa5, out.size());
  Error done = window_sum(m.context(), out.data(), packed.data(), digits.data(), digits.size(), buckets);
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
  Machine machine(GetParam()), one_by_one(GetParam(), 1), odd(GetParam(), 3);
  for (std::uint32_t buckets : {1u, 2u, 3u, 7u, 8u, 9u, 63u, 64u, 65u, 1000u, 4096u}) {
    if (too_many(buckets)) continue;
    // Over Fp2 the number of buckets changes nothing that it does not change elsewhere: fewer there.
    if (group.degree == 2 && (buckets == 3 || buckets == 7 || buckets == 63 || buckets == 65 || buckets == 1000))
      continue;
    const std::vector<Input>& inputs = inputs_for(k, buckets);
    for (std::size_t i = 0; i < inputs.size(); i++) {
      const Input& input = inputs[i];
      if (buckets > 65 && i % 2 == (buckets == 1000)) continue;
      // A batch of one or three blocks as well: the seams between batches.
      Machine& m = buckets > 65 || i % 3 == 0 ? machine : i % 3 == 1 ? one_by_one : odd;
      ASSERT_EQ(window(m, m.pack(k.curve, input.points), input.digits, buckets), m.expected(k, input.log()))
          << input.what << ", " << buckets << " buckets";
    }
  }
}

// The window against the oracle itself: |d_i| times ±P_i, point by point.
TEST_P(Window, agrees_with_double_and_add) {
  Machine machine(GetParam()), oracle(group, GetParam().counts() ? "counting" : "portable");
  for (std::uint32_t buckets : {5u, 64u}) {
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
    EXPECT_EQ(window(machine, machine.pack(k.curve, points), digits, buckets), oracle.value(sum.data()));
  }
}

// Small orders: buckets pass through the identity, through equal and through opposite points all the time.
TEST(WindowOutsideSubgroup, digits_are_integers) {
  for (const SmallOrder& s : small_orders()) {
    Curve curve(s.group);
    for (const char* backend : curve_backends(s.group)) {
      Machine machine(s.group, backend, 2);
      for (std::uint32_t buckets : {1u, 3u, 8u, 33u}) {
        std::vector<unsigned long> which;
        std::vector<std::int32_t> digits;
        mpz_class sum = 0;
        for (unsigned i = 0; i < 110; i++) {
          which.push_back((1 + 5ul * i * i + i) % s.m);
          digits.push_back(static_cast<std::int32_t>((11u * i + i * i / 3) % (2 * buckets + 1)) -
                           static_cast<std::int32_t>(buckets));
          sum += mpz_class(which.back()) * digits.back();
        }
        EXPECT_EQ(window(machine, machine.pack(curve, s.set(which)), digits, buckets),
                  curve.encode(s.multiples[mod(sum, s.m).get_ui()]))
            << s.name << " on " << backend << ", " << buckets << " buckets";
      }
    }
  }
}

// ---- operation counts ------------------------------------------------------------------------------------------------

/// The counting table with each call charged to its phase, and the shape of the reduction noted: the window itself
/// leaves phases to its caller.
struct Staged {
  static inline const Kernels* real;
  static inline Kernels table;
  static inline std::size_t steps, columns;
  static inline std::vector<std::size_t> active; // blocks of each bucket step

  static void in(Context* ctx, Phase phase) { ctx->counts->current = phase; }

  static void bucket_step(Context* ctx, void* affine, const void* packed, const Entry* entries, std::size_t blocks,
                          const Entry* next) {
    in(ctx, next != nullptr ? Phase::accumulate : Phase::reduce); // sums of blocks name no next call
    if (next != nullptr) active.push_back(blocks);
    real->bucket_step(ctx, affine, packed, entries, blocks, next);
  }
  static void add(Context* ctx, void* out, const void* a, const void* b, std::size_t blocks) {
    in(ctx, Phase::reduce);
    real->add(ctx, out, a, b, blocks);
  }
  static void normalise(Context* ctx, void* affine, const void* xyzz, std::size_t blocks) {
    in(ctx, Phase::reduce);
    real->normalise(ctx, affine, xyzz, blocks);
  }
  static void running_sum(Context* ctx, void* run, void* total, const void* affine, std::size_t s, std::size_t blocks) {
    in(ctx, Phase::table); // of its own, so that its additions can be told from those that follow
    steps = s;
    columns = blocks * real->lanes;
    real->running_sum(ctx, run, total, affine, s, blocks);
  }
  static void combine(Context* ctx, void* out, const void* points, const unsigned* shifts, std::size_t n) {
    in(ctx, Phase::combine);
    real->combine(ctx, out, points, shifts, n);
  }

  static void run(Machine& m, Counts& counts, const Buffer& packed, const Input& input, std::uint32_t buckets) {
    real = &m.kernels();
    table = *real;
    table.bucket_step = bucket_step;
    table.add = add;
    table.normalise = normalise;
    table.running_sum = running_sum;
    table.combine = combine;
    active.clear();
    Context serial = *m.context(), ctx = serial;
    serial.kernels = ctx.kernels = &table;
    serial.counts = ctx.counts = &counts;
    ctx.serial = &serial;
    Buffer out = m.room();
    Error done = window_sum(&ctx, out.data(), packed.data(), input.digits.data(), input.digits.size(), buckets);
    ASSERT_TRUE(done.ok()) << done.message;
  }
};

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
};
INSTANTIATE_TEST_SUITE_P(All, WindowCounts, testing::ValuesIn(counting_targets()), target_name);

TEST_P(WindowCounts, buckets_cost_an_addition_a_digit_but_for_trivial_ones) {
  for (std::uint32_t buckets : {1u, 2u, 8u, 9u, 65u, 1000u})
    for (const Input& input : inputs_for(k, buckets)) {
      if (too_many(buckets)) continue;
      Counts counts;
      Machine machine(GetParam());
      Staged::run(machine, counts, machine.pack(k.curve, input.points), input, buckets);
      const Counts::Tally& t = tally(counts, Phase::accumulate);
      Buckets expected(k, input, buckets);
      SCOPED_TRACE(std::string(input.what) + ", " + std::to_string(buckets) + " buckets");
      EXPECT_EQ(t.group.affine_add, expected.additions);
      EXPECT_EQ(t.group.affine_dbl, expected.doublings);
      std::uint64_t m = expected.additions + expected.doublings;
      // All blocks of a step share one inversion: at most 1024 buckets here.
      EXPECT_EQ(t.useful, (FieldCost{5 * m, m + expected.doublings, expected.busy_steps}));

      // Lockstep: as many steps as the longest bucket has points, each over the buckets that still have one.
      std::size_t longest = 0;
      for (std::size_t l : expected.length) longest = std::max(longest, l);
      ASSERT_EQ(Staged::active.size(), longest);
      std::uint64_t issued = 0;
      for (std::size_t s = 0; s < longest; s++) {
        EXPECT_EQ(Staged::active[s], expected.blocks_at(s));
        issued += 8 * expected.blocks_at(s);
      }
      EXPECT_EQ(t.issued.mul, 5 * issued);
      EXPECT_EQ(t.issued.inverse, longest);
    }
}

// For n random points no partial sums meet, and then: additions = non-zero digits - non-empty buckets.
TEST_P(WindowCounts, generic_points_follow_the_closed_form) {
  if (k.r < power_of_two(32)) return; // in a group this small partial sums do meet
  gmp_randclass random(gmp_randinit_mt);
  random.seed(21);
  for (std::uint32_t buckets : {1u, 3u, 8u, 64u, 65u, 500u, 1000u})
    for (std::size_t n : {1u, 40u, 700u}) {
      if (too_many(n) || too_many(buckets)) continue;
      // Logarithms of their own, which is all that `counting` looks at: in random_points() differences repeat.
      Input input{"", {std::vector<CurvePoint>(n), {}}, {}};
      for (std::size_t i = 0; i < n; i++) input.points.logs.push_back(random.get_z_range(k.r));
      for (std::size_t i = 0; i < n; i++)
        input.digits.push_back(static_cast<std::int32_t>(mpz_class(random.get_z_range(2 * buckets + 1)).get_ui()) -
                               static_cast<std::int32_t>(buckets));
      Counts counts;
      Machine machine(GetParam());
      Staged::run(machine, counts, machine.pack(k.curve, input.points), input, buckets);
      SCOPED_TRACE(std::to_string(n) + " points, " + std::to_string(buckets) + " buckets");

      std::uint64_t digits = 0, filled = 0;
      std::vector<bool> full(Staged::steps * Staged::columns);
      for (std::int32_t d : input.digits) digits += d != 0;
      for (std::int32_t d : input.digits)
        if (d != 0) full[static_cast<std::size_t>(std::abs(d)) - 1] = true;
      for (bool f : full) filled += f;
      EXPECT_EQ(tally(counts, Phase::accumulate).group, (GroupCost{.affine_add = digits - filled}));

      // Running sums, a column of `steps` buckets at a time from its highest full bucket `top` down: the first bucket
      // is an insertion; `run` gains one addition a further full bucket, `total` one a step below the top. In the
      // first of these total = run unless the bucket there is full, so that it is a doubling.
      GroupCost running, sums;
      std::vector<bool> column_full(Staged::columns);
      for (std::size_t c = 0; c < Staged::columns; c++) {
        std::size_t here = 0, top = 0;
        for (std::size_t s = 0; s < Staged::steps; s++)
          if (full[c * Staged::steps + s]) here++, top = s;
        if (here == 0) continue;
        column_full[c] = true;
        running.xyzz_add_affine += here - 1;
        running.xyzz_add += top;
        running.xyzz_dbl += top > 0 && !full[c * Staged::steps + top - 1];
      }
      EXPECT_EQ(tally(counts, Phase::table).group, running);

      // The columns' totals are added up, and for each bit of a column's number the runs that have it: m points
      // take m - 1 additions, whatever the tree.
      unsigned bits = 0;
      while ((std::size_t{1} << bits) < Staged::columns) bits++;
      auto sum_of = [&](auto chosen) {
        std::uint64_t m = 0;
        for (std::size_t c = 0; c < Staged::columns; c++) m += column_full[c] && chosen(c);
        sums.affine_add += m > 0 ? m - 1 : 0;
      };
      sum_of([](std::size_t) { return true; });
      for (unsigned bit = 0; bit < bits; bit++) sum_of([=](std::size_t c) { return (c >> bit & 1) != 0; });
      EXPECT_EQ(tally(counts, Phase::reduce).group, sums);

      // Horner: from the highest bit with a run on, one doubling a place and an addition a term. Where a single bucket
      // is full its multiples do meet, and an addition then doubles as well; so this goes by logarithms.
      Buckets logs(k, input, buckets);
      std::vector<mpz_class> term(bits + 1);
      for (std::size_t b = 0; b < buckets; b++) {
        term[bits] += (b % Staged::steps + 1) * logs.sum[b];
        for (unsigned bit = 0; bit < bits; bit++)
          if ((b / Staged::steps >> bit & 1) != 0) term[bits - 1 - bit] += logs.sum[b];
      }
      GroupCost combined;
      unsigned log_steps = 0;
      while ((std::size_t{1} << log_steps) < Staged::steps) log_steps++;
      mpz_class acc = 0;
      for (unsigned i = 0; i <= bits; i++) {
        mpz_class t = mod(term[i], k.r);
        combined.jacobian_add_affine += acc != 0 && t != 0;
        combined.jacobian_dbl += acc != 0 && acc == t;
        acc = mod(acc + t, k.r);
        unsigned places = i == bits ? 0 : i + 1 < bits ? 1 : log_steps;
        for (unsigned place = 0; place < places; place++, acc = mod(2 * acc, k.r)) combined.jacobian_dbl += acc != 0;
      }
      EXPECT_TRUE(acc == mod(input.log(), k.r));
      EXPECT_EQ(tally(counts, Phase::combine).group, combined);
    }
}

} // namespace
} // namespace quiver
