#include "support/model.hpp"

#include "curve/groups.hpp"
#include "support/json_data.hpp"

namespace quiver::test {

namespace {

Point affine(const SmallOrderPoint& p) { return {p.identity, {{p.x, 0}}, {{p.y, 0}}}; }

Group group_of(const SmallOrderSet& set) {
  const Group* base = find_group(set.curve == "bn254_field_b1" ? "bn254" : set.curve.c_str(), "g1");
  Group group = *base;
  if (set.curve == "bn254_field_b1") {
    // The curve has no name of its own in the library, and no endomorphism that knows its order.
    group.curve = "bn254_field_b1";
    group.b = {};
    group.endomorphism = nullptr;
    group.subgroup_test = SubgroupTest::order;
  }
  Oracle oracle(group);
  EXPECT_TRUE(oracle.modulus() == set.field_modulus);
  to_words(group.b.c[0], group.words, set.b);
  return group;
}

std::uint64_t hash(std::uint64_t x) { // splitmix64's finaliser: a choice that looks random and is the same everywhere
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

} // namespace

std::vector<Model> small_order_models() {
  std::vector<Model> out;
  for (const SmallOrderSet& set : read_small_order_sets()) {
    Model model;
    model.group = group_of(set);
    model.m = set.m;
    model.name = set.curve + "_order_" + std::to_string(model.m);
    model.two_generators = set.has_independent && model.m < 100;
    Oracle oracle(model.group);
    const unsigned words = 2 * oracle.coordinate_words();
    model.words.resize(std::size_t{words} * model.size());
    std::vector<Point> multiples;
    for (const SmallOrderPoint& p : set.multiples) multiples.push_back(affine(p));
    EXPECT_EQ(multiples.size(), model.m);
    Point independent = model.two_generators ? affine(set.independent) : Point{};
    for (unsigned u = 0; u < model.m; u++) {
      EXPECT_TRUE(oracle.on_curve(multiples[u]));
      EXPECT_TRUE(multiples[(u + 1) % model.m] == oracle.add(multiples[u], multiples[1])) << model.name << " " << u;
    }
    Point row;
    for (unsigned v = 0; v < model.size() / model.m; v++) {
      for (unsigned u = 0; u < model.m; u++)
        oracle.write_point(&model.words[std::size_t{words} * (u + model.m * v)], oracle.add(row, multiples[u]));
      row = oracle.add(row, independent);
    }
    EXPECT_TRUE(row.identity) << model.name;
    out.push_back(std::move(model));
  }
  return out;
}

Model whole_group(const Group& group) {
  Oracle oracle(group);
  Model model;
  model.name = group.curve;
  model.group = group;
  model.m = static_cast<unsigned>(oracle.order().get_ui());
  const unsigned words = 2 * oracle.coordinate_words();
  model.words.resize(std::size_t{words} * model.m);
  Point p;
  for (unsigned u = 0; u < model.m; u++, p = oracle.add(p, oracle.generator())) {
    EXPECT_TRUE(oracle.on_curve(p) && p.identity == (u == 0));
    oracle.write_point(&model.words[std::size_t{words} * u], p);
  }
  EXPECT_TRUE(p.identity);
  return model;
}

Model logarithms(const Group& group) {
  Model model;
  model.name = group.curve;
  model.group = group;
  model.m = static_cast<unsigned>(group.order[0]);
  model.words.assign(std::size_t{2 * kScalarWords} * model.m, 0);
  for (unsigned u = 0; u < model.m; u++) model.words[std::size_t{2 * kScalarWords} * u] = u;
  return model;
}

Bench::Bench(const Model& chosen, const char* backend, std::size_t batch)
    : model(chosen), rig(model.group, backend, batch), points(rig.import(model.words)) {}

bool Bench::holds(const char* what, const Array& affine, const std::vector<std::uint32_t>& expected) {
  Array got = rig.scatter(affine, expected.size());
  const std::size_t bytes = rig.k().packed_bytes;
  for (std::size_t i = 0; i < expected.size(); i++) {
    if (std::memcmp(got.data() + i * bytes, points.data() + expected[i] * bytes, bytes) == 0) continue;
    std::string found = "a point outside of the set";
    for (std::uint32_t e = 0; e < model.size(); e++)
      if (std::memcmp(got.data() + i * bytes, points.data() + e * bytes, bytes) == 0) found = std::to_string(e);
    ADD_FAILURE() << model.name << " on " << rig.k().backend << ", " << what << ", batch " << rig.ctx()->batch
                  << ": number " << i << " of " << expected.size() << " (lane " << i % rig.lanes() << "): element "
                  << found << ", not " << expected[i];
    return false;
  }
  return true;
}

namespace {

using Elements = std::vector<std::uint32_t>;

std::vector<Entry> as_entries(const Elements& list, bool negative = false) {
  std::vector<Entry> out;
  for (std::uint32_t e : list) out.push_back(make_entry(e, negative));
  return out;
}

/// XYZZ accumulators that hold the elements. ZZ is 1 (or 0), or, with a detour over other elements, anything.
Array accumulators(Bench& bench, const Elements& list, bool detour) {
  Rig& rig = bench.rig;
  const std::size_t blocks = rig.blocks(list.size());
  Array out = rig.xyzz(blocks);
  rig.k().xyzz_clear(rig.ctx(), out.data(), blocks);
  std::vector<Entry> steps[2];
  for (std::size_t i = 0; i < list.size(); i++) {
    auto by = static_cast<std::uint32_t>(hash(i) % bench.model.size());
    steps[0].push_back(make_entry(detour ? bench.model.add(list[i], by) : list[i], false));
    steps[1].push_back(make_entry(by, true));
  }
  for (unsigned s = 0; s < (detour ? 2u : 1u); s++) {
    Array entries = Rig::entries(steps[s], blocks * rig.lanes());
    rig.k().xyzz_accumulate(rig.ctx(), out.data(), bench.points.data(), entries.as<Entry>(), blocks);
  }
  return out;
}

bool holds_xyzz(Bench& bench, const char* what, const Array& xyzz, const Elements& expected) {
  const std::size_t blocks = bench.rig.blocks(expected.size());
  Array affine = bench.rig.affine(blocks);
  bench.rig.k().normalise(bench.rig.ctx(), affine.data(), xyzz.data(), blocks);
  return bench.holds(what, affine, expected);
}

} // namespace

void check_pairs(Bench& bench, const Elements& list_a, const Elements& list_b, unsigned shift, Depth depth) {
  const bool in_place = depth == Depth::in_place, once = depth == Depth::once;
  const Model& model = bench.model;
  Rig& rig = bench.rig;
  const Kernels& k = rig.k();
  Context* ctx = rig.ctx();
  Elements a, b, sum, difference;
  for (unsigned i = 0; i < shift; i++) {
    a.push_back(static_cast<std::uint32_t>(hash(i + 77) % model.size()));
    b.push_back(static_cast<std::uint32_t>(hash(i + 99) % model.size()));
  }
  a.insert(a.end(), list_a.begin(), list_a.end());
  b.insert(b.end(), list_b.begin(), list_b.end());
  for (std::size_t i = 0; i < a.size(); i++) {
    sum.push_back(model.add(a[i], b[i]));
    difference.push_back(model.add(a[i], model.neg(b[i])));
  }
  const std::size_t blocks = rig.blocks(a.size());
  const Array pa = rig.gather(bench.points, as_entries(a)), pb = rig.gather(bench.points, as_entries(b));
  const Array entries[2] = {Rig::entries(as_entries(b), blocks * rig.lanes()),
                            Rig::entries(as_entries(b, true), blocks * rig.lanes())};
  {
    Array out = rig.affine(blocks);
    k.add(ctx, out.data(), pa.data(), pb.data(), blocks);
    if (!bench.holds("add", out, sum)) return;
  }
  {
    Array s = rig.affine(blocks), d = rig.affine(blocks);
    k.add_sub(ctx, s.data(), d.data(), pa.data(), pb.data(), blocks);
    if (!bench.holds("add_sub, sum", s, sum) || !bench.holds("add_sub, difference", d, difference)) return;
  }
  if (in_place) {
    Array x = pa, y = pb;
    k.add(ctx, x.data(), x.data(), pb.data(), blocks);
    k.add(ctx, y.data(), pa.data(), y.data(), blocks);
    if (!bench.holds("add, out = a", x, sum) || !bench.holds("add, out = b", y, sum)) return;
    Array s = pa, d = pb;
    k.add_sub(ctx, s.data(), d.data(), s.data(), d.data(), blocks);
    if (!bench.holds("add_sub in place, sum", s, sum)) return;
    if (!bench.holds("add_sub in place, difference", d, difference)) return;
    Array crossed_s = pb, crossed_d = pa;
    k.add_sub(ctx, crossed_s.data(), crossed_d.data(), crossed_d.data(), crossed_s.data(), blocks);
    if (!bench.holds("add_sub crossed, sum", crossed_s, sum)) return;
    if (!bench.holds("add_sub crossed, difference", crossed_d, difference)) return;
    Array twice = pa;
    Elements doubled, none(a.size(), 0);
    for (std::uint32_t e : a) doubled.push_back(model.add(e, e));
    k.add(ctx, twice.data(), twice.data(), twice.data(), blocks);
    if (!bench.holds("add, out = a = b", twice, doubled)) return;
    Array self = pa, zero = rig.affine(blocks);
    k.add_sub(ctx, self.data(), zero.data(), self.data(), self.data(), blocks);
    if (!bench.holds("add_sub, sum = a = b", self, doubled)) return;
    if (!bench.holds("add_sub, a - a", zero, none)) return;
  }
  const bool turn_of_sign = shift % 4 < 2, turn_of_detour = shift % 2 == 0;
  for (bool negative : {false, true}) {
    if (once && negative != turn_of_sign) continue;
    Array x = pa;
    k.bucket_step(ctx, x.data(), bench.points.data(), entries[negative].as<Entry>(), blocks,
                  negative ? entries[0].as<Entry>() : nullptr);
    if (!bench.holds(negative ? "bucket_step, -" : "bucket_step, +", x, negative ? difference : sum)) return;
  }
  for (bool detour : {false, true}) {
    if (once && detour != turn_of_detour) continue;
    const Array x = accumulators(bench, a, detour);
    const Array y = accumulators(bench, b, detour && !once);
    for (bool negative : {false, true}) {
      if (once && negative == turn_of_sign) continue; // the other sign than bucket_step had
      Array z = x;
      k.xyzz_accumulate(ctx, z.data(), bench.points.data(), entries[negative].as<Entry>(), blocks);
      if (!holds_xyzz(bench, negative ? "xyzz_accumulate, -" : "xyzz_accumulate, +", z, negative ? difference : sum))
        return;
    }
    Array out = rig.xyzz(blocks);
    k.xyzz_add(ctx, out.data(), x.data(), y.data(), blocks);
    if (!holds_xyzz(bench, detour ? "xyzz_add" : "xyzz_add, ZZ = 1", out, sum)) return;
    if (!in_place || !detour) continue;
    Array left = x, right = y;
    k.xyzz_add(ctx, left.data(), left.data(), y.data(), blocks);
    k.xyzz_add(ctx, right.data(), x.data(), right.data(), blocks);
    if (!holds_xyzz(bench, "xyzz_add, out = a", left, sum) || !holds_xyzz(bench, "xyzz_add, out = b", right, sum))
      return;
    Array twice = x;
    Elements doubled;
    for (std::uint32_t e : a) doubled.push_back(model.add(e, e));
    k.xyzz_add(ctx, twice.data(), twice.data(), twice.data(), blocks);
    if (!holds_xyzz(bench, "xyzz_add, out = a = b", twice, doubled)) return;
  }
}

void check_every_pair(Bench& bench, unsigned shift, Depth depth) {
  constexpr std::size_t kList = 1 << 13;
  Elements a, b;
  for (std::uint32_t i = 0; i < bench.model.size(); i++)
    for (std::uint32_t j = 0; j < bench.model.size(); j++) {
      a.push_back(i);
      b.push_back(j);
      if (a.size() < kList && (i + 1 < bench.model.size() || j + 1 < bench.model.size())) continue;
      check_pairs(bench, a, b, shift, depth);
      if (testing::Test::HasFailure()) return;
      a.clear();
      b.clear();
    }
}

void check_every_point(Bench& bench, unsigned shift) {
  const Model& model = bench.model;
  Rig& rig = bench.rig;
  const Kernels& k = rig.k();
  Context* ctx = rig.ctx();
  Elements list, doubled;
  for (unsigned i = 0; i < shift; i++) list.push_back(static_cast<std::uint32_t>(hash(i + 55) % model.size()));
  for (std::uint32_t i = 0; i < model.size(); i++) list.push_back(i);
  for (std::uint32_t e : list) doubled.push_back(model.add(e, e));
  const std::size_t blocks = rig.blocks(list.size());
  const Array points = rig.gather(bench.points, as_entries(list));
  if (!bench.holds("gather and scatter", points, list)) return;
  {
    Elements negated;
    for (std::uint32_t e : list) negated.push_back(model.neg(e));
    if (!bench.holds("gather, negative", rig.gather(bench.points, as_entries(list, true)), negated)) return;
    Array out = rig.affine(blocks), in_place = points;
    k.dbl(ctx, out.data(), points.data(), blocks);
    k.dbl(ctx, in_place.data(), in_place.data(), blocks);
    if (!bench.holds("dbl", out, doubled) || !bench.holds("dbl in place", in_place, doubled)) return;
  }
  for (bool detour : {false, true}) {
    const Array x = accumulators(bench, list, detour);
    if (!holds_xyzz(bench, "normalise", x, list)) return;
    Array out = rig.xyzz(blocks), in_place = x;
    k.xyzz_dbl(ctx, out.data(), x.data(), blocks);
    k.xyzz_dbl(ctx, in_place.data(), in_place.data(), blocks);
    if (!holds_xyzz(bench, "xyzz_dbl", out, doubled) || !holds_xyzz(bench, "xyzz_dbl in place", in_place, doubled))
      return;
  }
}

void check_running_sums(Bench& bench) {
  const Model& model = bench.model;
  Rig& rig = bench.rig;
  const std::uint32_t size = model.size();
  const std::size_t blocks = rig.blocks(size) < 5 ? rig.blocks(size) : 5;
  for (std::size_t steps : {0, 1, 2, 3, 5, 8}) {
    const std::size_t columns = blocks * rig.lanes();
    for (unsigned kind = 0; kind < 4; kind++) {
      Elements list, run(columns, 0), total(columns, 0);
      for (std::size_t s = 0; s < steps; s++)
        for (std::size_t c = 0; c < columns; c++) {
          const auto e = static_cast<std::uint32_t>(c % size);
          std::uint32_t chosen = e;                                                         // the same everywhere
          if (kind == 1) chosen = s % 2 != 0 ? model.neg(e) : e;                            // P, -P, P, ...
          if (kind == 2) chosen = static_cast<std::uint32_t>(hash(columns * s + c) % size); // anything
          if (kind == 3) chosen = s + 1 == steps ? e : 0; // one point, identities before it
          list.push_back(chosen);
        }
      for (std::size_t s = 0; s < steps; s++)
        for (std::size_t c = 0; c < columns; c++) {
          run[c] = model.add(run[c], list[s * columns + c]);
          total[c] = model.add(total[c], model.times(s + 1, list[s * columns + c]));
        }
      Array input = rig.gather(bench.points, as_entries(list)), r = rig.xyzz(blocks), t = rig.xyzz(blocks);
      rig.k().running_sum(rig.ctx(), r.data(), t.data(), input.data(), steps, blocks);
      if (!holds_xyzz(bench, "running_sum, run", r, run) || !holds_xyzz(bench, "running_sum, total", t, total)) return;
    }
  }
}

namespace {
bool holds_packed(Bench& bench, const std::string& what, const Array& packed, std::uint32_t expected) {
  const std::size_t bytes = bench.rig.k().packed_bytes;
  if (std::memcmp(packed.data(), bench.points.data() + expected * bytes, bytes) == 0) return true;
  ADD_FAILURE() << bench.model.name << " on " << bench.rig.k().backend << ", " << what << ": not element " << expected;
  return false;
}
} // namespace

void check_combine(Bench& bench) {
  const Model& model = bench.model;
  Rig& rig = bench.rig;
  if (rig.k().combine == nullptr) return;
  const std::vector<std::vector<unsigned>> lists = {{},     {0},          {5},          {0, 0},          {1, 0},
                                                    {2, 2}, {3, 1, 1, 0}, {70, 64, 63}, {9, 9, 9, 4, 0}, {1, 1, 1, 1}};
  const std::size_t bytes = rig.k().packed_bytes;
  for (const auto& shifts : lists)
    for (std::uint32_t round = 0; round < 3 * model.size(); round++) {
      Array points = rig.packed(shifts.size()), out = rig.packed(1);
      std::uint32_t expected = 0;
      std::string what = "combine of";
      for (std::size_t i = 0; i < shifts.size(); i++) {
        std::uint32_t e = round % model.size(); // the same point, its negative in turn, or anything
        if (round / model.size() == 1 && i % 2 != 0) e = model.neg(e);
        if (round / model.size() == 2) e = static_cast<std::uint32_t>(hash(round + 1000 * i) % model.size());
        std::memcpy(points.data() + i * bytes, bench.points.data() + e * bytes, bytes);
        for (unsigned bit = 0; bit < shifts[i]; bit++) e = model.add(e, e);
        expected = model.add(expected, e);
        what += " 2^" + std::to_string(shifts[i]);
      }
      rig.k().combine(rig.ctx(), out.data(), points.data(), shifts.data(), shifts.size());
      if (!holds_packed(bench, what, out, expected)) return;
    }
}

void check_double_and_add(Bench& bench, unsigned scalars) {
  const Model& model = bench.model;
  Rig& rig = bench.rig;
  if (rig.k().double_and_add == nullptr) return;
  const std::size_t bytes = rig.k().packed_bytes;
  Array out = rig.packed(1);
  for (unsigned k = 0; k < scalars; k++)
    for (std::uint32_t e = 0; e < model.size(); e++) {
      const std::uint64_t scalar[kScalarWords] = {k};
      rig.k().double_and_add(rig.ctx(), out.data(), bench.points.data() + e * bytes,
                             reinterpret_cast<const unsigned char*>(scalar), sizeof scalar, 1);
      if (!holds_packed(bench, std::to_string(k) + " * " + std::to_string(e), out, model.times(k, e))) return;
    }
  // sums of several, the scalars further apart than they are long
  constexpr std::size_t kStride = 56;
  for (std::size_t n : {0, 2, 3, 7}) {
    std::vector<unsigned char> bytes_of_scalars(n * kStride + 1, 0xcc);
    Array points = rig.packed(n);
    std::uint32_t expected = 0;
    for (std::size_t i = 0; i < n; i++) {
      std::uint64_t scalar[kScalarWords] = {hash(i), hash(i + 10), hash(i + 20), hash(i + 30)};
      if (i % 2 == 0) scalar[1] = scalar[2] = scalar[3] = 0;
      Big value = from_words(scalar, kScalarWords) % model.m;
      auto e = static_cast<std::uint32_t>(hash(i + 40) % model.size());
      std::memcpy(bytes_of_scalars.data() + i * kStride, scalar, sizeof scalar);
      std::memcpy(points.data() + i * bytes, bench.points.data() + e * bytes, bytes);
      expected = model.add(expected, model.times(value.get_ui(), e));
    }
    rig.k().double_and_add(rig.ctx(), out.data(), points.data(), bytes_of_scalars.data(), kStride, n);
    if (!holds_packed(bench, "a sum of " + std::to_string(n), out, expected)) return;
  }
}

} // namespace quiver::test
