#include "msm/buckets.hpp"

#include <cstring>

namespace quiver {

namespace {

/// Part of a bucket's points: what one lane sums.
struct Chunk {
  std::uint32_t first, count; // of the sorted entries
};

std::uint32_t square_root(std::uint32_t x) {
  std::uint32_t root = 0;
  while (std::uint64_t{root + 1} * (root + 1) <= x) root++;
  return root;
}

/// The entries grouped by bucket, buckets cut into chunks, chunks ranked by descending count.
class Sorted {
public:
  static Result<Sorted> create(const DigitSpan* spans, std::size_t n_spans, std::uint32_t buckets) {
    Sorted s;
    Result<Buffer> offsets = Buffer::allocate(std::size_t{buckets} + 2, sizeof(std::uint32_t));
    if (!offsets.ok()) return offsets.error();
    auto* offset = offsets.value().as<std::uint32_t>();
    std::memset(offset, 0, offsets.value().size());

    // Counting sort: counts two places up, so that filling leaves the offsets in place.
    for_each_entry(spans, n_spans, [&](std::uint32_t bucket, Entry) { offset[bucket + 2]++; });
    std::uint32_t filled = 0;
    for (std::uint32_t b = 0; b < buckets; b++) {
      if (offset[b + 2] != 0) filled++;
      offset[b + 2] += offset[b + 1];
    }
    const std::uint32_t total = offset[buckets + 1];
    Result<Buffer> entries = Buffer::allocate(std::size_t{total} + 1, sizeof(Entry));
    if (!entries.ok()) return entries.error();
    s.entries_ = std::move(entries.value());
    auto* entry = s.entries_.as<Entry>();
    for_each_entry(spans, n_spans, [&](std::uint32_t bucket, Entry e) { entry[offset[bucket + 1]++] = e; });

    // A bucket beyond six deviations of a Poisson count is no accident.
    const std::uint32_t mean = filled != 0 ? total / filled : 0;
    const std::uint32_t limit = mean + 6 * square_root(mean) + 8;
    Result<Buffer> firsts = Buffer::allocate(std::size_t{buckets} + 1, sizeof(std::uint32_t));
    if (!firsts.ok()) return firsts.error();
    s.first_chunk_ = std::move(firsts.value());
    auto* first = s.first_chunk_.as<std::uint32_t>();
    for (std::uint32_t b = 0; b < buckets; b++) {
      first[b] = s.chunks;
      s.chunks += (offset[b + 1] - offset[b] + limit - 1) / limit;
    }
    first[buckets] = s.chunks;

    Result<Buffer> cut = Buffer::allocate(std::size_t{s.chunks} + 1, 2 * sizeof(Chunk) + sizeof(std::uint32_t));
    if (!cut.ok()) return cut.error();
    s.cut_ = std::move(cut.value());
    auto* chunk = s.cut_.as<Chunk>();
    s.lane = chunk + s.chunks + 1;
    s.lane_of = reinterpret_cast<std::uint32_t*>(s.lane + s.chunks + 1);
    for (std::uint32_t b = 0; b < buckets; b++) {
      std::uint32_t at = offset[b], parts = first[b + 1] - first[b];
      for (std::uint32_t p = 0; p < parts; p++) {
        std::uint32_t count = (offset[b + 1] - at + parts - p - 1) / (parts - p);
        chunk[first[b] + p] = {at, count};
        at += count;
      }
    }

    Result<Buffer> tally = Buffer::allocate(std::size_t{limit} + 2, sizeof(std::uint32_t));
    if (!tally.ok()) return tally.error();
    auto* by_count = tally.value().as<std::uint32_t>();
    std::memset(by_count, 0, tally.value().size());
    for (std::uint32_t c = 0; c < s.chunks; c++) by_count[limit - chunk[c].count + 1]++;
    for (std::uint32_t c = 0; c <= limit; c++) by_count[c + 1] += by_count[c];
    for (std::uint32_t c = 0; c < s.chunks; c++) {
      std::uint32_t rank = by_count[limit - chunk[c].count]++;
      s.lane[rank] = chunk[c];
      s.lane_of[c] = rank;
    }
    return s;
  }

  Sorted() = default;

  std::uint32_t chunks = 0;
  Chunk* lane = nullptr;            // what each lane sums
  std::uint32_t* lane_of = nullptr; // lane_of[c]: the lane that sums chunk c

  std::uint32_t first_chunk(std::uint32_t bucket) const { return first_chunk_.as<std::uint32_t>()[bucket]; }

  /// list[lane] = the lane's entry of this step, padded with none; returns the blocks that have any.
  std::size_t fill(Entry* list, std::uint32_t step, unsigned lanes) const {
    const auto* entry = entries_.as<Entry>();
    std::size_t n = 0;
    for (; n < chunks && lane[n].count > step; n++) list[n] = entry[lane[n].first + step];
    std::size_t blocks = (n + lanes - 1) / lanes;
    for (; n < blocks * lanes; n++) list[n] = kNoEntry;
    return blocks;
  }

private:
  template <class Fn> static void for_each_entry(const DigitSpan* spans, std::size_t n_spans, Fn&& fn) {
    for (std::size_t s = 0; s < n_spans; s++) {
      const DigitSpan& span = spans[s];
      const std::uint32_t wanted = span.last - span.first;
      for (std::size_t i = 0; i < span.n; i++) {
        std::int32_t d = span.digits[i];
        std::uint32_t index = (static_cast<std::uint32_t>(d < 0 ? -d : d) & span.mask) - span.first;
        if (d != 0 && index < wanted) fn(span.place + index, make_entry(static_cast<std::uint32_t>(i), d < 0));
      }
    }
  }

