// Back end `counting`: points are integers mod r (their discrete logarithms) in eight lanes. The same algorithm code
// runs on it, its result can be checked against sum k_i*s_i, and every primitive charges what it would cost on a curve
// (kernels/cost.hpp): useful, as the operands ask, and issued, as eight lanes would execute.
//
// A packed point is 4 words, canonical. import_points and export_points read and write the logarithm at x_offset and
// leave y alone. There is no curve, so on_curve and in_subgroup pass and decompress fails.
#include <cstring>
#include <new>

#include "field/fp.hpp"
#include "kernels/kernels.hpp"

namespace quiver {
namespace {

using Field = Fp<kScalarWords>;

struct Log {
  std::uint64_t w[kScalarWords];
};

struct Constants {
  Field field;
  Field::Element lambda[kMaxEndoDimension]; // powers, Montgomery
  bool a_is_zero, psi_scales_y;
};

constexpr unsigned kLanes = 8;

struct Block {
  Log lane[kLanes];
};

std::uint64_t calls;

const Constants& constants(const Context* ctx) { return *static_cast<const Constants*>(ctx->constants); }

bool is_zero(const Log& a) { return is_zero_words(a.w, kScalarWords); }
bool equal(const Log& a, const Log& b) { return compare_words(a.w, b.w, kScalarWords) == 0; }

Log as_log(const Field::Element& e) {
  Log out;
  copy_words(out.w, e.w, kScalarWords);
  return out;
}
Field::Element as_element(const Log& a) {
  Field::Element out;
  copy_words(out.w, a.w, kScalarWords);
  return out;
}
// Addition does not care about the Montgomery factor.
Log add(const Constants& k, const Log& a, const Log& b) { return as_log(k.field.add(as_element(a), as_element(b))); }
Log neg(const Constants& k, const Log& a) { return as_log(k.field.neg(as_element(a))); }

void charge(Context* ctx, const FieldCost& useful, const FieldCost& issued) {
  if (ctx->counts == nullptr) return;
  ctx->counts->tally().useful += useful;
  ctx->counts->tally().issued += issued;
}

/// The points of a block's entries.
Block fetch(Context* ctx, const void* packed, const Entry* entries) {
  const Constants& k = constants(ctx);
  Block out{};
  std::uint64_t mapped = 0, kinds = 0;
  unsigned seen = 0; // powers, a bit each
  for (unsigned lane = 0; lane < kLanes; lane++) {
    const Entry e = entries[lane];
    if (e == kNoEntry) continue;
    Log& p = out.lane[lane];
    p = static_cast<const Log*>(packed)[entry_index(e)];
    if (entry_power(e) != 0) {
      p = as_log(k.field.mul(as_element(p), k.lambda[entry_power(e)]));
      mapped++;
      kinds += (seen >> entry_power(e) & 1) == 0;
      seen |= 1u << entry_power(e);
    }
    if (entry_negative(e)) p = neg(k, p);
  }
  if (mapped != 0) { // lanes of different powers take turns
    const FieldCost psi = cost::endomorphism(k.psi_scales_y);
    charge(ctx, mapped * psi, kLanes * kinds * psi);
  }
  return out;
}

GroupCost* group_counts(Context* ctx) { return ctx->counts != nullptr ? &ctx->counts->tally().group : nullptr; }

/// What the operands of a batch of additions turn out to be.
struct Census {
  std::uint64_t additions = 0, doublings = 0, steps = 0, doubling_steps = 0;

  void see(const Log* a, const Log* b, const Log* b_negated, unsigned lanes) {
    bool any = false;
    for (unsigned i = 0; i < lanes; i++) {
      if (is_zero(a[i]) || is_zero(b[i])) continue;
      bool same = equal(a[i], b[i]), opposite = equal(a[i], b_negated[i]);
      if (opposite && !difference) continue;
      additions++;
      if (same || opposite) doublings++, any = true;
    }
    steps++;
    doubling_steps += any;
  }

