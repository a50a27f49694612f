// Fp, one value at a time: W words, R = 2^(64*W), every value fully reduced to [0, p). The oracle of all other
// fields. The arithmetic of words is a policy, so that assembly replaces four functions and nothing else.
#pragma once

#include "field/field.hpp"
#include "field/inverse.hpp"
#include "field/params.hpp"

namespace quiver {

/// Sums, differences and Montgomery products of values below p, in portable C++.
template <unsigned W> struct ArithmeticPortable {
  static constexpr unsigned kInterleave = 1;

  /// a*b/2^(64*W) mod p: operand scanning with interleaved reduction (CIOS, Koc-Acar-Kaliski 1996). For W > 1 the free
  /// top bit of p makes the second carry word unnecessary.
  static QUIVER_NOINLINE void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                                  const FieldParams<W>& params) {
    const std::uint64_t* p = params.modulus;
    std::uint64_t t[W] = {};
    std::uint64_t overflow = 0;
    QUIVER_UNROLL
    for (unsigned i = 0; i < W; i++) {
      std::uint64_t carry = 0;
      QUIVER_UNROLL
      for (unsigned j = 0; j < W; j++) t[j] = mul_add(t[j], a[j], b[i], carry);
      std::uint64_t top = carry;
      std::uint64_t q = t[0] * params.n0;
      carry = 0;
      mul_add_discard(t[0], q, p[0], carry);
      QUIVER_UNROLL
      for (unsigned j = 1; j < W; j++) t[j - 1] = mul_add(t[j], q, p[j], carry);
      std::uint64_t c = 0;
      t[W - 1] = add_carry(top, carry, c);
      overflow = c; // only one-word moduli of 64 bits (Goldilocks) overflow
    }
    std::uint64_t reduced[W];
    std::uint64_t borrow = sub_words(reduced, t, p, W);
    bool keep = borrow > overflow;
    for (unsigned i = 0; i < W; i++) out[i] = keep ? t[i] : reduced[i];
  }

  static QUIVER_INLINE void sqr(std::uint64_t* out, const std::uint64_t* a, const FieldParams<W>& params) {
    mul(out, a, a, params);
  }

  static QUIVER_INLINE void add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                                const FieldParams<W>& params) {
    std::uint64_t sum[W], reduced[W];
    std::uint64_t carry = add_words(sum, a, b, W);
    std::uint64_t borrow = sub_words(reduced, sum, params.modulus, W);
    std::uint64_t keep = 0 - static_cast<std::uint64_t>(borrow > carry);
    for (unsigned i = 0; i < W; i++) out[i] = (sum[i] & keep) | (reduced[i] & ~keep);
  }
  static QUIVER_INLINE void sub(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                                const FieldParams<W>& params) {
    std::uint64_t difference[W], wrapped[W];
    std::uint64_t borrow = sub_words(difference, a, b, W);
    for (unsigned i = 0; i < W; i++) wrapped[i] = params.modulus[i] & (0 - borrow);
    add_words(out, difference, wrapped, W);
  }

private:
  static QUIVER_INLINE void mul_add_discard(std::uint64_t acc, std::uint64_t a, std::uint64_t b, std::uint64_t& carry) {
    (void)mul_add(acc, a, b, carry);
  }
};

