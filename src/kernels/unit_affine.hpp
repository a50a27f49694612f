// Kernel unit: batch-affine additions. A batch of blocks shares one inversion (Montgomery's trick, 1987): forward, the
// running product of the denominators; one inversion; backward, each denominator's inverse and the rest of the formula.
//
//   a + b: slope (yb - ya)/(xb - xa);  a + a: slope (3*x^2 + a)/(2*y);  then x3 = slope^2 - xa - xb,
//   y3 = slope*(xa - x3) - ya. An operand at the identity, or opposite points, need no denominator: one stands in.
//
// Scalar fields leave such trivial pairs out of the chain; lane fields carry them along.
#pragma once

#include <type_traits>

#include "kernels/unit_constants.hpp"

namespace quiver {

template <class F> struct UnitAffine : UnitBase<F> {
  using Base = UnitBase<F>;
  using typename Base::Constants;
  using typename Base::Element;
  using Base::kAllLanes;
  using Base::kLanes;

  // Differences of stored values, and products, as they are kept between the passes.
  static const F& field_of();
  static const Element& element_of();
  template <class T> using Plain = std::remove_cv_t<std::remove_reference_t<T>>;
  using Difference = Plain<decltype(field_of().settle(field_of().sub(element_of(), element_of())))>;
  using Product = Plain<decltype(field_of().settle(field_of().mul(element_of(), element_of())))>;

  /// Lanes of a block, as small as they are: a batch of scratch fills much of a cache.
  using Mask = std::conditional_t<kLanes <= 8, std::uint8_t, LaneMask>;

  /// What the backward pass needs of a block.
  struct Scratch {
    Product prefix; // product of the denominators before this block's
    Difference denominator;
    Affine<F> b;
    Mask doubling; // equal operands, not of order 2
    Mask opposite; // a = -b, of order 2 included
    Mask flat;     // a = b = -b, of order 2
    Mask take_a;   // b is the identity
    Mask take_b;   // a is the identity
    Mask trivial;  // no denominator needed: one stands in
  };

  static void add(Context* ctx, void* out, const void* a, const void* b, std::size_t blocks) {
    const auto* pa = static_cast<const Affine<F>*>(a);
    const auto* pb = static_cast<const Affine<F>*>(b);
    auto* po = static_cast<Affine<F>*>(out);
    add_batches<false>(ctx, blocks, pa, [=](std::size_t i) { return pb[i]; }, po, po);
  }

  static void add_sub(Context* ctx, void* sum, void* difference, const void* a, const void* b, std::size_t blocks) {
    const auto* pa = static_cast<const Affine<F>*>(a);
    const auto* pb = static_cast<const Affine<F>*>(b);
    add_batches<true>(
        ctx, blocks, pa, [=](std::size_t i) { return pb[i]; }, static_cast<Affine<F>*>(sum),
        static_cast<Affine<F>*>(difference));
  }

  static void bucket_step(Context* ctx, void* affine, const void* packed, const Entry* entries, std::size_t blocks,
                          const Entry* next) {
    const Constants& k = Base::constants(ctx);
    auto* buckets = static_cast<Affine<F>*>(affine);
    add_batches<false>(
        ctx, blocks, buckets,
        [=, &k](std::size_t i) {
          // Some blocks ahead, the step's last ones for the next step: soon enough to arrive, late enough to stay.
          if (i + kAhead < blocks) prefetch(packed, entries + (i + kAhead) * kLanes);
          else if (next != nullptr && i + kAhead < 2 * blocks) prefetch(packed, next + (i + kAhead - blocks) * kLanes);
          return Base::fetch(k, packed, entries + i * kLanes);
        },
        buckets, buckets);
  }

  static void dbl(Context* ctx, void* out, const void* a, std::size_t blocks) {
    const Constants& k = Base::constants(ctx);
    const F& f = k.field;
    const auto* pa = static_cast<const Affine<F>*>(a);
    auto* po = static_cast<Affine<F>*>(out);
    auto* scratch = reinterpret_cast<Scratch*>(ctx->scratch);
    for (std::size_t start = 0; start < blocks; start += ctx->batch) {
      std::size_t n = blocks - start < ctx->batch ? blocks - start : ctx->batch;
      Chains chains(f);
      for (std::size_t i = 0; i < n; i++) {
        const Affine<F>& p = pa[start + i];
        Scratch& s = scratch[i];
        s.flat = f.is_zero(p.y); // of order 2, or the identity
        if (kLanes == 1 && s.flat != 0) continue;
        s.denominator = f.settle(f.dbl(p.y));
        if (s.flat != 0) s.denominator = f.select(s.flat, Difference(f.one()), s.denominator);
        chains.multiply(f, i, s);
      }
      chains.invert(f);
      for (std::size_t i = n; i-- > 0;) {
        Affine<F> p = pa[start + i];
        const Scratch& s = scratch[i];
        if (kLanes == 1 && s.flat != 0) {
          po[start + i] = affine_identity(f);
          continue;
        }
        const Product own = chains.divide(f, i, s);
        auto slope = f.mul(tangent_numerator(f, k.curve, p.x), own);
        Affine<F> r = line_point(f, slope, p.x, p.y, p.x);
        if (s.flat != 0) r = select(f, s.flat, affine_identity(f), r);
        po[start + i] = r;
      }
    }
  }

private:
  static constexpr std::size_t kAhead = kLanes == 1 ? 16 : 2;
  static_assert(kAhead <= kReadAhead);

  static QUIVER_INLINE void prefetch(const void* packed, const Entry* entries) {
    const auto* base = static_cast<const std::uint64_t*>(packed);
    for (unsigned lane = 0; lane < kLanes; lane++) {
      Entry e = entries[lane];
      if (e == kNoEntry) continue;
      const std::uint64_t* point = base + std::size_t{entry_index(e)} * Base::kPackedWords;
      for (unsigned word = 0; word < Base::kPackedWords; word += 8) __builtin_prefetch(point + word);
    }
  }

  /// a + b into sum (and a - b into difference), block by block. `load_b` is called once for each.
  template <bool kDifference, class LoadB>
  static QUIVER_INLINE void add_batches(Context* ctx, std::size_t blocks, const Affine<F>* a, LoadB load_b,
                                        Affine<F>* sum, Affine<F>* difference) {
    const Constants& k = Base::constants(ctx);
    const F& f = k.field;
    auto* scratch = reinterpret_cast<Scratch*>(ctx->scratch);
    for (std::size_t start = 0; start < blocks; start += ctx->batch) {
      std::size_t n = blocks - start < ctx->batch ? blocks - start : ctx->batch;
      Chains chains(f);
      for (std::size_t i = 0; i < n; i++) {
        Scratch& s = scratch[i];
        s.b = load_b(start + i);
        classify<kDifference>(f, a[start + i], s);
        if (kLanes == 1 && s.trivial != 0) continue;
        chains.multiply(f, i, s);
      }
      chains.invert(f);
      for (std::size_t i = n; i > 0;) {
        if constexpr (kChains > 1 && kLanes == 1 && !kDifference) {
          if (i >= kChains && all_plain(scratch + i - kChains)) {
            i -= kChains;
            finish_plain(f, chains, i, scratch + i, a + start + i, sum + start + i);
            continue;
          }
        }
        i--;
        const Scratch& s = scratch[i];
        Affine<F> p = a[start + i];
        bool skip = kLanes == 1 && s.trivial != 0;
        Product own = f.one();
        if (!skip) own = chains.divide(f, i, s);
        sum[start + i] = finish(k, p, s.b, s, own, s.doubling, s.opposite, skip);
        if constexpr (kDifference)
          difference[start + i] = finish(k, p, negate(f, kAllLanes, s.b), s, own, s.opposite & ~s.flat,
                                         s.doubling | s.flat, skip);
      }
    }
  }

  /// Neighbouring blocks belong to different chains, so that there is always an independent product to do. Joining n
  /// chains costs 3*(n - 1)M a batch, which kernels/cost.hpp leaves out.
  static constexpr std::size_t kChains = F::kInterleave;

  /// Montgomery's trick: running products of the denominators, then of what is left of their inverses.
  struct Chains {
    Product product[kChains];
    bool any = false;

    explicit QUIVER_INLINE Chains(const F& f) {
      for (Product& p : product) p = f.one();
    }
    QUIVER_INLINE void multiply(const F& f, std::size_t i, Scratch& s) {
      Product& p = product[i % kChains];
      s.prefix = p;
      p = f.settle(f.mul(p, s.denominator));
      any = true;
    }
    QUIVER_INLINE void invert(const F& f) {
      if (!any) return;
      Product before[kChains]; // product of the chains before each
      before[0] = product[0];
      for (std::size_t c = 1; c < kChains; c++) before[c] = f.settle(f.mul(before[c - 1], product[c]));
      Product rest = f.inverse(f.reduce(before[kChains - 1]));
      for (std::size_t c = kChains; c-- > 1;) {
        const Product own = f.settle(f.mul(rest, before[c - 1]));
        rest = f.settle(f.mul(rest, product[c]));
        product[c] = own;
      }
      product[0] = rest;
    }
    /// 1/denominator of the last block of its chain that has not been divided out.
    QUIVER_INLINE Product divide(const F& f, std::size_t i, const Scratch& s) {
      Product& p = product[i % kChains];
      const Product own = f.settle(f.mul(p, s.prefix));
      p = f.settle(f.mul(p, s.denominator));
      return own;
    }
  };

  static QUIVER_INLINE bool all_plain(const Scratch* s) {
    LaneMask any = 0;
    for (std::size_t j = 0; j < kChains; j++) any |= s[j].doubling | s[j].trivial;
    return any == 0;
  }

  /// Blocks i … i + kChains - 1, all plain, step by step together. The same as finish().
  static QUIVER_INLINE void finish_plain(const F& f, Chains& chains, std::size_t i, const Scratch* s, const Affine<F>* p,
                                         Affine<F>* sum) {
    Product slope[kChains];
    Affine<F> r[kChains];
    for (std::size_t j = kChains; j-- > 0;) slope[j] = f.mul(chains.product[(i + j) % kChains], s[j].prefix);
    for (std::size_t j = kChains; j-- > 0;) {
      Product& rest = chains.product[(i + j) % kChains];
      rest = f.mul(rest, s[j].denominator);
    }
    for (std::size_t j = 0; j < kChains; j++) slope[j] = f.mul(f.sub(s[j].b.y, p[j].y), slope[j]);
    for (std::size_t j = 0; j < kChains; j++) r[j].x = f.sqr(slope[j]);
    for (std::size_t j = 0; j < kChains; j++) r[j].x = f.sub(r[j].x, f.add(p[j].x, s[j].b.x));
    for (std::size_t j = 0; j < kChains; j++) r[j].y = f.mul(slope[j], f.sub(p[j].x, r[j].x));
    for (std::size_t j = 0; j < kChains; j++) r[j].y = f.sub(r[j].y, p[j].y);
    for (std::size_t j = 0; j < kChains; j++) sum[j] = r[j];
  }

  /// The masks and the denominator of a block.
  template <bool kDifference> static QUIVER_INLINE void classify(const F& f, const Affine<F>& p, Scratch& s) {
    s.denominator = f.settle(f.sub(s.b.x, p.x));
    s.take_b = is_identity(f, p);
    s.take_a = is_identity(f, s.b) & ~s.take_b;
    s.doubling = s.opposite = s.flat = 0;
    s.trivial = s.take_a | s.take_b;
    LaneMask same_x = f.is_zero(s.denominator) & ~s.trivial;
    if (same_x != 0) {
      s.opposite = same_x & f.is_zero(f.add(p.y, s.b.y));
      s.doubling = same_x & ~s.opposite;
      s.flat = same_x & f.is_zero(p.y);
      LaneMask tangent = kDifference ? same_x & ~s.flat : s.doubling;
      s.trivial |= kDifference ? s.flat : s.opposite;
      if (tangent != 0) s.denominator = f.select(tangent, f.settle(f.dbl(p.y)), s.denominator);
    }
    if (s.trivial != 0) s.denominator = f.select(s.trivial, Difference(f.one()), s.denominator);
  }

  /// p + b, with the inverse of the block's denominator at hand. `skip`: the result needs none (scalar fields).
  static QUIVER_INLINE Affine<F> finish(const Constants& k, const Affine<F>& p, const Affine<F>& b, const Scratch& s,
                                        const Product& own, LaneMask doubling, LaneMask identity, bool skip) {
    const F& f = k.field;
    Affine<F> r = affine_identity(f);
    if (!skip && !(kLanes == 1 && identity != 0)) {
      auto slope = kLanes == 1 && doubling != 0 ? f.mul(tangent_numerator(f, k.curve, p.x), own)
                                                : f.mul(f.sub(b.y, p.y), own);
      if (kLanes != 1 && doubling != 0)
        slope = f.select(doubling, f.mul(tangent_numerator(f, k.curve, p.x), own), slope);
      r = line_point(f, slope, p.x, p.y, b.x);
    }
    if (identity != 0) r = select(f, identity, affine_identity(f), r);
    if (s.take_a != 0) r = select(f, s.take_a, p, r);
    if (s.take_b != 0) r = select(f, s.take_b, b, r);
    return r;
  }
};

} // namespace quiver
