// Everything a prime field needs, from its modulus alone: Montgomery constants for any radix R, bit length, and the
// data of the inversion and the square root. Computed once per context with plain word arithmetic.
#pragma once

#include <cstdint>

#include "field/words.hpp"

namespace quiver {

/// x = 2^e*x mod p by doubling; x < p, p odd, its top bit may be set. Cost: e word additions. (Set-up only.)
void double_mod(std::uint64_t* x, const std::uint64_t* p, unsigned words, unsigned e);

/// 2^e mod p, p as above.
void pow2_mod(std::uint64_t* out, const std::uint64_t* p, unsigned words, unsigned e);

/// The Jacobi symbol (a/p) for odd p > 1 and a > 0: by quadratic reciprocity a few divisions of p by one word.
int jacobi_symbol(std::uint32_t a, const std::uint64_t* p, unsigned words);

/// -p^-1 mod 2^64 by Newton iteration (Dusse-Kaliski 1990).
QUIVER_INLINE std::uint64_t neg_inverse_word(std::uint64_t p) {
  std::uint64_t x = p; // right to 3 bits: p*p = 1 mod 8
  for (int i = 0; i < 5; i++) x *= 2 - p * x;
  return ~x + 1;
}

/// Exponents of the square root, p - 1 = 2^s * t with t odd.
template <unsigned W> struct SqrtExponents {
  unsigned two_adicity;
  std::uint64_t odd_half[W]; // (t - 1)/2

  void init(const std::uint64_t* p) {
    copy_words(odd_half, p, W);
    odd_half[0] -= 1;
    for (two_adicity = 0; (odd_half[0] & 1) == 0; two_adicity++) shift_right_1();
    shift_right_1();
  }

private:
  void shift_right_1() {
    for (unsigned i = 0; i < W; i++) odd_half[i] = (odd_half[i] >> 1) | (i + 1 < W ? odd_half[i + 1] << 63 : 0);
  }
};

/// A prime field of W 64-bit words with R = 2^(64*W). p < 2^(64*W - 1): the top bit stays free, which the no-carry
/// product of the back ends relies on. One-word fields may use all 64 bits (Goldilocks).
template <unsigned W> struct FieldParams {
  std::uint64_t modulus[W];
  std::uint64_t n0;       // -p^-1 mod 2^64
  std::uint64_t one[W];   // R mod p
  std::uint64_t r2[W];    // R^2 mod p
  std::uint64_t r3[W];    // R^3 mod p
  unsigned bits;          // bit length of p

  void init(const std::uint64_t* p) {
    copy_words(modulus, p, W);
    n0 = neg_inverse_word(p[0]);
    bits = bit_length(p, W);
    pow2_mod(one, p, W, 64 * W);
    copy_words(r2, one, W);
    double_mod(r2, p, W, 64 * W);
    copy_words(r3, r2, W);
    double_mod(r3, p, W, 64 * W);
  }
};

} // namespace quiver
