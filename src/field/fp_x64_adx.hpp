// Fp with products in assembly for x86-64 with BMI2 and ADX (x64_adx/*.S). Everything else is fp.hpp.
#pragma once

#include "field/fp.hpp"
#include "field/x64_adx/montgomery_x64_adx.h"

namespace quiver {

template <unsigned W> struct MontgomeryAdx;

template <> struct MontgomeryAdx<4> {
  static QUIVER_INLINE void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                                const FieldParams<4>& params) {
    quiver_montmul4_adx(out, a, b, params.modulus, params.n0);
  }
  static QUIVER_INLINE void sqr(std::uint64_t* out, const std::uint64_t* a, const FieldParams<4>& params) {
    quiver_montsqr4_adx(out, a, params.modulus, params.n0);
  }
};

template <> struct MontgomeryAdx<6> {
  static QUIVER_INLINE void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                                const FieldParams<6>& params) {
    quiver_montmul6_adx(out, a, b, params.modulus, params.n0);
  }
  static QUIVER_INLINE void sqr(std::uint64_t* out, const std::uint64_t* a, const FieldParams<6>& params) {
    quiver_montsqr6_adx(out, a, params.modulus, params.n0);
  }
};

template <unsigned W> using FpAdx = Fp<W, MontgomeryAdx<W>>;

} // namespace quiver
