// Fields through the seam (Kernels::field_op), on every group and back end: all pairs of values at which carries, limb
// borders and conditional subtractions turn, in every mixture of lanes, against GMP.

#include <algorithm>
#include <memory>
#include <random>

#include "support/oracle.hpp"
#include "support/rig.hpp"

namespace quiver::test {
namespace {

/// Values of [0, p) at which an implementation with 64-bit words or 52-bit limbs has something to get wrong.
std::vector<Big> adversarial_values(const Big& p, unsigned words, std::mt19937_64& rng) {
  std::vector<Big> patterns; // any integers; taken mod p below
  const Big one = 1;
  for (int i = 0; i < 4; i++) patterns.push_back(i);
  for (int i = 1; i < 4; i++) patterns.push_back(p - i);
  patterns.push_back((p - 1) / 2);
  patterns.push_back((p + 1) / 2);
  const unsigned bits = static_cast<unsigned>(mpz_sizeinbase(p.get_mpz_t(), 2));
  std::vector<unsigned> borders{1, 31, 32, 33, bits - 1};
  for (unsigned unit : {52u, 64u})
    for (unsigned bit = unit; bit < bits; bit += unit) borders.push_back(bit);
  for (unsigned bit : borders) {
    if (bit >= bits) continue;
    for (int delta = -1; delta <= 1; delta++) patterns.push_back((one << bit) + delta);
    patterns.push_back(p - (one << bit));
  }
  // all ones below a border, all ones above it, and every other limb
  for (unsigned unit : {52u, 64u}) {
    Big stripes = 0;
    for (unsigned bit = 0; bit < bits; bit += 2 * unit) stripes += ((one << unit) - 1) << bit;
    patterns.push_back(stripes & ((one << (bits - 1)) - 1));
    patterns.push_back((stripes << unit) & ((one << (bits - 1)) - 1));
    patterns.push_back((p >> unit) << unit);
  }
  // values whose Montgomery form is such a pattern, for both radices
  const std::size_t plain = patterns.size();
  std::vector<unsigned> radices{64 * words};
  if (words > 1) radices.push_back(words == 4 ? 260 : 416);
  for (unsigned radix : radices) {
    Big r = one << radix, inverse;
    mpz_invert(inverse.get_mpz_t(), r.get_mpz_t(), p.get_mpz_t());
    for (std::size_t i = 0; i < plain; i++) patterns.push_back(patterns[i] * inverse);
  }
  for (int i = 0; i < 8; i++) {
    std::uint64_t word[kMaxWords + 1];
    for (auto& w : word) w = rng();
    patterns.push_back(from_words(word, words + 1));
  }
  for (auto& v : patterns) mpz_mod(v.get_mpz_t(), v.get_mpz_t(), p.get_mpz_t());
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  std::shuffle(patterns.begin(), patterns.end(), rng);
  return patterns;
}

std::vector<Fe> adversarial_elements(const Oracle& oracle, unsigned words, std::mt19937_64& rng) {
  std::vector<Big> values = adversarial_values(oracle.modulus(), words, rng);
  std::vector<Fe> out;
  if (oracle.degree() == 1) {
    for (const Big& v : values) out.push_back({{v, 0}});
    return out;
  }
  // Fp2: each value with zero beside it on either side, with itself, its negative, and others
  const Big& p = oracle.modulus();
  for (std::size_t i = 0; i < values.size(); i++) {
    const Big &v = values[i], &other = values[(i + 1) % values.size()];
    switch (i % 5) {
    case 0:
      out.push_back({{v, 0}});
      break;
    case 1:
      out.push_back({{0, v}});
      break;
    case 2:
      out.push_back({{v, v}});
      break;
    case 3:
      out.push_back({{v, v == 0 ? v : Big(p - v)}});
      break;
    default:
      out.push_back({{v, other}});
    }
    if (i % 3 == 0) out.push_back({{other, v}});
  }
  for (const Fe& corner : {Fe{{0, 0}}, Fe{{1, 0}}, Fe{{0, 1}}, Fe{{p - 1, p - 1}}, Fe{{p - 1, 0}}, Fe{{0, p - 1}}})
    out.push_back(corner);
  return out;
}

class FieldOps : public testing::TestWithParam<Target> {
protected:
  FieldOps() : oracle(*GetParam().group), rig(*GetParam().group, GetParam().backend) {}

  Fe expected(FieldOp op, const Fe& a, const Fe& b) const {
    switch (op) {
    case FieldOp::add:
      return oracle.add(a, b);
    case FieldOp::sub:
      return oracle.sub(a, b);
    case FieldOp::neg:
      return oracle.neg(a);
    case FieldOp::mul:
      return oracle.mul(a, b);
    case FieldOp::sqr:
      return oracle.mul(a, a);
    case FieldOp::inverse:
      return oracle.inverse(a);
    case FieldOp::sqrt:
      break;
    }
    return {};
  }

  /// op on all of a and b at once; the values stay where they are, so lanes hold different ones.
  std::vector<Fe> run(FieldOp op, const std::vector<Fe>& a, const std::vector<Fe>& b) {
    const unsigned cw = oracle.coordinate_words();
    Words wa(a.size() * cw), wb(a.size() * cw), out(a.size() * cw + 1, 0xabababababababab);
    for (std::size_t i = 0; i < a.size(); i++) {
      oracle.write(&wa[i * cw], a[i]);
      oracle.write(&wb[i * cw], b[i]);
    }
    rig.k().field_op(rig.ctx(), op, out.data(), wa.data(), wb.data(), a.size());
    EXPECT_EQ(out.back(), 0xabababababababab) << "written past the end";
    std::vector<Fe> result;
    for (std::size_t i = 0; i < a.size(); i++) result.push_back(oracle.read(&out[i * cw]));
    return result;
  }