template <unsigned W, class Arithmetic = ArithmeticPortable<W>> class Fp {
public:
  static constexpr unsigned kWords = W;
  static constexpr unsigned kDegree = 1;
  static constexpr unsigned kLanes = 1;
  static constexpr unsigned kInterleave = Arithmetic::kInterleave;

  struct Element {
    std::uint64_t w[W];
  };
  using Mask = LaneMask;
  using Base = Fp;

  /// p odd, below 2^(64*W - 1), or any odd word for W = 1. The non-residue is for Fp2; ignored here.
  bool init(const std::uint64_t* modulus, int /*non_residue*/ = 0) {
    if (W > 1 && (modulus[W - 1] >> 63) != 0) return false;
    params_.init(modulus);
    inverse_.init(modulus);
    return true;
  }

  const FieldParams<W>& params() const { return params_; }
  const Fp& base() const { return *this; }

  QUIVER_INLINE Element mul(const Element& a, const Element& b) const {
    Element out;
    Arithmetic::mul(out.w, a.w, b.w, params_);
    return out;
  }
  QUIVER_INLINE Element sqr(const Element& a) const {
    Element out;
    Arithmetic::sqr(out.w, a.w, params_);
    return out;
  }
  QUIVER_INLINE Element add(const Element& a, const Element& b) const {
    Element out;
    Arithmetic::add(out.w, a.w, b.w, params_);
    return out;
  }
  QUIVER_INLINE Element sub(const Element& a, const Element& b) const {
    Element out;
    Arithmetic::sub(out.w, a.w, b.w, params_);
    return out;
  }
  QUIVER_INLINE Element neg(const Element& a) const { return sub(zero(), a); }
  QUIVER_INLINE Element dbl(const Element& a) const { return add(a, a); }

  QUIVER_INLINE const Element& reduce(const Element& a) const { return a; }
  QUIVER_INLINE const Element& settle(const Element& a) const { return a; }

  QUIVER_INLINE Mask is_zero(const Element& a) const { return is_zero_words(a.w, W) ? 1 : 0; }
  QUIVER_INLINE Mask equal(const Element& a, const Element& b) const {
    std::uint64_t different = 0;
    for (unsigned i = 0; i < W; i++) different |= a.w[i] ^ b.w[i];
    return different == 0 ? 1 : 0;
  }
  QUIVER_INLINE Element select(Mask m, const Element& a, const Element& b) const { return pick(m != 0, a, b); }

  QUIVER_INLINE Element zero() const { return Element{}; }
  QUIVER_INLINE Element one() const {
    Element out;
    copy_words(out.w, params_.one, W);
    return out;
  }

  /// (a*R)^-1 * R^3 / R = a^-1 * R.
  QUIVER_NOINLINE Element inverse(const Element& a) const {
    Element out;
    invert_mod<W>(out.w, a.w, inverse_);
    Arithmetic::mul(out.w, out.w, params_.r3, params_);
    return out;
  }

  Element constant(const std::uint64_t* words) const {
    Element out;
    copy_words(out.w, words, W);
    Arithmetic::mul(out.w, out.w, params_.r2, params_);
    return out;
  }

  QUIVER_INLINE Element load(const std::uint64_t* const* packed) const {
    Element out;
    copy_words(out.w, packed[0], W);
    return out;
  }
  QUIVER_INLINE void store(std::uint64_t* const* packed, const Element& a) const { copy_words(packed[0], a.w, W); }

  Element load_words(const std::uint64_t* const* words, Form form, Mask& valid) const {
    Element out;
    copy_words(out.w, words[0], W);
    if (compare_words(out.w, params_.modulus, W) >= 0) {
      valid = 0;
      return zero();
    }
    if (form == Form::canonical) Arithmetic::mul(out.w, out.w, params_.r2, params_);
    return out;
  }
  void store_words(std::uint64_t* const* words, const Element& a, Form form) const {
    if (form == Form::montgomery) return copy_words(words[0], a.w, W);
    std::uint64_t unit[W] = {1};
    Arithmetic::mul(words[0], a.w, unit, params_);
  }

private:
  static QUIVER_INLINE Element pick(bool first, const Element& a, const Element& b) {
    Element out;
    std::uint64_t mask = 0 - static_cast<std::uint64_t>(first);
    for (unsigned i = 0; i < W; i++) out.w[i] = (a.w[i] & mask) | (b.w[i] & ~mask);
    return out;
  }

  FieldParams<W> params_;
  InverseParams<W> inverse_;
};

} // namespace quiver
