// Kernel unit: caller's memory <-> packed points <-> lane blocks, and single field operations.
#pragma once

#include "field/batch_inverse.hpp"
#include "kernels/unit_constants.hpp"

namespace quiver {

template <class F> struct UnitConvert : UnitBase<F> {
  using Base = UnitBase<F>;
  using typename Base::Constants;
  using typename Base::Element;
  using Base::kCoordinateWords;
  using Base::kLanes;

  // Callers' memory has no alignment to rely on, hence the copies through words.
  struct Words {
    std::uint64_t lane[kLanes][kCoordinateWords];
    const std::uint64_t* from[kLanes];
    std::uint64_t* to[kLanes];

    Words() {
      for (unsigned i = 0; i < kLanes; i++) {
        from[i] = to[i] = lane[i];
        for (auto& word : lane[i]) word = 0;
      }
    }
  };

  static std::size_t import_points(Context* ctx, void* packed, const PointLayout& layout, std::size_t first,
                                   std::size_t n) {
    const Constants& k = Base::constants(ctx);
    for (std::size_t i = 0; i < n; i += kLanes) {
      Words x, y;
      for (unsigned lane = 0; lane < kLanes && i + lane < n; lane++) {
        const unsigned char* point = layout.base + (first + i + lane) * layout.stride;
        if (layout.has_flag && point[layout.flag_offset] != 0) continue;
        std::memcpy(x.lane[lane], point + layout.x_offset, sizeof x.lane[lane]);
        std::memcpy(y.lane[lane], point + layout.y_offset, sizeof y.lane[lane]);
      }
      LaneMask valid = Base::kAllLanes;
      Affine<F> p;
      p.x = k.field.load_words(x.from, layout.form, valid);
      p.y = k.field.load_words(y.from, layout.form, valid);
      Base::put_range(k, packed, p, i, n);
      if (valid != Base::kAllLanes) return i + Base::lowest(~valid);
    }
    return n;
  }

  static void export_points(Context* ctx, const PointLayout& layout, const void* packed, std::size_t n) {
    const Constants& k = Base::constants(ctx);
    for (std::size_t i = 0; i < n; i += kLanes) {
      Affine<F> p = Base::fetch_range(k, packed, i, n);
      LaneMask identity = is_identity(k.field, p);
      Words x, y;
      k.field.store_words(x.to, p.x, layout.form);
      k.field.store_words(y.to, p.y, layout.form);
      for (unsigned lane = 0; lane < kLanes && i + lane < n; lane++) {
        unsigned char* point = layout.base + (i + lane) * layout.stride;
        std::memcpy(point + layout.x_offset, x.lane[lane], sizeof x.lane[lane]);
        std::memcpy(point + layout.y_offset, y.lane[lane], sizeof y.lane[lane]);
        if (layout.has_flag) point[layout.flag_offset] = identity >> lane & 1;
      }
    }
  }

  static void gather(Context* ctx, void* affine, const void* packed, const Entry* entries, std::size_t blocks) {
    const Constants& k = Base::constants(ctx);
    auto* out = static_cast<Affine<F>*>(affine);
    for (std::size_t i = 0; i < blocks; i++) out[i] = Base::fetch(k, packed, entries + i * kLanes);
  }

  static void scatter(Context* ctx, void* packed, const void* affine, std::size_t n) {
    const Constants& k = Base::constants(ctx);
    const auto* in = static_cast<const Affine<F>*>(affine);
    for (std::size_t i = 0; i < n; i += kLanes) Base::put_range(k, packed, in[i / kLanes], i, n);
  }

  static void field_op(Context* ctx, FieldOp op, std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                       std::size_t n) {
    const Constants& k = Base::constants(ctx);
    auto* values = reinterpret_cast<Element*>(ctx->scratch); // a batch of results, and as much room again
    for (std::size_t start = 0; start < n; start += ctx->batch * kLanes) {
      std::size_t count = n - start < ctx->batch * kLanes ? n - start : ctx->batch * kLanes;
      std::size_t blocks = (count + kLanes - 1) / kLanes;
      for (std::size_t i = 0; i < blocks; i++) {
        std::size_t at = start + i * kLanes;
        Element x = load_canonical(k, a, at, n);
        values[i] = op == FieldOp::inverse ? x : apply(k, op, x, load_canonical(k, b, at, n));
      }
      if (op == FieldOp::inverse) batch_inverse(k.field, values, values + ctx->batch, blocks);
      for (std::size_t i = 0; i < blocks; i++) store_canonical(k, out, values[i], start + i * kLanes, n);
    }
  }

private:
  static Element load_canonical(const Constants& k, const std::uint64_t* values, std::size_t first, std::size_t n) {
    Words words;
    for (unsigned lane = 0; lane < kLanes && first + lane < n; lane++)
      copy_words(words.lane[lane], values + (first + lane) * kCoordinateWords, kCoordinateWords);
    LaneMask valid = Base::kAllLanes;
    return k.field.load_words(words.from, Form::canonical, valid);
  }
  static void store_canonical(const Constants& k, std::uint64_t* values, const Element& e, std::size_t first,
                              std::size_t n) {
    Words words;
    k.field.store_words(words.to, e, Form::canonical);
    for (unsigned lane = 0; lane < kLanes && first + lane < n; lane++)
      copy_words(values + (first + lane) * kCoordinateWords, words.lane[lane], kCoordinateWords);
  }

  static Element apply(const Constants& k, FieldOp op, const Element& x, const Element& y) {
    const F& f = k.field;
    switch (op) {
    case FieldOp::add: return f.reduce(f.add(x, y));
    case FieldOp::sub: return f.reduce(f.sub(x, y));
    case FieldOp::neg: return f.reduce(f.neg(x));
    case FieldOp::mul: return f.reduce(f.mul(x, y));
    case FieldOp::sqr: return f.reduce(f.sqr(x));
    case FieldOp::inverse: break; // by batches
    case FieldOp::sqrt: {
      LaneMask ok = Base::kAllLanes;
      Element root = k.square_root(f, x, ok);
      return f.select(ok, root, f.zero());
    }
    }
    return f.zero();
  }
};

} // namespace quiver