  void check(FieldOp op, const std::vector<Fe>& a, const std::vector<Fe>& b) {
    std::vector<Fe> got = run(op, a, b);
    for (std::size_t i = 0; i < a.size(); i++) {
      Fe want = expected(op, a[i], b[i]);
      ASSERT_TRUE(got[i] == want) << "op " << static_cast<int>(op) << " number " << i << " of " << a.size() << "\n a "
                                  << hex(a[i].c[0]) << " " << hex(a[i].c[1]) << "\n b " << hex(b[i].c[0]) << " "
                                  << hex(b[i].c[1]) << "\n got " << hex(got[i].c[0]) << " " << hex(got[i].c[1])
                                  << "\n want " << hex(want.c[0]) << " " << hex(want.c[1]);
    }
  }

  Oracle oracle;
  Rig rig;
  std::mt19937_64 rng{20261130};
};

TEST_P(FieldOps, EveryPairOfAdversarialValues) {
  std::vector<Fe> values = adversarial_elements(oracle, GetParam().group->words, rng);
  // the parts of Fp2 elements go through the same code as Fp, so a shuffled selection does there
  const std::size_t most = slow_build() ? 40 : oracle.degree() == 2 ? 90 : values.size();
  values.resize(std::min(values.size(), most));
  std::vector<Fe> a, b;
  for (const Fe& x : values)
    for (const Fe& y : values) a.push_back(x), b.push_back(y);
  if (a.size() % 8 == 0) a.push_back(values[0]), b.push_back(values[1]);
  for (FieldOp op : {FieldOp::add, FieldOp::sub, FieldOp::mul}) check(op, a, b);
}

TEST_P(FieldOps, RandomPairs) {
  std::vector<Fe> a, b;
  for (int i = 0; i < 1003; i++) a.push_back(oracle.random(rng)), b.push_back(oracle.random(rng));
  for (FieldOp op : {FieldOp::add, FieldOp::sub, FieldOp::mul, FieldOp::sqr, FieldOp::neg}) check(op, a, b);
}

TEST_P(FieldOps, UnaryOperations) {
  std::vector<Fe> values = adversarial_elements(oracle, GetParam().group->words, rng);
  for (int i = 0; i < 40; i++) values.push_back(oracle.random(rng));
  if (values.size() % 8 == 0) values.push_back({});
  for (FieldOp op : {FieldOp::neg, FieldOp::sqr, FieldOp::inverse}) check(op, values, values);
}

/// One zero among invertible values, all zeros, and blocks that are not full.
TEST_P(FieldOps, InverseWithZerosInEveryLane) {
  for (std::size_t n = 1; n <= 17; n++)
    for (std::size_t zero = 0; zero <= n; zero++) {
      std::vector<Fe> values;
      for (std::size_t i = 0; i < n; i++) values.push_back(i == zero ? Fe{} : oracle.random(rng));
      check(FieldOp::inverse, values, values);
      if (HasFatalFailure()) return;
    }
  std::vector<Fe> zeros(9);
  check(FieldOp::inverse, zeros, zeros);
}

TEST_P(FieldOps, SquareRoots) {
  std::vector<Fe> values = adversarial_elements(oracle, GetParam().group->words, rng);
  const std::size_t most = slow_build() ? 20 : oracle.degree() == 2 ? 60 : 100;
  std::vector<Fe> inputs;
  for (const Fe& v : values) {
    if (inputs.size() + 3 > most) break;
    inputs.push_back(v);
    inputs.push_back(oracle.mul(v, v));
    if (oracle.degree() == 2) inputs.push_back({{v.c[1], 0}}); // squares of Fp and others, all squares in Fp2
  }
  for (int i = 0; i < 20; i++) inputs.push_back(oracle.random(rng));
  inputs.push_back({});
  inputs.push_back({{1, 0}});
  if (inputs.size() % 8 == 0) inputs.push_back({{4, 0}});
  std::size_t squares = 0, others = 0;
  std::vector<Fe> roots = run(FieldOp::sqrt, inputs, inputs);
  for (std::size_t i = 0; i < inputs.size(); i++) {
    bool square = oracle.is_square(inputs[i]);
    Fe want = square ? inputs[i] : Fe{};
    (square ? squares : others)++;
    ASSERT_TRUE(oracle.mul(roots[i], roots[i]) == want)
        << i << ": " << hex(inputs[i].c[0]) << " " << hex(inputs[i].c[1]) << (square ? " is a square" : " is none")
        << ", root " << hex(roots[i].c[0]) << " " << hex(roots[i].c[1]);
  }
  EXPECT_GT(squares, 0u);
  EXPECT_GT(others, 0u);
}

/// Squares of Fp2 whose parts vanish one by one: the complex method's special cases, alone in each lane.
TEST_P(FieldOps, SquareRootsOfFlatElements) {
  std::vector<Fe> inputs;
  for (int i = 0; i < 24; i++) {
    Fe v = oracle.random(rng);
    if (oracle.degree() == 2) v.c[i % 2] = 0;
    inputs.push_back(i % 3 == 0 ? oracle.random(rng) : oracle.mul(v, v));
  }
  std::vector<Fe> roots = run(FieldOp::sqrt, inputs, inputs);
  for (std::size_t i = 0; i < inputs.size(); i++) {
    Fe want = oracle.is_square(inputs[i]) ? inputs[i] : Fe{};
    ASSERT_TRUE(oracle.mul(roots[i], roots[i]) == want) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FieldOps, testing::ValuesIn(all_targets()), target_name);

} // namespace
} // namespace quiver::test
