// Fp in eight lanes: limbs of 52 bits, R = 2^(52*L), 5 limbs for 4-word and 8 for 6-word fields, over a vector type V
// (portable words or AVX-512 IFMA). Same limbs, same R, same schedule whatever V is.
//
// A product is a full product and then a reduction. All quotient digits but the last use m*2^52 - 1 = k*p = -1 mod
// 2^52 with m = (k*p + 1)/2^52: the digit is then the low limb itself, whose column vanishes, and digit*m is added one
// limb up. That saves one dependent product a step; the result stays below 2p + a*b/R (about 1.8*2*L^2 madd52 pairs).
// Ranges are lazy: Lazy<B, carried> holds a value in [0, B*p) whose limbs, if carried, are all in [0, 2^52); not
// carried, they are signed with small magnitude. reduce() subtracts one multiple of p, chosen by the leading bits.
#pragma once

#include "field/field.hpp"
#include "field/inverse.hpp"
#include "field/params.hpp"

namespace quiver {

template <unsigned W, class V> class FpLanes {
public:
  static_assert(W == 4 || W == 6);
  static constexpr unsigned kWords = W;
  static constexpr unsigned kDegree = 1;
  static constexpr unsigned kLanes = V::kLanes;
  static constexpr unsigned kInterleave = 1;
  static constexpr unsigned kLimbs = W == 4 ? 5 : 8;
  // Bounds A, B of operands with A*B*p < R: 2^260/p > 32 for p < 2^255; 2^416/p > 2^33.
  static constexpr unsigned kHeadroom = W == 4 ? 32 : 1024;
  static constexpr unsigned kMultiples = 16;

  template <unsigned Bound, bool Carried> struct Lazy {
    static constexpr unsigned kBound = Bound;
    static constexpr bool kCarried = Carried;
    V limb[kLimbs];

    /// A tighter claim implies a looser one.
    template <unsigned Looser, bool C>
    requires(Looser >= Bound && (!C || Carried) && (Looser != Bound || C != Carried)) QUIVER_INLINE
    operator Lazy<Looser, C>() const {
      Lazy<Looser, C> out;
      for (unsigned i = 0; i < kLimbs; i++) out.limb[i] = limb[i];
      return out;
    }
  };
  using Element = Lazy<2, true>;
  using Product = Lazy<3, false>;
  using Mask = LaneMask;
  using Base = FpLanes;

  /// p must have enough leading bits for reduce(): 2^(52*(L-1) + 11) < p < 2^(64*W - 1).
  bool init(const std::uint64_t* modulus, int /*non_residue*/ = 0) {
    unsigned bits = bit_length(modulus, W);
    if (bits <= 52 * (kLimbs - 1) + 11 || bits > (W == 4 ? 255 : 383)) return false;
    inverse_.init(modulus);
    copy_words(modulus_, modulus, W);
    bits_ = bits;

    std::uint64_t limbs[kLimbs];
    split(limbs, modulus);
    neg_inverse_ = neg_inverse_word(modulus[0]) & kMask;
    for (unsigned m = 0; m < kMultiples; m++) {
      std::uint64_t carry = 0;
      for (unsigned i = 0; i < kLimbs; i++) {
        std::uint64_t t = limbs[i] * m + carry; // below 2^57
        multiple_[i][m] = i + 1 < kLimbs ? t & kMask : t;
        carry = t >> 52;
      }
    }
    // m = (k*p + 1)/2^52: the low limb of k*p + 1 is zero, the rest are m's limbs.
    std::uint64_t carry_lo = 1, carry_hi = 0;
    for (unsigned i = 0; i <= kLimbs; i++) {
      std::uint64_t hi = 0, lo = i < kLimbs ? mul_wide(limbs[i], neg_inverse_, hi) : 0, c = 0;
      lo = add_carry(lo, carry_lo, c);
      hi = add_carry(hi, carry_hi, c);
      if (i > 0) friendly_[i - 1] = lo & kMask;
      carry_lo = (lo >> 52) | (hi << 12);
      carry_hi = hi >> 52;
    }
    shift_ = bits - 52 * (kLimbs - 1) > 16 ? bits - 52 * (kLimbs - 1) - 16 : 0;
    reciprocal_ = (std::uint64_t{1} << 52) / ((limbs[kLimbs - 1] >> shift_) + 1);

    set_power(one_, 52 * kLimbs);
    set_power(to_form_[0], 2 * 52 * kLimbs);
    set_power(to_form_[1], 2 * 52 * kLimbs - 64 * W);
    set_power(from_form_[1], 64 * W);
    set_power(inverse_correction_, 3 * 52 * kLimbs);
    for (auto& word : from_form_[0]) word = 0;
    from_form_[0][0] = 1;
    return true;
  }

  const FpLanes& base() const { return *this; }
  unsigned bits() const { return bits_; }
  const std::uint64_t* modulus() const { return modulus_; }

  // -- arithmetic

  template <unsigned A, bool CA, unsigned B, bool CB>
  QUIVER_INLINE Product mul(const Lazy<A, CA>& a, const Lazy<B, CB>& b) const {
    static_assert(A * B <= kHeadroom, "reduce an operand first");
    Lazy<A, true> x = settle(a);
    Lazy<B, true> y = settle(b);
    Product out;
    call<&FpLanes::mul_limbs, &FpLanes::mul_limbs_call>(out.limb, x.limb, y.limb);
    return out;
  }
  template <unsigned A, bool CA> QUIVER_INLINE Product sqr(const Lazy<A, CA>& a) const {
    static_assert(A * A <= kHeadroom, "reduce the operand first");
    Lazy<A, true> x = settle(a);
    Product out;
    call<&FpLanes::sqr_limbs, &FpLanes::sqr_limbs_call>(out.limb, x.limb);
    return out;
  }
  template <unsigned A, bool CA, unsigned B, bool CB>
  QUIVER_INLINE Lazy<A + B, false> add(const Lazy<A, CA>& a, const Lazy<B, CB>& b) const {
    static_assert(A + B <= kMultiples);
    Lazy<A + B, false> out;
    call<&FpLanes::add_limbs, &FpLanes::add_limbs_call>(out.limb, a.limb, b.limb);
    return out;
  }
  /// a - b + B*p, never negative.
  template <unsigned A, bool CA, unsigned B, bool CB>
  QUIVER_INLINE Lazy<A + B, false> sub(const Lazy<A, CA>& a, const Lazy<B, CB>& b) const {
    static_assert(A + B <= kMultiples);
    Lazy<A + B, false> out;
    call<&FpLanes::sub_limbs, &FpLanes::sub_limbs_call>(out.limb, a.limb, b.limb, B);
    return out;
  }
  /// A*p - a, in (0, A*p]: a = 0 reaches the end, hence the bound.
  template <unsigned A, bool CA> QUIVER_INLINE Lazy<A + 1, false> neg(const Lazy<A, CA>& a) const {
    static_assert(A + 1 <= kMultiples);
    Lazy<A + 1, false> out;
    for (unsigned i = 0; i < kLimbs; i++) out.limb[i] = V::broadcast(multiple_[i][A]) - a.limb[i];
    return out;
  }
  template <unsigned A, bool CA> QUIVER_INLINE Lazy<2 * A, false> dbl(const Lazy<A, CA>& a) const { return add(a, a); }

  template <unsigned A, bool CA> QUIVER_INLINE Lazy<A, true> settle(const Lazy<A, CA>& a) const {
    Lazy<A, true> out;
    if constexpr (CA) {
      for (unsigned i = 0; i < kLimbs; i++) out.limb[i] = a.limb[i];
    } else {
      call<&FpLanes::carry_limbs, &FpLanes::carry_limbs_call>(out.limb, a.limb);
    }
    check(out);
    return out;
  }

  /// One multiple of p less, chosen by the leading 16 or more bits: the quotient estimate q satisfies
  /// 0 <= v/p - q < 1 + 17/2^11, so the result is far below 2p.
  template <unsigned A, bool CA> QUIVER_INLINE Element reduce(const Lazy<A, CA>& a) const {
    static_assert(A <= kMultiples);
    if constexpr (A <= 2) {
      return settle(Lazy<2, CA>(a));
    } else {
      Lazy<A, true> v = settle(a);
      Element out;
      call<&FpLanes::subtract_multiple, &FpLanes::subtract_multiple_call>(out.limb, v.limb);
      check(out);
      return out;
    }
  }

  // -- comparison

  template <unsigned A, bool CA> QUIVER_INLINE Mask is_zero(const Lazy<A, CA>& a) const {
    Lazy<A, true> v = settle(a);
    // A multiple of p shows in the lowest limb; other values share it once in 2^52/A.
    Mask candidate = 0;
    for (unsigned m = 0; m < A; m++) candidate |= v.limb[0].equal(V::broadcast(multiple_[0][m]));
    if (candidate == 0) return 0;
    Element r = reduce(v);
    Mask zero = ~Mask{0}, p = ~Mask{0};
    for (unsigned i = 0; i < kLimbs; i++) {
      zero &= r.limb[i].equal(V::zero());
      p &= r.limb[i].equal(V::broadcast(multiple_[i][1]));
    }
    return zero | p;
  }
  template <unsigned A, bool CA, unsigned B, bool CB>
  QUIVER_INLINE Mask equal(const Lazy<A, CA>& a, const Lazy<B, CB>& b) const {
    return is_zero(sub(a, b));
  }
  template <unsigned A, bool CA>
  QUIVER_INLINE Lazy<A, CA> select(Mask m, const Lazy<A, CA>& a, const Lazy<A, CA>& b) const {
    Lazy<A, CA> out;
    for (unsigned i = 0; i < kLimbs; i++) out.limb[i] = V::select(m, a.limb[i], b.limb[i]);
    return out;
  }

  // -- values

  QUIVER_INLINE Element zero() const {
    Element out;
    for (auto& limb : out.limb) limb = V::zero();
    return out;
  }
  QUIVER_INLINE Element one() const { return broadcast(one_); }

  /// A product tree over the lanes (three exchanges), one integer inversion, and the tree back: 6 M and the inversion.
  QUIVER_NOINLINE Element inverse(const Element& a) const {
    Element pair = reduce(mul(a, exchange<1>(a)));
    Element quad = reduce(mul(pair, exchange<2>(pair)));
    Element all = canonical(reduce(mul(quad, exchange<4>(quad))));
    std::uint64_t limbs[kLimbs], words[W];
    for (unsigned i = 0; i < kLimbs; i++) limbs[i] = all.limb[i].first();
    join(words, limbs);
    invert_mod<W>(words, words, inverse_);
    split(limbs, words);
    // (x*R)^-1 * R^3 / R = x^-1 * R
    auto inverted = mul(broadcast(limbs), broadcast(inverse_correction_));
    auto t = reduce(mul(inverted, exchange<4>(quad)));
    t = reduce(mul(t, exchange<2>(pair)));
    return reduce(mul(t, exchange<1>(a)));
  }

  Element constant(const std::uint64_t* words) const {
    std::uint64_t limbs[kLimbs];
    split(limbs, words);
    return reduce(mul(broadcast(limbs), broadcast(to_form_[0])));
  }

  // -- memory

  /// 64-bit words to 52-bit limbs in registers.
  QUIVER_INLINE Element load(const std::uint64_t* const* packed) const {
    V word[W];
    for (unsigned i = 0; i < W; i++) word[i] = V::gather(packed, i);
    Element out;
    for (unsigned i = 0; i < kLimbs; i++) {
      unsigned bit = 52 * i, w = bit / 64, s = bit % 64;
      V t = w < W ? word[w].shift_right(s) : V::zero();
      if (s > 12 && w + 1 < W) t = t | word[w + 1].shift_left(64 - s);
      out.limb[i] = t & V::broadcast(kMask);
    }
    check(out);
    return out;
  }
  QUIVER_INLINE void store(std::uint64_t* const* packed, const Element& a) const {
    Element c = canonical(a);
    for (unsigned i = 0; i < W; i++) {
      unsigned bit = 64 * i, l = bit / 52, s = bit % 52;
      V t = c.limb[l].shift_right(s);
      if (l + 1 < kLimbs) t = t | c.limb[l + 1].shift_left(52 - s);
      if (104 - s < 64 && l + 2 < kLimbs) t = t | c.limb[l + 2].shift_left(104 - s);
      t.scatter(packed, i);
    }
  }

  Element load_words(const std::uint64_t* const* words, Form form, Mask& valid) const {
    const std::uint64_t zeros[W] = {};
    const std::uint64_t* checked[kLanes];
    for (unsigned i = 0; i < kLanes; i++) {
      bool below = compare_words(words[i], modulus_, W) < 0;
      if (!below) valid &= ~(Mask{1} << i);
      checked[i] = below ? words[i] : zeros;
    }
    return reduce(mul(load(checked), broadcast(to_form_[static_cast<unsigned>(form)])));
  }
  void store_words(std::uint64_t* const* words, const Element& a, Form form) const {
    store(words, reduce(mul(a, broadcast(from_form_[static_cast<unsigned>(form)]))));
  }

private:
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 52) - 1;