  Buffer entries_, first_chunk_, cut_;
};

/// Chunks of one bucket are summed into its first, by halves, all buckets in the same batches.
Error merge_chunks(Context* ctx, const Sorted& sorted, std::uint32_t buckets, unsigned char* points) {
  const Kernels& k = *ctx->kernels;
  std::uint32_t most = 0;
  std::size_t pairs = 0;
  for (std::uint32_t b = 0; b < buckets; b++) {
    std::uint32_t parts = sorted.first_chunk(b + 1) - sorted.first_chunk(b);
    if (parts > most) most = parts;
    pairs += parts / 2;
  }
  if (pairs == 0) return success();
  const std::size_t room = (pairs + k.lanes - 1) / k.lanes;
  Result<Buffer> blocks = Buffer::allocate(room, k.affine_bytes);
  if (!blocks.ok()) return blocks.error();
  Result<Buffer> lists = Buffer::allocate(2 * room * k.lanes, sizeof(Entry));
  if (!lists.ok()) return lists.error();
  Result<Buffer> sums = Buffer::allocate(room * k.lanes, k.packed_bytes);
  if (!sums.ok()) return sums.error();
  auto* left = lists.value().as<Entry>();
  auto* right = left + room * k.lanes;
  for (std::uint32_t have = most; have > 1; have = (have + 1) / 2) {
    // Every bucket halves as the longest one does; a shorter one pauses until its turn.
    std::size_t n = 0;
    const std::uint32_t half = (have + 1) / 2;
    for (std::uint32_t b = 0; b < buckets; b++) {
      std::uint32_t first = sorted.first_chunk(b), parts = sorted.first_chunk(b + 1) - first;
      if (parts > have) parts = have;
      for (std::uint32_t p = half; p < parts; p++, n++) {
        left[n] = make_entry(sorted.lane_of[first + p - half], false);
        right[n] = make_entry(sorted.lane_of[first + p], false);
      }
    }
    const std::size_t used = (n + k.lanes - 1) / k.lanes;
    for (std::size_t i = n; i < used * k.lanes; i++) left[i] = right[i] = kNoEntry;
    k.gather(ctx, blocks.value().data(), points, left, used);
    k.bucket_step(ctx, blocks.value().data(), points, right, used, nullptr);
    k.scatter(ctx, sums.value().data(), blocks.value().data(), n);
    for (std::size_t i = 0; i < n; i++)
      std::memcpy(points + entry_index(left[i]) * k.packed_bytes, sums.value().data() + i * k.packed_bytes,
                  k.packed_bytes);
  }
  return success();
}

} // namespace

Error accumulate_buckets(Context* ctx, void* affine, std::uint32_t buckets, const void* packed, const DigitSpan* spans,
                         std::size_t n_spans, bool batch_affine) {
  const Kernels& k = *ctx->kernels;
  Result<Sorted> created = Sorted::create(spans, n_spans, buckets);
  if (!created.ok()) return created.error();
  const Sorted& sorted = created.value();

  const std::size_t blocks = (sorted.chunks + k.lanes - 1) / k.lanes;
  const std::size_t slots = blocks * k.lanes < buckets ? buckets : blocks * k.lanes;
  Result<Buffer> lists = Buffer::allocate(2 * slots, sizeof(Entry));
  if (!lists.ok()) return lists.error();
  Result<Buffer> sums = Buffer::allocate(blocks, k.affine_bytes);
  if (!sums.ok()) return sums.error();
  Result<Buffer> xyzz = Buffer::allocate(batch_affine ? 0 : blocks, k.xyzz_bytes);
  if (!xyzz.ok()) return xyzz.error();
  Result<Buffer> points = Buffer::allocate(blocks * k.lanes, k.packed_bytes);
  if (!points.ok()) return points.error();

  auto* current = lists.value().as<Entry>();
  Entry* next = current + slots;
  if (sorted.chunks == 0) { // all digits are zero
    for (std::uint32_t b = 0; b < buckets; b++) current[b] = kNoEntry;
    k.gather(ctx, affine, packed, current, buckets / k.lanes);
    return success();
  }
  unsigned char* sum = sums.value().data();
  std::size_t active = sorted.fill(current, 0, k.lanes);
  if (batch_affine)
    k.gather(ctx, sum, packed, current, active); // the first point of a bucket costs nothing
  else {
    k.xyzz_clear(ctx, xyzz.value().data(), blocks);
    k.xyzz_accumulate(ctx, xyzz.value().data(), packed, current, active);
  }
  active = sorted.fill(current, 1, k.lanes);
  for (std::uint32_t step = 1; active != 0; step++) {
    std::size_t following = sorted.fill(next, step + 1, k.lanes);
    for (std::size_t i = following * k.lanes; i < active * k.lanes; i++) next[i] = kNoEntry;
    if (batch_affine)
      k.bucket_step(ctx, sum, packed, current, active, next);
    else
      k.xyzz_accumulate(ctx, xyzz.value().data(), packed, current, active);
    Entry* swap = current;
    current = next;
    next = swap;
    active = following;
  }
  if (!batch_affine) k.normalise(ctx, sum, xyzz.value().data(), blocks);

  k.scatter(ctx, points.value().data(), sum, blocks * k.lanes);
  Error merged = merge_chunks(ctx, sorted, buckets, points.value().data());
  if (!merged.ok()) return merged;
  for (std::uint32_t b = 0; b < buckets; b++) {
    std::uint32_t chunk = sorted.first_chunk(b);
    current[b] = chunk == sorted.first_chunk(b + 1) ? kNoEntry : make_entry(sorted.lane_of[chunk], false);
  }
  k.gather(ctx, affine, points.value().data(), current, buckets / k.lanes);
  return success();
}

} // namespace quiver
