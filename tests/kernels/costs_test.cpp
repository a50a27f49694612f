// Costs are facts: what kernels/cost.hpp declares and the `counting` back end charges equals what the formulas spend,
// when the same unit code runs over a field that counts, on the same logical inputs.
//
// `counting` leaves out operations with an identity among their operands; a scalar unit leaves these out of batches,
// but runs the XYZZ and Jacobian formulas on them and selects afterwards. The tests add that difference where it
// occurs.
#include <functional>
#include <memory>

#include "curve/groups.hpp"
#include "kernels/unit.hpp"
#include "support/counting_field.hpp"
#include "support/oracle.hpp"
#include "support/rig.hpp"
#include "support/tiny_groups.hpp"

namespace quiver::test {
namespace {

std::string text(const FieldCost& c) {
  return std::to_string(c.mul) + "M " + std::to_string(c.sqr) + "S " + std::to_string(c.inverse) + "I";
}

constexpr unsigned kLanes = 8; // of `counting`
constexpr std::size_t kBatch = 2;

/// The unit over the counting field, and `counting`, with the same points: logs[i]*G.
class Both {
public:
  Both(const Group& group, const std::vector<Big>& list)
      : logs(list), counting(group, "counting", kBatch, &counts), packed(counting.import(log_words())) {
    EXPECT_EQ(logs.size() % kLanes, 0u);
    if (group.words == 1)
      init<CountingField<1>>(group);
    else
      init<CountingField<4>>(group);
    Oracle oracle(group);
    Words words(2 * group.words * logs.size());
    for (std::size_t i = 0; i < logs.size(); i++)
      oracle.write_point(&words[2 * group.words * i], oracle.mul(logs[i], oracle.generator()));
    PointLayout layout;
    layout.base = reinterpret_cast<unsigned char*>(words.data());
    layout.stride = 16 * group.words;
    layout.y_offset = 8 * group.words;
    points = std::make_unique<Array>(logs.size() * unit.packed_bytes);
    EXPECT_EQ(unit.import_points(&context, points->data(), layout, 0, logs.size()), logs.size());
  }

  std::size_t n() const { return logs.size(); }
  bool is_identity(std::size_t i) const { return logs[i] == 0; }
  bool a_is_zero() const { return counting.group().a.c[0][0] == 0; }

  /// call(kernels, context, packed points, blocks) on both: what was charged, and what was spent.
  void compare(const char* what, const std::function<void(const Kernels&, Context*, const void*, std::size_t)>& call,
               const FieldCost& spent_on_identities = {}) {
    counts = {};
    call(counting.k(), counting.ctx(), packed.data(), n() / kLanes);
    const FieldCost charged = counts.tally().useful + spent_on_identities;
    measured_cost = {};
    call(unit, &context, points->data(), n());
    EXPECT_EQ(charged, measured_cost) << what << ": charged " << text(charged) << ", spent " << text(measured_cost);
  }

  const std::vector<Big> logs;
  Counts counts;
  Rig counting;
  Array packed;
  Kernels unit{};
  Context context;
  std::unique_ptr<Array> constants, scratch, points;

private:
  Words log_words() const {
    Words out(2 * kScalarWords * logs.size());
    for (std::size_t i = 0; i < logs.size(); i++) to_words(&out[2 * kScalarWords * i], kScalarWords, logs[i]);
    return out;
  }
  template <class F> void init(const Group& group) {
    unit = unit_table<F>("measured");
    constants = std::make_unique<Array>(unit.constants_bytes);
    scratch = std::make_unique<Array>(unit.scratch_bytes * kBatch * kLanes); // the same points share an inversion
    ASSERT_TRUE(unit.init(constants->data(), group));
    context = {&unit, &group, constants->data(), scratch->data(), kBatch * kLanes, &context, nullptr};
  }
};

/// Points that meet as generic, equal, opposite and identity operands, and whole batches of each.
std::vector<Big> mixed_logs(const Group& group, unsigned variant) {
  const Big r = from_words(group.order, kScalarWords);
  std::vector<Big> out;
  for (unsigned i = 0; i < 8 * kLanes; i++) {
    unsigned kind = i < 2 * kLanes * kBatch ? i % 8 : i / kLanes + i % 2; // mixtures, then runs of one kind
    if (variant == 0) kind = 4;                                           // nothing special at all
    Big v;
    switch (kind % 8) {
    case 0:
      v = 0;
      break;
    case 1:
      v = 1;
      break;
    case 2:
      v = r - 1;
      break;
    case 3:
      v = 2;
      break;
    case 5:
      v = r - 2;
      break;
    case 6:
      v = variant == 2 ? Big(0) : Big(1);
      break;
    default:
      v = (i + 3) % r;
    }
    out.push_back(v);
  }
  return out;
}

Entry entry(std::size_t i) { return make_entry(static_cast<std::uint32_t>(i), false); }

/// Entries that pair point i with point i, its neighbour, or a far one.
std::vector<Entry> partners(std::size_t n, unsigned kind) {
  std::vector<Entry> out;
  for (std::size_t i = 0; i < n; i++) {
    std::size_t other = kind == 0 ? i : kind == 1 ? (i + 1) % n : (i * 5 + 3) % n;
    bool none = kind == 2 && i % 6 == 5;
    out.push_back(none ? kNoEntry : make_entry(static_cast<std::uint32_t>(other), kind == 2 && i % 3 == 0));
  }
  return out;
}

struct Case {
  const Group* group;
  unsigned variant;
};
std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.group->curve << " " << c.variant; }

std::vector<Case> cases() {
  std::vector<Case> out;
  for (const Group* g : {find_group("bn254", "g1"), find_group("goldilocks_a1_b38", "g1"), &kOrder13, &kOrder199})
    for (unsigned variant = 0; variant < 3; variant++)
      if (variant != 0 || g->order_bits > 8) out.push_back({g, variant}); // in tiny groups something is always special
  return out;
}

class Costs : public testing::TestWithParam<Case> {
protected:
  Costs() : both(*GetParam().group, mixed_logs(*GetParam().group, GetParam().variant)), n(both.n()) {}