  // The workers, on bare limbs. Each exists inline and as a function; the vector type says which is called.
  template <auto Inline, auto Call, class... Args> QUIVER_INLINE void call(V* out, Args... args) const {
    if constexpr (V::kOutOfLine)
      (this->*Call)(out, args...);
    else
      (this->*Inline)(out, args...);
  }

  QUIVER_INLINE void add_limbs(V* out, const V* a, const V* b) const {
    for (unsigned i = 0; i < kLimbs; i++) out[i] = a[i] + b[i];
  }
  QUIVER_INLINE void sub_limbs(V* out, const V* a, const V* b, unsigned multiple) const {
    for (unsigned i = 0; i < kLimbs; i++) out[i] = a[i] - b[i] + V::broadcast(multiple_[i][multiple]);
  }
  QUIVER_INLINE void carry_limbs(V* out, const V* a) const {
    V carry = V::zero();
    for (unsigned i = 0; i < kLimbs; i++) {
      V t = a[i] + carry;
      carry = t.shift_right_signed(52);
      out[i] = i + 1 < kLimbs ? (t & V::broadcast(kMask)) : t;
    }
  }
  QUIVER_INLINE void subtract_multiple(V* out, const V* a) const {
    V q = V::mul52_high(a[kLimbs - 1].shift_right(shift_), V::broadcast(reciprocal_));
    V t[kLimbs];
    for (unsigned i = 0; i < kLimbs; i++) t[i] = a[i] - V::lookup16(multiple_[i], q);
    carry_limbs(out, t);
  }
  QUIVER_INLINE void mul_limbs(V* out, const V* a, const V* b) const { mul_schedule(out, a, b); }
  QUIVER_INLINE void sqr_limbs(V* out, const V* a) const { sqr_schedule(out, a); }