  bool difference = false;
};

template <class LoadB>
void add_batches(Context* ctx, const Block* a, LoadB load_b, Block* sum, Block* difference, std::size_t blocks) {
  const Constants& k = constants(ctx);
  for (std::size_t start = 0; start < blocks; start += ctx->batch) {
    std::size_t n = blocks - start < ctx->batch ? blocks - start : ctx->batch;
    Census census;
    census.difference = difference != nullptr;
    for (std::size_t i = start; i < start + n; i++) {
      Block p = a[i], b = load_b(i), b_negated;
      for (unsigned lane = 0; lane < kLanes; lane++) b_negated.lane[lane] = neg(k, b.lane[lane]);
      census.see(p.lane, b.lane, b_negated.lane, kLanes);
      for (unsigned lane = 0; lane < kLanes; lane++) {
        sum[i].lane[lane] = add(k, p.lane[lane], b.lane[lane]);
        if (difference != nullptr) difference[i].lane[lane] = add(k, p.lane[lane], b_negated.lane[lane]);
      }
    }
    if (difference != nullptr) {
      charge(ctx, cost::affine_add_sub(census.additions, census.doublings), cost::affine_add_sub(kLanes * n, 0));
      if (GroupCost* g = group_counts(ctx)) g->affine_add_sub += census.additions;
    } else {
      charge(ctx, cost::affine_add(census.additions, census.doublings),
             cost::affine_add(kLanes * n, kLanes * census.doubling_steps));
      if (GroupCost* g = group_counts(ctx)) {
        g->affine_add += census.additions - census.doublings;
        g->affine_dbl += census.doublings;
      }
    }
  }
}

// ---- the primitives, in the order of the table

bool init(void* storage, const Group& group) {
  auto* k = new (storage) Constants;
  if (!k->field.init(group.order)) return false;
  k->a_is_zero = true;
  for (const auto& words : group.a.c) k->a_is_zero = k->a_is_zero && is_zero_words(words, kMaxWords);
  k->psi_scales_y = false;
  if (group.endomorphism != nullptr) { // by anything but 1
    FieldConstant one{};
    one.c[0][0] = 1;
    k->psi_scales_y = std::memcmp(&one, &group.endomorphism->cy, sizeof one) != 0;
  }
  k->lambda[0] = k->field.one();
  for (unsigned i = 1; i < kMaxEndoDimension; i++) k->lambda[i] = k->field.one();
  if (group.endomorphism != nullptr)
    for (unsigned i = 1; i < group.endomorphism->dimension; i++)
      k->lambda[i] = k->field.mul(k->lambda[i - 1], k->field.constant(group.endomorphism->lambda));
  return true;
}

std::size_t import_points(Context* ctx, void* packed, const PointLayout& layout, std::size_t first, std::size_t n) {
  auto* out = static_cast<Log*>(packed);
  for (std::size_t i = 0; i < n; i++) {
    std::memcpy(&out[i], layout.base + (first + i) * layout.stride + layout.x_offset, sizeof(Log));
    if (compare_words(out[i].w, ctx->group->order, kScalarWords) >= 0) return i;
  }
  return n;
}

void export_points(Context*, const PointLayout& layout, const void* packed, std::size_t n) {
  const auto* in = static_cast<const Log*>(packed);
  for (std::size_t i = 0; i < n; i++)
    std::memcpy(layout.base + i * layout.stride + layout.x_offset, &in[i], sizeof(Log));
}

void gather(Context* ctx, void* affine, const void* packed, const Entry* entries, std::size_t blocks) {
  auto* out = static_cast<Block*>(affine);
  for (std::size_t i = 0; i < blocks; i++) out[i] = fetch(ctx, packed, entries + i * kLanes);
}

void scatter(Context*, void* packed, const void* affine, std::size_t n) {
  std::memmove(packed, affine, n * sizeof(Log));
}

void bucket_step(Context* ctx, void* affine, const void* packed, const Entry* entries, std::size_t blocks,
                 const Entry*) {
  auto* buckets = static_cast<Block*>(affine);
  auto load_b = [&](std::size_t i) { return fetch(ctx, packed, entries + i * kLanes); };
  add_batches(ctx, buckets, load_b, buckets, nullptr, blocks);
}

void add(Context* ctx, void* out, const void* a, const void* b, std::size_t blocks) {
  const auto* pb = static_cast<const Block*>(b);
  add_batches(ctx, static_cast<const Block*>(a), [=](std::size_t i) { return pb[i]; }, static_cast<Block*>(out),
              nullptr, blocks);
}

void add_sub(Context* ctx, void* sum, void* difference, const void* a, const void* b, std::size_t blocks) {
  const auto* pb = static_cast<const Block*>(b);
  add_batches(ctx, static_cast<const Block*>(a), [=](std::size_t i) { return pb[i]; }, static_cast<Block*>(sum),
              static_cast<Block*>(difference), blocks);
}

void dbl(Context* ctx, void* out, const void* a, std::size_t blocks) {
  const auto* in = static_cast<const Log*>(a);
  for (std::size_t start = 0; start < blocks; start += ctx->batch) {
    std::size_t n = blocks - start < ctx->batch ? blocks - start : ctx->batch;
    std::uint64_t useful = 0;
    for (std::size_t i = start * kLanes; i < (start + n) * kLanes; i++) {
      useful += !is_zero(in[i]);
      static_cast<Log*>(out)[i] = quiver::add(constants(ctx), in[i], in[i]);
    }
    charge(ctx, cost::affine_dbl(useful), cost::affine_dbl(kLanes * n));
    if (GroupCost* g = group_counts(ctx)) g->affine_dbl += useful;
  }
}

void xyzz_clear(Context*, void* xyzz, std::size_t blocks) { std::memset(xyzz, 0, blocks * sizeof(Block)); }

/// One XYZZ addition in all lanes; `mixed` has an affine second operand.
void xyzz_step(Context* ctx, Log* out, const Log* a, const Log* b, bool mixed) {
  const Constants& k = constants(ctx);
  const FieldCost each = mixed ? cost::kXyzzAddAffine : cost::kXyzzAdd;
  const FieldCost doubling = cost::xyzz_dbl(k.a_is_zero);
  std::uint64_t useful = 0, doublings = 0;
  for (unsigned lane = 0; lane < kLanes; lane++) {
    bool both = !is_zero(a[lane]) && !is_zero(b[lane]);
    useful += both;
    doublings += both && equal(a[lane], b[lane]);
    out[lane] = add(k, a[lane], b[lane]);
  }
  charge(ctx, useful * each + doublings * doubling, kLanes * each + (doublings != 0 ? kLanes : 0) * doubling);
  if (GroupCost* g = group_counts(ctx)) {
    (mixed ? g->xyzz_add_affine : g->xyzz_add) += useful;
    g->xyzz_dbl += doublings;
  }
}

void xyzz_accumulate(Context* ctx, void* xyzz, const void* packed, const Entry* entries, std::size_t blocks) {
  auto* acc = static_cast<Block*>(xyzz);
  for (std::size_t i = 0; i < blocks; i++) {
    const Block b = fetch(ctx, packed, entries + i * kLanes);
    xyzz_step(ctx, acc[i].lane, acc[i].lane, b.lane, true);
  }
}

void xyzz_add(Context* ctx, void* out, const void* a, const void* b, std::size_t blocks) {
  for (std::size_t i = 0; i < blocks; i++)
    xyzz_step(ctx, static_cast<Block*>(out)[i].lane, static_cast<const Block*>(a)[i].lane,
              static_cast<const Block*>(b)[i].lane, false);
}

void xyzz_dbl(Context* ctx, void* out, const void* a, std::size_t blocks) {
  const auto* in = static_cast<const Log*>(a);
  std::uint64_t useful = 0;
  for (std::size_t i = 0; i < blocks * kLanes; i++) {
    useful += !is_zero(in[i]);
    static_cast<Log*>(out)[i] = quiver::add(constants(ctx), in[i], in[i]);
  }
  const FieldCost each = cost::xyzz_dbl(constants(ctx).a_is_zero);
  charge(ctx, useful * each, blocks * kLanes * each);
  if (GroupCost* g = group_counts(ctx)) g->xyzz_dbl += useful;
}

void normalise(Context* ctx, void* affine, const void* xyzz, std::size_t blocks) {
  const auto* in = static_cast<const Log*>(xyzz);
  for (std::size_t start = 0; start < blocks; start += ctx->batch) {
    std::size_t n = blocks - start < ctx->batch ? blocks - start : ctx->batch;
    std::uint64_t useful = 0;
    for (std::size_t i = start * kLanes; i < (start + n) * kLanes; i++) useful += !is_zero(in[i]);
    charge(ctx, cost::normalise(useful), cost::normalise(kLanes * n));
  }
  std::memmove(affine, xyzz, blocks * sizeof(Block));
}

void running_sum(Context* ctx, void* run, void* total, const void* affine, std::size_t steps, std::size_t blocks) {
  const auto* buckets = static_cast<const Block*>(affine);
  for (std::size_t column = 0; column < blocks; column++) {
    Block r{}, t{};
    for (std::size_t s = steps; s-- > 0;) {
      xyzz_step(ctx, r.lane, r.lane, buckets[s * blocks + column].lane, true);
      xyzz_step(ctx, t.lane, t.lane, r.lane, false);
    }
    static_cast<Block*>(run)[column] = r;
    static_cast<Block*>(total)[column] = t;
  }
}

std::size_t on_curve(Context*, const void*, std::size_t n) { return n; }
std::size_t in_subgroup(Context*, const void*, std::size_t n) { return n; }
std::size_t decompress(Context*, void*, const std::uint64_t*, const std::uint8_t*, std::size_t, SignRule) { return 0; }

void equal(Context*, std::uint8_t* out, const void* a, const void* b, std::size_t n) {
  for (std::size_t i = 0; i < n; i++)
    out[i] = quiver::equal(static_cast<const Log*>(a)[i], static_cast<const Log*>(b)[i]);
}

/// A Jacobian computation: what its steps cost, leaving out those with an identity among their operands. Equal operands
/// add and then double, as in XYZZ.
struct Jacobians {
  const Constants& k;
  FieldCost cost = cost::kJacobianToAffine;
  GroupCost group{};