  std::vector<Entry> own() const {
    std::vector<Entry> out;
    for (std::size_t i = 0; i < n; i++) out.push_back(entry(i));
    return out;
  }
  bool identity(Entry e) const { return e == kNoEntry || both.is_identity(entry_index(e)); }

  Both both;
  std::size_t n;
  const bool endomorphism = GetParam().group->endomorphism != nullptr;
};
std::string case_name(const testing::TestParamInfo<Case>& info) {
  constexpr const char* kKinds[] = {"generic", "mixed", "identities"};
  return std::string(info.param.group->curve) + "__" + kKinds[info.param.variant];
}
INSTANTIATE_TEST_SUITE_P(All, Costs, testing::ValuesIn(cases()), case_name);

TEST_P(Costs, BatchAffine) {
  const Array mine = Rig::entries(own(), n);
  for (unsigned kind = 0; kind < 3; kind++) {
    const Array theirs = Rig::entries(partners(n, kind), n);
    Array a(n * 1024), b(n * 1024), c(n * 1024); // larger than any back end's points
    auto gather = [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
      k.gather(ctx, a.data(), points, mine.as<Entry>(), blocks);
      k.gather(ctx, b.data(), points, theirs.as<Entry>(), blocks);
    };
    both.compare("gather", gather);
    both.compare("gather with the endomorphism", [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
      Array mapped = Rig::entries(own(), n);
      for (std::size_t i = 0; i < n; i++)
        if (mapped.as<Entry>()[i] != kNoEntry && (i + kind) % 3 != 0)
          mapped.as<Entry>()[i] = make_entry(entry_index(mapped.as<Entry>()[i]), false, endomorphism ? 1 : 0);
      k.gather(ctx, a.data(), points, mapped.as<Entry>(), blocks);
    });
    both.compare("add", [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
      gather(k, ctx, points, blocks);
      k.add(ctx, c.data(), a.data(), b.data(), blocks);
    });
    both.compare("add_sub", [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
      gather(k, ctx, points, blocks);
      k.add_sub(ctx, a.data(), b.data(), a.data(), b.data(), blocks);
    });
    both.compare("bucket_step", [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
      gather(k, ctx, points, blocks);
      k.bucket_step(ctx, a.data(), points, theirs.as<Entry>(), blocks, nullptr);
    });
    both.compare("dbl", [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
      gather(k, ctx, points, blocks);
      k.dbl(ctx, a.data(), a.data(), blocks);
    });
  }
}

TEST_P(Costs, Xyzz) {
  const Array mine = Rig::entries(own(), n);
  for (unsigned kind = 0; kind < 3; kind++) {
    const std::vector<Entry> list = partners(n, kind);
    const Array theirs = Rig::entries(list, n);
    Array a(n * 2048), b(n * 2048), affine(n * 1024);
    std::uint64_t identities_b = 0, pairs_with_identity = 0;
    for (std::size_t i = 0; i < n; i++) {
      identities_b += identity(list[i]);
      pairs_with_identity += both.is_identity(i) || identity(list[i]);
    }
    // accumulating into an identity is such an operation itself
    const FieldCost load = 2 * n * cost::kXyzzAddAffine;
    auto accumulate = [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
      k.xyzz_clear(ctx, a.data(), blocks);
      k.xyzz_clear(ctx, b.data(), blocks);
      k.xyzz_accumulate(ctx, a.data(), points, mine.as<Entry>(), blocks);
      k.xyzz_accumulate(ctx, b.data(), points, theirs.as<Entry>(), blocks);
    };
    both.compare("xyzz_accumulate, empty", accumulate, load);
    both.compare(
        "xyzz_accumulate",
        [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
          accumulate(k, ctx, points, blocks);
          k.xyzz_accumulate(ctx, a.data(), points, theirs.as<Entry>(), blocks);
        },
        load + pairs_with_identity * cost::kXyzzAddAffine);
    both.compare(
        "xyzz_add",
        [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
          accumulate(k, ctx, points, blocks);
          k.xyzz_add(ctx, a.data(), a.data(), b.data(), blocks);
        },
        load + pairs_with_identity * cost::kXyzzAdd);
    both.compare(
        "xyzz_dbl",
        [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
          accumulate(k, ctx, points, blocks);
          k.xyzz_dbl(ctx, a.data(), b.data(), blocks);
        },
        load + identities_b * cost::xyzz_dbl(both.a_is_zero()));
    both.compare(
        "normalise",
        [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
          accumulate(k, ctx, points, blocks);
          k.normalise(ctx, affine.data(), b.data(), blocks);
        },
        load);
  }
}

TEST_P(Costs, RunningSum) {
  // three steps over a third of the points each, rounded to the lanes
  constexpr std::size_t kSteps = 3;
  const std::size_t columns = n / kSteps / kLanes * kLanes;
  const Big r = from_words(GetParam().group->order, kScalarWords);
  FieldCost on_identities;
  for (std::size_t c = 0; c < columns; c++) {
    Big run = 0, total = 0;
    for (std::size_t s = kSteps; s-- > 0;) {
      const Big& bucket = both.logs[s * columns + c];
      if (run == 0 || bucket == 0) on_identities += cost::kXyzzAddAffine;
      run = (run + bucket) % r;
      if (total == 0 || run == 0) on_identities += cost::kXyzzAdd;
      total = (total + run) % r;
    }
  }
  const Array mine = Rig::entries(own(), n);
  Array a(n * 1024), run(n * 2048), total(n * 2048);
  both.compare(
      "running_sum",
      [&](const Kernels& k, Context* ctx, const void* points, std::size_t blocks) {
        k.gather(ctx, a.data(), points, mine.as<Entry>(), blocks);
        k.running_sum(ctx, run.data(), total.data(), a.data(), kSteps, columns / k.lanes);
      },
      on_identities);
}

/// The steps of a Jacobian computation whose operands hold an identity.
struct Identities {
  FieldCost spent;
  bool a_is_zero;
  Big r;