  // The schedules of the products, over all lanes at once (X = V) or lane by lane (X = V::Lane).
  template <class X> QUIVER_HOT_UNDER_SANITIZERS QUIVER_INLINE void mul_schedule(X* out, const X* a, const X* b) const {
    X t[2 * kLimbs];
    QUIVER_UNROLL
    for (unsigned k = 0; k < 2 * kLimbs; k++) t[k] = X::zero();
    QUIVER_UNROLL
    for (unsigned i = 0; i < kLimbs; i++) {
      QUIVER_UNROLL
      for (unsigned j = 0; j < kLimbs; j++) X::madd52(t[i + j], t[i + j + 1], a[i], b[j]);
    }
    reduce_columns(out, t);
  }
  template <class X> QUIVER_HOT_UNDER_SANITIZERS QUIVER_INLINE void sqr_schedule(X* out, const X* a) const {
    X t[2 * kLimbs];
    for (auto& column : t) column = X::zero();
    QUIVER_UNROLL
    for (unsigned i = 0; i < kLimbs; i++) {
      QUIVER_UNROLL
      for (unsigned j = i + 1; j < kLimbs; j++) X::madd52(t[i + j], t[i + j + 1], a[i], a[j]);
    }
    for (auto& column : t) column = column + column;
    QUIVER_UNROLL
    for (unsigned i = 0; i < kLimbs; i++) X::madd52(t[2 * i], t[2 * i + 1], a[i], a[i]);
    reduce_columns(out, t);
  }
  template <class X> QUIVER_HOT_UNDER_SANITIZERS QUIVER_INLINE void reduce_columns(X* out, X* t) const {
    QUIVER_UNROLL
    for (unsigned i = 0; i + 1 < kLimbs; i++) {
      t[i + 1] = t[i + 1] + t[i].shift_right(52);
      QUIVER_UNROLL
      for (unsigned j = 0; j < kLimbs; j++) X::madd52(t[i + 1 + j], t[i + 2 + j], t[i], X::broadcast(friendly_[j]));
    }
    constexpr unsigned last = kLimbs - 1;
    X q = X::mul52_low(t[last], X::broadcast(neg_inverse_));
    QUIVER_UNROLL
    for (unsigned j = 0; j < kLimbs; j++) X::madd52(t[last + j], t[kLimbs + j], q, X::broadcast(multiple_[j][1]));
    t[kLimbs] = t[kLimbs] + t[last].shift_right(52);
    for (unsigned i = 0; i < kLimbs; i++) out[i] = t[kLimbs + i];
  }

