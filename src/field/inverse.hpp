// Modular inversion of plain integers, x = a^-1 mod p, in variable time.
//
// Binary GCD with the cofactors of one side (Kaliski 1995, "The Montgomery inverse and its applications"), its steps
// batched on one-word approximations (Pornin 2020, "Optimized binary GCD for modular inversion", eprint 2020/972).
// The state is a, b > 0 with b odd, and u, v >= 0, k, s in {0, 1} such that
//
//   a * 2^k = +(-1)^s * u * a0,   b * 2^k = -(-1)^s * v * a0   (mod p),      a*v + b*u = p,
//
// at first (a, b, u, v, k, s) = (a0, p, 1, 0, 0, 0). A step divides an even a by two (k + 1, and doubles v), or, for an
// odd a, orders the pair so that a >= b (a swap flips s) and sets a -= b, u += v. The end is a = 0, b = gcd(a0, p) = 1,
// and then x = -(-1)^s * v * 2^-k mod p, the division being Montgomery reductions.
//
// Sizes: a*v + b*u = p holds the cofactors below p without any reduction, u <= p/b and v <= p/a, and they grow as a and
// b shrink: a batch multiplies about W + 1 words by the batch's matrix, where reducing cofactors mod p costs 3W.
//
// Iterations: a division by two halves a*b and no other step increases it, so that at most 2*bits(p) bits are divided
// out; on average it is 1.41*bits(p), in 0.71*bits(p) subtractions (Knuth, TAOCP 2, section 4.5.2).
//
// Batches: 31 bits are divided out on one-word approximations made of the top 33 and the low 31 bits of a and b. The
// low bits make the parities exact; the comparisons may be wrong where a and b agree in their leading bits. Two such
// runs, the second on a one-word image of the first's result, give a matrix of 62 bits. Whatever the comparisons said,
// it is made of integers, has determinant +-2^62 and keeps the congruences; and it keeps a*v + b*u = p, hence the
// sizes, exactly when both new values come out >= 0. A batch that fails this test is thrown away and 62 bits are
// divided out by exact steps instead (under 1 us): once in 7600 inversions of random input (Pallas, 5 million; towards
// the end of a run few leading bits are left to compare), always for such as a0 = p - 2^40.
// In any batch a' + b' >= (a + b) / 2^62, so a two-word pair does not reach a = 0 inside one unless gcd(a0, p) > 1.
// After kFastBits bits all steps are exact, so the loop ends whatever the approximations do.
//
// Cost: 0.71*bits(p) word steps of 6 to 7 cycles; about bits(p)/44 batches of 4*(W + 1) word products and two
// mispredicted branches; 1.4*W^2 word products in the end. Measured on a Skylake-SP at 2.0 to 2.3 GHz, g++ 12.2 -O2:
// 255 bits 1.19 us, 381 bits 1.91 us, 64 bits (W = 1) 0.22 us; GMP's mpz_invert there 2.9, 4.4 and 0.67 us.
// Slower by measurement, each on the same day and machine: divsteps (Bernstein-Yang 2019, 62-bit batches, cofactors
// reduced mod p) 1.78 times; zeros counted on |difference| instead of the difference 1.2; swaps as conditional
// expressions (g++ makes branches of them) 1.5; run-time lengths in the batches instead of unrolled ones 1.08.
#pragma once

#include <cstdint>

#include "field/params.hpp"
#include "field/words.hpp"

