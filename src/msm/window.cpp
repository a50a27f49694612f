#include "msm/window.hpp"

#include <cstring>

#include "msm/sum.hpp"

namespace quiver {

namespace {

/// The entries of a window, grouped by bucket, and the buckets ranked by descending count.
struct SortedWindow {
  Buffer storage;
  std::uint32_t* offset; // of bucket b's entries; buckets + 1 of them
  std::uint32_t* rank;   // rank[j]: the bucket in lane j
  Entry* entries;
  std::uint32_t longest = 0;

  std::uint32_t count(std::uint32_t bucket) const { return offset[bucket + 1] - offset[bucket]; }

  static Result<SortedWindow> create(const std::int32_t* digits, std::size_t n, std::uint32_t buckets) {
    SortedWindow w;
    std::size_t words = (std::size_t{buckets} + 2) + buckets + n + (n + 2);
    Result<Buffer> storage = Buffer::allocate(words, sizeof(std::uint32_t));
    if (!storage.ok()) return storage.error();
    w.storage = std::move(storage.value());
    w.offset = w.storage.as<std::uint32_t>();
    w.rank = w.offset + buckets + 2;
    w.entries = w.rank + buckets;
    std::uint32_t* by_count = w.entries + n;
    std::memset(w.offset, 0, (std::size_t{buckets} + 2) * sizeof(std::uint32_t));

    // counting sort by bucket: counts two places up, so that filling leaves the offsets in place
    for (std::size_t i = 0; i < n; i++)
      if (digits[i] != 0) w.offset[bucket_of(digits[i]) + 2]++;
    for (std::uint32_t b = 0; b < buckets; b++) {
      if (w.offset[b + 2] > w.longest) w.longest = w.offset[b + 2];
      w.offset[b + 2] += w.offset[b + 1];
    }
    for (std::size_t i = 0; i < n; i++)
      if (digits[i] != 0)
        w.entries[w.offset[bucket_of(digits[i]) + 1]++] = make_entry(static_cast<std::uint32_t>(i), digits[i] < 0);

    // and of the buckets by count, longest first
    std::memset(by_count, 0, (std::size_t{w.longest} + 2) * sizeof(std::uint32_t));
    for (std::uint32_t b = 0; b < buckets; b++) by_count[w.longest - w.count(b) + 1]++;
    for (std::uint32_t c = 0; c <= w.longest; c++) by_count[c + 1] += by_count[c];
    for (std::uint32_t b = 0; b < buckets; b++) w.rank[by_count[w.longest - w.count(b)]++] = b;
    return w;
  }