  using Lane = typename V::Lane;
  static QUIVER_INLINE void get_lane(Lane* out, const V* a, unsigned lane) {
    for (unsigned i = 0; i < kLimbs; i++) out[i].lane[0] = a[i].lane[lane];
  }
  static QUIVER_INLINE void put_lane(V* out, const Lane* a, unsigned lane) {
    for (unsigned i = 0; i < kLimbs; i++) out[i].lane[lane] = a[i].lane[0];
  }
  QUIVER_NOINLINE void mul_limbs_call(V* out, const V* a, const V* b) const {
    for (unsigned lane = 0; lane < kLanes; lane++) {
      Lane x[kLimbs], y[kLimbs], product[kLimbs];
      get_lane(x, a, lane);
      get_lane(y, b, lane);
      mul_schedule(product, x, y);
      put_lane(out, product, lane);
    }
  }
  QUIVER_NOINLINE void sqr_limbs_call(V* out, const V* a) const {
    for (unsigned lane = 0; lane < kLanes; lane++) {
      Lane x[kLimbs], product[kLimbs];
      get_lane(x, a, lane);
      sqr_schedule(product, x);
      put_lane(out, product, lane);
    }
  }

  QUIVER_NOINLINE void add_limbs_call(V* out, const V* a, const V* b) const { add_limbs(out, a, b); }
  QUIVER_NOINLINE void sub_limbs_call(V* out, const V* a, const V* b, unsigned m) const { sub_limbs(out, a, b, m); }
  QUIVER_NOINLINE void carry_limbs_call(V* out, const V* a) const { carry_limbs(out, a); }
  QUIVER_NOINLINE void subtract_multiple_call(V* out, const V* a) const { subtract_multiple(out, a); }

