// Square roots in all lanes. Fp: Tonelli-Shanks with masks (constant number of steps: one exponentiation, then s^2/2
// squarings for p - 1 = 2^s*t). Fp2: the complex method (two or three roots in Fp and one inversion). Every root is
// checked by squaring, so a non-square, or any mistake, shows as a cleared mask bit and never as a wrong root.
#pragma once

#include "field/field.hpp"
#include "field/params.hpp"

namespace quiver {

/// a^e, e of `words` words: fixed windows of 4 bits. All lanes share the exponent.
template <class F>
typename F::Element pow_words(const F& f, const typename F::Element& a, const std::uint64_t* e, unsigned words) {
  typename F::Element table[16];
  table[0] = f.one();
  for (unsigned i = 1; i < 16; i++) table[i] = f.reduce(f.mul(table[i - 1], a));
  typename F::Element out = f.one();
  for (unsigned i = 16 * words; i-- > 0;) {
    for (int j = 0; j < 4; j++) out = f.reduce(f.sqr(out));
    out = f.reduce(f.mul(out, table[(e[i / 16] >> (4 * (i % 16))) & 15]));
  }
  return out;
}

/// The part of a square root that depends on the field alone.
template <class F> class SquareRoot {
public:
  using Element = typename F::Element;
  using Base = typename F::Base;
  static constexpr unsigned kWords = F::kWords;

  /// False if the modulus is found not to be prime.
  bool init(const F& f, const std::uint64_t* modulus) {
    const Base& base = f.base();
    exponents_.init(modulus);
    std::uint32_t small = 2;
    while (small < 1000 && jacobi_symbol(small, modulus, kWords) != -1) small++;
    auto candidate = base.one();
    for (std::uint32_t i = 1; i < small; i++) candidate = base.reduce(base.add(candidate, base.one()));
    // candidate^t, of a non-residue, generates the 2^s-th roots of unity: its 2^(s-1)-th power is -1
    auto minus_one = base.reduce(base.neg(base.one()));
    root_of_unity_ = minus_one;
    if (exponents_.two_adicity > 1) {
      auto w = pow_words(base, candidate, exponents_.odd_half, kWords);
      root_of_unity_ = base.reduce(base.mul(base.reduce(base.sqr(w)), candidate));
    }
    auto power = root_of_unity_;
    for (unsigned i = 1; i < exponents_.two_adicity; i++) power = base.reduce(base.sqr(power));
    if ((base.equal(power, minus_one) & 1) == 0) return false;
    if constexpr (F::kDegree == 2) {
      auto two = base.reduce(base.dbl(base.one()));
      half_ = base.inverse(two);
      auto q = base.one();
      for (int i = 1; i < -f.non_residue(); i++) q = base.reduce(base.add(q, base.one()));
      inverse_non_residue_ = base.inverse(base.reduce(base.neg(q)));
    }
    return true;
  }

  /// A root of a in every lane whose bit of `ok` stays set; the other lanes are unspecified.
  QUIVER_NOINLINE Element operator()(const F& f, const Element& a, LaneMask& ok) const {
    Element root;
    if constexpr (F::kDegree == 1) root = root_in_base(f, a);
    else root = root_in_extension(f, a);
    ok &= f.equal(f.sqr(root), a);
    return root;
  }

private:
  using BaseElement = typename Base::Element;

  QUIVER_NOINLINE BaseElement root_in_base(const Base& f, const BaseElement& a) const {
    BaseElement w = pow_words(f, a, exponents_.odd_half, kWords);
    BaseElement x = f.reduce(f.mul(a, w));
    BaseElement b = f.reduce(f.mul(x, w));
    BaseElement c = root_of_unity_;
    const BaseElement one = f.one();
    for (unsigned i = exponents_.two_adicity; i >= 2; i--) {
      BaseElement t = b;
      for (unsigned j = 0; j + 2 < i; j++) t = f.reduce(f.sqr(t));
      LaneMask done = f.equal(t, one);
      x = f.select(done, x, f.reduce(f.mul(x, c)));
      c = f.reduce(f.sqr(c));
      b = f.select(done, b, f.reduce(f.mul(b, c)));
    }
    return x;
  }

  // x0^2 + q*x1^2 = a0, 2*x0*x1 = a1: x0^2 = (a0 +- sqrt(norm))/2.
  Element root_in_extension(const F& field, const Element& a) const {
    const Base& f = field.base();
    auto norm = f.reduce(f.mul(a.c0, a.c0));
    BaseElement s1 = f.reduce(f.sqr(a.c1));
    for (int i = 0; i < -field.non_residue(); i++) norm = f.reduce(f.add(norm, s1));
    BaseElement alpha = root_in_base(f, norm);
    BaseElement plus = f.reduce(f.mul(f.add(a.c0, alpha), half_));
    BaseElement minus = f.reduce(f.mul(f.sub(a.c0, alpha), half_));
    constexpr LaneMask all = (LaneMask{1} << F::kLanes) - 1;
    BaseElement x0 = root_in_base(f, plus);
    LaneMask found = f.equal(f.sqr(x0), plus) & ~f.is_zero(plus);
    if (found != all) {
      BaseElement other = root_in_base(f, minus);
      LaneMask second = f.equal(f.sqr(other), minus) & ~f.is_zero(minus) & ~found;
      x0 = f.select(second, other, f.select(found, x0, f.zero()));
      found |= second;
    }
    LaneMask flat = ~found & all;
    BaseElement divisor = f.select(flat, f.one(), f.reduce(f.dbl(x0)));
    BaseElement x1 = f.reduce(f.mul(a.c1, f.inverse(divisor)));
    if (flat != 0) // a = a0 is zero or no square of Fp, so it is q times a square, or a is no square at all
      x1 = f.select(flat, root_in_base(f, f.reduce(f.mul(a.c0, inverse_non_residue_))), x1);
    return {x0, x1};
  }

  SqrtExponents<kWords> exponents_;
  BaseElement root_of_unity_;
  BaseElement half_, inverse_non_residue_; // Fp2 only
};

} // namespace quiver
