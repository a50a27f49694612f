// The lazy ranges of FpLanes<W, V>, white box: every operation against the exact integer that its limbs spell, at the
// ends of the ranges that its types promise. Included by two test files, one of which turns the range checks on.
#pragma once

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "curve/groups.hpp"
#include "field/fp_lanes.hpp"
#include "support/oracle.hpp"

namespace quiver::test {

template <unsigned W, class V> class LazyRanges {
public:
  using F = FpLanes<W, V>;
  using Element = typename F::Element;
  static constexpr unsigned kLanes = V::kLanes;
  static constexpr unsigned kLimbs = F::kLimbs;
  static constexpr LaneMask kAll = (LaneMask{1} << kLanes) - 1;
  using Values = std::vector<Big>; // one a lane

  static void run_all() {
    for (unsigned i = 0; i < group_count(); i++) {
      const Group& group = group_at(i);
      if (group.words != W || group.degree != 1) continue;
      SCOPED_TRACE(group.curve);
      LazyRanges test(group);
      test.run();
      if (testing::Test::HasFatalFailure()) return;
    }
  }

private:
  explicit LazyRanges(const Group& group) : p_(from_words(group.modulus, W)) {
    EXPECT_TRUE(f_.init(group.modulus));
    r_ = Big(1) << (52 * kLimbs);
    mpz_invert(r_inverse_.get_mpz_t(), r_.get_mpz_t(), p_.get_mpz_t());
  }

  // Everything that needs no bounds is out of the templates over them: a translation unit has hundreds of these.

  /// The integers that the limbs of the lanes spell; limbs that were not carried are signed.
  [[gnu::noinline]] static Values spell(const V* limbs) {
    Values out(kLanes);
    for (unsigned lane = 0; lane < kLanes; lane++)
      for (unsigned i = kLimbs; i-- > 0;) {
        const auto limb = static_cast<std::int64_t>(reinterpret_cast<const std::uint64_t*>(&limbs[i])[lane]);
        out[lane] = (out[lane] << 52) + static_cast<long>(limb);
      }
    return out;
  }
  template <unsigned A, bool C> static Values values(const typename F::template Lazy<A, C>& a) { return spell(a.limb); }

  /// Representatives as given, in [0, 2p).
  [[gnu::noinline]] Element element(const Values& v) const {
    std::uint64_t words[kLanes][W];
    const std::uint64_t* pointers[kLanes];
    for (unsigned lane = 0; lane < kLanes; lane++) {
      to_words(words[lane], W, v[lane]);
      pointers[lane] = words[lane];
    }
    return f_.load(pointers);
  }

  /// In [0, bound*p), with carried limbs where the type says so.
  [[gnu::noinline]] void in_range(const V* limbs, unsigned bound, bool carried) const {
    const Values v = spell(limbs);
    for (unsigned lane = 0; lane < kLanes; lane++) {
      ASSERT_TRUE(v[lane] >= 0 && v[lane] < bound * p_) << "bound " << bound << " lane " << lane << " " << hex(v[lane]);
      for (unsigned i = 0; carried && i + 1 < kLimbs; i++)
        ASSERT_EQ(reinterpret_cast<const std::uint64_t*>(&limbs[i])[lane] >> 52, 0u);
    }
  }
  [[gnu::noinline]] void congruent(const Values& got, const Values& want, const char* what, unsigned bound) const {
    for (unsigned lane = 0; lane < kLanes; lane++)
      ASSERT_TRUE(mpz_congruent_p(got[lane].get_mpz_t(), want[lane].get_mpz_t(), p_.get_mpz_t()))
          << what << ", bound " << bound << " lane " << lane << ": " << hex(got[lane]) << ", not " << hex(want[lane]);
  }
  [[gnu::noinline]] void exact(const Values& got, const Values& want, const char* what) const {
    for (unsigned lane = 0; lane < kLanes; lane++)
      ASSERT_TRUE(got[lane] == want[lane])
          << what << " lane " << lane << ": " << hex(got[lane]) << ", not " << hex(want[lane]);
  }
  [[gnu::noinline]] Values combine(long x, const Values& a, long y, const Values& b, long multiple) const {
    Values out;
    for (unsigned i = 0; i < kLanes; i++) out.push_back(x * a[i] + y * b[i] + multiple * p_);
    return out;
  }
  [[gnu::noinline]] LaneMask zeros(const Values& v) const {
    LaneMask out = 0;
    for (unsigned i = 0; i < kLanes; i++) out |= LaneMask{mpz_divisible_p(v[i].get_mpz_t(), p_.get_mpz_t()) != 0} << i;
    return out;
  }
  [[gnu::noinline]] void is_product(const V* limbs, const Values& a, const Values& b, const char* what) const {
    in_range(limbs, F::Product::kBound, false);
    const Values got = spell(limbs);
    Values want;
    for (unsigned i = 0; i < kLanes; i++) {
      want.push_back(a[i] * b[i] * r_inverse_);
      ASSERT_TRUE(got[i] * r_ < 2 * p_ * r_ + a[i] * b[i]) << what << " is larger than promised";
    }
    congruent(got, want, what, F::Product::kBound);
  }
  /// Stored words are the canonical representative.
  [[gnu::noinline]] void stores(const Element& a, const Values& want) const {
    std::uint64_t words[kLanes][W];
    std::uint64_t* pointers[kLanes];
    for (unsigned lane = 0; lane < kLanes; lane++) pointers[lane] = words[lane];
    f_.store(pointers, a);
    for (unsigned lane = 0; lane < kLanes; lane++) {
      Big canonical = want[lane] % p_;
      ASSERT_TRUE(from_words(words[lane], W) == canonical) << "store, lane " << lane;
    }
  }

  /// What every value must satisfy: range, settle keeps it, reduce keeps its class, and is_zero tells it.
  template <unsigned A, bool C> [[gnu::noinline]] void examine(const typename F::template Lazy<A, C>& a) const {
    const Values v = values(a);
    in_range(a.limb, A, C);
    if (testing::Test::HasFatalFailure()) return;
    auto settled = f_.settle(a);
    exact(values(settled), v, "settle");
    in_range(settled.limb, A, true);
    Element reduced = f_.reduce(a);
    in_range(reduced.limb, 2, true);
    congruent(values(reduced), v, "reduce", A);
    ASSERT_EQ(f_.is_zero(a) & kAll, zeros(v)) << "is_zero, bound " << A;
    stores(reduced, v);
  }

  template <unsigned A, bool CA, unsigned B, bool CB>
  void multiply(const typename F::template Lazy<A, CA>& a, const typename F::template Lazy<B, CB>& b) const {
    is_product(f_.mul(a, b).limb, values(a), values(b), "mul");
  }

  template <unsigned A, bool C> [[gnu::noinline]] void unary(const typename F::template Lazy<A, C>& a) const {
    const Values x = values(a);
    if constexpr (A + 1 <= F::kMultiples) {
      auto negated = f_.neg(a);
      exact(values(negated), combine(-1, x, 0, x, A), "neg");
      examine(negated);
    }
    if constexpr (2 * A <= F::kMultiples) {
      auto doubled = f_.dbl(a);
      exact(values(doubled), combine(2, x, 0, x, 0), "dbl");
      examine(doubled);
    }
    if constexpr (A * A <= F::kHeadroom) {
      multiply(a, a);
      is_product(f_.sqr(a).limb, x, x, "sqr");
    }
  }

  template <unsigned A, bool CA, unsigned B, bool CB> [[gnu::noinline]] void
  binary(const typename F::template Lazy<A, CA>& a, const typename F::template Lazy<B, CB>& b) const {
    const Values x = values(a), y = values(b);
    if constexpr (A + B <= F::kMultiples) {
      auto sum = f_.add(a, b);
      exact(values(sum), combine(1, x, 1, y, 0), "add");
      examine(sum);
      auto difference = f_.sub(a, b);
      exact(values(difference), combine(1, x, -1, y, B), "sub");
      examine(difference);
      ASSERT_EQ(f_.equal(a, b) & kAll, zeros(combine(1, x, -1, y, 0))) << "equal";
    }
    if constexpr (A * B <= F::kHeadroom) multiply(a, b);
  }

  /// Doublings up to the bound 16 and back down by every way that there is.
  [[gnu::noinline]] void chains(const Element& a, const Element& b) const {
    unary(a);
    binary(a, b);
    auto four = f_.add(a, b);             // < 4p
    auto less = f_.sub(a, b);             // < 4p
    auto eight = f_.dbl(four);            // < 8p
    auto eight_less = f_.sub(less, four); // < 8p
    auto sixteen = f_.add(eight, eight);  // < 16p
    auto sixteen_less = f_.sub(eight, eight_less);
    auto five = f_.neg(four); // < 5p, and 4p where the operand was zero
    auto six = f_.neg(five);  // < 6p
    auto fifteen = f_.add(f_.add(five, four), six);
    auto product = f_.mul(a, b); // < 3p
    unary(four), unary(less), unary(eight), unary(eight_less), unary(five), unary(six);
    if (testing::Test::HasFatalFailure()) return;
    unary(fifteen); // its negative reaches 15p
    examine(sixteen), examine(sixteen_less);
    binary(four, less), binary(four, eight), binary(eight_less, five);
    binary(f_.settle(four), f_.settle(eight)), binary(five, product);
    if (testing::Test::HasFatalFailure()) return;
    if constexpr (F::kHeadroom >= 256) multiply(sixteen, sixteen), multiply(sixteen, sixteen_less);
    multiply(sixteen, a), multiply(a, sixteen_less);
    binary(f_.reduce(sixteen), f_.reduce(sixteen_less));
    unary(f_.mul(f_.reduce(sixteen), a));
  }

  /// Every multiple of p below every bound is zero, one beside it is not; each alone in each lane.
  void multiples_of_p() const {
    const Element zero = element(Values(kLanes, 0)), p = element(Values(kLanes, p_)), one = element(Values(kLanes, 1));
    const Element mixed = element({0, p_, 1, p_ - 1, p_ + 1, 2 * p_ - 1, 0, p_});
    for (const Element* a : {&zero, &p, &mixed})
      for (const Element* b : {&zero, &p, &mixed, &one}) chains(*a, *b);
    for (unsigned lane = 0; lane < kLanes; lane++)
      for (const Big& v : {Big(0), p_, Big(1), Big(p_ - 1)}) {
        Values list(kLanes, 5), others(kLanes, 7);
        list[lane] = v;
        others[lane] = p_;
        chains(element(list), element(others));
        if (testing::Test::HasFatalFailure()) return;
      }
  }

  void inverses(std::mt19937_64& rng, const std::vector<Big>& extremes) const {
    for (int round = 0; round < 12; round++) {
      Values list;
      for (unsigned lane = 0; lane < kLanes; lane++) {
        Big v = extremes[rng() % extremes.size()];
        list.push_back(v % p_ == 0 ? Big(p_ + 3) : v);
      }
      Element inverted = f_.inverse(element(list));
      in_range(inverted.limb, 2, true);
      const Values got = values(inverted);
      for (unsigned lane = 0; lane < kLanes; lane++) { // (v/R)^-1 * R = R^2/v
        Big want = list[lane] * got[lane] - r_ * r_;
        ASSERT_TRUE(mpz_divisible_p(want.get_mpz_t(), p_.get_mpz_t())) << "inverse, lane " << lane;
      }
    }
  }

  void run() {
    std::mt19937_64 rng(52);
    std::vector<Big> extremes{0, 1, p_ - 1, p_, p_ + 1, 2 * p_ - 1, 2 * p_ - 2, (p_ - 1) / 2, (p_ + 1) / 2};
    for (unsigned limb = 1; limb < kLimbs; limb++) {
      Big border = Big(1) << (52 * limb);
      for (const Big& v : {border, Big(border - 1), Big(p_ - border), Big(p_ + border), Big(2 * p_ - border)})
        if (v >= 0 && v < 2 * p_) extremes.push_back(v);
    }
    for (int i = 0; i < 20; i++) {
      std::uint64_t words[W + 1];
      for (auto& w : words) w = rng();
      extremes.push_back(from_words(words, W + 1) % (2 * p_));
    }
    for (std::size_t shift = 0; shift < extremes.size(); shift++) {
      Values a, b;
      for (unsigned lane = 0; lane < kLanes; lane++) {
        a.push_back(extremes[(lane + shift) % extremes.size()]);
        b.push_back(extremes[(lane * (shift + 1)) % extremes.size()]);
      }
      chains(element(a), element(b));
      if (testing::Test::HasFatalFailure()) return;
    }
    // the largest values of all lanes at once: every column of a product at its limit
    chains(element(Values(kLanes, 2 * p_ - 1)), element(Values(kLanes, 2 * p_ - 1)));
    multiples_of_p();
    inverses(rng, extremes);
  }

  F f_;
  Big p_, r_, r_inverse_;
};

} // namespace quiver::test
