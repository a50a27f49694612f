// The word helpers against GMP, on all combinations of edge words. Compiled twice, the second time with
// QUIVER_NO_INT128: both forms of each helper run.
#include "field/words.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#ifdef QUIVER_HAS_INT128
#define QUIVER_WORDS_SUITE WordsTest
#else
#define QUIVER_WORDS_SUITE WordsNoInt128Test
#endif

namespace {

using namespace quiver;

constexpr std::uint64_t kOnes = ~std::uint64_t{0};

/// The edge words, and some random ones.
std::vector<std::uint64_t> edge_words() {
  std::vector<std::uint64_t> words = {0,
                                      1,
                                      2,
                                      3,
                                      0xfffffffe,
                                      0xffffffff,
                                      0x100000000,
                                      0x100000001,
                                      (std::uint64_t{1} << 63) - 1,
                                      std::uint64_t{1} << 63,
                                      (std::uint64_t{1} << 63) + 1,
                                      kOnes - 0xffffffff,
                                      kOnes - 1,
                                      kOnes};
  std::mt19937_64 random(1);
  for (int i = 0; i < 6; i++) words.push_back(random());
  return words;
}

class Integer {
public:
  Integer() { mpz_init(value); }
  explicit Integer(std::uint64_t x) : Integer(&x, 1) {}
  Integer(const std::uint64_t* words, unsigned n) {
    mpz_init(value);
    mpz_import(value, n, -1, 8, 0, 0, words);
  }
  ~Integer() { mpz_clear(value); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;

  /// Word i of the value modulo a large power of two (two's complement).
  std::uint64_t word(unsigned i) const {
    Integer t;
    mpz_fdiv_q_2exp(t.value, value, 64 * i);
    mpz_fdiv_r_2exp(t.value, t.value, 64);
    std::uint64_t out = 0;
    mpz_export(&out, nullptr, -1, 8, 0, 0, t.value);
    return out;
  }

  mpz_t value;
};

TEST(QUIVER_WORDS_SUITE, SelectedForm) {
#ifdef QUIVER_NO_INT128
#ifdef QUIVER_HAS_INT128
  FAIL() << "QUIVER_NO_INT128 is ignored";
#endif
#elif defined(__SIZEOF_INT128__) && !defined(QUIVER_HAS_INT128)
  FAIL() << "the 128-bit type is not used";
#endif
}

TEST(QUIVER_WORDS_SUITE, MulWide) {
  for (std::uint64_t a : edge_words())
    for (std::uint64_t b : edge_words()) {
      Integer expected(a), factor(b);
      mpz_mul(expected.value, expected.value, factor.value);
      std::uint64_t hi = 0;
      std::uint64_t lo = mul_wide(a, b, hi);
      ASSERT_EQ(lo, expected.word(0)) << a << " " << b;
      ASSERT_EQ(hi, expected.word(1)) << a << " " << b;
    }
}

TEST(QUIVER_WORDS_SUITE, AddCarrySubBorrow) {
  for (std::uint64_t a : edge_words())
    for (std::uint64_t b : edge_words())
      for (std::uint64_t in = 0; in <= 1; in++) {
        Integer sum(a), difference(a), other(b);
        mpz_add(sum.value, sum.value, other.value);
        mpz_add_ui(sum.value, sum.value, in);
        std::uint64_t carry = in;
        ASSERT_EQ(add_carry(a, b, carry), sum.word(0)) << a << " " << b << " " << in;
        ASSERT_EQ(carry, sum.word(1)) << a << " " << b << " " << in;
        mpz_sub(difference.value, difference.value, other.value);
        mpz_sub_ui(difference.value, difference.value, in);
        std::uint64_t borrow = in;
        ASSERT_EQ(sub_borrow(a, b, borrow), difference.word(0)) << a << " " << b << " " << in;
        ASSERT_EQ(borrow, difference.word(1) & 1) << a << " " << b << " " << in;
      }
}

TEST(QUIVER_WORDS_SUITE, MulAdd) {
  std::vector<std::uint64_t> words = edge_words();
  Integer expected, addend;
  for (std::uint64_t acc : words)
    for (std::uint64_t a : words)
      for (std::uint64_t b : words)
        for (std::uint64_t in : words) {
          mpz_import(expected.value, 1, -1, 8, 0, 0, &a);
          mpz_import(addend.value, 1, -1, 8, 0, 0, &b);
          mpz_mul(expected.value, expected.value, addend.value);
          mpz_import(addend.value, 1, -1, 8, 0, 0, &acc);
          mpz_add(expected.value, expected.value, addend.value);
          mpz_import(addend.value, 1, -1, 8, 0, 0, &in);
          mpz_add(expected.value, expected.value, addend.value);
          std::uint64_t carry = in;
          std::uint64_t lo = mul_add(acc, a, b, carry);
          std::uint64_t out[2] = {0, 0};
          mpz_export(out, nullptr, -1, 8, 0, 0, expected.value);
          ASSERT_EQ(lo, out[0]) << acc << " " << a << " " << b << " " << in;
          ASSERT_EQ(carry, out[1]) << acc << " " << a << " " << b << " " << in;
        }
}

/// Three-word values from the edge words: all combinations of a short list, so that carries run through.
std::vector<std::array<std::uint64_t, 3>> edge_values() {
  const std::uint64_t short_list[] = {0, 1, 0xffffffff, std::uint64_t{1} << 63, kOnes};
  std::vector<std::array<std::uint64_t, 3>> values;
  for (std::uint64_t x : short_list)
    for (std::uint64_t y : short_list)
      for (std::uint64_t z : short_list) values.push_back({x, y, z});
  return values;
}

TEST(QUIVER_WORDS_SUITE, AddSubCompareWords) {
  for (const auto& a : edge_values())
    for (const auto& b : edge_values())
      for (unsigned n = 1; n <= 3; n++) {
        Integer sum(a.data(), n), difference(a.data(), n), other(b.data(), n);
        int order = mpz_cmp(sum.value, other.value);
        ASSERT_EQ(compare_words(a.data(), b.data(), n), order < 0 ? -1 : order > 0 ? 1 : 0);
        mpz_add(sum.value, sum.value, other.value);
        mpz_sub(difference.value, difference.value, other.value);
        std::uint64_t out[3], carry = add_words(out, a.data(), b.data(), n);
        for (unsigned i = 0; i < n; i++) ASSERT_EQ(out[i], sum.word(i));
        ASSERT_EQ(carry, sum.word(n));
        std::uint64_t borrow = sub_words(out, a.data(), b.data(), n);
        for (unsigned i = 0; i < n; i++) ASSERT_EQ(out[i], difference.word(i));
        ASSERT_EQ(borrow, difference.word(n) & 1);
        // In place, on either operand.
        std::array<std::uint64_t, 3> x = a, y = b;
        ASSERT_EQ(sub_words(x.data(), x.data(), b.data(), n), borrow);
        ASSERT_EQ(sub_words(y.data(), a.data(), y.data(), n), borrow);
        for (unsigned i = 0; i < n; i++) ASSERT_EQ(x[i], out[i]);
        for (unsigned i = 0; i < n; i++) ASSERT_EQ(y[i], out[i]);
      }
}

TEST(QUIVER_WORDS_SUITE, ZeroCopyBits) {
  for (const auto& a : edge_values())
    for (unsigned n = 1; n <= 3; n++) {
      Integer value(a.data(), n);
      bool zero = mpz_sgn(value.value) == 0;
      ASSERT_EQ(is_zero_words(a.data(), n), zero);
      ASSERT_EQ(bit_length(a.data(), n), zero ? 0 : mpz_sizeinbase(value.value, 2));
      for (unsigned i = 0; i < 64 * n; i++)
        ASSERT_EQ(test_bit(a.data(), i), static_cast<unsigned>(mpz_tstbit(value.value, i)));
      std::uint64_t out[3] = {7, 7, 7};
      copy_words(out, a.data(), n);
      for (unsigned i = 0; i < 3; i++) ASSERT_EQ(out[i], i < n ? a[i] : 7);
    }
}

TEST(QUIVER_WORDS_SUITE, CountZeros) {
  for (unsigned i = 0; i < 64; i++) {
    std::uint64_t bit = std::uint64_t{1} << i;
    EXPECT_EQ(count_trailing_zeros(bit), i);
    EXPECT_EQ(count_trailing_zeros(kOnes << i), i);
    EXPECT_EQ(count_trailing_zeros(bit | std::uint64_t{1} << 63), i);
    EXPECT_EQ(count_leading_zeros(bit), 63 - i);
    EXPECT_EQ(count_leading_zeros(kOnes >> i), i);
    EXPECT_EQ(count_leading_zeros(bit | 1), 63 - i);
  }
}

} // namespace
