// What whole sums cost on the counting back end, which runs the very code: each phase against its closed form, and the total
// against the model that the engine was designed by.
#include "msm/msm.hpp"

#include <bit>

#include "msm/recode.hpp"
#include "support/closed_forms.hpp"
#include "support/msm_rig.hpp"
#include "support/rig.hpp"

namespace quiver {
namespace {

using namespace msm_rig;

/// n points of random logarithms, so that no partial sums meet, and n random scalars.
class CountedSum {
public:
  CountedSum(const Group& group, std::size_t n) : k_(known(group)), machine_(group, "counting"), n_(n) {
    gmp_randclass random(gmp_randinit_mt);
    random.seed(n);
    PointSet set{std::vector<CurvePoint>(n), {}};
    for (std::size_t i = 0; i < n; i++) {
      set.logs.push_back(random.get_z_range(k_.r));
      scalars_.push_back(random.get_z_range(k_.r));
    }
    packed_ = machine_.pack(k_.curve, set);
    expected_ = machine_.expected(k_, inner_product(scalars_, set.logs));
    array_ = std::make_unique<ScalarArray>(scalars_);
  }

  void run(const MsmOptions& options) {
    counts = {};
    Buffer out = machine_.room();
    Error done = msm(runner(&counts), out.data(), packed_source(packed_.data(), n_), array_->view, true, options,
                     report);
    ASSERT_TRUE(done.ok()) << done.message;
    ASSERT_EQ(machine_.value(out.data()), expected_);
  }

  const Counts::Tally& tally(Phase phase) const { return counts.phase[static_cast<unsigned>(phase)]; }

  /// Which buckets of each window are filled, and the digits that are not 0, as the last run recoded them.
  struct Filling {
    std::vector<test::Places> windows;
    std::uint64_t digits = 0, buckets = 0, windows_used = 0;
  };
  Filling filling(const MsmOptions& options) {
    const Windows windows = Windows::split(report.bits, report.windows, options.signed_digits);
    const std::size_t parts = n_ * report.parts;
    std::vector<Key> keys(windows.count() * parts);
    const Endomorphism* endo = report.endomorphism ? k_.curve.group().endomorphism : nullptr;
    const ScalarReader reader(k_.curve.group(), array_->view);
    EXPECT_TRUE(recode(runner(nullptr), keys.data(), parts, reader, 0, n_, endo, windows).ok());
    Filling f;
    for (unsigned w = 0; w < windows.count(); w++) {
      test::Places full(std::max(std::size_t{1} << windows[w].log_buckets(), std::size_t{8}));
      for (std::size_t i = 0; i < parts; i++) {
        const Key key = keys[w * parts + i];
        if (key == kNoKey) continue;
        f.digits++;
        f.buckets += !full[key_index(key)];
        full[key_index(key)] = true;
      }
      f.windows_used += std::find(full.begin(), full.end(), true) != full.end();
      f.windows.push_back(full);
    }
    return f;
  }

  Counts counts;
  MsmReport report;

private:
  Runner runner(Counts* to) const {
    static const Executor executor = serial_executor();
    return {machine_.engine, executor, default_batch(machine_.kernels()), to};
  }

