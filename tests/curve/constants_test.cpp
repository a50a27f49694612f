// The constants of every group, and the two functions that use them alone, against GMP. The tables come from
// tools/derive_constants.py; this recomputes what can be recomputed from the other side, in another language.
#include "curve/glv.hpp"
#include "curve/groups.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "support/slow_build.hpp"
#include "support/tiny_groups.hpp"

// GoogleTest finds this by its argument's namespace; the library of GMP's stream operators is not needed then.
static void PrintTo(const mpz_class& value, std::ostream* out) { *out << value.get_str(16); }

namespace quiver {
namespace {

mpz_class integer(const std::uint64_t* words, unsigned n) {
  mpz_class value;
  mpz_import(value.get_mpz_t(), n, -1, sizeof words[0], 0, 0, words);
  return value;
}

mpz_class integer(const SignedWords& value) {
  mpz_class magnitude = integer(value.words, 3);
  return value.negative ? mpz_class(-magnitude) : magnitude;
}

void words_of(const mpz_class& value, std::uint64_t out[kScalarWords]) {
  for (unsigned i = 0; i < kScalarWords; i++) out[i] = 0;
  ASSERT_LE(mpz_sizeinbase(value.get_mpz_t(), 2), 64 * kScalarWords);
  mpz_export(out, nullptr, -1, sizeof out[0], 0, 0, value.get_mpz_t());
}

/// value mod m in [0, m).
mpz_class mod(const mpz_class& value, const mpz_class& m) {
  mpz_class result;
  mpz_mod(result.get_mpz_t(), value.get_mpz_t(), m.get_mpz_t());
  return result;
}

mpz_class power_of_two(unsigned e) { return mpz_class(1) << e; }

/// Affine arithmetic over Fp or Fp2, slow and obvious.
class AffineCurve {
public:
  using Element = std::pair<mpz_class, mpz_class>;
  struct Point {
    bool identity = true;
    Element x, y;
    bool operator==(const Point& o) const { return identity == o.identity && (identity || (x == o.x && y == o.y)); }
  };

  explicit AffineCurve(const Group& group) : group_(group), p_(integer(group.modulus, kMaxWords)) {}

  Element element(const FieldConstant& constant) const {
    return {integer(constant.c[0], kMaxWords), integer(constant.c[1], kMaxWords)};
  }
  Point generator() const { return {false, element(group_.generator_x), element(group_.generator_y)}; }

  bool contains(const Point& p) const {
    return p.identity || mul(p.y, p.y) == add(mul(add(mul(p.x, p.x), element(group_.a)), p.x), element(group_.b));
  }

  Point sum(const Point& left, const Point& right) const {
    if (left.identity) return right;
    if (right.identity) return left;
    Element numerator, denominator;
    if (left.x == right.x) {
      if (left.y != right.y || left.y == Element{0, 0}) return {};
      Element square = mul(left.x, left.x);
      numerator = add(add(square, add(square, square)), element(group_.a));
      denominator = add(left.y, left.y);
    } else {
      numerator = sub(right.y, left.y);
      denominator = sub(right.x, left.x);
    }
    Element slope = mul(numerator, inverse(denominator));
    Element x = sub(sub(mul(slope, slope), left.x), right.x);
    return {false, x, sub(mul(slope, sub(left.x, x)), left.y)};
  }

  Point times(const mpz_class& k, Point p) const {
    if (k < 0) p.y = sub({0, 0}, p.y);
    mpz_class magnitude = abs(k);
    Point result;
    for (std::size_t i = mpz_sizeinbase(magnitude.get_mpz_t(), 2); i-- > 0;) {
      result = sum(result, result);
      if (mpz_tstbit(magnitude.get_mpz_t(), i)) result = sum(result, p);
    }
    return result;
  }

  Point psi(Point p) const {
    if (p.identity) return p;
    const Endomorphism& endomorphism = *group_.endomorphism;
    if (endomorphism.conjugate) {
      p.x.second = mod(-p.x.second, p_);
      p.y.second = mod(-p.y.second, p_);
    }
    p.x = mul(element(endomorphism.cx), p.x);
    p.y = mul(element(endomorphism.cy), p.y);
    return p;
  }

private:
  Element add(const Element& a, const Element& b) const {
    return {mod(a.first + b.first, p_), mod(a.second + b.second, p_)};
  }
  Element sub(const Element& a, const Element& b) const {
    return {mod(a.first - b.first, p_), mod(a.second - b.second, p_)};
  }
  Element mul(const Element& a, const Element& b) const {
    return {mod(a.first * b.first + group_.non_residue * a.second * b.second, p_),
            mod(a.first * b.second + a.second * b.first, p_)};
  }
  Element inverse(const Element& a) const {
    mpz_class norm = mod(a.first * a.first - group_.non_residue * a.second * a.second, p_);
    mpz_invert(norm.get_mpz_t(), norm.get_mpz_t(), p_.get_mpz_t());
    return {mod(a.first * norm, p_), mod(-a.second * norm, p_)};
  }

