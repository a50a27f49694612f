// Fp2 = Fp[u]/(u^2 - q), q = -1 or -5 at run time, over any field that keeps the contract of field.hpp.
// Cost: mul 3M (Karatsuba), sqr 2M (q = -1: (a0+a1)(a0-a1) and 2*a0*a1) or 1M + 2S, inverse one base-field inversion.
// mul and sqr return Elements: their sums outgrow the lazy ranges otherwise.
#pragma once

#include <type_traits>

#include "field/field.hpp"

namespace quiver {

template <class F> class Fp2 {
public:
  static constexpr unsigned kWords = F::kWords;
  static constexpr unsigned kDegree = 2;
  static constexpr unsigned kLanes = F::kLanes;
  static constexpr unsigned kInterleave = 1; // a product is three of F

  template <class T> struct Pair {
    T c0, c1;

    /// As the components convert.
    template <class U>
      requires(!std::is_same_v<T, U> && std::is_convertible_v<T, U>)
    QUIVER_INLINE operator Pair<U>() const {
      return {c0, c1};
    }
  };
  using Element = Pair<typename F::Element>;
  using Mask = LaneMask;
  using Base = F;

  bool init(const std::uint64_t* modulus, int non_residue) {
    non_residue_ = non_residue;
    return (non_residue == -1 || non_residue == -5) && base_.init(modulus);
  }

  const F& base() const { return base_; }
  int non_residue() const { return non_residue_; }

  template <class A, class B> QUIVER_NOINLINE Element mul(const Pair<A>& a, const Pair<B>& b) const {
    const F& f = base_;
    auto v0 = f.mul(a.c0, b.c0);
    auto v1 = f.mul(a.c1, b.c1);
    auto cross = f.mul(f.add(a.c0, a.c1), f.add(b.c0, b.c1));
    Element out;
    out.c1 = f.reduce(f.sub(cross, f.add(v0, v1)));
    out.c0 = non_residue_ == -1 ? f.reduce(f.sub(v0, v1)) : f.reduce(f.sub(v0, times_five(v1)));
    return out;
  }
  template <class A> QUIVER_NOINLINE Element sqr(const Pair<A>& a) const {
    const F& f = base_;
    Element out;
    out.c1 = f.reduce(f.dbl(f.mul(a.c0, a.c1)));
    out.c0 = non_residue_ == -1 ? f.reduce(f.mul(f.add(a.c0, a.c1), f.sub(a.c0, a.c1)))
                                : f.reduce(f.sub(f.sqr(a.c0), times_five(f.sqr(a.c1))));
    return out;
  }
  /// By an element of Fp: 2M.
  template <class A, class B> QUIVER_INLINE Element mul_base(const Pair<A>& a, const B& b) const {
    return {base_.reduce(base_.mul(a.c0, b)), base_.reduce(base_.mul(a.c1, b))};
  }
  template <class A, class B> auto add(const Pair<A>& a, const Pair<B>& b) const {
    return pair(base_.add(a.c0, b.c0), base_.add(a.c1, b.c1));
  }
  template <class A, class B> auto sub(const Pair<A>& a, const Pair<B>& b) const {
    return pair(base_.sub(a.c0, b.c0), base_.sub(a.c1, b.c1));
  }
  template <class A> auto neg(const Pair<A>& a) const { return pair(base_.neg(a.c0), base_.neg(a.c1)); }
  template <class A> auto dbl(const Pair<A>& a) const { return pair(base_.dbl(a.c0), base_.dbl(a.c1)); }
  template <class A> Element reduce(const Pair<A>& a) const {
    return {base_.reduce(a.c0), base_.reduce(a.c1)};
  }
  template <class A> auto settle(const Pair<A>& a) const {
    return pair(base_.settle(a.c0), base_.settle(a.c1));
  }
  /// c0 - c1*u, the Frobenius map of Fp2.
  QUIVER_INLINE Element conjugate(const Element& a) const { return {a.c0, base_.reduce(base_.neg(a.c1))}; }

  template <class A> Mask is_zero(const Pair<A>& a) const {
    Mask zero = base_.is_zero(a.c0);
    return zero == 0 ? 0 : zero & base_.is_zero(a.c1);
  }
  template <class A, class B> Mask equal(const Pair<A>& a, const Pair<B>& b) const {
    return base_.equal(a.c0, b.c0) & base_.equal(a.c1, b.c1);
  }
  template <class A> Pair<A> select(Mask m, const Pair<A>& a, const Pair<A>& b) const {
    return {base_.select(m, a.c0, b.c0), base_.select(m, a.c1, b.c1)};
  }

  QUIVER_INLINE Element zero() const { return {base_.zero(), base_.zero()}; }
  QUIVER_INLINE Element one() const { return {base_.one(), base_.zero()}; }

  /// conj(a)/norm(a); the norm a0^2 - q*a1^2 is zero only for a = 0.
  QUIVER_NOINLINE Element inverse(const Element& a) const {
    const F& f = base_;
    auto s0 = f.sqr(a.c0), s1 = f.sqr(a.c1);
    auto norm = non_residue_ == -1 ? f.reduce(f.add(s0, s1)) : f.reduce(f.add(s0, times_five(s1)));
    auto inverted = f.inverse(norm);
    return {f.reduce(f.mul(a.c0, inverted)), f.reduce(f.neg(f.reduce(f.mul(a.c1, inverted))))};
  }

  Element constant(const std::uint64_t* words) const { return {base_.constant(words), base_.constant(words + kWords)}; }

  QUIVER_INLINE Element load(const std::uint64_t* const* packed) const {
    const std::uint64_t* second[kLanes];
    for (unsigned i = 0; i < kLanes; i++) second[i] = packed[i] + kWords;
    return {base_.load(packed), base_.load(second)};
  }
  QUIVER_INLINE void store(std::uint64_t* const* packed, const Element& a) const {
    std::uint64_t* second[kLanes];
    for (unsigned i = 0; i < kLanes; i++) second[i] = packed[i] + kWords;
    base_.store(packed, a.c0);
    base_.store(second, a.c1);
  }
  Element load_words(const std::uint64_t* const* words, Form form, Mask& valid) const {
    const std::uint64_t* second[kLanes];
    for (unsigned i = 0; i < kLanes; i++) second[i] = words[i] + kWords;
    auto c0 = base_.load_words(words, form, valid);
    return {c0, base_.load_words(second, form, valid)};
  }
  void store_words(std::uint64_t* const* words, const Element& a, Form form) const {
    std::uint64_t* second[kLanes];
    for (unsigned i = 0; i < kLanes; i++) second[i] = words[i] + kWords;
    base_.store_words(words, a.c0, form);
    base_.store_words(second, a.c1, form);
  }

private:
  template <class T> static QUIVER_INLINE Pair<T> pair(const T& c0, const T& c1) { return {c0, c1}; }

  template <class A> QUIVER_NOINLINE typename F::Element times_five(const A& a) const {
    auto settled = base_.settle(a);
    return base_.reduce(base_.add(base_.reduce(base_.dbl(base_.dbl(settled))), settled));
  }

  F base_;
  int non_residue_ = -1;
};

} // namespace quiver
