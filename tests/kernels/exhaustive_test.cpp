// The groups of order 13 and 199, whole: every pair of points through every primitive, every point times every scalar,
// every digit of a window; on `portable`, and on `counting` by logarithms.
#include <algorithm>

#include "msm/naive.hpp"
#include "support/model.hpp"
#include "support/one_window.hpp"
#include "support/tiny_groups.hpp"

namespace quiver::test {
namespace {

struct Case {
  const Group* group;
  const char* backend;

  Model model() const { return std::string(backend) == "counting" ? logarithms(*group) : whole_group(*group); }
};
std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.group->curve << "__" << c.backend; }

class ExhaustiveGroup : public testing::TestWithParam<Case> {};
std::string case_name(const testing::TestParamInfo<Case>& info) {
  return std::string(info.param.group->curve) + "__" + info.param.backend;
}
INSTANTIATE_TEST_SUITE_P(All, ExhaustiveGroup,
                         testing::Values(Case{&kOrder13, "portable"}, Case{&kOrder13, "counting"},
                                         Case{&kOrder199, "portable"}, Case{&kOrder199, "counting"}),
                         case_name);

TEST_P(ExhaustiveGroup, EveryPair) {
  const Model model = GetParam().model();
  Bench bench(model, GetParam().backend, 9000);
  const unsigned shifts = slow_build() ? 1 : bench.rig.lanes();
  for (unsigned shift = 0; shift < shifts && !HasFailure(); shift++) {
    constexpr std::size_t kBatches[] = {64, 3, 9000, 1, 7, 1024, 2, 65};
    bench.rig.set_batch(kBatches[shift]);
    check_every_pair(bench, shift, shift == 0 ? Depth::in_place : Depth::once);
  }
}

TEST_P(ExhaustiveGroup, EveryPoint) {
  const Model model = GetParam().model();
  Bench bench(model, GetParam().backend, 3);
  for (unsigned shift = 0; shift < bench.rig.lanes(); shift++) check_every_point(bench, shift);
  check_running_sums(bench);
  check_combine(bench);
}

TEST_P(ExhaustiveGroup, EveryScalar) {
  const Model model = GetParam().model();
  Bench bench(model, GetParam().backend, 3);
  check_double_and_add(bench, 2 * model.m + 2);
}

TEST_P(ExhaustiveGroup, EveryScalarByNaiveMsm) {
  const Model model = GetParam().model();
  Bench bench(model, GetParam().backend, 3);
  const Executor executor = serial_executor();
  const std::size_t bytes = bench.rig.k().packed_bytes;
  Array out = bench.rig.packed(1);
  // every scalar times every point; in the larger group sums of 25 neighbours: a call costs more than its products
  const std::uint32_t together = model.m > 100 ? 25 : 1;
  const std::uint64_t step = slow_build() && model.m > 100 ? 17 : 1;
  for (std::uint64_t k = 0; k < 2 * model.m + 2; k += step)
    for (std::uint32_t first = 0; first < model.size(); first += together) {
      const std::uint32_t n = std::min(together, model.size() - first);
      std::vector<std::uint64_t> words(n * kScalarWords);
      std::uint32_t expected = 0;
      for (std::uint32_t i = 0; i < n; i++) {
        words[i * kScalarWords] = (k + i) % (2 * model.m + 2); // lanes of different scalars
        expected = model.add(expected, model.times(words[i * kScalarWords], first + i));
      }
      ScalarView view;
      view.base = reinterpret_cast<const unsigned char*>(words.data());
      ASSERT_TRUE(
          naive_msm({bench.rig.engine(), executor, 8}, out.data(), packed_source(bench.points.data() + first * bytes, n),
                    view)
              .ok());
      ASSERT_EQ(std::memcmp(out.data(), bench.points.data() + expected * bytes, bytes), 0)
          << "scalar " << k << ", point " << first;
    }
  // all points at once, with scalars of every size
  std::vector<std::uint64_t> scalars;
  std::uint32_t expected = 0;
  for (std::uint32_t e = 0; e < model.size(); e++) {
    const std::uint64_t words[kScalarWords] = {e * 0x9e3779b97f4a7c15, e % 3 == 0 ? e : 0u, 0, e % 7 == 0 ? ~e : 0u};
    scalars.insert(scalars.end(), words, words + kScalarWords);
    Big k = from_words(words, kScalarWords) % model.m;
    expected = model.add(expected, model.times(k.get_ui(), e));
  }
  ScalarView view;
  view.base = reinterpret_cast<const unsigned char*>(scalars.data());
  ASSERT_TRUE(naive_msm({bench.rig.engine(), executor, 8}, out.data(), packed_source(bench.points.data(), model.size()), view).ok());
  EXPECT_EQ(std::memcmp(out.data(), bench.points.data() + expected * bytes, bytes), 0);
}

TEST_P(ExhaustiveGroup, EveryDigitOfAWindow) {
  const Model model = GetParam().model();
  Bench bench(model, GetParam().backend, 3);
  const std::size_t bytes = bench.rig.k().packed_bytes;
  Array out = bench.rig.packed(1);
  const Executor executor = serial_executor();
  auto check = [&](const std::vector<std::int32_t>& digits, std::uint32_t first, unsigned log_buckets, WindowForm form) {
    std::uint32_t expected = 0;
    for (std::size_t i = 0; i < digits.size(); i++) {
      auto e = static_cast<std::uint32_t>(first + i);
      std::uint32_t size = static_cast<std::uint32_t>(digits[i] < 0 ? -digits[i] : digits[i]);
      expected = model.add(expected, model.times(size, digits[i] < 0 ? model.neg(e) : e));
    }
    ASSERT_TRUE(window_sum({bench.rig.engine(), executor, 3}, out.data(), bench.points.data() + first * bytes,
                           digits.data(), digits.size(), log_buckets, form)
                    .ok());
    ASSERT_EQ(std::memcmp(out.data(), bench.points.data() + expected * bytes, bytes), 0)
        << "first point " << first << ", " << digits.size() << " digits, 2^" << log_buckets << " buckets";
  };
  const std::int32_t step = model.m > 100 ? (slow_build() ? 23 : 7) : 1;
  for (unsigned log_buckets : {0u, 1u, 2u, 3u, 4u, 5u, 7u}) {
    const std::int32_t buckets = 1 << log_buckets;
    for (std::int32_t d = -buckets; d <= buckets; d++)
      for (std::uint32_t e = static_cast<std::uint32_t>((d + buckets) % step); e < model.size();
           e += static_cast<std::uint32_t>(step)) {
        check({d}, e, log_buckets, kWindowForms[(static_cast<std::uint32_t>(d + buckets) + e) % 4]);
        if (HasFatalFailure()) return;
      }
    // all points: the same digit, digits in turn, and such that leave most buckets empty
    std::vector<std::int32_t> same, turn, few;
    for (std::uint32_t e = 0; e < model.size(); e++) {
      same.push_back(buckets);
      turn.push_back(static_cast<std::int32_t>(e) % (2 * buckets + 1) - buckets);
      few.push_back(e % 5 == 0 ? 1 : e % 7 == 0 ? -1 : 0);
    }
    for (const auto& digits : {same, turn, few, std::vector<std::int32_t>{}})
      for (WindowForm form : kWindowForms) {
        check(digits, 0, log_buckets, form);
        if (HasFatalFailure()) return;
      }
  }
}

} // namespace
} // namespace quiver::test