  const Group& group_;
  mpz_class p_;
};

class Constants : public testing::TestWithParam<const Group*> {
protected:
  const Group& group = *GetParam();
  mpz_class p = integer(group.modulus, kMaxWords);
  mpz_class r = integer(group.order, kScalarWords);
};

using Decomposition = Constants;

std::vector<const Group*> every_group() {
  std::vector<const Group*> groups = {&kOrder13, &kOrder199};
  for (unsigned i = 0; i < group_count(); i++) groups.push_back(&group_at(i));
  return groups;
}

std::vector<const Group*> groups_with_endomorphism() {
  std::vector<const Group*> groups;
  for (const Group* group : every_group())
    if (group->endomorphism != nullptr) groups.push_back(group);
  return groups;
}

std::string group_name(const testing::TestParamInfo<const Group*>& info) {
  return std::string(info.param->curve) + "_" + info.param->group;
}

INSTANTIATE_TEST_SUITE_P(Groups, Constants, testing::ValuesIn(every_group()), group_name);
INSTANTIATE_TEST_SUITE_P(Groups, Decomposition, testing::ValuesIn(groups_with_endomorphism()), group_name);

TEST_P(Constants, field_and_order_fit_their_description) {
  EXPECT_NE(mpz_probab_prime_p(p.get_mpz_t(), 40), 0);
  EXPECT_NE(mpz_probab_prime_p(r.get_mpz_t(), 40), 0);
  EXPECT_EQ(mpz_sizeinbase(r.get_mpz_t(), 2), group.order_bits);
  std::size_t bits = mpz_sizeinbase(p.get_mpz_t(), 2);
  EXPECT_EQ((bits + 63) / 64, group.words);
  // The Montgomery product of fields of several words counts on a free top bit.
  if (group.words > 1) {
    EXPECT_LT(bits, 64 * group.words);
  }
  EXPECT_TRUE(group.words == 1 || group.words == 4 || group.words == 6);
  if (group.degree == 1) {
    EXPECT_EQ(group.non_residue, 0);
  } else {
    ASSERT_EQ(group.degree, 2u);
    mpz_class non_residue = mod(group.non_residue, p);
    EXPECT_EQ(mpz_legendre(non_residue.get_mpz_t(), p.get_mpz_t()), -1);
  }
  for (const FieldConstant* constant : {&group.a, &group.b, &group.generator_x, &group.generator_y})
    for (unsigned i = 0; i < kMaxDegree; i++) {
      EXPECT_LT(integer(constant->c[i], kMaxWords), i < group.degree ? p : mpz_class(1));
    }
}

TEST_P(Constants, generator_is_on_the_curve_and_of_order_r) {
  AffineCurve curve(group);
  EXPECT_TRUE(curve.contains(curve.generator()));
  EXPECT_FALSE(curve.times(r - 1, curve.generator()).identity);
  EXPECT_TRUE(curve.times(r, curve.generator()).identity);
}

TEST_P(Constants, cofactor_times_order_lies_in_the_hasse_interval) {
  // |#E - (q + 1)| <= 2*sqrt(q), squared.
  mpz_class q = group.degree == 2 ? mpz_class(p * p) : p;
  mpz_class trace = q + 1 - r * integer(group.cofactor, 8);
  EXPECT_LE(mpz_class(trace * trace), mpz_class(4 * q));
}

TEST_P(Constants, subgroup_test_is_consistent) {
  mpz_class cofactor = integer(group.cofactor, 8);
  EXPECT_EQ(group.subgroup_test == SubgroupTest::cofactor_one, cofactor == 1);
  if (group.subgroup_test != SubgroupTest::relation) return;

  ASSERT_NE(group.endomorphism, nullptr);
  mpz_class lambda = integer(group.endomorphism->lambda, kScalarWords);
  mpz_class power = 1, sum = 0;
  for (unsigned i = 0; i < kMaxEndoDimension; i++, power = mod(power * lambda, r)) {
    mpz_class coefficient = integer(group.relation[i]);
    EXPECT_TRUE(i < group.endomorphism->dimension || coefficient == 0);
    sum += coefficient * power;
  }
  EXPECT_EQ(mod(sum, r), 0);
}

TEST_P(Decomposition, psi_multiplies_by_lambda) {
  AffineCurve curve(group);
  mpz_class lambda = integer(group.endomorphism->lambda, kScalarWords);
  EXPECT_LT(lambda, r);
  EXPECT_EQ(curve.psi(curve.generator()), curve.times(lambda, curve.generator()));
  if (group.endomorphism->dimension == 2) {
    EXPECT_EQ(mod(lambda * lambda + lambda + 1, r), 0);
    EXPECT_FALSE(group.endomorphism->conjugate);
  } else {
    ASSERT_EQ(group.endomorphism->dimension, 4u);
    EXPECT_EQ(lambda, mod(p, r)); // Frobenius
    // p has order 12 modulo r, the embedding degree: a root of the twelfth cyclotomic polynomial.
    EXPECT_EQ(mod(lambda * lambda * lambda * lambda - lambda * lambda + 1, r), 0);
  }
}

TEST_P(Decomposition, basis_rows_lie_in_the_lattice) {
  const Endomorphism& endomorphism = *group.endomorphism;
  mpz_class lambda = integer(endomorphism.lambda, kScalarWords);
  for (unsigned j = 0; j < endomorphism.dimension; j++) {
    mpz_class sum = 0, power = 1;
    bool zero = true;
    for (unsigned i = 0; i < endomorphism.dimension; i++, power = mod(power * lambda, r)) {
      sum += integer(endomorphism.basis[j][i]) * power;
      zero = zero && integer(endomorphism.basis[j][i]) == 0;
    }
    EXPECT_EQ(mod(sum, r), 0) << "row " << j;
    EXPECT_FALSE(zero) << "row " << j;
  }
}

class DecompositionCheck {
public:
  explicit DecompositionCheck(const Group& group)
      : endomorphism_(*group.endomorphism), r_(integer(group.order, kScalarWords)),
        lambda_(integer(endomorphism_.lambda, kScalarWords)), bound_(power_of_two(endomorphism_.bits)) {}