  /// The representative in [0, p).
  QUIVER_INLINE Element canonical(const Element& a) const {
    Lazy<2, false> less;
    for (unsigned i = 0; i < kLimbs; i++) less.limb[i] = a.limb[i] - V::broadcast(multiple_[i][1]);
    V carry = V::zero();
    Element reduced;
    for (unsigned i = 0; i < kLimbs; i++) {
      V t = less.limb[i] + carry;
      carry = t.shift_right_signed(52);
      reduced.limb[i] = t & V::broadcast(kMask);
    }
    return select(carry.equal(V::zero()), reduced, a);
  }

  template <unsigned distance> QUIVER_INLINE Element exchange(const Element& a) const {
    Element out;
    for (unsigned i = 0; i < kLimbs; i++) out.limb[i] = a.limb[i].template exchange<distance>();
    return out;
  }

  static QUIVER_INLINE Element broadcast(const std::uint64_t* limbs) {
    Element out;
    for (unsigned i = 0; i < kLimbs; i++) out.limb[i] = V::broadcast(limbs[i]);
    return out;
  }

  void set_power(std::uint64_t* limbs, unsigned exponent) const {
    std::uint64_t words[W];
    pow2_mod(words, modulus_, W, exponent);
    split(limbs, words);
  }
  static void split(std::uint64_t* limbs, const std::uint64_t* words) {
    for (unsigned i = 0; i < kLimbs; i++) {
      unsigned bit = 52 * i, w = bit / 64, s = bit % 64;
      std::uint64_t t = words[w] >> s;
      if (s > 12 && w + 1 < W) t |= words[w + 1] << (64 - s);
      limbs[i] = t & kMask;
    }
  }
  static void join(std::uint64_t* words, const std::uint64_t* limbs) {
    for (unsigned i = 0; i < W; i++) words[i] = 0;
    for (unsigned i = 0; i < kLimbs; i++) {
      unsigned bit = 52 * i, w = bit / 64, s = bit % 64;
      words[w] |= limbs[i] << s;
      if (s > 12 && w + 1 < W) words[w + 1] |= limbs[i] >> (64 - s);
    }
  }

