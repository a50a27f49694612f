// Word arithmetic: carries, 64x64-bit products and small multi-word helpers, in portable C++. Everything above it is
// written in terms of these, so that whether the compiler has a 128-bit integer is decided here and nowhere else.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define QUIVER_HD __host__ __device__
#else
#define QUIVER_HD
#endif

// QUIVER_INLINE: hot code that is inlined, but in sanitizer builds, where instrumented code grows fourfold by it.
// QUIVER_ALWAYS_INLINE: a few instructions, which not even those builds should pay a call for; QUIVER_INLINE_LAMBDA, the
// same for a lambda. QUIVER_HOT_UNDER_SANITIZERS: a function that most of their time goes to, worth optimising there.
#if defined(__GNUC__)
#define QUIVER_INLINE_LAMBDA __attribute__((always_inline))
#define QUIVER_ALWAYS_INLINE QUIVER_HD inline QUIVER_INLINE_LAMBDA
#define QUIVER_NOINLINE __attribute__((noinline))
#else
#define QUIVER_INLINE_LAMBDA
#define QUIVER_ALWAYS_INLINE QUIVER_HD inline
#define QUIVER_NOINLINE
#endif
#if QUIVER_SANITIZED
#define QUIVER_INLINE QUIVER_HD inline
#else
#define QUIVER_INLINE QUIVER_ALWAYS_INLINE
#endif
#if QUIVER_SANITIZED && defined(__GNUC__) && !defined(__clang__)
#define QUIVER_HOT_UNDER_SANITIZERS __attribute__((optimize("O2")))
#else
#define QUIVER_HOT_UNDER_SANITIZERS
#endif

// Before a loop of few, fixed steps whose arrays then live in registers.
#if defined(__clang__)
#define QUIVER_UNROLL _Pragma("unroll")
#elif defined(__GNUC__)
#define QUIVER_UNROLL _Pragma("GCC unroll 8")
#else
#define QUIVER_UNROLL
#endif

// QUIVER_NO_INT128 builds the same code without the type; a test runs both.
#if defined(__SIZEOF_INT128__) && !defined(QUIVER_NO_INT128)
#define QUIVER_HAS_INT128 1
#endif

