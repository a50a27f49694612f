#include "msm/multiples.hpp"

#include <cstring>

namespace quiver {

namespace {

constexpr unsigned kScalarBits = 64 * kScalarWords;
constexpr std::size_t kTilePoints = 2048;

/// The window width that makes table and additions cheapest together: windows * (2^c + n).
unsigned best_width(std::size_t n) {
  unsigned best = 1;
  double best_cost = -1;
  for (unsigned c = 1; c <= 12; c++) {
    double windows = (kScalarBits + c - 1) / c;
    double cost = windows * (static_cast<double>(std::size_t{1} << c) + static_cast<double>(n));
    if (best_cost < 0 || cost < best_cost) best = c, best_cost = cost;
  }
  return best;
}

/// windows tables of 2^c - 1 multiples: entry (w, d) = d*2^(c*w)*P at w*(2^c - 1) + d - 1. All windows grow together:
/// the multiples of 1 … m give those of m+1 … 2m by adding m*2^(c*w)*P to each.
class Table {
public:
  static Result<Table> create(const Engine& engine, const void* base, unsigned c) {
    const Kernels& k = engine.kernels();
    Table t;
    t.c_ = c;
    t.windows_ = (kScalarBits + c - 1) / c;
    std::size_t size = (std::size_t{1} << c) - 1, total = t.windows_ * size;
    std::size_t half = (size + 1) / 2 * t.windows_ + k.lanes; // most entries added in one round
    Result<Buffer> points = Buffer::allocate(total, k.packed_bytes);
    if (!points.ok()) return points.error();
    Result<Buffer> blocks = Buffer::allocate(half / k.lanes + 1, k.affine_bytes);
    if (!blocks.ok()) return blocks.error();
    Result<Buffer> entries = Buffer::allocate(2 * (half / k.lanes + 1) * k.lanes, sizeof(Entry));
    if (!entries.ok()) return entries.error();
    Result<Buffer> fresh = Buffer::allocate(half + k.lanes, k.packed_bytes);
    if (!fresh.ok()) return fresh.error();
    Result<Workspace> workspace = Workspace::create(engine, default_batch(k));
    if (!workspace.ok()) return workspace.error();

    Context* ctx = workspace.value().context();
    unsigned char* packed = points.value().data();
    auto* left = entries.value().as<Entry>();
    auto* right = left + (half / k.lanes + 1) * k.lanes;
    // 2^(c*w)*P, by doublings of one block
    Entry one[64];
    for (unsigned i = 0; i < k.lanes; i++) one[i] = i == 0 ? make_entry(0, false) : kNoEntry;
    k.gather(ctx, blocks.value().data(), base, one, 1);
    for (unsigned w = 0; w < t.windows_; w++) {
      k.scatter(ctx, packed + w * size * k.packed_bytes, blocks.value().data(), 1);
      for (unsigned i = 0; i < c; i++) k.dbl(ctx, blocks.value().data(), blocks.value().data(), 1);
    }
    for (std::size_t m = 1; m < size; m *= 2) {
      std::size_t add = m < size - m ? m : size - m, count = add * t.windows_, b = (count + k.lanes - 1) / k.lanes;
      std::size_t slot = 0;
      for (std::size_t w = 0; w < t.windows_; w++)
        for (std::size_t d = 1; d <= add; d++, slot++) {
          left[slot] = make_entry(static_cast<std::uint32_t>(w * size + d - 1), false);
          right[slot] = make_entry(static_cast<std::uint32_t>(w * size + m - 1), false);
        }
      for (; slot < b * k.lanes; slot++) left[slot] = right[slot] = kNoEntry;
      k.gather(ctx, blocks.value().data(), packed, left, b);
      k.bucket_step(ctx, blocks.value().data(), packed, right, b, nullptr);
      k.scatter(ctx, fresh.value().data(), blocks.value().data(), count);
      for (std::size_t w = 0; w < t.windows_; w++)
        std::memcpy(packed + (w * size + m) * k.packed_bytes, fresh.value().data() + w * add * k.packed_bytes,
                    add * k.packed_bytes);
    }
    t.points_ = std::move(points.value());
    return t;
  }

  Table() = default;
  unsigned windows() const { return windows_; }
  const unsigned char* points() const { return points_.data(); }

  Entry entry(const std::uint64_t* scalar, unsigned window) const {
    unsigned low = window * c_;
    std::uint32_t digit = 0;
    for (unsigned i = 0; i < c_ && low + i < kScalarBits; i++) digit |= test_bit(scalar, low + i) << i;
    if (digit == 0) return kNoEntry;
    return make_entry(window * ((1u << c_) - 1) + digit - 1, false);
  }

private:
  unsigned c_ = 0, windows_ = 0;
  Buffer points_;
};

Error run_tile(const Runner& runner, Context* ctx, const Table& table, unsigned char* out, const ScalarReader& scalars,
               std::size_t first, std::size_t n) {
  const Kernels& k = runner.kernels();
  std::size_t blocks = (n + k.lanes - 1) / k.lanes, slots = blocks * k.lanes;
  Result<Buffer> sums = Buffer::allocate(blocks, k.affine_bytes);
  if (!sums.ok()) return sums.error();
  Result<Buffer> entries = Buffer::allocate(slots, sizeof(Entry));
  if (!entries.ok()) return entries.error();
  auto* entry = entries.value().as<Entry>();
  for (std::size_t i = 0; i < slots; i++) entry[i] = kNoEntry;
  k.gather(ctx, sums.value().data(), table.points(), entry, blocks); // identities
  for (unsigned w = 0; w < table.windows(); w++) {
    for (std::size_t i = 0; i < n; i++) {
      std::uint64_t scalar[kScalarWords];
      scalars.read(scalar, first + i);
      entry[i] = table.entry(scalar, w);
    }
    k.bucket_step(ctx, sums.value().data(), table.points(), entry, blocks, nullptr);
    if (!runner.advance(n)) return cancelled();
  }
  k.scatter(ctx, out + first * k.packed_bytes, sums.value().data(), n);
  return success();
}

} // namespace

Error multiples(const Runner& runner, void* out, const void* base, const ScalarView& scalars, std::size_t n) {
  if (n == 0) return success();
  Result<Table> table = Table::create(runner.engine, base, best_width(n));
  if (!table.ok()) return table.error();
  const ScalarReader reader(runner.engine.group(), scalars);
  if (runner.monitor != nullptr) runner.monitor->start(n * table.value().windows());
  return run_tasks(runner, (n + kTilePoints - 1) / kTilePoints, Phase::table, [&](Context* ctx, std::size_t i) {
    const std::size_t first = i * kTilePoints;
    return run_tile(runner, ctx, table.value(), static_cast<unsigned char*>(out), reader, first,
                    n - first < kTilePoints ? n - first : kTilePoints);
  });
}

} // namespace quiver