  const Known& k_;
  Machine machine_;
  std::size_t n_;
  std::vector<mpz_class> scalars_;
  std::unique_ptr<ScalarArray> array_;
  Buffer packed_;
  std::string expected_;
};

/// The rows of `quiver bench msm --ablation`.
std::vector<std::pair<const char*, MsmOptions>> rows() {
  MsmOptions o;
  o.algorithm = Algorithm::pippenger;
  o.signed_digits = o.batch_affine_accumulate = o.batch_affine_reduce = o.endomorphism = false;
  std::vector<std::pair<const char*, MsmOptions>> out{{"baseline", o}};
  o.batch_affine_accumulate = true;
  out.emplace_back("batch accumulation", o);
  o.signed_digits = true;
  out.emplace_back("signed digits", o);
  o.batch_affine_reduce = true;
  out.emplace_back("batch reduction", o);
  o.endomorphism = true;
  out.emplace_back("GLV", o);
  return out;
}

TEST(Counts, every_row_of_the_ablation_follows_its_closed_form) {
  for (const char* curve : {"bls12_381", "bn254", "pallas"})
    for (std::size_t n : {100u, 1024u, 4096u}) {
      if (too_many(n)) continue;
      CountedSum sum(*find_group(curve, "g1"), n);
      for (const auto& [name, options] : rows()) {
        SCOPED_TRACE(std::string(curve) + ", " + std::to_string(n) + " points, " + name);
        sum.run(options);
        ASSERT_EQ(sum.report.endomorphism, options.endomorphism);
        const CountedSum::Filling f = sum.filling(options);

        // An addition a digit but for the first of each bucket. With XYZZ, chunks of long buckets still meet in affine form.
        const GroupCost& accumulate = sum.tally(Phase::accumulate).group;
        EXPECT_EQ(accumulate.affine_add + accumulate.xyzz_add_affine, f.digits - f.buckets);
        if (options.batch_affine_accumulate) {
          EXPECT_EQ(accumulate.xyzz_add_affine, 0u);
        } else {
          EXPECT_LE(accumulate.affine_add, 256u * f.windows.size());
        }

        GroupCost reduce;
        for (const test::Places& full : f.windows)
          reduce += options.batch_affine_reduce ? test::fold_cost(full) : test::running_sum_cost(full);
        EXPECT_EQ(sum.tally(Phase::reduce).group, reduce);

        // Recoding maps every point once; everything else of it is free.
        EXPECT_EQ(sum.tally(Phase::recode).useful, (FieldCost{options.endomorphism ? n : 0, 0, 0}));
        // Horner: a doubling a place, and at most one addition a term.
        const GroupCost& combine = sum.tally(Phase::combine).group;
        EXPECT_LE(combine.jacobian_dbl, sum.report.bits + 1);
        EXPECT_GE(combine.jacobian_dbl + sum.report.width, sum.report.bits);
      }
    }
}

TEST(Counts, straus_follows_its_closed_form) {
  for (const char* curve : {"bls12_381", "bn254", "pallas"})
    for (std::size_t n : {1u, 7u, 40u, 300u}) { // three tiles of the last
      CountedSum sum(*find_group(curve, "g1"), n);
      for (unsigned i = 0; i < 4; i++) {
        MsmOptions options;
        options.algorithm = Algorithm::straus;
        options.signed_digits = (i & 1) == 0;
        options.endomorphism = (i & 2) == 0;
        SCOPED_TRACE(std::string(curve) + ", " + std::to_string(n) + " points, " + std::to_string(i));
        sum.run(options);
        const CountedSum::Filling f = sum.filling(options);
        const std::uint64_t multiples = options.signed_digits ? 1u << (sum.report.width - 1) : (1u << sum.report.width) - 1;

        // Each whole round of a table doubles one row; the endomorphism maps the whole table.
        const Counts::Tally& table = sum.tally(Phase::table);
        const std::uint64_t rounds = std::bit_width(multiples) - 1, made = n * (multiples - 1);
        EXPECT_EQ(table.group, (GroupCost{.affine_add = made - n * rounds, .affine_dbl = n * rounds}));
        EXPECT_EQ(table.useful.mul, 5 * made + (sum.report.parts - 1) * multiples * n);
        EXPECT_EQ(table.useful.sqr, made + n * rounds);
        // What is not the first of its window is added; so are the tiles.
        EXPECT_EQ(sum.tally(Phase::recode).group, GroupCost{});
        EXPECT_EQ(sum.tally(Phase::accumulate).group.affine_add + sum.tally(Phase::combine).group.affine_add,
                  f.digits - f.windows_used);
        EXPECT_LE(sum.tally(Phase::combine).group.jacobian_add_affine, sum.report.windows);
      }
    }
}

// Multiplications a point with M = S and an inversion as 100 M, for the plan that is chosen: within 2 % of the model.
TEST(Counts, defaults_cost_what_the_model_says) {
  const Group& group = *find_group("bls12_381", "g1");
  for (auto [n, model] : {std::pair{256u, 252.0}, {4096u, 160.0}, {65536u, 117.0}, {1048576u, 91.0}}) {
    if (too_many(n)) continue;
    CountedSum sum(group, n);
    sum.run({});
    FieldCost all;
    for (const Counts::Tally& t : sum.counts.phase) all += t.useful;
    const double each = static_cast<double>(all.mul + all.sqr + 100 * all.inverse) / n;
    EXPECT_LE(each, 1.02 * model) << n << " points";
    EXPECT_GE(each, 0.9 * model) << n << " points: is everything counted?";
    RecordProperty("multiplications_a_point_" + std::to_string(n), std::to_string(each));
  }
}

} // namespace
} // namespace quiver
