// Points in and out of a back end, what is refused and under which number, and the tests of points, against the oracle.
#include <algorithm>
#include <array>
#include <memory>
#include <random>

#include "support/model.hpp"

namespace quiver::test {
namespace {

class Points : public testing::TestWithParam<Target> {
protected:
  Points() : group(*GetParam().group), oracle(group), rig(group, GetParam().backend) {}

  unsigned cw() const { return rig.coordinate_words(); }

  /// n points of the subgroup: the identity, the generator and its negative, and random multiples.
  std::vector<Point> subgroup_points(std::size_t n) {
    std::vector<Point> out;
    Point step = oracle.mul(from_words(seed, kScalarWords) % oracle.order(), oracle.generator()), p = step;
    for (std::size_t i = 0; i < n; i++, p = oracle.add(p, step))
      out.push_back(i == 1 ? Point{} : i == 2 ? oracle.generator() : i == 3 ? oracle.neg(oracle.generator()) : p);
    return out;
  }
  Words words_of(const std::vector<Point>& points) const {
    Words out(points.size() * 2 * cw());
    for (std::size_t i = 0; i < points.size(); i++) oracle.write_point(&out[i * 2 * cw()], points[i]);
    return out;
  }
  Array import(const std::vector<Point>& points) { return rig.import(words_of(points)); }