  SortedWindow() = default;

private:
  static std::uint32_t bucket_of(std::int32_t digit) {
    return static_cast<std::uint32_t>(digit < 0 ? -digit : digit) - 1;
  }
};

/// A few packed points of ctx's table in the form of its serial table.
Error to_serial(Context* ctx, void* out, const void* packed, std::size_t n) {
  const Kernels &k = *ctx->kernels, &s = *ctx->serial->kernels;
  if (&k == &s) {
    std::memcpy(out, packed, n * k.packed_bytes);
    return success();
  }
  Result<Buffer> words = Buffer::allocate(n, k.packed_bytes);
  if (!words.ok()) return words.error();
  PointLayout layout;
  layout.base = words.value().data();
  layout.stride = k.packed_bytes;
  layout.y_offset = k.packed_bytes / 2;
  k.export_points(ctx, layout, packed, n);
  s.import_points(ctx->serial, out, layout, 0, n);
  return success();
}

void from_serial(Context* ctx, void* out, const void* serial_packed) {
  const Kernels &k = *ctx->kernels, &s = *ctx->serial->kernels;
  if (&k == &s) {
    std::memcpy(out, serial_packed, k.packed_bytes);
    return;
  }
  unsigned char words[2 * kMaxDegree * kMaxWords * 8];
  PointLayout layout;
  layout.base = words;
  layout.stride = k.packed_bytes;
  layout.y_offset = k.packed_bytes / 2;
  s.export_points(ctx->serial, layout, serial_packed, 1);
  k.import_points(ctx, out, layout, 0, 1);
}

} // namespace

Error window_sum(Context* ctx, void* out, const void* packed, const std::int32_t* digits, std::size_t n,
                 std::uint32_t buckets) {
  const Kernels& k = *ctx->kernels;
  Result<SortedWindow> sorted = SortedWindow::create(digits, n, buckets);
  if (!sorted.ok()) return sorted.error();
  SortedWindow& w = sorted.value();

  // Columns of the reduction: each lane sums `steps` neighbouring buckets, a power of two so that the rest is shifts.
  unsigned log_steps = 0;
  while ((std::size_t{k.lanes} << 2 * log_steps) < buckets) log_steps++;
  const std::size_t steps = std::size_t{1} << log_steps;
  const std::size_t columns = (buckets + steps * k.lanes - 1) / (steps * k.lanes); // in blocks
  const std::size_t slots = columns * k.lanes * steps;
  const std::size_t blocks = (buckets + k.lanes - 1) / k.lanes;
  unsigned column_bits = 0;
  while ((std::size_t{1} << column_bits) < columns * k.lanes) column_bits++;
  const std::size_t terms = column_bits + 1;

  Result<Buffer> accumulators = Buffer::allocate(columns * steps, k.affine_bytes);
  if (!accumulators.ok()) return accumulators.error();
  Result<Buffer> points = Buffer::allocate(slots + 2 * k.lanes, k.packed_bytes);
  if (!points.ok()) return points.error();
  Result<Buffer> entries = Buffer::allocate(2 * slots, sizeof(Entry));
  if (!entries.ok()) return entries.error();
  Result<Buffer> sums = Buffer::allocate(2 * columns, k.xyzz_bytes);
  if (!sums.ok()) return sums.error();
  Result<Buffer> few = Buffer::allocate(2 * terms + 1, k.packed_bytes);
  if (!few.ok()) return few.error();

  // accumulate
  unsigned char* bucket = accumulators.value().data();
  Entry* current = entries.value().as<Entry>();
  Entry* next = current + slots;
  auto fill = [&](Entry* list, std::uint32_t step) { // returns the blocks that still have points
    std::size_t lane = 0;
    for (; lane < buckets && w.count(w.rank[lane]) > step; lane++) list[lane] = w.entries[w.offset[w.rank[lane]] + step];
    std::size_t active = (lane + k.lanes - 1) / k.lanes;
    for (; lane < active * k.lanes; lane++) list[lane] = kNoEntry;
    return active;
  };
  for (std::size_t i = 0; i < blocks * k.lanes; i++) current[i] = kNoEntry;
  k.gather(ctx, bucket, packed, current, blocks); // identities
  std::size_t active = fill(current, 0);
  for (std::uint32_t step = 0; step < w.longest; step++) {
    std::size_t following = fill(next, step + 1);
    for (std::size_t i = following * k.lanes; i < active * k.lanes; i++) next[i] = kNoEntry;
    k.bucket_step(ctx, bucket, packed, current, active, next);
    Entry* swap = current;
    current = next;
    next = swap;
    active = following;
  }

  // reduce: buckets into columns, bucket b at column b / steps, step b % steps
  k.scatter(ctx, points.value().data(), bucket, blocks * k.lanes);
  const std::size_t stride = columns * k.lanes;
  for (std::size_t i = 0; i < slots; i++) current[i] = kNoEntry;
  for (std::uint32_t lane = 0; lane < buckets; lane++) {
    std::uint32_t b = w.rank[lane];
    current[(b % steps) * stride + b / steps] = make_entry(lane, false);
  }
  k.gather(ctx, bucket, points.value().data(), current, columns * steps);
  unsigned char* run = sums.value().data();
  unsigned char* total = run + columns * k.xyzz_bytes;
  k.running_sum(ctx, run, total, bucket, steps, columns);

  // combine: sum of totals, and the runs once for every bit of their column's number
  unsigned char* term = few.value().data();
  unsigned char* spare = points.value().data() + slots * k.packed_bytes;
  unsigned shifts[65];
  k.normalise(ctx, bucket, total, columns);
  sum_blocks(ctx, term + column_bits * k.packed_bytes, bucket, columns, spare);
  shifts[column_bits] = 0;
  k.normalise(ctx, bucket, run, columns);
  k.scatter(ctx, points.value().data(), bucket, stride);
  for (unsigned bit = 0; bit < column_bits; bit++) {
    for (std::size_t column = 0; column < stride; column++)
      current[column] = (column >> bit & 1) != 0 ? make_entry(static_cast<std::uint32_t>(column), false) : kNoEntry;
    k.gather(ctx, bucket, points.value().data(), current, columns);
    unsigned place = column_bits - 1 - bit; // descending shifts
    sum_blocks(ctx, term + place * k.packed_bytes, bucket, columns, spare);
    shifts[place] = bit + log_steps;
  }
  unsigned char* serial_terms = term + terms * k.packed_bytes;
  Error converted = to_serial(ctx, serial_terms, term, terms);
  if (!converted.ok()) return converted;
  unsigned char* result = serial_terms + terms * k.packed_bytes;
  ctx->serial->kernels->combine(ctx->serial, result, serial_terms, shifts, terms);
  from_serial(ctx, out, result);
  return success();
}

} // namespace quiver
