// Every pair and every point of the small-order sets, on every back end: in these groups P + P, P - P and the identity
// turn up all the time, and in every lane.
#include <memory>

#include "support/model.hpp"

namespace quiver::test {
namespace {

const std::vector<Model>& models() {
  static const std::vector<Model> all = small_order_models();
  return all;
}

struct Case {
  const Model* model;
  const char* backend;
};
std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.model->name << "__" << c.backend; }

std::vector<Case> cases(unsigned below) {
  std::vector<Case> out;
  for (const Model& model : models())
    if (model.m < below)
      for (const char* backend : backends_for(model.group)) out.push_back({&model, backend});
  return out;
}
std::string case_name(const testing::TestParamInfo<Case>& info) {
  return info.param.model->name + "__" + info.param.backend;
}

class SmallOrder : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(All, SmallOrder, testing::ValuesIn(cases(1000)), case_name);

/// Some pairs of a set, every special one among them.
std::vector<std::uint32_t> sample_a(const Model& model) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < 4001; i++) out.push_back(i * 31 % model.size());
  for (std::uint32_t i = 0; i < model.size(); i++) out.insert(out.end(), {i, i, i, 0});
  return out;
}
std::vector<std::uint32_t> sample_b(const Model& model) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < 4001; i++) out.push_back(i * i % model.size());
  for (std::uint32_t i = 0; i < model.size(); i++) out.insert(out.end(), {i, model.neg(i), 0, i});
  return out;
}

TEST_P(SmallOrder, PointsOnTheirOwn) {
  Bench bench(*GetParam().model, GetParam().backend, 3);
  for (unsigned shift = 0; shift < bench.rig.lanes(); shift++) check_every_point(bench, shift);
  check_running_sums(bench);
  check_combine(bench);
}

TEST_P(SmallOrder, SlowTimesEveryScalar) {
  const Model& model = *GetParam().model;
  Bench bench(model, GetParam().backend, 1);
  // 249,500 products for order 499: there the scalars at the turns only, and some between
  check_double_and_add(bench, model.m < 100 ? (slow_build() && model.m > 7 ? 5 : 2 * model.m) : 0);
  if (model.m < 100 || bench.rig.k().double_and_add == nullptr) return;
  const std::size_t bytes = bench.rig.k().packed_bytes;
  Array out = bench.rig.packed(1);
  for (std::uint64_t k : {0u, 1u, 2u, 3u, 249u, 250u, 251u, 498u, 499u, 500u, 501u, 748u, 749u, 997u})
    for (std::uint32_t e = 0; e < model.size(); e++) {
      const std::uint64_t scalar[kScalarWords] = {k};
      bench.rig.k().double_and_add(bench.rig.ctx(), out.data(), bench.points.data() + e * bytes,
                                   reinterpret_cast<const unsigned char*>(scalar), sizeof scalar, 1);
      ASSERT_EQ(std::memcmp(out.data(), bench.points.data() + model.times(k, e) * bytes, bytes), 0) << k << "*" << e;
    }
}

/// Every pair; and the list shifted so that every pair comes to every lane. Batches of one block, of a few, and larger
/// than the data take turns.
TEST_P(SmallOrder, ExhaustivePairs) {
  const Model& model = *GetParam().model;
  Bench bench(model, GetParam().backend, 1100);
  const bool large = model.m > 100;
  if (slow_build() && model.size() > 60) {
    check_pairs(bench, sample_a(model), sample_b(model), 0, Depth::in_place); // all of them in the release build
  } else {
    bench.rig.set_batch(64);
    check_every_pair(bench, large ? 1 : 0, large ? Depth::once : Depth::in_place);
  }
  if (large) return;
  for (unsigned shift = 1; shift < bench.rig.lanes() && !HasFailure(); shift += slow_build() ? 3 : 1) {
    constexpr std::size_t kBatches[] = {64, 3, 1100, 1, 7, 1024, 2, 65};
    bench.rig.set_batch(kBatches[shift]);
    // the multiples of P in all pairs, and every element with those that make its sum special
    std::vector<std::uint32_t> a, b;
    for (std::uint32_t i = 0; i < model.m; i++)
      for (std::uint32_t j = 0; j < model.m; j++) a.push_back(i), b.push_back(j);
    for (std::uint32_t i = model.m; i < model.size(); i++) {
      a.insert(a.end(), {i, i, i, 0, i});
      b.insert(b.end(), {i, model.neg(i), 0, i, 1});
    }
    check_pairs(bench, a, b, shift, Depth::full);
  }
}

/// Small sets with every batch, so that special pairs meet every batch border.
TEST_P(SmallOrder, BatchBorders) {
  const Model& model = *GetParam().model;
  if (model.size() > (slow_build() ? 10u : 60u))
    GTEST_SKIP() << "pairs of larger sets would not be at a border more often";
  Bench bench(model, GetParam().backend, 4000);
  for (std::size_t batch : {1, 2, 3, 5, 4000})
    for (unsigned shift : {0u, 1u}) {
      if (shift != 0 && model.size() > 10) continue;
      bench.rig.set_batch(batch);
      check_every_pair(bench, shift, batch == 3 ? Depth::in_place : Depth::once);
      check_every_point(bench, shift);
      if (HasFailure()) return;
    }
}

/// Batches whose pairs are all trivial, and such with exactly one that is not, at every place.
TEST_P(SmallOrder, BatchesOfTrivialPairs) {
  const Model& model = *GetParam().model;
  if (model.m > 7) GTEST_SKIP() << "one set with points of order 2 and some without are enough";
  Bench bench(model, GetParam().backend, 3);
  const std::uint32_t g = 1;
  const std::uint32_t n = 4 * bench.rig.lanes(); // a full batch, and one of a single block
  const std::uint32_t kinds[4][2] = {{0, 0}, {g, 0}, {0, g}, {g, model.neg(g)}};
  for (const auto& kind : kinds) {
    std::vector<std::uint32_t> a(n, kind[0]), b(n, kind[1]);
    check_pairs(bench, a, b, 0, Depth::in_place);
    for (std::uint32_t place = 0; place < n && !HasFailure(); place += slow_build() ? 5 : 1) {
      a[place] = g; // equal operands, then different ones
      b[place] = g;
      check_pairs(bench, a, b, place % 4, Depth::once);
      b[place] = model.size() - 1;
      check_pairs(bench, a, b, place % 4, Depth::once);
      a[place] = kind[0];
      b[place] = kind[1];
    }
  }
}

TEST_P(SmallOrder, NoBlocksAtAll) {
  Bench bench(*GetParam().model, GetParam().backend, 3);
  check_pairs(bench, {}, {}, 0, Depth::in_place);
  Array nothing(0);
  const Kernels& k = bench.rig.k();
  EXPECT_EQ(k.on_curve(bench.rig.ctx(), nothing.data(), 0), 0u);
  EXPECT_EQ(k.in_subgroup(bench.rig.ctx(), nothing.data(), 0), 0u);
}

} // namespace
} // namespace quiver::test
