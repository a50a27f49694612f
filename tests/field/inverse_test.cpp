// The inversion and the set-up arithmetic of params.cpp against GMP.
#include "field/inverse.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "field/params.hpp"
#include "support/slow_build.hpp"

// A second build of this file with QUIVER_NO_INT128 has its own suite names.
#ifdef QUIVER_HAS_INT128
#define QUIVER_INVERSE_SUITE InverseTest
#define QUIVER_PARAMS_SUITE ParamsTest
#else
#define QUIVER_INVERSE_SUITE InverseNoInt128Test
#define QUIVER_PARAMS_SUITE ParamsNoInt128Test
#endif

namespace {

using namespace quiver;

template <unsigned W> using Words = std::array<std::uint64_t, W>;

class Integer {
public:
  Integer() { mpz_init(value); }
  explicit Integer(const char* text) { mpz_init_set_str(value, text, 0); }
  ~Integer() { mpz_clear(value); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;

  template <unsigned W> void set(const Words<W>& words) { mpz_import(value, W, -1, 8, 0, 0, words.data()); }

  template <unsigned W> Words<W> words() const {
    Words<W> out{};
    if (mpz_sizeinbase(value, 2) > 64 * W) {
      ADD_FAILURE() << "more than " << W << " words";
      return out;
    }
    mpz_export(out.data(), nullptr, -1, 8, 0, 0, value);
    return out;
  }

  mpz_t value;
};

struct Modulus {
  const char* name;
  const char* value;
};

constexpr Modulus kOneWord[] = {
    {"13", "13"},
    {"199", "199"},
    {"85453", "85453"},
    {"2305843009221580603", "2305843009221580603"},
    {"goldilocks", "0xffffffff00000001"},
};

constexpr Modulus kFourWords[] = {
    {"13", "13"},
    {"199", "199"},
    {"85453", "85453"},
    {"goldilocks", "0xffffffff00000001"},
    {"bn254 p", "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"},
    {"bn254 r", "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"},
    {"bls12-381 r", "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"},
    {"bls12-377 r", "0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001"},
    {"pallas", "0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001"},
    {"vesta", "0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001"},
};

constexpr Modulus kSixWords[] = {
    {"13", "13"},
    {"199", "199"},
    {"85453", "85453"},
    {"pallas", "0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001"},
    {"bls12-381 p", "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f624"
                    "1eabfffeb153ffffb9feffffffffaaab"},
    {"bls12-377 p", "0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800"
                    "170b5d44300000008508c00000000001"},
};

template <unsigned W> struct Fixture {
  explicit Fixture(const Modulus& modulus) : p(modulus.value) {
    p_words = p.template words<W>();
    params.init(p_words.data());
  }

  bool check(const Words<W>& a) {
    Words<W> got, in_place = a;
    invert_mod<W>(got.data(), a.data(), params);
    invert_mod<W>(in_place.data(), in_place.data(), params);
    a_value.template set<W>(a);
    // GMP calls 0 not invertible; here its inverse is 0.
    if (mpz_invert(expected.value, a_value.value, p.value) == 0) mpz_set_ui(expected.value, 0);
    if (got == expected.template words<W>() && in_place == got) return true;
    EXPECT_EQ(got, expected.template words<W>()) << text(a_value);
    EXPECT_EQ(in_place, got) << text(a_value);
    return false;
  }

  /// The value modulo p.
  bool check(const Integer& a) {
    mpz_mod(reduced.value, a.value, p.value);
    return check(reduced.template words<W>());
  }

  static std::string text(const Integer& a) {
    std::vector<char> digits(mpz_sizeinbase(a.value, 16) + 2);
    return mpz_get_str(digits.data(), 16, a.value);
  }

  Integer p, a_value, expected, reduced;
  Words<W> p_words;
  InverseParams<W> params;
};

template <unsigned W> void check_exhaustive(const Modulus& modulus) {
  Fixture<W> f(modulus);
  if (mpz_cmp_ui(f.p.value, 100000) > 0) return;
  std::uint64_t p = mpz_get_ui(f.p.value);
  for (std::uint64_t a = 0; a < p; a++)
    if (!f.check(Words<W>{a})) return;
}

template <unsigned W> void check_edges(const Modulus& modulus) {
  Fixture<W> f(modulus);
  Integer a, b;
  const mpz_t& p = f.p.value;
  for (long k = -4; k <= 4; k++) { // around 0, p/2, p/3 and p/4
    for (unsigned long d = 1; d <= 4; d++) {
      mpz_fdiv_q_ui(a.value, p, d);
      if (k < 0)
        mpz_sub_ui(a.value, a.value, static_cast<unsigned long>(-k));
      else
        mpz_add_ui(a.value, a.value, static_cast<unsigned long>(k));
      if (!f.check(a)) return;
    }
  }
  // +-2^i, +-2^i +-1, +-(2^i + 2^j), p/2 +- 2^i: long runs of zeros and ones, and values that agree with p or with a
  // fraction of it in many leading bits, on which the comparisons of the approximations are wrong.
  unsigned long bits = mpz_sizeinbase(p, 2);
  for (unsigned long i = 0; i <= bits; i++) {
    for (int k = -1; k <= 1; k++) {
      mpz_set_ui(a.value, 0);
      mpz_setbit(a.value, i);
      if (k < 0) mpz_sub_ui(a.value, a.value, 1);
      if (k > 0) mpz_add_ui(a.value, a.value, 1);
      for (unsigned long d = 1; d <= 5; d++) {
        mpz_fdiv_q_ui(b.value, p, d);
        mpz_add(b.value, b.value, a.value);
        if (!f.check(b)) return;
        mpz_submul_ui(b.value, a.value, 2);
        if (!f.check(b)) return;
      }
    }
    for (unsigned long j = 0; j < i; j += 3) {
      mpz_set_ui(a.value, 0);
      mpz_setbit(a.value, i);
      mpz_setbit(a.value, j);
      if (!f.check(a)) return;
      mpz_neg(a.value, a.value);
      if (!f.check(a)) return;
    }
  }
}

template <unsigned W> void check_random(const Modulus& modulus) {
  Fixture<W> f(modulus);
  if (mpz_cmp_ui(f.p.value, 100000) < 0) return; // done exhaustively
  std::mt19937_64 random(20240607);
  Integer a;
  for (int i = 0; i < (test::slow_build() ? 5000 : 100000); i++) {
    Words<W> words;
    for (std::uint64_t& w : words) w = random();
    // A quarter with whole words of zeros or ones, a quarter of random length.
    if (i % 4 == 1) words[random() % W] = i % 8 == 1 ? 0 : ~std::uint64_t{0};
    a.set<W>(words);
    if (i % 4 == 2) mpz_fdiv_r_2exp(a.value, a.value, 1 + random() % (64 * W));
    if (!f.check(a)) return;
  }
}

/// Values whose Euclidean quotients begin with p/a close to a small fraction: a = (n*p +- small) / d.
template <unsigned W> void check_near_fractions(const Modulus& modulus) {
  Fixture<W> f(modulus);
  std::mt19937_64 random(7);
  Integer a, small;
  for (int i = 0; i < (test::slow_build() ? 5000 : 20000); i++) {
    unsigned long d = 1 + random() % (i % 2 == 0 ? 16 : std::uint64_t{1} << 40);
    mpz_mul_ui(a.value, f.p.value, 1 + random() % d);
    mpz_fdiv_q_ui(a.value, a.value, d);
    Words<W> words;
    for (std::uint64_t& w : words) w = random();
    small.set<W>(words);
    mpz_fdiv_r_2exp(small.value, small.value, random() % (mpz_sizeinbase(f.p.value, 2)));
    if (random() & 1) mpz_neg(small.value, small.value);
    // Half of them with many zero bits at the end, so that runs end on an apparent a = b.
    if (random() & 1) mpz_mul_2exp(small.value, small.value, random() % 64);
    mpz_add(a.value, a.value, small.value);
    if (!f.check(a)) return;
  }
}

template <unsigned W, typename List> void check_all(const List& moduli) {
  for (const Modulus& modulus : moduli) {
    SCOPED_TRACE(modulus.name);
    check_exhaustive<W>(modulus);
    check_edges<W>(modulus);
    check_random<W>(modulus);
    check_near_fractions<W>(modulus);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(QUIVER_INVERSE_SUITE, OneWord) { check_all<1>(kOneWord); }
TEST(QUIVER_INVERSE_SUITE, FourWords) { check_all<4>(kFourWords); }
TEST(QUIVER_INVERSE_SUITE, SixWords) { check_all<6>(kSixWords); }

// Numbers that are no field's: every odd modulus below 256, and random odd ones of all lengths. Values that share a
// factor with the modulus have to end, and give 0.
template <unsigned W> void check_composite() {
  for (unsigned m = 3; m < 256; m += 2) {
    SCOPED_TRACE(m);
    check_exhaustive<W>({"", std::to_string(m).c_str()});
  }
  std::mt19937_64 random(3);
  Integer a;
  unsigned long most = W == 1 ? 64 : 64 * W - 1;
  for (int i = 0; i < 20000; i++) {
    Words<W> words;
    for (std::uint64_t& w : words) w = random();
    a.set<W>(words);
    mpz_fdiv_r_2exp(a.value, a.value, 2 + random() % (most - 1));
    mpz_setbit(a.value, 0);
    if (mpz_cmp_ui(a.value, 1) == 0) continue;
    Fixture<W> f({"", ("0x" + Fixture<W>::text(a)).c_str()});
    for (std::uint64_t& w : words) w = random();
    a.set<W>(words);
    if (!f.check(a)) return;
    mpz_fdiv_q_ui(a.value, f.p.value, 3); // a third of p, when 3 divides it
    if (!f.check(a)) return;
  }
}

TEST(QUIVER_INVERSE_SUITE, OneWordComposite) { check_composite<1>(); }
TEST(QUIVER_INVERSE_SUITE, FourWordsComposite) { check_composite<4>(); }
TEST(QUIVER_INVERSE_SUITE, SixWordsComposite) { check_composite<6>(); }

// The exact steps that stand in for a failed batch divide out the same bits and keep the invariant, step by step.
TEST(QUIVER_INVERSE_SUITE, ExactStepsKeepTheInvariant) {
  for (const Modulus& modulus : kFourWords) {
    SCOPED_TRACE(modulus.name);
    Fixture<4> f(modulus);
    inverse_detail::State<4> s{};
    Integer a0("123456789123456789123456789"), t, a, b, u, v;
    mpz_mod(a0.value, a0.value, f.p.value);
    Words<4> words = a0.words<4>();
    copy_words(s.ab[0], words.data(), 4);
    copy_words(s.ab[1], f.p_words.data(), 4);
    s.u[0] = 1;
    s.cofactor_length = 1;
    while (!is_zero_words(s.ab[0], 4)) {
      inverse_detail::exact_steps(s);
      mpz_import(a.value, 4, -1, 8, 0, 0, s.ab[0]);
      mpz_import(b.value, 4, -1, 8, 0, 0, s.ab[1]);
      mpz_import(u.value, 4, -1, 8, 0, 0, s.u);
      mpz_import(v.value, 4, -1, 8, 0, 0, s.v);
      mpz_mul(t.value, a.value, v.value);
      mpz_addmul(t.value, b.value, u.value);
      EXPECT_EQ(mpz_cmp(t.value, f.p.value), 0);
      mpz_mul_2exp(a.value, a.value, s.bits);
      if (s.flip) mpz_neg(u.value, u.value);
      mpz_submul(a.value, u.value, a0.value);
      EXPECT_NE(mpz_divisible_p(a.value, f.p.value), 0);
      ASSERT_LE(s.bits, 2 * mpz_sizeinbase(f.p.value, 2));
    }
    EXPECT_EQ(mpz_cmp_ui(b.value, 1), 0);
  }
}

template <unsigned W, typename List> void check_pow2(const List& moduli) {
  for (const Modulus& modulus : moduli) {
    SCOPED_TRACE(modulus.name);
    Integer p(modulus.value), expected;
    Words<W> p_words = p.words<W>();
    for (unsigned e = 0; e <= 3 * 64 * W + 1; e++) {
      Words<W> got;
      pow2_mod(got.data(), p_words.data(), W, e);
      mpz_set_ui(expected.value, 0);
      mpz_setbit(expected.value, e);
      mpz_mod(expected.value, expected.value, p.value);
      ASSERT_EQ(got, expected.words<W>()) << e;
    }
  }
}

TEST(QUIVER_PARAMS_SUITE, Pow2Mod) {
  check_pow2<1>(kOneWord);
  check_pow2<4>(kFourWords);
  check_pow2<6>(kSixWords);
  constexpr Modulus kFullWords[] = {
      {"2^256 - 189", "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43"},
      {"2^256 - 1", "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
      {"2^255 + 1", "0x8000000000000000000000000000000000000000000000000000000000000001"},
      {"3", "3"},
      {"1", "1"},
  };
  check_pow2<4>(kFullWords);
}

template <unsigned W, typename List> void check_jacobi(const List& moduli) {
  for (const Modulus& modulus : moduli) {
    Integer p(modulus.value);
    if (mpz_cmp_ui(p.value, 1) == 0) continue;
    Words<W> words = p.words<W>();
    for (std::uint32_t a = 1; a < 300; a++)
      ASSERT_EQ(jacobi_symbol(a, words.data(), W), mpz_ui_kronecker(a, p.value)) << a << " modulo " << modulus.name;
  }
}

TEST(QUIVER_PARAMS_SUITE, JacobiSymbol) {
  check_jacobi<1>(kOneWord);
  check_jacobi<4>(kFourWords);
  check_jacobi<6>(kSixWords);
  constexpr Modulus kComposite[] = {{"2^256 - 1", "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
                                    {"2^255 + 1", "0x8000000000000000000000000000000000000000000000000000000000000001"},
                                    {"3", "3"}};
  check_jacobi<4>(kComposite);
}

TEST(QUIVER_PARAMS_SUITE, NegInverseWord) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 10000; i++) {
    std::uint64_t p = i < 256 ? 2 * static_cast<std::uint64_t>(i) + 1 : random() | 1;
    ASSERT_EQ(p * neg_inverse_word(p), ~std::uint64_t{0}) << p;
  }
}

} // namespace