namespace quiver {

#ifdef QUIVER_HAS_INT128
__extension__ typedef unsigned __int128 Wide;
#endif

/// a*b = hi*2^64 + (result).
QUIVER_ALWAYS_INLINE std::uint64_t mul_wide(std::uint64_t a, std::uint64_t b, std::uint64_t& hi) {
#ifdef QUIVER_HAS_INT128
  Wide t = static_cast<Wide>(a) * b;
  hi = static_cast<std::uint64_t>(t >> 64);
  return static_cast<std::uint64_t>(t);
#else
  std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  std::uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
  std::uint64_t middle = (p00 >> 32) + (p01 & 0xffffffffu) + (p10 & 0xffffffffu);
  hi = p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
  return (middle << 32) | (p00 & 0xffffffffu);
#endif
}

/// a + b + carry; carry (0 or 1) in and out.
QUIVER_ALWAYS_INLINE std::uint64_t add_carry(std::uint64_t a, std::uint64_t b, std::uint64_t& carry) {
#ifdef QUIVER_HAS_INT128
  Wide t = static_cast<Wide>(a) + b + carry;
  carry = static_cast<std::uint64_t>(t >> 64);
  return static_cast<std::uint64_t>(t);
#else
  std::uint64_t s = a + carry;
  std::uint64_t c = s < carry;
  s += b;
  carry = c | (s < b);
  return s;
#endif
}

/// a - b - borrow; borrow (0 or 1) in and out.
QUIVER_ALWAYS_INLINE std::uint64_t sub_borrow(std::uint64_t a, std::uint64_t b, std::uint64_t& borrow) {
#ifdef QUIVER_HAS_INT128
  Wide t = static_cast<Wide>(a) - b - borrow;
  borrow = static_cast<std::uint64_t>(t >> 64) & 1;
  return static_cast<std::uint64_t>(t);
#else
  std::uint64_t d = a - b;
  std::uint64_t c = a < b;
  std::uint64_t r = d - borrow;
  borrow = c | (d < borrow);
  return r;
#endif
}

/// acc + a*b + carry, which fits in 128 bits; the high word becomes the carry.
QUIVER_ALWAYS_INLINE std::uint64_t mul_add(std::uint64_t acc, std::uint64_t a, std::uint64_t b, std::uint64_t& carry) {
#ifdef QUIVER_HAS_INT128
  Wide t = static_cast<Wide>(a) * b + acc + carry;
  carry = static_cast<std::uint64_t>(t >> 64);
  return static_cast<std::uint64_t>(t);
#else
  std::uint64_t hi;
  std::uint64_t lo = mul_wide(a, b, hi);
  lo += acc;
  hi += lo < acc;
  lo += carry;
  hi += lo < carry;
  carry = hi;
  return lo;
#endif
}

/// out = a + b over n words; returns the carry.
QUIVER_INLINE std::uint64_t add_words(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, unsigned n) {
  std::uint64_t carry = 0;
  for (unsigned i = 0; i < n; i++) out[i] = add_carry(a[i], b[i], carry);
  return carry;
}

/// out = a - b over n words; returns the borrow.
QUIVER_INLINE std::uint64_t sub_words(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, unsigned n) {
  std::uint64_t borrow = 0;
  for (unsigned i = 0; i < n; i++) out[i] = sub_borrow(a[i], b[i], borrow);
  return borrow;
}

/// -1, 0, 1 as a < b, a = b, a > b.
QUIVER_INLINE int compare_words(const std::uint64_t* a, const std::uint64_t* b, unsigned n) {
  for (unsigned i = n; i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

QUIVER_INLINE bool is_zero_words(const std::uint64_t* a, unsigned n) {
  std::uint64_t any = 0;
  for (unsigned i = 0; i < n; i++) any |= a[i];
  return any == 0;
}

QUIVER_INLINE void copy_words(std::uint64_t* out, const std::uint64_t* a, unsigned n) {
  for (unsigned i = 0; i < n; i++) out[i] = a[i];
}

/// Number of zero bits below the lowest set bit; x != 0.
QUIVER_INLINE unsigned count_trailing_zeros(std::uint64_t x) {
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__ffsll(static_cast<long long>(x)) - 1);
#elif defined(__GNUC__)
  return static_cast<unsigned>(__builtin_ctzll(x));
#else
  unsigned n = 0;
  for (unsigned step = 32; step != 0; step >>= 1) {
    if ((x << (64 - step)) != 0) continue;
    x >>= step;
    n += step;
  }
  return n;
#endif
}

/// Number of zero bits above the highest set bit; x != 0.
QUIVER_INLINE unsigned count_leading_zeros(std::uint64_t x) {
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__clzll(static_cast<long long>(x)));
#elif defined(__GNUC__)
  return static_cast<unsigned>(__builtin_clzll(x));
#else
  unsigned n = 0;
  for (unsigned step = 32; step != 0; step >>= 1) {
    if ((x >> (64 - step)) != 0) continue;
    x <<= step;
    n += step;
  }
  return n;
#endif
}

/// Number of bits: 0 for zero, else the position of the highest set bit plus one.
QUIVER_INLINE unsigned bit_length(const std::uint64_t* a, unsigned n) {
  for (unsigned i = n; i-- > 0;) {
    if (a[i] == 0) continue;
    unsigned bits = 64 * i;
    for (std::uint64_t w = a[i]; w != 0; w >>= 1) bits++;
    return bits;
  }
  return 0;
}

QUIVER_INLINE unsigned test_bit(const std::uint64_t* a, unsigned i) { return (a[i / 64] >> (i % 64)) & 1; }

} // namespace quiver