  testing::AssertionResult operator()(const mpz_class& k) const {
    std::uint64_t words[kScalarWords];
    words_of(k, words);
    // Sentinels: decompose writes every word of the parts it owns, and no others.
    SignedWords parts[kMaxEndoDimension];
    for (SignedWords& part : parts) part = {true, {~0ull, ~0ull, ~0ull}};
    decompose(endomorphism_, words, parts);
    mpz_class sum = 0;
    for (unsigned i = endomorphism_.dimension; i-- > 0;) {
      mpz_class part = integer(parts[i]);
      if (abs(part) >= bound_)
        return testing::AssertionFailure() << "part " << i << " of " << k.get_str(16) << " is long";
      if (part == 0 && parts[i].negative) return testing::AssertionFailure() << "minus zero in " << k.get_str(16);
      sum = sum * lambda_ + part;
    }
    for (unsigned i = endomorphism_.dimension; i < kMaxEndoDimension; i++)
      if (integer(parts[i]) != 1 - power_of_two(192)) return testing::AssertionFailure() << "part " << i << " written";
    if (mod(sum - k, r_) != 0) return testing::AssertionFailure() << k.get_str(16) << " does not recompose";
    return testing::AssertionSuccess();
  }

private:
  const Endomorphism& endomorphism_;
  mpz_class r_, lambda_, bound_;
};

TEST_P(Decomposition, edge_scalars) {
  DecompositionCheck check(group);
  mpz_class lambda = integer(group.endomorphism->lambda, kScalarWords), limit = power_of_two(256);
  std::vector<mpz_class> centres = {0, r / 2, r, lambda, r - lambda, mod(lambda * lambda, r), limit - 1, limit - r};
  for (unsigned i = 0; i < 256; i++) centres.push_back(power_of_two(i));
  for (const mpz_class& centre : centres)
    for (int offset = -2; offset <= 2; offset++) {
      mpz_class k = centre + offset;
      if (k < 0 || k >= limit) continue;
      EXPECT_TRUE(check(k));
    }
}

// Where one coordinate in the lattice is half-way between integers the remainder is longest.
TEST_P(Decomposition, scalars_half_way_between_lattice_points) {
  DecompositionCheck check(group);
  gmp_randclass random(gmp_randinit_mt);
  random.seed(2);
  const Endomorphism& endomorphism = *group.endomorphism;
  for (unsigned j = 0; j < endomorphism.dimension; j++) {
    mpz_class reciprocal = integer(endomorphism.reciprocal[j].words, 6);
    if (reciprocal == 0) continue;
    mpz_class coordinates = (r * reciprocal) >> endomorphism.shift;
    for (int i = 0; i < 2000; i++) {
      mpz_class half = 2 * mpz_class(random.get_z_range(coordinates + 1)) + 1;
      mpz_class k = (half << (endomorphism.shift - 1)) / reciprocal;
      EXPECT_TRUE(check(k));
      EXPECT_TRUE(check(k + 1));
    }
  }
}

TEST_P(Decomposition, random_scalars) {
  DecompositionCheck check(group);
  gmp_randclass random(gmp_randinit_mt);
  random.seed(1);
  if (r < 100000) {
    for (mpz_class k = 0; k < r; ++k) ASSERT_TRUE(check(k));
  } else {
    for (int i = 0; i < (test::slow_build() ? 10000 : 100000); i++) ASSERT_TRUE(check(random.get_z_range(r)));
  }
  for (int i = 0; i < (test::slow_build() ? 1000 : 10000); i++) ASSERT_TRUE(check(random.get_z_bits(256)));
}

TEST_P(Constants, reduce_scalar) {
  gmp_randclass random(gmp_randinit_mt);
  random.seed(3);
  mpz_class limit = power_of_two(256);
  std::vector<mpz_class> inputs = {
      0, 1, r - 1, r, r + 1, 2 * r - 1, 2 * r, limit - 1, limit - limit % r, limit % r, limit - limit % r - 1};
  for (unsigned i = 0; i < 256; i++) {
    inputs.push_back(power_of_two(i));
    inputs.push_back(power_of_two(i) - 1);
    for (int n = 0; n < 40; n++) inputs.push_back(random.get_z_bits(i + 1));
  }
  for (const mpz_class& input : inputs) {
    if (input >= limit) continue;
    std::uint64_t in[kScalarWords], out[kScalarWords];
    words_of(input, in);
    reduce_scalar(group, in, out);
    ASSERT_EQ(integer(out, kScalarWords), mod(input, r)) << input.get_str(16);
    reduce_scalar(group, in, in);
    ASSERT_EQ(integer(in, kScalarWords), mod(input, r)) << "in place, " << input.get_str(16);
  }
}

TEST(Registry, lists_every_group_once) {
  EXPECT_EQ(group_count(), 14u);
  for (unsigned i = 0; i < group_count(); i++)
    for (unsigned j = 0; j < i; j++)
      EXPECT_FALSE(std::string(group_at(i).curve) == group_at(j).curve &&
                   std::string(group_at(i).group) == group_at(j).group);
}

TEST(Registry, finds_every_group_by_every_spelling) {
  for (unsigned i = 0; i < group_count(); i++) {
    const Group* expected = &group_at(i);
    std::string underscores = expected->curve, dashes = underscores, mixed = underscores;
    bool odd = false;
    for (std::size_t c = 0; c < underscores.size(); c++)
      if (underscores[c] == '_') {
        dashes[c] = '-';
        if ((odd = !odd)) mixed[c] = '-';
      }
    for (const std::string& name : {underscores, dashes, mixed}) {
      EXPECT_EQ(find_group(name.c_str(), expected->group), expected) << name;
      if (std::string(expected->group) == "g1") {
        EXPECT_EQ(find_group(name.c_str(), nullptr), expected) << name;
      }
      for (const char* separator : {"-", "_"}) {
        std::string full = name + separator + expected->group;
        for (const char* group : {"g1", "g2", static_cast<const char*>(nullptr)})
          EXPECT_EQ(find_group(full.c_str(), group), expected) << full; // the suffix decides
      }
    }
  }
}

TEST(Registry, refuses_what_is_not_there) {
  const char* names[] = {"",
                         "bls12",
                         "bls12_38",
                         "bls12_3811",
                         "bls12_381_",
                         "bls12_381g1",
                         "bls12_381_g3",
                         "bls12_381_g11",
                         "bls12_381_g1_g1",
                         "BLS12_381",
                         "_bls12_381",
                         "bls12 381",
                         "bls12_381__g1",
                         "grumpkin_g2",
                         "pallas-g2",
                         "order13",
                         "bls12_381_g",
                         "bls12_381 "};
  for (const char* name : names) EXPECT_EQ(find_group(name, nullptr), nullptr) << name;
  EXPECT_EQ(find_group(nullptr, nullptr), nullptr);
  EXPECT_EQ(find_group(nullptr, "g1"), nullptr);
  for (const char* group : {"", "g", "g3", "g11", "G1", "1"})
    EXPECT_EQ(find_group("bls12_381", group), nullptr) << group;
  EXPECT_EQ(find_group("grumpkin", "g2"), nullptr);
}

} // namespace
} // namespace quiver
