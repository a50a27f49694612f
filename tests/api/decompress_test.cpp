// The C ABI: decompression by both rules.
#include "api_rig.hpp"

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

bool larger(const Curve& curve, const Curve::Element& y, const Curve::Element& negated) {
  if (curve.group().degree == 2 && y.second != negated.second) return y.second > negated.second;
  return y.first > negated.first;
}
bool odd(const Curve& curve, const Curve::Element& y) {
  const mpz_class& c = curve.group().degree == 2 && y.first == 0 ? y.second : y.first;
  return mpz_odd_p(c.get_mpz_t()) != 0;
}

/// Both signs of each point come back under each rule.
void decompress_all(const Curve& curve, const std::vector<CurvePoint>& points) {
  const Group& group = curve.group();
  const std::size_t c = curve.coordinate_bytes(), n = points.size();
  for (quiver_sign_rule rule : {QUIVER_SIGN_LARGER, QUIVER_SIGN_ODD}) {
    std::string x(n * c, '\0'), wanted = encode(curve, points);
    std::vector<std::uint8_t> signs(n);
    for (std::size_t i = 0; i < n; i++) {
      const CurvePoint& p = points[i];
      if (!p.identity) curve.put(x.data() + i * c, p.x);
      bool set = !p.identity && (rule == QUIVER_SIGN_ODD ? odd(curve, p.y) : larger(curve, p.y, curve.negate(p).y));
      signs[i] = static_cast<std::uint8_t>(set | p.identity << 1);
    }
    for (const char* backend : curve_backends(group))
      for (std::size_t skew : {0u, 3u}) { // x and out may lie anywhere
        std::string in = std::string(skew, 'x') + x, out(n * 2 * c + skew + 1, 'u');
        quiver_run_options options = run_on(backend, 2);
        ErrorBox error;
        ASSERT_EQ(quiver_decompress(handle(group), out.data() + skew, in.data() + skew, signs.data(), n, rule, &options,
                                    error),
                  QUIVER_OK)
            << backend << ": " << error.error.message;
        EXPECT_EQ(out, std::string(skew, 'u') + wanted + "u") << group.curve << group.group << " on " << backend;
      }
  }
}

TEST(ApiDecompress, both_rules_and_both_signs) {
  for (unsigned g = 0; g < group_count(); g++) {
    const Known& k = known(group_at(g));
    std::vector<CurvePoint> points;
    for (const CurvePoint& p : k.troubled_points(13, 40).points) {
      points.push_back(p);
      points.push_back(k.curve.negate(p));
    }
    decompress_all(k.curve, points);
  }
}

// y in Fp2 with one coordinate zero: found from the other side, as cube roots of y^2 - b.
TEST(ApiDecompress, ordinates_with_a_zero_coordinate) {
  for (const char* name : {"bn254-g2", "bls12-381-g2", "bls12-377-g2"}) {
    const Group& group = *find_group(name, nullptr);
    Curve curve(group);
    const mpz_class& p = curve.p();
    mpz_class m = p * p - 1;
    while (m % 3 == 0) m /= 3;
    mpz_class e;
    mpz_invert(e.get_mpz_t(), mpz_class(3).get_mpz_t(), m.get_mpz_t());
    auto mul = [&](const Curve::Element& a, const Curve::Element& b) {
      return Curve::Element{mod(a.first * b.first + group.non_residue * a.second * b.second, p),
                            mod(a.first * b.second + a.second * b.first, p)};
    };
    std::vector<CurvePoint> points;
    unsigned found[2] = {};
    for (unsigned long v = 1; (found[0] < 2 || found[1] < 2) && v < 4000; v++) {
      unsigned which = v % 2;
      if (found[which] >= 2) continue;
      mpz_class value = mod(mpz_class(v) * v * v * 12345678901234567u + v, p);
      Curve::Element y = which == 0 ? Curve::Element{value, 0} : Curve::Element{0, value}, b = curve.element(group.b);
      Curve::Element square = mul(y, y), t{mod(square.first - b.first, p), mod(square.second - b.second, p)}, x{1, 0};
      for (std::size_t bit = mpz_sizeinbase(e.get_mpz_t(), 2); bit-- > 0;) {
        x = mul(x, x);
        if (mpz_tstbit(e.get_mpz_t(), bit)) x = mul(x, t);
      }
      if (mul(mul(x, x), x) != t) continue;
      found[which]++;
      CurvePoint point{false, x, y};
      ASSERT_TRUE(curve.contains(point));
      points.push_back(point);
      points.push_back(curve.negate(point));
    }
    ASSERT_EQ(points.size(), 8u) << name;
    decompress_all(curve, points);
  }
}

