// Kernel unit, scalar fields only: what has no lanes. Horner over window sums, and double-and-add.
#pragma once

#include "kernels/unit_constants.hpp"

namespace quiver {

template <class F> struct UnitSerial : UnitBase<F> {
  static_assert(F::kLanes == 1);
  using Base = UnitBase<F>;
  using typename Base::Constants;
  using Base::kPackedWords;

  static void combine(Context* ctx, void* out, const void* points, const unsigned* shifts, std::size_t n) {
    const Constants& k = Base::constants(ctx);
    Jacobian<F> acc = jacobian_identity(k.field);
    for (std::size_t i = 0; i < n; i++) {
      acc = add_affine(k.field, k.curve, acc, Base::fetch_range(k, points, i, n));
      unsigned next = i + 1 < n ? shifts[i + 1] : 0;
      for (unsigned bit = shifts[i]; bit > next; bit--) acc = dbl(k.field, k.curve, acc);
    }
    Base::put_range(k, out, to_affine(k.field, acc), 0, 1);
  }

  static void double_and_add(Context* ctx, void* out, const void* points, const unsigned char* scalars,
                             std::size_t scalar_stride, std::size_t n) {
    const Constants& k = Base::constants(ctx);
    Jacobian<F> sum = jacobian_identity(k.field);
    for (std::size_t first = 0; first < n; first += kSharedDoublings) {
      const std::size_t end = n - first < kSharedDoublings ? n : first + kSharedDoublings;
      std::uint64_t scalar[kSharedDoublings][kScalarWords];
      unsigned bits = 0;
      for (std::size_t i = first; i < end; i++) {
        std::memcpy(scalar[i - first], scalars + i * scalar_stride, sizeof scalar[0]);
        unsigned length = bit_length(scalar[i - first], kScalarWords);
        if (length > bits) bits = length;
      }
      Jacobian<F> part = jacobian_identity(k.field);
      for (unsigned bit = bits; bit-- > 0;) {
        part = dbl(k.field, k.curve, part);
        for (std::size_t i = first; i < end; i++)
          if (test_bit(scalar[i - first], bit) != 0)
            part = add_affine(k.field, k.curve, part, Base::fetch_range(k, points, i, n));
      }
      sum = add(k.field, k.curve, sum, part);
    }
    Base::put_range(k, out, to_affine(k.field, sum), 0, 1);
  }
};

} // namespace quiver
