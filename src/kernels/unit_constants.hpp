// What a kernel unit knows of a group in its own form, and how it fetches points. Units are templates over one field
// class (field/field.hpp), instantiated once per (words, degree, back end); nothing here knows the number of lanes.
#pragma once

#include <cstring>
#include <new>

#include "curve/weierstrass.hpp"
#include "field/sqrt.hpp"
#include "kernels/kernels.hpp"

namespace quiver {

template <class F> struct UnitConstants {
  using Element = typename F::Element;
  static constexpr unsigned kLanes = F::kLanes;
  static constexpr unsigned kCoordinateWords = F::kDegree * F::kWords;
  static constexpr unsigned kPackedWords = 2 * kCoordinateWords;

  /// psi^k: (cx * x', cy * y'), x' conjugated for odd k of a conjugating map.
  struct EndoPower {
    Element cx, cy;
    bool conjugate, scales_y;
  };

  F field;
  Coefficients<F> curve;
  SquareRoot<F> square_root;
  EndoPower power[kMaxEndoDimension];
  const Group* group;
  std::uint64_t identity[kPackedWords]; // a packed identity, for lanes without an entry

  bool init(const Group& g) {
    group = &g;
    if (!field.init(g.modulus, g.non_residue)) return false;
    curve.a = constant(g.a);
    curve.b = constant(g.b);
    curve.a_is_zero = (field.is_zero(curve.a) & 1) != 0;
    if (!square_root.init(field, g.modulus)) return false;
    for (auto& word : identity) word = 0;
    for (auto& map : power) map = {field.one(), field.one(), false, false}; // where there is no such power
    if (g.endomorphism != nullptr) init_powers(*g.endomorphism);
    return true;
  }

  Element constant(const FieldConstant& c) const {
    std::uint64_t words[kCoordinateWords];
    for (unsigned i = 0; i < F::kDegree; i++) copy_words(words + i * F::kWords, c.c[i], F::kWords);
    return field.constant(words);
  }

  QUIVER_INLINE Element conjugate(const Element& a) const {
    if constexpr (F::kDegree == 2) return field.conjugate(a);
    else return a;
  }

  /// psi^k(p), k of 1 … dimension - 1.
  Affine<F> endomorphism(const Affine<F>& p, unsigned k) const {
    const EndoPower& map = power[k];
    Affine<F> q = map.conjugate ? Affine<F>{conjugate(p.x), conjugate(p.y)} : p;
    q.x = field.reduce(field.mul(q.x, map.cx));
    if (map.scales_y) q.y = field.reduce(field.mul(q.y, map.cy));
    return q;
  }

private:
  // psi^(k+1)(x, y) = (cx * conj(cx_k * x'), …)
  void init_powers(const Endomorphism& e) {
    power[1] = {constant(e.cx), constant(e.cy), e.conjugate, true};
    power[1].scales_y = (field.equal(power[1].cy, field.one()) & 1) == 0;
    for (unsigned k = 2; k < e.dimension; k++) {
      const EndoPower &first = power[1], &last = power[k - 1];
      Element cx = first.conjugate ? conjugate(last.cx) : last.cx;
      Element cy = first.conjugate ? conjugate(last.cy) : last.cy;
      power[k].cx = field.reduce(field.mul(first.cx, cx));
      power[k].cy = field.reduce(field.mul(first.cy, cy));
      power[k].conjugate = first.conjugate != last.conjugate;
      power[k].scales_y = first.scales_y;
    }
  }
};

/// The types and small tools that all parts of a unit share.
template <class F> struct UnitBase {
  using Constants = UnitConstants<F>;
  using Element = typename F::Element;
  static constexpr unsigned kLanes = F::kLanes;
  static constexpr LaneMask kAllLanes = (LaneMask{1} << kLanes) - 1;
  static constexpr unsigned kCoordinateWords = Constants::kCoordinateWords;
  static constexpr unsigned kPackedWords = Constants::kPackedWords;

  static QUIVER_INLINE const Constants& constants(const Context* ctx) {
    return *static_cast<const Constants*>(ctx->constants);
  }

  /// One pointer a lane to the packed point of each entry.
  static QUIVER_INLINE Affine<F> fetch_at(const Constants& k, const std::uint64_t* const* point) {
    const std::uint64_t* y[kLanes];
    for (unsigned i = 0; i < kLanes; i++) y[i] = point[i] + kCoordinateWords;
    return {k.field.load(point), k.field.load(y)};
  }

  /// The points of kLanes entries, sign and endomorphism applied.
  static QUIVER_INLINE Affine<F> fetch(const Constants& k, const void* packed, const Entry* entries) {
    const auto* base = static_cast<const std::uint64_t*>(packed);
    const std::uint64_t* point[kLanes];
    LaneMask negative = 0, power[kMaxEndoDimension] = {};
    for (unsigned i = 0; i < kLanes; i++) {
      Entry e = entries[i];
      bool none = e == kNoEntry;
      point[i] = none ? k.identity : base + std::size_t{entry_index(e)} * kPackedWords;
      negative |= static_cast<LaneMask>(!none && entry_negative(e)) << i;
      power[none ? 0 : entry_power(e)] |= LaneMask{1} << i;
    }
    Affine<F> p = fetch_at(k, point);
    for (unsigned j = 1; j < kMaxEndoDimension; j++)
      if (power[j] != 0) p = select(k.field, power[j], k.endomorphism(p, j), p);
    return negate(k.field, negative, p);
  }

  /// Points first … of a packed array, with identities beyond n.
  static QUIVER_INLINE Affine<F> fetch_range(const Constants& k, const void* packed, std::size_t first, std::size_t n) {
    const auto* base = static_cast<const std::uint64_t*>(packed);
    const std::uint64_t* point[kLanes];
    for (unsigned i = 0; i < kLanes; i++)
      point[i] = first + i < n ? base + (first + i) * kPackedWords : k.identity;
    return fetch_at(k, point);
  }

  /// The lanes of p to packed points first …, up to n.
  static QUIVER_INLINE void put_range(const Constants& k, void* packed, const Affine<F>& p, std::size_t first,
                                      std::size_t n) {
    auto* base = static_cast<std::uint64_t*>(packed);
    std::uint64_t spare[kPackedWords];
    std::uint64_t *x[kLanes], *y[kLanes];
    for (unsigned i = 0; i < kLanes; i++) {
      x[i] = first + i < n ? base + (first + i) * kPackedWords : spare;
      y[i] = x[i] + kCoordinateWords;
    }
    k.field.store(x, p.x);
    k.field.store(y, p.y);
  }

  /// The number of the lowest lane set, below kLanes.
  static unsigned lowest(LaneMask mask) {
    unsigned i = 0;
    while ((mask >> i & 1) == 0) i++;
    return i;
  }
};

} // namespace quiver