  Log dbl(const Log& a) {
    if (!is_zero(a)) charge_dbl();
    return quiver::add(k, a, a);
  }
  Log add_affine(const Log& a, const Log& b) { return sum(a, b, cost::kJacobianAddAffine, group.jacobian_add_affine); }
  Log add(const Log& a, const Log& b) { return sum(a, b, cost::kJacobianAdd, group.jacobian_add); }

  void finish(Context* ctx) {
    charge(ctx, cost, cost);
    if (GroupCost* g = group_counts(ctx)) *g += group;
  }

private:
  Log sum(const Log& a, const Log& b, const FieldCost& each, std::uint64_t& count) {
    if (!is_zero(a) && !is_zero(b)) {
      cost += each;
      count++;
      if (quiver::equal(a, b)) charge_dbl();
    }
    return quiver::add(k, a, b);
  }
  void charge_dbl() {
    cost += cost::jacobian_dbl(k.a_is_zero);
    group.jacobian_dbl++;
  }
};

void combine(Context* ctx, void* out, const void* points, const unsigned* shifts, std::size_t n) {
  Jacobians j{constants(ctx)};
  const auto* in = static_cast<const Log*>(points);
  Log acc{};
  for (std::size_t i = 0; i < n; i++) {
    acc = j.add_affine(acc, in[i]);
    unsigned next = i + 1 < n ? shifts[i + 1] : 0;
    for (unsigned bit = shifts[i]; bit > next; bit--) acc = j.dbl(acc);
  }
  j.finish(ctx);
  *static_cast<Log*>(out) = acc;
}

void double_and_add(Context* ctx, void* out, const void* points, const unsigned char* scalars,
                    std::size_t scalar_stride, std::size_t n) {
  Jacobians j{constants(ctx)};
  const auto* in = static_cast<const Log*>(points);
  Log sum{};
  for (std::size_t first = 0; first < n; first += kSharedDoublings) {
    const std::size_t end = n - first < kSharedDoublings ? n : first + kSharedDoublings;
    std::uint64_t scalar[kSharedDoublings][kScalarWords];
    unsigned bits = 0;
    for (std::size_t i = first; i < end; i++) {
      std::memcpy(scalar[i - first], scalars + i * scalar_stride, sizeof scalar[0]);
      unsigned length = bit_length(scalar[i - first], kScalarWords);
      if (length > bits) bits = length;
    }
    Log part{};
    for (unsigned bit = bits; bit-- > 0;) {
      part = j.dbl(part);
      for (std::size_t i = first; i < end; i++)
        if (test_bit(scalar[i - first], bit) != 0) part = j.add_affine(part, in[i]);
    }
    sum = j.add(sum, part);
  }
  j.finish(ctx);
  *static_cast<Log*>(out) = sum;
}

/// Arithmetic mod r.
void field_op(Context* ctx, FieldOp op, std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
              std::size_t n) {
  const Field& f = constants(ctx).field;
  for (std::size_t i = 0; i < n; i++) {
    Field::Element x = f.constant(a + i * kScalarWords), y = f.constant(b + i * kScalarWords), r = f.zero();
    switch (op) {
    case FieldOp::add: r = f.add(x, y); break;
    case FieldOp::sub: r = f.sub(x, y); break;
    case FieldOp::neg: r = f.neg(x); break;
    case FieldOp::mul: r = f.mul(x, y); break;
    case FieldOp::sqr: r = f.sqr(x); break;
    case FieldOp::inverse: r = f.is_zero(x) != 0 ? f.zero() : f.inverse(x); break;
    case FieldOp::sqrt: break;
    }
    std::uint64_t* to[] = {out + i * kScalarWords};
    f.store_words(to, r, Form::canonical);
  }
}

/// Fn, counting its calls.
template <auto Fn> struct Counted;
template <class R, class... Args, R (*Fn)(Context*, Args...)> struct Counted<Fn> {
  static R call(Context* ctx, Args... args) {
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    return Fn(ctx, args...);
  }
};

constexpr Kernels table() {
  Kernels t{};
  t.backend = "counting";
  t.words = kScalarWords;
  t.degree = 0;
  t.lanes = kLanes;
  t.packed_bytes = sizeof(Log);
  t.affine_bytes = t.xyzz_bytes = sizeof(Block);
  t.constants_bytes = sizeof(Constants);
  t.scratch_bytes = sizeof(Block);
  t.calls = &calls;
  t.init = init;
  t.import_points = Counted<import_points>::call;
  t.export_points = Counted<export_points>::call;
  t.gather = Counted<gather>::call;
  t.scatter = Counted<scatter>::call;
  t.bucket_step = Counted<bucket_step>::call;
  t.add = Counted<static_cast<decltype(t.add)>(add)>::call;
  t.add_sub = Counted<add_sub>::call;
  t.dbl = Counted<dbl>::call;
  t.xyzz_clear = Counted<xyzz_clear>::call;
  t.xyzz_accumulate = Counted<xyzz_accumulate>::call;
  t.xyzz_add = Counted<xyzz_add>::call;
  t.xyzz_dbl = Counted<xyzz_dbl>::call;
  t.normalise = Counted<normalise>::call;
  t.running_sum = Counted<running_sum>::call;
  t.on_curve = Counted<on_curve>::call;
  t.in_subgroup = Counted<in_subgroup>::call;
  t.decompress = Counted<decompress>::call;
  t.equal = Counted<static_cast<decltype(t.equal)>(equal)>::call;
  t.combine = Counted<combine>::call;
  t.double_and_add = Counted<double_and_add>::call;
  t.field_op = Counted<field_op>::call;
  return t;
}

} // namespace
} // namespace quiver

extern "C" {
extern constinit const quiver::Kernels QUIVER_UNIT_SYMBOL;
constinit const quiver::Kernels QUIVER_UNIT_SYMBOL = quiver::table();
}
