#include "support/msm_rig.hpp"

#include <ostream>

#include "curve/bls12_377.hpp"
#include "curve/bls12_381.hpp"
#include "curve/bn254.hpp"
#include "support/json_data.hpp"
#include "support/rig.hpp"

namespace quiver::msm_rig {

bool too_many(std::size_t n) {
#if defined(QUIVER_TEST_MAX_N)
  constexpr std::size_t most = QUIVER_TEST_MAX_N;
  return most != 0 && n > most;
#else
  (void)n;
  return false;
#endif
}

mpz_class integer(const std::uint64_t* words, unsigned n) {
  mpz_class value;
  mpz_import(value.get_mpz_t(), n, -1, sizeof *words, 0, 0, words);
  return value;
}

void put_words(void* out, const mpz_class& value, unsigned n) {
  std::uint64_t words[16] = {};
  mpz_export(words, nullptr, -1, sizeof *words, 0, 0, value.get_mpz_t());
  std::memcpy(out, words, n * sizeof *words);
}

mpz_class mod(const mpz_class& value, const mpz_class& m) {
  mpz_class result;
  mpz_mod(result.get_mpz_t(), value.get_mpz_t(), m.get_mpz_t());
  return result;
}

mpz_class power_of_two(unsigned e) { return mpz_class(1) << e; }

bool CurvePoint::operator==(const CurvePoint& o) const {
  return identity == o.identity && (identity || (x == o.x && y == o.y));
}

Curve::Curve(const Group& group) : group_(group), p_(integer(group.modulus, kMaxWords)) {
  a_ = element(group.a);
  b_ = element(group.b);
}

Curve::Element Curve::element(const FieldConstant& c) const {
  return {integer(c.c[0], kMaxWords), integer(c.c[1], kMaxWords)};
}

CurvePoint Curve::generator() const { return {false, element(group_.generator_x), element(group_.generator_y)}; }

bool Curve::contains(const CurvePoint& p) const {
  return p.identity || mul(p.y, p.y) == add(mul(add(mul(p.x, p.x), a_), p.x), b_);
}

CurvePoint Curve::negate(CurvePoint p) const {
  if (!p.identity) p.y = sub({0, 0}, p.y);
  return p;
}

CurvePoint Curve::sum(const CurvePoint& left, const CurvePoint& right) const {
  if (left.identity) return right;
  if (right.identity) return left;
  Element numerator, denominator;
  if (left.x == right.x) {
    if (left.y != right.y || left.y == Element{0, 0}) return {};
    Element square = mul(left.x, left.x);
    numerator = add(add(square, add(square, square)), a_);
    denominator = add(left.y, left.y);
  } else {
    numerator = sub(right.y, left.y);
    denominator = sub(right.x, left.x);
  }
  Element slope = mul(numerator, inverse(denominator));
  Element x = sub(sub(mul(slope, slope), left.x), right.x);
  return {false, x, sub(mul(slope, sub(left.x, x)), left.y)};
}

CurvePoint Curve::times(const mpz_class& k, const CurvePoint& p) const {
  CurvePoint result;
  for (std::size_t i = mpz_sizeinbase(k.get_mpz_t(), 2); i-- > 0;) {
    result = sum(result, result);
    if (mpz_tstbit(k.get_mpz_t(), i)) result = sum(result, p);
  }
  return result;
}

void Curve::put(void* out, const Element& e, bool montgomery) const {
  auto* bytes = static_cast<unsigned char*>(out);
  for (unsigned i = 0; i < group_.degree; i++) {
    mpz_class value = i == 0 ? e.first : e.second;
    if (montgomery) value = mod(value * power_of_two(64 * group_.words), p_);
    put_words(bytes + 8u * group_.words * i, value, group_.words);
  }
}

std::string Curve::encode(const CurvePoint& p) const {
  std::string out(point_bytes(), '\0');
  if (p.identity) return out;
  put(out.data(), p.x);
  put(out.data() + coordinate_bytes(), p.y);
  return out;
}

Curve::Element Curve::add(const Element& a, const Element& b) const {
  return {mod(a.first + b.first, p_), mod(a.second + b.second, p_)};
}

Curve::Element Curve::sub(const Element& a, const Element& b) const {
  return {mod(a.first - b.first, p_), mod(a.second - b.second, p_)};
}

Curve::Element Curve::mul(const Element& a, const Element& b) const {
  if (group_.degree == 1) return {mod(a.first * b.first, p_), 0};
  return {mod(a.first * b.first + group_.non_residue * a.second * b.second, p_),
          mod(a.first * b.second + a.second * b.first, p_)};
}

Curve::Element Curve::inverse(const Element& a) const {
  mpz_class norm = mod(a.first * a.first - group_.non_residue * a.second * a.second, p_);
  mpz_invert(norm.get_mpz_t(), norm.get_mpz_t(), p_.get_mpz_t());
  return {mod(a.first * norm, p_), mod(-a.second * norm, p_)};
}

Known::Known(const Group& group) : curve(group), r(integer(group.order, kScalarWords)) {
  CurvePoint power = curve.generator();
  for (unsigned w = 0; w * 4 < group.order_bits; w++) {
    for (unsigned d = 0; d < 16; d++) table_.push_back(d == 0 ? CurvePoint{} : curve.sum(table_.back(), power));
    power = curve.sum(table_.back(), power);
  }
}

CurvePoint Known::times(const mpz_class& log) const {
  mpz_class k = mod(log, r);
  auto [known_product, fresh] = products_.try_emplace(k.get_str(62));
  CurvePoint& result = known_product->second;
  if (!fresh) return result;
  for (unsigned w = 0; k != 0; w++, k >>= 4)
    result = curve.sum(result, table_[w * 16 + static_cast<unsigned>(mpz_class(k & 15).get_ui())]);
  return result;
}

PointSet Known::random_points(std::size_t n, unsigned long seed) const {
  gmp_randclass random(gmp_randinit_mt);
  random.seed(seed);
  std::vector<mpz_class> step_log;
  std::vector<CurvePoint> step;
  for (int i = 0; i < 16; i++) {
    step_log.push_back(random.get_z_range(r));
    step.push_back(times(step_log.back()));
  }
  PointSet out;
  mpz_class log = random.get_z_range(r);
  CurvePoint point = times(log);
  for (std::size_t i = 0; i < n; i++) {
    out.logs.push_back(log);
    out.points.push_back(point);
    unsigned j = static_cast<unsigned>(mpz_class(random.get_z_bits(4)).get_ui());
    log = mod(log + step_log[j], r);
    point = curve.sum(point, step[j]);
  }
  return out;
}

PointSet Known::progression(std::size_t n, const mpz_class& first, const mpz_class& difference) const {
  PointSet out;
  mpz_class log = mod(first, r), d = mod(difference, r);
  CurvePoint point = times(log), step = times(d);
  for (std::size_t i = 0; i < n; i++) {
    out.logs.push_back(log);
    out.points.push_back(point);
    log = mod(log + d, r);
    point = curve.sum(point, step);
  }
  return out;
}

PointSet Known::troubled_points(std::size_t n, unsigned long seed) const {
  PointSet out = random_points(n, seed);
  for (std::size_t i = 0; i < n; i++) {
    switch (i % 11) {
    case 3:
      out.points[i] = {}, out.logs[i] = 0;
      break;
    case 5:
      out.points[i] = out.points[i - 1], out.logs[i] = out.logs[i - 1];
      break;
    case 8:
      out.points[i] = curve.negate(out.points[i - 1]), out.logs[i] = mod(-out.logs[i - 1], r);
      break;
    case 10:
      out.points[i] = out.points[0], out.logs[i] = out.logs[0];
      break;
    default:
      break;
    }
  }
  return out;
}

const Known& known(const Group& group) {
  static std::map<const Group*, std::unique_ptr<Known>> all;
  std::unique_ptr<Known>& entry = all[&group];
  if (!entry) entry = std::make_unique<Known>(group);
  return *entry;
}

std::vector<const Group*> every_group() {
  std::vector<const Group*> groups = {&kOrder13, &kOrder199};
  for (unsigned i = 0; i < group_count(); i++) groups.push_back(&group_at(i));
  return groups;
}

std::vector<Target> every_target() {
  std::vector<Target> targets;
  for (const Group* group : every_group()) {
    if (test::slow_build() && !test::first_of_its_code(*group)) continue;
    for (std::size_t i = 0; i < backend_count(); i++)
      if (select_kernels(*group, backend_at(i).name).ok()) targets.push_back({group, backend_at(i).name});
  }
  return targets;
}

std::vector<Target> counting_targets() {
  std::vector<Target> targets;
  for (const Target& t : every_target())
    if (t.counts()) targets.push_back(t);
  return targets;
}

std::string target_name(const testing::TestParamInfo<Target>& info) {
  return std::string(info.param.group->curve) + "_" + info.param.group->group + "_" + info.param.backend;
}

void PrintTo(const Target& t, std::ostream* out) {
  *out << t.group->curve << " " << t.group->group << " on " << t.backend;
}

Machine::Machine(const Group& group, const char* backend, std::size_t batch, Counts* counts)
    : engine(take(Engine::create(group, backend))), counting_(std::strcmp(backend, "counting") == 0) {
  workspace = take(Workspace::create(engine, batch != 0 ? batch : default_batch(engine.kernels()), counts));
}

Machine::Machine(const Target& target, std::size_t batch, Counts* counts)
    : Machine(*target.group, target.backend, batch, counts) {}

Buffer Machine::pack(const Curve& curve, const PointSet& set) {
  std::vector<unsigned char> bytes;
  PointLayout layout;
  layout.stride = counting_ ? 8 * kScalarWords : curve.point_bytes();
  layout.y_offset = counting_ ? 0 : curve.coordinate_bytes();
  bytes.resize(set.size() * layout.stride + 1);
  layout.base = bytes.data();
  for (std::size_t i = 0; i < set.size(); i++) {
    unsigned char* at = bytes.data() + i * layout.stride;
    if (counting_)
      put_words(at, set.logs[i], kScalarWords);
    else
      std::memcpy(at, curve.encode(set.points[i]).data(), layout.stride);
  }
  Buffer packed = take(Buffer::allocate(set.size() + 1, kernels().packed_bytes));
  EXPECT_EQ(kernels().import_points(context(), packed.data(), layout, 0, set.size()), set.size());
  return packed;
}

Buffer Machine::room(std::size_t n) { return take(Buffer::allocate(n, kernels().packed_bytes)); }

std::string Machine::value(const void* packed) {
  const Group& g = engine.group();
  PointLayout layout;
  std::string out(counting_ ? 8u * kScalarWords : 16u * g.words * g.degree, '\xee');
  layout.base = reinterpret_cast<unsigned char*>(out.data());
  layout.stride = out.size();
  layout.y_offset = counting_ ? 0 : out.size() / 2;
  kernels().export_points(context(), layout, packed, 1);
  return out;
}

std::string Machine::expected(const Known& k, const mpz_class& log) const {
  if (!counting_) return k.curve.encode(k.times(log));
  std::string out(8 * kScalarWords, '\0');
  put_words(out.data(), mod(log, k.r), kScalarWords);
  return out;
}

ScalarArray::ScalarArray(const std::vector<mpz_class>& values, std::size_t stride, std::size_t skew, Form form)
    : storage_((values.size() + 1) * stride / 8 + 16, 0x5555555555555555u) {
  unsigned char* base = reinterpret_cast<unsigned char*>(storage_.data()) + skew;
  for (std::size_t i = 0; i < values.size(); i++) put_words(base + i * stride, values[i], kScalarWords);
  view = {base, stride, form};
}

std::vector<mpz_class> edge_scalars(const mpz_class& r) {
  mpz_class limit = power_of_two(256);
  std::vector<mpz_class> all = {0, 1, 2, 3, r - 1, r, r + 1, 2 * r, r / 2, limit - 1, limit - 2, limit - r, limit / 2};
  return all;
}

PointSet SmallOrder::set(const std::vector<unsigned long>& which) const {
  PointSet out;
  for (unsigned long j : which) {
    out.points.push_back(multiples[j % m]);
    out.logs.push_back(j % m);
  }
  return out;
}

const std::vector<SmallOrder>& small_orders() {
  static const std::vector<SmallOrder> all = [] {
    std::vector<SmallOrder> out;
    for (const test::SmallOrderSet& set : test::read_small_order_sets()) {
      SmallOrder s{set.curve + "_m" + std::to_string(set.m), kBn254G1, set.m, {}};
      if (set.curve == "bls12_377")
        s.group = kBls12_377G1;
      else if (set.curve == "bls12_381")
        s.group = kBls12_381G1;
      else
        s.group.b = {.c = {{1}}};
      for (const test::SmallOrderPoint& p : set.multiples) s.multiples.push_back({p.identity, {p.x, 0}, {p.y, 0}});
      out.push_back(std::move(s));
    }
    return out;
  }();
  return all;
}

std::vector<const char*> curve_backends(const Group& group) {
  std::vector<const char*> out;
  for (std::size_t i = 0; i < backend_count(); i++)
    if (backend_at(i).computes && select_kernels(group, backend_at(i).name).ok()) out.push_back(backend_at(i).name);
  return out;
}

std::vector<mpz_class> mixed_scalars(std::size_t n, const mpz_class& r, unsigned long seed) {
  gmp_randclass random(gmp_randinit_mt);
  random.seed(seed);
  std::vector<mpz_class> edges = edge_scalars(r), out;
  for (std::size_t i = 0; i < n; i++) {
    switch (mpz_class(random.get_z_bits(8)).get_ui() % 4) {
    case 0:
      out.push_back(edges[mpz_class(random.get_z_bits(16)).get_ui() % edges.size()]);
      break;
    case 1:
      out.push_back(power_of_two(static_cast<unsigned>(mpz_class(random.get_z_bits(8)).get_ui())));
      break;
    case 2:
      out.push_back(random.get_z_range(r));
      break;
    default:
      out.push_back(random.get_z_bits(256));
      break;
    }
  }
  return out;
}

mpz_class inner_product(const std::vector<mpz_class>& scalars, const std::vector<mpz_class>& logs) {
  mpz_class sum = 0;
  for (std::size_t i = 0; i < scalars.size(); i++) sum += scalars[i] * logs[i];
  return sum;
}

} // namespace quiver::msm_rig