  const std::uint64_t seed[kScalarWords] = {0x123456789abcdef1, 0xfedcba9876543210, 0x0f1e2d3c4b5a6978,
                                            0x1122334455667788};
  const Group& group;
  Oracle oracle;
  Rig rig;
  std::mt19937_64 rng{377};
};

INSTANTIATE_TEST_SUITE_P(All, Points, testing::ValuesIn(all_targets()), target_name);

/// A layout in a buffer at an odd address, filled with a pattern.
struct Memory {
  Memory(std::size_t bytes, std::size_t misalignment) : storage(bytes + 64, 0xcc), offset(misalignment) {}
  unsigned char* base() { return storage.data() + offset; }
  std::vector<unsigned char> storage;
  std::size_t offset;
};

TEST_P(Points, LayoutsOfEveryKind) {
  const std::size_t n = 2 * rig.lanes() + 3, coordinate = 8 * cw();
  const std::vector<Point> points = subgroup_points(n);
  const Words plain = words_of(points);
  const Array reference = rig.import(plain);
  EXPECT_EQ(rig.export_words(reference, n), plain);
  const Big radix = Big(1) << (64 * group.words);
  Words montgomery = plain;
  for (std::size_t i = 0; i < montgomery.size(); i += group.words)
    to_words(&montgomery[i], group.words, from_words(&plain[i], group.words) * radix % oracle.modulus());

  struct Shape {
    std::size_t misalignment, stride, x, y, flag;
    bool has_flag;
  };
  const Shape shapes[] = {
      {0, 2 * coordinate, 0, coordinate, 0, false},
      {1, 2 * coordinate + 1, 0, coordinate, 2 * coordinate, true},     // a flag behind
      {3, 2 * coordinate + 13, coordinate + 5, 1, 0, true},             // y first, the flag in front
      {7, 2 * coordinate + 8, 3, coordinate + 8, coordinate + 5, true}, // the flag between
      {5, 3 * coordinate, 2 * coordinate, 0, 0, false},
  };
  for (const Shape& s : shapes)
    for (Form form : {Form::canonical, Form::montgomery}) {
      const Words& words = form == Form::canonical ? plain : montgomery;
      Memory memory(n * s.stride, s.misalignment);
      PointLayout layout{memory.base(), s.stride, s.x, s.y, s.flag, s.has_flag, form};
      for (std::size_t i = 0; i < n; i++) {
        unsigned char* p = memory.base() + i * s.stride;
        std::memcpy(p + s.x, &words[i * 2 * cw()], coordinate);
        std::memcpy(p + s.y, &words[i * 2 * cw() + cw()], coordinate);
        if (!s.has_flag) continue;
        p[s.flag] = points[i].identity ? 0x80 : 0; // any value but zero
        // the coordinates of a flagged point count for nothing, whatever they are
        if (points[i].identity) std::memset(p + s.x, 0xff, coordinate);
      }
      for (std::size_t first : {std::size_t{0}, std::size_t{1}, std::size_t{rig.lanes()}}) {
        Array packed = rig.packed(n - first);
        ASSERT_EQ(rig.k().import_points(rig.ctx(), packed.data(), layout, first, n - first), n - first);
        ASSERT_EQ(std::memcmp(packed.data(), reference.data() + first * rig.k().packed_bytes, packed.size()), 0)
            << "first " << first << " stride " << s.stride << " form " << static_cast<int>(form);
      }
      // out again: the same bytes (an identity as zeros and 1), and nothing between them
      Memory out(n * s.stride, s.misalignment), expected(n * s.stride, s.misalignment);
      layout.base = out.base();
      rig.k().export_points(rig.ctx(), layout, reference.data(), n);
      for (std::size_t i = 0; i < n; i++) {
        unsigned char* p = expected.base() + i * s.stride;
        std::memcpy(p + s.x, &words[i * 2 * cw()], coordinate);
        std::memcpy(p + s.y, &words[i * 2 * cw() + cw()], coordinate);
        if (s.has_flag) p[s.flag] = points[i].identity ? 1 : 0;
      }
      ASSERT_EQ(out.storage, expected.storage) << "stride " << s.stride << " form " << static_cast<int>(form);
    }
}

TEST_P(Points, CoordinatesNotBelowPAreRefusedByNumber) {
  const std::size_t n = 2 * rig.lanes() + 3;
  const std::vector<Point> points = subgroup_points(n);
  const Words plain = words_of(points);
  const Array reference = rig.import(plain);
  const std::size_t bytes = rig.k().packed_bytes;
  const std::vector<Big> wrong{oracle.modulus(), oracle.modulus() + 1, (Big(1) << (64 * group.words)) - 1};
  for (std::size_t bad = 0; bad < n; bad++)
    for (unsigned component = 0; component < 2 * group.degree; component++)
      for (const Big& v : wrong)
        for (Form form : {Form::canonical, Form::montgomery}) {
          Words words = plain;
          to_words(&words[bad * 2 * cw() + component * group.words], group.words, v);
          if (bad + 2 < n) to_words(&words[(n - 1) * 2 * cw()], group.words, v); // a later one does not matter
          PointLayout layout = rig.layout(words.data());
          layout.form = form;
          const std::size_t first = bad % 3 < bad ? bad % 3 : 0;
          Array packed = rig.packed(n);
          ASSERT_EQ(rig.k().import_points(rig.ctx(), packed.data(), layout, first, n - first), bad - first)
              << "point " << bad << " component " << component << " " << hex(v);
          if (form == Form::montgomery) continue;
          ASSERT_EQ(std::memcmp(packed.data(), reference.data() + first * bytes, (bad - first) * bytes), 0)
              << "points before the refused one are written";
        }
}

TEST_P(Points, PackedPointsCrossBackEndsByWords) {
  const std::size_t n = 19;
  const std::vector<Point> points = subgroup_points(n);
  const Words plain = words_of(points);
  for (const char* backend : backends_for(group)) {
    Rig other(group, backend);
    Array there = other.import(plain);
    Array here = rig.import(other.export_words(there, n));
    EXPECT_EQ(rig.export_words(here, n), plain) << backend;
  }
}

TEST_P(Points, EqualComparesPointByPoint) {
  const std::size_t n = 3 * rig.lanes() + 1;
  std::vector<Point> a = subgroup_points(n), b = a;
  std::vector<std::uint8_t> want(n, 1);
  for (std::size_t i = 0; i < n; i++) {
    if (i % 4 == 1) b[i] = oracle.neg(a[i]); // the same x
    if (i % 4 == 2) b[i] = oracle.add(a[i], oracle.generator());
    if (i % 7 == 3) b[i] = Point{};
    want[i] = a[i] == b[i];
  }
  std::vector<std::uint8_t> got(n + 1, 9);
  Array pa = import(a), pb = import(b);
  rig.k().equal(rig.ctx(), got.data(), pa.data(), pb.data(), n);
  EXPECT_EQ(got[n], 9);
  got.resize(n);
  EXPECT_EQ(got, want);
}

TEST_P(Points, OnCurveFindsTheFirstWrongPoint) {
  const std::size_t n = 2 * rig.lanes() + 3;
  std::vector<Point> points = subgroup_points(n);
  points[0] = oracle.random_point(rng); // in general outside of the subgroup
  Array packed = import(points);
  EXPECT_EQ(rig.k().on_curve(rig.ctx(), packed.data(), n), n);
  const Fe one{{1, 0}};
  for (std::size_t bad = 0; bad < n; bad++) {
    Point p = points[bad].identity ? oracle.generator() : points[bad];
    std::vector<Point> wrong{{false, p.x, oracle.add(p.y, one)},
                             {false, oracle.add(p.x, one), p.y},
                             {false, p.x, Fe{}},
                             {false, Fe{}, p.y},
                             {false, p.y, p.x}};
    if (group.degree == 2) wrong.push_back({false, p.x, {{p.y.c[0], p.y.c[1] == 0 ? Big(1) : Big(0)}}});
    for (const Point& w : wrong) {
      if (oracle.on_curve(w)) continue;
      std::vector<Point> list = points;
      list[bad] = w;
      if (bad + 1 < n) list[n - 1] = w;
      Array with_wrong = import(list);
      ASSERT_EQ(rig.k().on_curve(rig.ctx(), with_wrong.data(), n), bad);
    }
  }
}

TEST_P(Points, InSubgroupFindsTheFirstPointOutside) {
  const std::size_t n = 2 * rig.lanes() + 3;
  const std::vector<Point> points = subgroup_points(n);
  Array packed = import(points);
  EXPECT_EQ(rig.k().in_subgroup(rig.ctx(), packed.data(), n), n);
  if (group.subgroup_test == SubgroupTest::cofactor_one) return;

  std::vector<Point> outside;
  for (int i = 0; i < 4; i++) {
    Point p = oracle.random_point(rng), small = oracle.mul(oracle.order(), p);
    ASSERT_TRUE(oracle.on_curve(p));
    if (small.identity) continue; // happens for cofactors that are small
    outside.push_back(p);
    outside.push_back(small);
    outside.push_back(oracle.add(small, points[3]));
  }
  static const std::vector<Model> models = small_order_models();
  for (const Model& model : models) {
    if (std::string(model.group.curve) != group.curve || group.degree != 1) continue;
    for (std::uint32_t e = 1; e < model.size(); e += 1 + model.size() / 9) {
      Point p = oracle.read_point(&model.words[e * 2 * cw()]);
      outside.push_back(p);
      outside.push_back(oracle.add(p, points[4]));
    }
  }
  ASSERT_FALSE(outside.empty());
  for (std::size_t i = 0; i < outside.size(); i++) {
    std::vector<Point> list = points;
    const std::size_t bad = i % n;
    list[bad] = outside[i];
    if (bad + 1 < n) list[n - 1] = outside[i];
    Array with_outside = import(list);
    ASSERT_EQ(rig.k().in_subgroup(rig.ctx(), with_outside.data(), n), bad) << "point " << i;
  }
}

/// The small points of production curves, one by one: the test must refuse each of them.
TEST_P(Points, InSubgroupRefusesEverySmallOrderPoint) {
  static const std::vector<Model> models = small_order_models();
  unsigned sets = 0;
  for (const Model& model : models) {
    if (std::string(model.group.curve) != group.curve || group.degree != 1) continue;
    sets++;
    Array packed = rig.import(model.words);
    const std::size_t bytes = rig.k().packed_bytes;
    ASSERT_EQ(rig.k().in_subgroup(rig.ctx(), packed.data(), model.size()), 1u) << model.name; // 0 is the identity
    const std::uint32_t step = model.size() > 100 ? 9 : 1;
    for (std::uint32_t e = 1; e < model.size(); e += step)
      ASSERT_EQ(rig.k().in_subgroup(rig.ctx(), packed.data() + e * bytes, 1), 0u) << model.name << " " << e;
  }
  if (sets == 0) GTEST_SKIP() << "no points of small order for this group";
}

TEST_P(Points, DecompressBothRulesAgainstTheOracle) {
  const std::size_t n = 2 * rig.lanes() + 3;
  std::vector<Point> points = subgroup_points(n);
  for (std::size_t i = 4; i < n; i += 5) points[i] = oracle.random_point(rng);
  for (SignRule rule : {SignRule::larger, SignRule::odd}) {
    auto sign_of = [&](const Point& p) -> std::uint8_t {
      if (p.identity) return 0;
      if (rule == SignRule::odd) {
        const Big& c = p.y.c[0] == 0 ? p.y.c[1] : p.y.c[0];
        return mpz_odd_p(c.get_mpz_t()) != 0;
      }
      const Big& c = p.y.c[1] == 0 ? p.y.c[0] : p.y.c[1];
      return 2 * c > oracle.modulus();
    };
    std::vector<std::uint64_t> x(n * cw());
    std::vector<std::uint8_t> signs(n);
    for (std::size_t i = 0; i < n; i++) {
      oracle.write(&x[i * cw()], points[i].identity ? Fe{} : points[i].x);
      signs[i] = static_cast<std::uint8_t>(sign_of(points[i]) | (points[i].identity ? 2 : 0));
    }
    Array packed = rig.packed(n);
    ASSERT_EQ(rig.k().decompress(rig.ctx(), packed.data(), x.data(), signs.data(), n, rule), n);
    ASSERT_EQ(rig.export_words(packed, n), words_of(points)) << "rule " << static_cast<int>(rule);
    // the other signs give the negatives
    std::vector<Point> negatives;
    for (std::size_t i = 0; i < n; i++) {
      negatives.push_back(oracle.neg(points[i]));
      if (!points[i].identity) signs[i] ^= 1;
    }
    ASSERT_EQ(rig.k().decompress(rig.ctx(), packed.data(), x.data(), signs.data(), n, rule), n);
    ASSERT_EQ(rig.export_words(packed, n), words_of(negatives)) << "rule " << static_cast<int>(rule);

    // refused: no point with this x, x not below p, an identity that has an x or a sign
    Fe none = oracle.random(rng);
    while (oracle.is_square(oracle.right_side(none))) none = oracle.random(rng);
    std::vector<std::uint64_t> no_point(cw()), too_large(cw()), one(cw()), zero(cw());
    oracle.write(no_point.data(), none);
    to_words(&too_large[(group.degree - 1) * group.words], group.words, oracle.modulus());
    one[(group.degree - 1) * group.words] = 1;
    const std::pair<const std::vector<std::uint64_t>*, std::uint8_t> wrong[] = {
        {&no_point, 0}, {&no_point, 1}, {&too_large, 0}, {&too_large, 2}, {&one, 2}, {&zero, 3}};
    std::size_t number = 0;
    for (std::size_t bad = 0; bad < n; bad++)
      for (const auto& [words, sign] : wrong) {
        if (number++ % (slow_build() ? 11 : 5) != 0) continue; // kinds and lanes in turn
        std::vector<std::uint64_t> xs = x;
        std::vector<std::uint8_t> ss = signs;
        std::copy(words->begin(), words->end(), xs.begin() + static_cast<long>(bad * cw()));
        ss[bad] = sign;
        if (bad + 1 < n) {
          std::copy(no_point.begin(), no_point.end(), xs.end() - cw());
          ss[n - 1] = 0;
        }
        ASSERT_EQ(rig.k().decompress(rig.ctx(), packed.data(), xs.data(), ss.data(), n, rule), bad)
            << "kind "
            << (words == &no_point    ? "no point"
                : words == &too_large ? "too large"
                                      : "identity");
        Words before = rig.export_words(packed, bad), want = words_of(negatives);
        want.resize(before.size());
        ASSERT_EQ(before, want) << "points before the refused one are written";
      }
  }
}

/// Points with y = 0, the only ones whose two roots are one.
TEST_P(Points, DecompressPointsOfOrderTwo) {
  static const std::vector<Model> models = small_order_models();
  unsigned found = 0;
  for (const Model& model : models) {
    if (std::string(model.group.curve) != group.curve || group.degree != 1 || model.m != 2) continue;
    for (std::uint32_t e = 1; e < model.size(); e++, found++)
      for (SignRule rule : {SignRule::larger, SignRule::odd}) {
        const std::uint8_t sign = 0;
        Array packed = rig.packed(1);
        ASSERT_EQ(rig.k().decompress(rig.ctx(), packed.data(), &model.words[e * 2 * cw()], &sign, 1, rule), 1u);
        Words got = rig.export_words(packed, 1);
        ASSERT_TRUE(std::equal(got.begin(), got.end(), &model.words[e * 2 * cw()]));
      }
  }
  if (found == 0) GTEST_SKIP() << "no points of order two for this group";
}

/// psi as its definition says, on any point of the curve; and lambda^k*P where that is what it must be.
TEST_P(Points, EndomorphismPowersInEntries) {
  if (group.endomorphism == nullptr) GTEST_SKIP() << "no endomorphism";
  const Endomorphism& e = *group.endomorphism;
  const Big lambda = from_words(e.lambda, kScalarWords);
  std::vector<Point> points = subgroup_points(7);
  const std::size_t inside = points.size();
  points.push_back(oracle.random_point(rng));
  auto conjugate = [&](const Fe& a) {
    return e.conjugate ? Fe{{a.c[0], a.c[1] == 0 ? a.c[1] : Big(oracle.modulus() - a.c[1])}} : a;
  };
  auto psi = [&](const Point& p) {
    if (p.identity) return p;
    return Point{false, oracle.mul(oracle.constant(e.cx), conjugate(p.x)),
                 oracle.mul(oracle.constant(e.cy), conjugate(p.y))};
  };
  // images[k][i]
  std::vector<std::vector<Point>> images{points};
  for (unsigned k = 1; k < e.dimension; k++) {
    images.push_back({});
    for (std::size_t i = 0; i < points.size(); i++) {
      images[k].push_back(psi(images[k - 1][i]));
      ASSERT_TRUE(oracle.on_curve(images[k][i]));
      if (i >= inside) continue;
      ASSERT_TRUE(images[k][i] == oracle.mul(lambda, images[k - 1][i])) << "lambda, power " << k;
    }
  }
  std::vector<Entry> entries;
  std::vector<Point> want;
  for (int round = 0; round < 5; round++)
    for (std::size_t i = 0; i < points.size(); i++)
      for (unsigned k = 0; k < e.dimension; k++)
        for (bool negative : {false, true}) {
          if (rng() % 2 == 0) continue; // so that powers meet in all combinations of lanes
          if (rng() % 9 == 0) entries.push_back(kNoEntry), want.push_back({});
          entries.push_back(make_entry(static_cast<std::uint32_t>(i), negative, k));
          want.push_back(negative ? oracle.neg(images[k][i]) : images[k][i]);
        }
  const Array packed = import(points);
  const std::size_t n = entries.size(), blocks = rig.blocks(n);
  Array got = rig.scatter(rig.gather(packed, entries), n);
  ASSERT_EQ(rig.export_words(got, n), words_of(want)) << "gather";

  const Array list = Rig::entries(entries, blocks * rig.lanes());
  Array buckets = rig.gather(packed, std::vector<Entry>(n, make_entry(0, false)));
  rig.k().bucket_step(rig.ctx(), buckets.data(), packed.data(), list.as<Entry>(), blocks, list.as<Entry>());
  Array xyzz = rig.xyzz(blocks), affine = rig.affine(blocks);
  rig.k().xyzz_clear(rig.ctx(), xyzz.data(), blocks);
  rig.k().xyzz_accumulate(rig.ctx(), xyzz.data(), packed.data(), list.as<Entry>(), blocks);
  rig.k().normalise(rig.ctx(), affine.data(), xyzz.data(), blocks);
  got = rig.scatter(affine, n);
  ASSERT_EQ(rig.export_words(got, n), words_of(want)) << "xyzz_accumulate";
  for (Point& p : want) p = oracle.add(points[0], p);
  got = rig.scatter(buckets, n);
  ASSERT_EQ(rig.export_words(got, n), words_of(want)) << "bucket_step";
}

/// Additions, doublings and products on production points: what small orders cannot show, a != 0 among it.
TEST_P(Points, ArithmeticAgainstTheOracle) {
  const std::size_t n = slow_build() ? 13 : 45;
  std::vector<Point> points = subgroup_points(n);
  points[n - 1] = oracle.random_point(rng);
  const Array packed = import(points);
  std::vector<Entry> left, right;
  std::vector<Point> sum, difference, twice;
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j : {i, (i + 1) % n, (5 * i + 2) % n, std::size_t{1}, std::size_t{3}}) {
      left.push_back(make_entry(static_cast<std::uint32_t>(i), false));
      right.push_back(make_entry(static_cast<std::uint32_t>(j), false));
      sum.push_back(oracle.add(points[i], points[j]));
      difference.push_back(oracle.add(points[i], oracle.neg(points[j])));
      twice.push_back(oracle.add(points[i], points[i]));
    }
  const std::size_t count = left.size(), blocks = rig.blocks(count);
  const Array a = rig.gather(packed, left), b = rig.gather(packed, right);
  Array s = rig.affine(blocks), d = rig.affine(blocks), t = rig.affine(blocks);
  auto holds = [&](const char* what, const Array& affine, const std::vector<Point>& want) {
    Array got = rig.scatter(affine, count);
    EXPECT_EQ(rig.export_words(got, count), words_of(want)) << what;
  };
  rig.k().add_sub(rig.ctx(), s.data(), d.data(), a.data(), b.data(), blocks);
  holds("add_sub, sum", s, sum);
  holds("add_sub, difference", d, difference);
  rig.k().add(rig.ctx(), s.data(), a.data(), b.data(), blocks);
  holds("add", s, sum);
  rig.k().dbl(rig.ctx(), t.data(), a.data(), blocks);
  holds("dbl", t, twice);
  Array x = rig.xyzz(blocks), y = rig.xyzz(blocks);
  const Array la = Rig::entries(left, blocks * rig.lanes()), lb = Rig::entries(right, blocks * rig.lanes());
  rig.k().xyzz_clear(rig.ctx(), x.data(), blocks);
  rig.k().xyzz_clear(rig.ctx(), y.data(), blocks);
  for (int i = 0; i < 2; i++) { // 2a and 2b: ZZ != 1
    rig.k().xyzz_accumulate(rig.ctx(), x.data(), packed.data(), la.as<Entry>(), blocks);
    rig.k().xyzz_accumulate(rig.ctx(), y.data(), packed.data(), lb.as<Entry>(), blocks);
  }
  Array z = rig.xyzz(blocks);
  rig.k().xyzz_add(rig.ctx(), z.data(), x.data(), y.data(), blocks);
  rig.k().normalise(rig.ctx(), s.data(), z.data(), blocks);
  std::vector<Point> double_sum;
  for (const Point& p : sum) double_sum.push_back(oracle.add(p, p));
  holds("xyzz_add", s, double_sum);
  rig.k().xyzz_accumulate(rig.ctx(), x.data(), packed.data(), lb.as<Entry>(), blocks);
  rig.k().normalise(rig.ctx(), s.data(), x.data(), blocks);
  std::vector<Point> mixed;
  for (std::size_t i = 0; i < count; i++) mixed.push_back(oracle.add(sum[i], points[i / 5]));
  holds("xyzz_accumulate", s, mixed);
  rig.k().xyzz_dbl(rig.ctx(), x.data(), z.data(), blocks);
  rig.k().normalise(rig.ctx(), s.data(), x.data(), blocks);
  for (Point& p : double_sum) p = oracle.add(p, p);
  holds("xyzz_dbl", s, double_sum);
}

TEST_P(Points, CombineAndDoubleAndAddAgainstTheOracle) {
  if (rig.k().combine == nullptr) GTEST_SKIP() << "a lane table";
  std::vector<Point> points = subgroup_points(6);
  const Array packed = import(points);
  const unsigned shifts[] = {200, 131, 64, 64, 3, 0};
  Point want;
  for (std::size_t i = 0; i < 6; i++) want = oracle.add(want, oracle.mul(Big(1) << shifts[i], points[i]));
  Array out = rig.packed(1);
  rig.k().combine(rig.ctx(), out.data(), packed.data(), shifts, 6);
  EXPECT_EQ(rig.export_words(out, 1), words_of({want}));

  std::vector<std::array<std::uint64_t, kScalarWords>> scalars;
  for (int i = 0; i < 6; i++) scalars.push_back({rng(), rng(), rng(), rng()});
  scalars[0] = {~0ull, ~0ull, ~0ull, ~0ull};
  to_words(scalars[2].data(), kScalarWords, oracle.order()); // r*P: the identity at the last step
  to_words(scalars[3].data(), kScalarWords, oracle.order() + 1);
  want = {};
  for (std::size_t i = 0; i < 6; i++) {
    Point product = oracle.mul(from_words(scalars[i].data(), kScalarWords), points[i]);
    rig.k().double_and_add(rig.ctx(), out.data(), packed.data() + i * rig.k().packed_bytes,
                           reinterpret_cast<const unsigned char*>(scalars[i].data()), 32, 1);
    EXPECT_EQ(rig.export_words(out, 1), words_of({product})) << i;
    want = oracle.add(want, product);
  }
  rig.k().double_and_add(rig.ctx(), out.data(), packed.data(), reinterpret_cast<const unsigned char*>(scalars.data()),
                         32, 6);
  EXPECT_EQ(rig.export_words(out, 1), words_of({want}));
}

} // namespace
} // namespace quiver::test