TEST(ApiDecompress, bad_input_is_named) {
  const Known& k = known(bn254());
  const std::size_t most = kTile + 11;
  std::string good;
  for (std::size_t i = 0; i < most; i++) good += k.curve.encode(k.curve.generator()).substr(0, 32);
  std::string no_point(32, '\0'), at_modulus(32, '\0');
  for (no_point[0] = 1;; no_point[0]++) { // the first x that no point has
    mpz_class x = no_point[0], right = x * x * x + 3;
    if (mpz_legendre(right.get_mpz_t(), k.curve.p().get_mpz_t()) < 0) break;
  }
  put_words(at_modulus.data(), k.curve.p() + 1, 4); // x = 1 if it were reduced
  struct Case {
    std::string x;
    std::uint8_t sign;
  };
  const Case cases[] = {{no_point, 0}, {at_modulus, 0}, {std::string(32, '\xff'), 1}, {good.substr(0, 32), 2}};
  for (const char* backend : curve_backends(bn254()))
    for (std::size_t at : {std::size_t{0}, std::size_t{9}, std::size_t{19}, kTile - 1, kTile})
      for (const Case& c : cases) {
        if (at > 19 && (c.sign != 2 || std::strcmp(backend, "portable") != 0)) continue; // slow, and tiles are alike
        const std::size_t n = at > 19 ? most : 20;
        std::string x = good.substr(0, n * 32), out(n * 64, 'u');
        std::vector<std::uint8_t> signs(n);
        x.replace(at * 32, 32, c.x);
        signs[at] = c.sign;
        if (at + 2 < n) x.replace((n - 1) * 32, 32, no_point);
        quiver_run_options options = run_on(backend, 2);
        ErrorBox error;
        EXPECT_TRUE(failed(
            quiver_decompress(handle(bn254()), out.data(), x.data(), signs.data(), n, QUIVER_SIGN_ODD, &options, error),
            error.error, QUIVER_BAD_DATA, at))
            << backend;
        EXPECT_EQ(out, std::string(n * 64, 'u'));
      }
}

TEST(ApiDecompress, arguments) {
  std::string x(32, '\0'), out(64, 'u');
  std::uint8_t sign = 2;
  ErrorBox error;
  const quiver_group* g = handle(bn254());
  auto refuse = [&](quiver_status status) {
    EXPECT_TRUE(failed(status, error.error, QUIVER_INVALID_ARGUMENT));
    EXPECT_EQ(out, std::string(64, 'u'));
  };
  refuse(quiver_decompress(nullptr, out.data(), x.data(), &sign, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, nullptr, x.data(), &sign, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, out.data(), nullptr, &sign, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, out.data(), x.data(), nullptr, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, out.data(), x.data(), &sign, 1, static_cast<quiver_sign_rule>(2), nullptr, error));
  EXPECT_EQ(quiver_decompress(g, nullptr, nullptr, nullptr, 0, QUIVER_SIGN_ODD, nullptr, error), QUIVER_OK);
  EXPECT_EQ(quiver_decompress(g, out.data(), x.data(), &sign, 1, QUIVER_SIGN_ODD, nullptr, nullptr), QUIVER_OK);
  EXPECT_EQ(out, zeros(64));
}

// Three different points in turn, and 4096 is no multiple of three: a tile that took another one's would show.
TEST(ApiTiles, keep_their_place) {
  const Known& k = known(bn254());
  const std::size_t n = kTile + 10;
  const CurvePoint g = k.curve.generator();
  const CurvePoint turn[3] = {g, k.curve.negate(k.curve.sum(g, g)), k.times(3)};
  std::string bytes, x;
  std::vector<std::uint8_t> signs;
  for (std::size_t i = 0; i < n; i++) {
    bytes += k.curve.encode(turn[i % 3]);
    x += k.curve.encode(turn[i % 3]).substr(0, 32);
    signs.push_back(odd(k.curve, turn[i % 3].y));
  }
  for (const char* backend : curve_backends(bn254())) {
    Points points = prepare(bn254(), bytes, backend, QUIVER_VALIDATE_SUBGROUP, 2);
    std::string back(bytes.size(), 'u');
    ASSERT_EQ(quiver_points_read(points.get(), back.data(), 0, n, nullptr, nullptr), QUIVER_OK);
    EXPECT_TRUE(back == bytes) << backend;
    back.assign(bytes.size(), 'u');
    quiver_run_options options = run_on(backend, 2);
    ASSERT_EQ(
        quiver_decompress(handle(bn254()), back.data(), x.data(), signs.data(), n, QUIVER_SIGN_ODD, &options, nullptr),
        QUIVER_OK);
    EXPECT_TRUE(back == bytes) << backend;
  }
}

} // namespace
} // namespace quiver
