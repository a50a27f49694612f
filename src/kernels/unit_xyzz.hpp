// Kernel unit: XYZZ accumulation, addition, doubling, normalisation and running sums. No inversion but in normalise.
#pragma once

#include "kernels/unit_affine.hpp"

namespace quiver {

template <class F> struct UnitXyzz : UnitBase<F> {
  using Base = UnitBase<F>;
  using typename Base::Constants;
  using typename Base::Element;
  using Base::kLanes;
  using Scratch = typename UnitAffine<F>::Scratch;
  using Product = typename UnitAffine<F>::Product;

  static void clear(Context* ctx, void* xyzz, std::size_t blocks) {
    const F& f = Base::constants(ctx).field;
    auto* out = static_cast<Xyzz<F>*>(xyzz);
    for (std::size_t i = 0; i < blocks; i++) out[i] = xyzz_identity(f);
  }

  static void accumulate(Context* ctx, void* xyzz, const void* packed, const Entry* entries, std::size_t blocks) {
    const Constants& k = Base::constants(ctx);
    auto* acc = static_cast<Xyzz<F>*>(xyzz);
    for (std::size_t i = 0; i < blocks; i++)
      acc[i] = add_affine(k.field, k.curve, acc[i], Base::fetch(k, packed, entries + i * kLanes));
  }

  static void add(Context* ctx, void* out, const void* a, const void* b, std::size_t blocks) {
    const Constants& k = Base::constants(ctx);
    const auto* pa = static_cast<const Xyzz<F>*>(a);
    const auto* pb = static_cast<const Xyzz<F>*>(b);
    for (std::size_t i = 0; i < blocks; i++)
      static_cast<Xyzz<F>*>(out)[i] = quiver::add(k.field, k.curve, pa[i], pb[i]);
  }

  static void dbl(Context* ctx, void* out, const void* a, std::size_t blocks) {
    const Constants& k = Base::constants(ctx);
    const auto* pa = static_cast<const Xyzz<F>*>(a);
    for (std::size_t i = 0; i < blocks; i++) static_cast<Xyzz<F>*>(out)[i] = quiver::dbl(k.field, k.curve, pa[i]);
  }

  /// 1/ZZZ by a shared inversion; 1/ZZ = (ZZ/ZZZ)^2, since ZZ^3 = ZZZ^2.
  static void normalise(Context* ctx, void* affine, const void* xyzz, std::size_t blocks) {
    const Constants& k = Base::constants(ctx);
    const F& f = k.field;
    const auto* in = static_cast<const Xyzz<F>*>(xyzz);
    auto* out = static_cast<Affine<F>*>(affine);
    auto* scratch = reinterpret_cast<Scratch*>(ctx->scratch);
    for (std::size_t start = 0; start < blocks; start += ctx->batch) {
      std::size_t n = blocks - start < ctx->batch ? blocks - start : ctx->batch;
      Product product = f.one();
      bool any = false;
      for (std::size_t i = 0; i < n; i++) {
        const Xyzz<F>& p = in[start + i];
        Scratch& s = scratch[i];
        s.trivial = is_identity(f, p);
        if (kLanes == 1 && s.trivial != 0) continue;
        s.b.x = s.trivial != 0 ? f.select(s.trivial, f.one(), p.zzz) : p.zzz;
        s.prefix = product;
        product = f.settle(f.mul(product, s.b.x));
        any = true;
      }
      Product inverse = product;
      if (any) inverse = f.inverse(f.reduce(product));
      for (std::size_t i = n; i-- > 0;) {
        const Scratch& s = scratch[i];
        if (kLanes == 1 && s.trivial != 0) {
          out[start + i] = affine_identity(f);
          continue;
        }
        const Xyzz<F>& p = in[start + i];
        auto zzz_inverse = f.settle(f.mul(inverse, s.prefix));
        inverse = f.settle(f.mul(inverse, s.b.x));
        auto ratio = f.settle(f.mul(zzz_inverse, p.zz));
        Affine<F> r;
        r.x = f.reduce(f.mul(p.x, f.sqr(ratio)));
        r.y = f.reduce(f.mul(p.y, zzz_inverse));
        out[start + i] = s.trivial != 0 ? select(f, s.trivial, affine_identity(f), r) : r;
      }
    }
  }

  static void running_sum(Context* ctx, void* run, void* total, const void* affine, std::size_t steps,
                          std::size_t blocks) {
    const Constants& k = Base::constants(ctx);
    const F& f = k.field;
    const auto* buckets = static_cast<const Affine<F>*>(affine);
    for (std::size_t column = 0; column < blocks; column++) {
      Xyzz<F> r = xyzz_identity(f), t = xyzz_identity(f);
      for (std::size_t s = steps; s-- > 0;) {
        r = add_affine(f, k.curve, r, buckets[s * blocks + column]);
        t = quiver::add(f, k.curve, t, r);
      }
      static_cast<Xyzz<F>*>(run)[column] = r;
      static_cast<Xyzz<F>*>(total)[column] = t;
    }
  }
};

} // namespace quiver