  Big dbl(const Big& a) {
    if (a == 0) spent += cost::jacobian_dbl(a_is_zero);
    return 2 * a % r;
  }
  Big add(const Big& a, const Big& b, const FieldCost& each) {
    if (a == 0 || b == 0) spent += each;
    return (a + b) % r;
  }
};

TEST_P(Costs, Combine) {
  for (const std::vector<unsigned>& shifts :
       {std::vector<unsigned>{}, {0}, {7}, {5, 5, 1, 0}, {1, 1, 1, 1, 1, 1}, {30, 20, 10, 3, 2, 1, 0, 0}}) {
    Identities seen{{}, both.a_is_zero(), from_words(GetParam().group->order, kScalarWords)};
    Big acc = 0;
    for (std::size_t i = 0; i < shifts.size(); i++) {
      acc = seen.add(acc, both.logs[i], cost::kJacobianAddAffine);
      for (unsigned bit = shifts[i]; bit > (i + 1 < shifts.size() ? shifts[i + 1] : 0); bit--) acc = seen.dbl(acc);
    }
    Array out(1024);
    both.compare(
        "combine",
        [&](const Kernels& k, Context* ctx, const void* points, std::size_t) {
          k.combine(ctx, out.data(), points, shifts.data(), shifts.size());
        },
        seen.spent);
  }
}

TEST_P(Costs, DoubleAndAdd) {
  const Big r = from_words(GetParam().group->order, kScalarWords);
  std::vector<Big> scalars{0, 1, 2, 3, 7, 8, r - 1, r, r + 1, 2 * r - 1, 2 * r, (r + 1) / 2, r + 2, 12345, 0xffff};
  for (std::size_t count : {std::size_t{0}, std::size_t{1}, scalars.size()}) {
    std::vector<std::uint64_t> words(scalars.size() * kScalarWords);
    for (std::size_t i = 0; i < scalars.size(); i++) to_words(&words[i * kScalarWords], kScalarWords, scalars[i]);
    Identities seen{{}, both.a_is_zero(), r};
    Big sum = 0;
    if (count != 0) { // one chain of doublings: count is below kSharedDoublings
      std::size_t bits = 0;
      for (std::size_t i = 0; i < count; i++)
        if (scalars[i] != 0) bits = std::max(bits, mpz_sizeinbase(scalars[i].get_mpz_t(), 2));
      Big part = 0;
      for (std::size_t bit = bits; bit-- > 0;) {
        part = seen.dbl(part);
        for (std::size_t i = 0; i < count; i++)
          if (mpz_tstbit(scalars[i].get_mpz_t(), bit) != 0)
            part = seen.add(part, both.logs[i], cost::kJacobianAddAffine);
      }
      sum = seen.add(sum, part, cost::kJacobianAdd);
    }
    Array out(1024);
    both.compare(
        "double_and_add",
        [&](const Kernels& k, Context* ctx, const void* points, std::size_t) {
          k.double_and_add(ctx, out.data(), points, reinterpret_cast<const unsigned char*>(words.data()), 32, count);
        },
        seen.spent);
  }
}

} // namespace
} // namespace quiver::test