namespace quiver {

/// What the inversion needs of the modulus. Everything here has internal linkage or is inlined: units compiled for
/// different instruction sets must not share a copy.
template <unsigned W> struct InverseParams {
  std::uint64_t modulus[W];
  std::uint64_t n0; // -p^-1 mod 2^64

  QUIVER_INLINE void init(const std::uint64_t* p) {
    copy_words(modulus, p, W);
    n0 = neg_inverse_word(p[0]);
  }
};

namespace inverse_detail {

/// The product of the steps of a run, without its signs: the new pair is +-(f0*a - g0*b, g1*b - f1*a) / 2^bits.
/// f0 + g0 <= 2^bits and f1 + g1 <= 2^bits.
struct Matrix {
  std::uint64_t f0, g0, f1, g1;
};

inline constexpr unsigned kRunBits = 31;
inline constexpr unsigned kBatchBits = 2 * kRunBits;
inline constexpr std::uint64_t kLowMask = (std::uint64_t{1} << kRunBits) - 1;

/// Keeps the compiler from turning mask arithmetic on x back into comparisons and moves: 5% of an inversion (g++ 12).
QUIVER_INLINE std::uint64_t opaque(std::uint64_t x) {
#if defined(__GNUC__)
  __asm__("" : "+r"(x));
#endif
  return x;
}

/// Divides out kRunBits bits of a pair of words (b odd), or fewer when a = b is met before: then a = 0 on return.
/// Returns the number of bits. `flip` is complemented when the number of swaps is odd.
/// A row of the matrix is one word f + 2^32*g: each half is at most 2^31.
QUIVER_INLINE unsigned run_steps(std::uint64_t& a, std::uint64_t& b, std::uint64_t& flip, Matrix& m) {
  std::uint64_t x = a, y = b;
  std::uint64_t row_x = 1, row_y = std::uint64_t{1} << 32;
  unsigned left = kRunBits;
  // x = |difference|. The zeros are counted on the difference, which is ready four cycles earlier.
  std::uint64_t difference = x;
  while (difference != 0) {
    unsigned zeros = count_trailing_zeros(difference);
    if (zeros >= left) {
      x >>= left;
      row_y <<= left;
      left = 0;
      break;
    }
    x >>= zeros;
    row_y <<= zeros;
    left -= zeros;
    // One subtraction; swaps are masks, since a branch here would be mispredicted every second time.
    difference = x - y;
    std::uint64_t swap = opaque(0 - static_cast<std::uint64_t>(x < y));
    y += difference & swap;
    x = (difference ^ swap) - swap;
    std::uint64_t sum = row_x + row_y;
    row_y ^= (row_x ^ row_y) & swap;
    row_x = sum;
  }
  a = x;
  b = y;
  m.f0 = row_x & 0xffffffffu;
  m.g0 = row_x >> 32;
  m.f1 = row_y & 0xffffffffu;
  m.g1 = row_y >> 32;
  // Each swap changes the sign of the determinant, +-2^bits.
  flip ^= 0 - static_cast<std::uint64_t>(m.f0 * m.g1 < m.g0 * m.f1);
  return kRunBits - left;
}

QUIVER_INLINE Matrix compose(const Matrix& second, const Matrix& first) {
  Matrix m;
  m.f0 = second.f0 * first.f0 + second.g0 * first.f1;
  m.g0 = second.f0 * first.g0 + second.g0 * first.g1;
  m.f1 = second.f1 * first.f0 + second.g1 * first.f1;
  m.g1 = second.f1 * first.g0 + second.g1 * first.g1;
  return m;
}

/// (hi, lo) += a*b, modulo 2^128.
QUIVER_INLINE void accumulate(std::uint64_t& hi, std::uint64_t& lo, std::uint64_t a, std::uint64_t b) {
#ifdef QUIVER_HAS_INT128
  Wide t = ((static_cast<Wide>(hi) << 64) | lo) + static_cast<Wide>(a) * b;
  hi = static_cast<std::uint64_t>(t >> 64);
  lo = static_cast<std::uint64_t>(t);
#else
  std::uint64_t product_hi;
  std::uint64_t product_lo = mul_wide(a, b, product_hi);
  lo += product_lo;
  hi += product_hi + (lo < product_lo);
#endif
}

/// (hi, lo) -= a*b, modulo 2^128.
QUIVER_INLINE void accumulate_negated(std::uint64_t& hi, std::uint64_t& lo, std::uint64_t a, std::uint64_t b) {
#ifdef QUIVER_HAS_INT128
  Wide t = ((static_cast<Wide>(hi) << 64) | lo) - static_cast<Wide>(a) * b;
  hi = static_cast<std::uint64_t>(t >> 64);
  lo = static_cast<std::uint64_t>(t);
#else
  std::uint64_t product_hi;
  std::uint64_t product_lo = mul_wide(a, b, product_hi);
  hi -= product_hi + (lo < product_lo);
  lo -= product_lo;
#endif
}

QUIVER_INLINE std::uint64_t sign_fill(std::uint64_t x) { return 0 - (x >> 63); }

/// The leading word of +-(c*x - d*y) / 2^kRunBits, the sign being `flip`; c + d <= 2^kRunBits. A value below 0 (which
/// only the error of the leading words gives) becomes 0.
QUIVER_INLINE std::uint64_t window_row(std::uint64_t c, std::uint64_t x, std::uint64_t d, std::uint64_t y,
                                       std::uint64_t flip) {
  std::uint64_t lo = 0, hi = 0;
  accumulate(hi, lo, c, x);
  accumulate_negated(hi, lo, d, y);
  return ((((hi << (64 - kRunBits)) | (lo >> kRunBits)) ^ flip) - flip) & ~sign_fill(hi ^ flip);
}

/// out = (c*x - d*y) / 2^kBatchBits over N words, c + d <= 2^kBatchBits. Returns all ones when negative, else 0.
template <unsigned N> QUIVER_INLINE std::uint64_t
reduce_row(std::uint64_t* out, std::uint64_t c, const std::uint64_t* x, std::uint64_t d, const std::uint64_t* y) {
  std::uint64_t lo = 0, hi = 0, below = 0;
  QUIVER_UNROLL
  for (unsigned i = 0; i < N; i++) {
    lo = hi;
    hi = sign_fill(hi);
    accumulate(hi, lo, c, x[i]);
    accumulate_negated(hi, lo, d, y[i]);
    if (i > 0) out[i - 1] = (below >> kBatchBits) | (lo << (64 - kBatchBits));
    below = lo;
  }
  out[N - 1] = (below >> kBatchBits) | (hi << (64 - kBatchBits));
  return sign_fill(hi);
}

/// (u, v) = (f0*u + g0*v, f1*u + g1*v) over N words; returns the new length, at most W (the results are at most p).
template <unsigned N, unsigned W>
QUIVER_INLINE unsigned grow_words(std::uint64_t* u, std::uint64_t* v, const Matrix& m) {
  std::uint64_t carry_u = 0, carry_v = 0;
  QUIVER_UNROLL
  for (unsigned i = 0; i < N; i++) {
    std::uint64_t ui = u[i], vi = v[i];
    std::uint64_t lo = carry_u, hi = 0;
    accumulate(hi, lo, m.f0, ui);
    accumulate(hi, lo, m.g0, vi);
    u[i] = lo;
    carry_u = hi;
    lo = carry_v, hi = 0;
    accumulate(hi, lo, m.f1, ui);
    accumulate(hi, lo, m.g1, vi);
    v[i] = lo;
    carry_v = hi;
  }
  if constexpr (N == W) return W;
  u[N] = carry_u;
  v[N] = carry_v;
  return N + static_cast<unsigned>((carry_u | carry_v) != 0);
}

/// The same for a length known at run time, 1 <= n <= N.
template <unsigned N, unsigned W>
QUIVER_INLINE unsigned grow_select(std::uint64_t* u, std::uint64_t* v, const Matrix& m, unsigned n) {
  if constexpr (N > 1) {
    if (n < N) return grow_select<N - 1, W>(u, v, m, n);
  }
  return grow_words<N, W>(u, v, m);
}

/// Not inlined: it would be in every length of batch.
template <unsigned W>
QUIVER_NOINLINE static unsigned grow_cofactors(std::uint64_t* u, std::uint64_t* v, const Matrix& m, unsigned n) {
  return grow_select<W, W>(u, v, m, n);
}

template <unsigned W> struct State {
  std::uint64_t ab[2][W]; // a, b
  std::uint64_t u[W], v[W];
  std::uint64_t flip;       // all ones when s = 1
  unsigned cofactor_length; // words of u and v
  unsigned bits;            // k
};

/// The definition, one bit at a time: divides out kBatchBits bits, or fewer when a becomes 0.
template <unsigned W> QUIVER_NOINLINE static void exact_steps(State<W>& s) {
  s.cofactor_length = W;
  for (unsigned done = 0; done < kBatchBits;) {
    if ((s.ab[0][0] & 1) == 0) {
      if (is_zero_words(s.ab[0], W)) return;
      for (unsigned i = 0; i < W; i++) s.ab[0][i] = (s.ab[0][i] >> 1) | (i + 1 < W ? s.ab[0][i + 1] << 63 : 0);
      add_words(s.v, s.v, s.v, W);
      s.bits++;
      done++;
    } else {
      if (compare_words(s.ab[0], s.ab[1], W) < 0) {
        for (unsigned i = 0; i < W; i++) {
          std::uint64_t t = s.ab[0][i];
          s.ab[0][i] = s.ab[1][i];
          s.ab[1][i] = t;
          t = s.u[i];
          s.u[i] = s.v[i];
          s.v[i] = t;
        }
        s.flip = ~s.flip;
      }
      sub_words(s.ab[0], s.ab[0], s.ab[1], W);
      add_words(s.u, s.u, s.v, W);
    }
  }
}

/// The matrix of one batch from the leading words (aligned to their common top bit) and the low words of a and b.
/// `flip` is all ones when the batch flips s, else 0. The operands are one word pair, so that this serves every W.
QUIVER_NOINLINE static inline Matrix batch_matrix(std::uint64_t top_a, std::uint64_t top_b, std::uint64_t low_a,
                                                  std::uint64_t low_b, std::uint64_t& flip_out) {
  Matrix first, second;
  std::uint64_t flip = 0;
  std::uint64_t x = (top_a & ~kLowMask) | (low_a & kLowMask);
  std::uint64_t y = (top_b & ~kLowMask) | (low_b & kLowMask);
  unsigned done = run_steps(x, y, flip, first);
  // a = b in the approximation only: the rest of the run divides an apparent zero.
  first.f1 <<= kRunBits - done;
  first.g1 <<= kRunBits - done;

  // The pair after the first run: low words exactly, leading words to a unit or two.
  std::uint64_t next_low_a = (((first.f0 * low_a - first.g0 * low_b) ^ flip) - flip) >> kRunBits;
  std::uint64_t next_low_b = (((first.g1 * low_b - first.f1 * low_a) ^ flip) - flip) >> kRunBits;
  std::uint64_t next_a = window_row(first.f0, top_a, first.g0, top_b, flip);
  std::uint64_t next_b = window_row(first.g1, top_b, first.f1, top_a, flip);
  unsigned shift = count_leading_zeros(next_a | next_b | 1);
  x = ((next_a << shift) & ~kLowMask) | (next_low_a & kLowMask);
  y = ((next_b << shift) & ~kLowMask) | (next_low_b & kLowMask);
  done = run_steps(x, y, flip, second);
  second.f1 <<= kRunBits - done;
  second.g1 <<= kRunBits - done;
  flip_out = flip;
  return compose(second, first);
}

/// One batch of kBatchBits bits on approximations, a and b of N >= 2 words; false (and nothing changed) when its signs
/// come out wrong.
template <unsigned N, unsigned W> QUIVER_INLINE bool batch_steps(State<W>& s) {
  unsigned shift = count_leading_zeros(s.ab[0][N - 1] | s.ab[1][N - 1]);
  std::uint64_t top_a = (s.ab[0][N - 1] << shift) | ((s.ab[0][N - 2] >> 1) >> (63 - shift));
  std::uint64_t top_b = (s.ab[1][N - 1] << shift) | ((s.ab[1][N - 2] >> 1) >> (63 - shift));
  std::uint64_t flip;
  Matrix m = batch_matrix(top_a, top_b, s.ab[0][0], s.ab[1][0], flip);

  // With s flipped the new pair is (g0*b - f0*a, f1*a - g1*b): the same rows with the operands exchanged.
  std::uint64_t new_a[N], new_b[N];
  const std::uint64_t* p = s.ab[flip & 1];
  const std::uint64_t* q = s.ab[(flip & 1) ^ 1];
  std::uint64_t swap_row = (m.f0 ^ m.g0) & flip;
  std::uint64_t negative = reduce_row<N>(new_a, m.f0 ^ swap_row, p, m.g0 ^ swap_row, q);
  swap_row = (m.f1 ^ m.g1) & flip;
  negative |= reduce_row<N>(new_b, m.g1 ^ swap_row, q, m.f1 ^ swap_row, p);
  if (negative != 0) return false;
  copy_words(s.ab[0], new_a, N);
  copy_words(s.ab[1], new_b, N);
  s.cofactor_length = grow_cofactors<W>(s.u, s.v, m, s.cofactor_length);
  s.flip ^= flip;
  s.bits += kBatchBits;
  return true;
}

/// Batches until a and b fit in one word, N words at first; false when a becomes 0.
template <unsigned N, unsigned W> QUIVER_INLINE bool shrink(State<W>& s) {
  if constexpr (N > 1) {
    // Exact steps divide out at most 2*64*W bits; beyond that and some slack no more approximations.
    constexpr unsigned kFastBits = 2 * 64 * W + 2 * kBatchBits;
    while ((s.ab[0][N - 1] | s.ab[1][N - 1]) != 0) {
      if (s.bits < kFastBits && batch_steps<N>(s)) continue;
      exact_steps(s);
      if (is_zero_words(s.ab[0], W)) return false;
    }
    return shrink<N - 1>(s);
  } else {
    return true;
  }
}

/// x = x / 2^bits mod p, for x <= p; the result is <= p. Montgomery reduction, a word at a time.
template <unsigned W>
QUIVER_INLINE void divide_by_power(std::uint64_t* x, unsigned bits, const InverseParams<W>& params) {
  for (; bits >= 64; bits -= 64) {
    std::uint64_t factor = x[0] * params.n0, carry = 0;
    mul_add(x[0], factor, params.modulus[0], carry);
    QUIVER_UNROLL
    for (unsigned i = 1; i < W; i++) x[i - 1] = mul_add(x[i], factor, params.modulus[i], carry);
    x[W - 1] = carry;
  }
  if (bits == 0) return;
  std::uint64_t factor = (x[0] * params.n0) & ((std::uint64_t{1} << bits) - 1), carry = 0;
  std::uint64_t below = mul_add(x[0], factor, params.modulus[0], carry);
  for (unsigned i = 1; i < W; i++) {
    std::uint64_t word = mul_add(x[i], factor, params.modulus[i], carry);
    x[i - 1] = (below >> bits) | (word << (64 - bits));
    below = word;
  }
  x[W - 1] = (below >> bits) | (carry << (64 - bits));
}

} // namespace inverse_detail

/// out = a^-1 mod p, 0 <= out < p.
/// Form: plain integers, 0 <= a < p, p odd; p may fill all 64*W bits. a = 0 gives 0, as does gcd(a, p) != 1.
/// Aliasing: out may be a. Variable time. Cost and source: see the top of the file.
template <unsigned W>
static void invert_mod(std::uint64_t* out, const std::uint64_t* a, const InverseParams<W>& params) {
  using namespace inverse_detail;
  State<W> s;
  copy_words(s.ab[0], a, W);
  copy_words(s.ab[1], params.modulus, W);
  for (unsigned i = 0; i < W; i++) s.u[i] = s.v[i] = 0;
  s.u[0] = 1;
  s.flip = 0;
  s.bits = 0;
  s.cofactor_length = 1;
  bool invertible = !is_zero_words(a, W) && shrink<W>(s);

  // Both fit in a word, so that the runs are exact and only the cofactors need the matrices.
  if (invertible) {
    std::uint64_t x = s.ab[0][0], y = s.ab[1][0];
    do {
      Matrix m;
      s.bits += run_steps(x, y, s.flip, m);
      if (x != 0) {
        Matrix second;
        s.bits += run_steps(x, y, s.flip, second);
        m = compose(second, m);
      }
      if constexpr (W == 1) {
        grow_words<1, 1>(s.u, s.v, m);
      } else {
        s.cofactor_length = grow_cofactors<W>(s.u, s.v, m, s.cofactor_length);
      }
    } while (x != 0);
    invertible = y == 1;
  }
  if (!invertible) {
    for (unsigned i = 0; i < W; i++) out[i] = 0;
    return;
  }

  divide_by_power<W>(s.v, s.bits, params);
  if (s.flip == 0) {
    sub_words(out, params.modulus, s.v, W);
  } else {
    copy_words(out, s.v, W);
  }
}

} // namespace quiver
