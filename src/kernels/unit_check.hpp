// Kernel unit: tests of points (curve, subgroup, equality) and decompression.
#pragma once

#include "kernels/unit_convert.hpp"

namespace quiver {

template <class F> struct UnitCheck : UnitBase<F> {
  using Base = UnitBase<F>;
  using typename Base::Constants;
  using typename Base::Element;
  using Base::kAllLanes;
  using Base::kCoordinateWords;
  using Base::kLanes;

  static std::size_t on_curve(Context* ctx, const void* packed, std::size_t n) {
    const Constants& k = Base::constants(ctx);
    return first_failure(k, packed, n, [&](const Affine<F>& p) { return quiver::on_curve(k.field, k.curve, p); });
  }

  static std::size_t in_subgroup(Context* ctx, const void* packed, std::size_t n) {
    const Constants& k = Base::constants(ctx);
    const Group& g = *k.group;
    if (g.subgroup_test == SubgroupTest::cofactor_one) return n;
    return first_failure(k, packed, n, [&](const Affine<F>& p) {
      return is_identity(k.field, g.subgroup_test == SubgroupTest::relation ? relation(k, p) : times_order(k, p));
    });
  }

  static std::size_t decompress(Context* ctx, void* packed, const std::uint64_t* x, const std::uint8_t* signs,
                                std::size_t n, SignRule rule) {
    const Constants& k = Base::constants(ctx);
    const F& f = k.field;
    for (std::size_t i = 0; i < n; i += kLanes) {
      typename UnitConvert<F>::Words words, root, other;
      LaneMask valid = kAllLanes, sign = 0, identity = 0;
      for (unsigned lane = 0; lane < kLanes; lane++) {
        if (i + lane >= n) {
          identity |= LaneMask{1} << lane;
          continue;
        }
        copy_words(words.lane[lane], x + (i + lane) * kCoordinateWords, kCoordinateWords);
        sign |= static_cast<LaneMask>(signs[i + lane] & 1) << lane;
        identity |= static_cast<LaneMask>(signs[i + lane] >> 1 & 1) << lane;
      }
      Affine<F> p;
      p.x = f.load_words(words.from, Form::canonical, valid);
      LaneMask is_square = kAllLanes;
      p.y = k.square_root(f, curve_right_side(f, k.curve, p.x), is_square);
      auto negated = f.reduce(f.neg(p.y));
      f.store_words(root.to, p.y, Form::canonical);
      f.store_words(other.to, negated, Form::canonical);
      LaneMask flip = 0;
      for (unsigned lane = 0; lane < kLanes; lane++) {
        bool set = rule == SignRule::odd ? is_odd(root.lane[lane]) : is_larger(root.lane[lane], other.lane[lane]);
        flip |= (static_cast<LaneMask>(set) << lane) ^ (sign & LaneMask{1} << lane);
      }
      p.y = f.select(flip, negated, p.y);
      valid &= (is_square & ~identity) | (identity & f.is_zero(p.x) & ~sign);
      Base::put_range(k, packed, select(f, identity, affine_identity(f), p), i, n);
      if ((valid & kAllLanes) != kAllLanes) {
        std::size_t failed = i + Base::lowest(~valid);
        if (failed < n) return failed;
      }
    }
    return n;
  }

  static void equal(Context* ctx, std::uint8_t* out, const void* a, const void* b, std::size_t n) {
    const F& f = Base::constants(ctx).field;
    for (std::size_t i = 0; i < n; i += kLanes) {
      Affine<F> p = Base::fetch_range(Base::constants(ctx), a, i, n);
      Affine<F> q = Base::fetch_range(Base::constants(ctx), b, i, n);
      LaneMask same = f.equal(p.x, q.x) & f.equal(p.y, q.y);
      for (unsigned lane = 0; lane < kLanes && i + lane < n; lane++) out[i + lane] = same >> lane & 1;
    }
  }

private:
  template <class Test>
  static std::size_t first_failure(const Constants& k, const void* packed, std::size_t n, Test test) {
    for (std::size_t i = 0; i < n; i += kLanes) {
      LaneMask passed = test(Base::fetch_range(k, packed, i, n)) & kAllLanes;
      if (passed != kAllLanes) return i + Base::lowest(~passed); // identities fill the last block, and pass
    }
    return n;
  }

  static bool is_odd(const std::uint64_t* y) {
    // Fp2: of c0, or of c1 where c0 is zero
    bool c0_zero = is_zero_words(y, F::kWords);
    return (y[F::kDegree == 2 && c0_zero ? F::kWords : 0] & 1) != 0;
  }
  static bool is_larger(const std::uint64_t* y, const std::uint64_t* negated) {
    for (unsigned c = F::kDegree; c-- > 0;) {
      int order = compare_words(y + c * F::kWords, negated + c * F::kWords, F::kWords);
      if (order != 0) return order > 0;
    }
    return false;
  }

  /// sum relation[i] * psi^i(P), by one chain of doublings.
  static QUIVER_NOINLINE Xyzz<F> relation(const Constants& k, const Affine<F>& p) {
    const Group& g = *k.group;
    const unsigned terms = g.endomorphism->dimension;
    Affine<F> image[kMaxEndoDimension];
    unsigned bits = 0;
    for (unsigned i = 0; i < terms; i++) {
      image[i] = negate(k.field, g.relation[i].negative ? kAllLanes : 0, i == 0 ? p : k.endomorphism(p, i));
      unsigned length = bit_length(g.relation[i].words, 3);
      if (length > bits) bits = length;
    }
    Xyzz<F> acc = xyzz_identity(k.field);
    for (unsigned bit = bits; bit-- > 0;) {
      acc = dbl(k.field, k.curve, acc);
      for (unsigned i = 0; i < terms; i++)
        if (test_bit(g.relation[i].words, bit) != 0) acc = add_affine(k.field, k.curve, acc, image[i]);
    }
    return acc;
  }

  static QUIVER_NOINLINE Xyzz<F> times_order(const Constants& k, const Affine<F>& p) {
    Xyzz<F> acc = xyzz_identity(k.field);
    for (unsigned bit = k.group->order_bits; bit-- > 0;) {
      acc = dbl(k.field, k.curve, acc);
      if (test_bit(k.group->order, bit) != 0) acc = add_affine(k.field, k.curve, acc, p);
    }
    return acc;
  }
};

} // namespace quiver
