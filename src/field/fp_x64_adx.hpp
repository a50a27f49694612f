// Fp with its arithmetic in assembly for x86-64 with BMI2 and ADX: products in x64_adx/*.S, sums and differences
// in x64_adx/addition_x64.hpp. Everything else is fp.hpp.
#pragma once

#include "field/fp.hpp"
#include "field/x64_adx/addition_x64.hpp"
#include "field/x64_adx/montgomery_x64_adx.h"

namespace quiver {

template <unsigned W> struct ProductAdx;

template <> struct ProductAdx<4> {
  static QUIVER_INLINE void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                                const FieldParams<4>& params) {
    quiver_montmul4_adx(out, a, b, params.modulus, params.n0);
  }
  static QUIVER_INLINE void sqr(std::uint64_t* out, const std::uint64_t* a, const FieldParams<4>& params) {
    quiver_montsqr4_adx(out, a, params.modulus, params.n0);
  }
};

template <> struct ProductAdx<6> {
  static QUIVER_INLINE void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                                const FieldParams<6>& params) {
    quiver_montmul6_adx(out, a, b, params.modulus, params.n0);
  }
  static QUIVER_INLINE void sqr(std::uint64_t* out, const std::uint64_t* a, const FieldParams<6>& params) {
    quiver_montsqr6_adx(out, a, params.modulus, params.n0);
  }
};

template <unsigned W> struct ArithmeticAdx : ProductAdx<W>, AdditionX64<W> {
  static constexpr unsigned kInterleave = W == 4 ? 4 : 2;
};

template <unsigned W> using FpAdx = Fp<W, ArithmeticAdx<W>>;

} // namespace quiver