  /// Verify builds: every lane in [0, Bound*p), limbs carried.
  template <unsigned A> QUIVER_INLINE void check(const Lazy<A, true>& a) const {
    if constexpr (QUIVER_VERIFY != 0) {
      for (unsigned lane = 0; lane < kLanes; lane++) {
        std::uint64_t borrow = 0;
        for (unsigned i = 0; i < kLimbs; i++) {
          std::uint64_t limb = lane_of(a.limb[i], lane);
          QUIVER_CHECK_RANGE(i + 1 == kLimbs ? (limb >> 57) == 0 : (limb >> 52) == 0);
          borrow = (limb - multiple_[i][A < kMultiples ? A : kMultiples - 1] - borrow) >> 63;
        }
        QUIVER_CHECK_RANGE(A >= kMultiples || borrow == 1);
      }
    }
    (void)a;
  }
  static std::uint64_t lane_of(const V& v, unsigned lane) {
    const std::uint64_t* p = reinterpret_cast<const std::uint64_t*>(&v);
    return p[lane];
  }

  std::uint64_t modulus_[W];
  unsigned bits_;
  unsigned shift_;
  std::uint64_t neg_inverse_; // -p^-1 mod 2^52
  std::uint64_t reciprocal_;
  std::uint64_t friendly_[kLimbs];
  alignas(64) std::uint64_t multiple_[kLimbs][kMultiples]; // limb i of m*p; the top limb is not masked
  std::uint64_t one_[kLimbs];
  std::uint64_t to_form_[2][kLimbs]; // multiply words of either form by this to get R-form
  std::uint64_t from_form_[2][kLimbs];
  std::uint64_t inverse_correction_[kLimbs];
  InverseParams<W> inverse_;
};

} // namespace quiver
