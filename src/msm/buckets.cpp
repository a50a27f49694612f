#include "msm/buckets.hpp"

#include <cstring>

namespace quiver {

namespace {

// Fewer lanes than this leave a batch too short for its inversion: where fewer buckets have all the points, these are
// cut into more chunks.
constexpr std::size_t kWantedChunks = 1024;
constexpr std::size_t kShortestChunk = 16; // on average; below, merging costs more than lanes gain

std::uint32_t square_root(std::uint32_t x) {
  std::uint32_t root = 0;
  while (std::uint64_t{root + 1} * (root + 1) <= x) root++;
  return root;
}

/// The entries grouped by bucket, buckets cut into chunks, chunks ranked by descending count: a chunk's rank is its
/// lane. Entries stand as the steps want them: list(s) has entry s of every lane that has so many.
class Sorted {
public:
  static Result<Sorted> create(const Kernels& k, const KeySpan* spans, std::size_t n_spans, std::uint32_t buckets) {
    Sorted s;
    Result<Buffer> counters = Buffer::allocate(std::size_t{buckets}, sizeof(std::uint32_t));
    if (!counters.ok()) return counters.error();
    auto* count = counters.value().as<std::uint32_t>();
    std::memset(count, 0, counters.value().size());
    for_each_entry(spans, n_spans, [&](std::uint32_t bucket, Entry) { count[bucket]++; });
    std::size_t total = 0, filled = 0;
    for (std::uint32_t b = 0; b < buckets; b++) total += count[b], filled += count[b] != 0;

    // A bucket beyond six deviations of a Poisson count is no accident.
    std::size_t lanes = total / kShortestChunk < kWantedChunks ? total / kShortestChunk : kWantedChunks;
    if (lanes < filled) lanes = filled;
    const auto mean = static_cast<std::uint32_t>(lanes != 0 ? total / lanes : 0);
    const std::uint32_t limit = mean + 6 * square_root(mean) + 8;

    Result<Buffer> firsts = Buffer::allocate(std::size_t{buckets} + 1, sizeof(std::uint32_t));
    if (!firsts.ok()) return firsts.error();
    s.first_chunk_ = std::move(firsts.value());
    auto* first = s.first_chunk_.as<std::uint32_t>();
    for (std::uint32_t b = 0; b < buckets; b++) {
      first[b] = s.chunks;
      s.chunks += (count[b] + limit - 1) / limit;
    }
    first[buckets] = s.chunks;

    // Ranks: all chunks of a bucket are full but for its last.
    Result<Buffer> steps = Buffer::allocate(3 * std::size_t{limit} + 4, sizeof(std::uint32_t));
    if (!steps.ok()) return steps.error();
    s.steps_ = std::move(steps.value());
    Result<Buffer> places = Buffer::allocate(std::size_t{s.chunks}, sizeof(std::uint32_t));
    if (!places.ok()) return places.error();
    s.lane_ = std::move(places.value());
    auto* active = s.steps_.as<std::uint32_t>(); // lanes of each step; 0 after the last
    auto* start = active + limit + 2;            // where its list begins
    auto* rank = start + limit + 1;              // the next lane for a chunk of limit - i entries
    auto* lane = s.lane_.as<std::uint32_t>();
    std::memset(active, 0, (std::size_t{limit} + 2) * sizeof *active);
    auto for_each_chunk = [&](auto&& fn) {
      for (std::uint32_t b = 0; b < buckets; b++) {
        std::uint32_t left = count[b];
        for (std::uint32_t c = first[b]; c < first[b + 1]; c++) {
          const std::uint32_t own = left < limit ? left : limit;
          fn(c, own);
          left -= own;
        }
      }
    };
    for_each_chunk([&](std::uint32_t, std::uint32_t own) { active[own - 1]++; });
    for (std::uint32_t i = limit, ranked = 0; i-- > 0;) { // active[i] chunks have just i + 1 entries
      rank[limit - 1 - i] = ranked;
      ranked += active[i];
      active[i] = ranked;
    }
    for_each_chunk([&](std::uint32_t c, std::uint32_t own) { lane[c] = rank[limit - own]++; });
    std::size_t slots = 0;
    for (std::uint32_t i = 0; i < limit; i++) {
      start[i] = static_cast<std::uint32_t>(slots);
      slots += (active[i] + k.lanes - 1) / k.lanes * k.lanes;
    }

    // Prefetches read a little beyond a step's list.
    const std::size_t room = slots + std::size_t{k.lanes} * kReadAhead;
    Result<Buffer> entries = Buffer::allocate(room, sizeof(Entry));
    if (!entries.ok()) return entries.error();
    s.entries_ = std::move(entries.value());
    auto* entry = s.entries_.as<Entry>();
    if (k.lanes > 1)
      for (std::uint32_t i = 0; i < limit; i++)
        for (std::uint32_t pad = active[i]; pad % k.lanes != 0; pad++) entry[start[i] + pad] = kNoEntry;
    for (std::size_t i = slots; i < room; i++) entry[i] = kNoEntry;
    Result<Buffer> cursors = Buffer::allocate(std::size_t{buckets}, sizeof(Cursor));
    if (!cursors.ok()) return cursors.error();
    auto* cursor = cursors.value().as<Cursor>();
    for (std::uint32_t b = 0; b < buckets; b++)
      if (first[b] != first[b + 1]) cursor[b] = {lane[first[b]], 0, first[b]};
    for_each_entry(spans, n_spans, [&](std::uint32_t bucket, Entry e) {
      Cursor& at = cursor[bucket];
      if (at.step == limit) [[unlikely]] at = {lane[at.chunk + 1], 0, at.chunk + 1};
      entry[start[at.step++] + at.lane] = e;
    });
    return s;
  }

  Sorted() = default;

  std::uint32_t chunks = 0;

  std::uint32_t first_chunk(std::uint32_t bucket) const { return first_chunk_.as<std::uint32_t>()[bucket]; }
  std::uint32_t lane_of(std::uint32_t chunk) const { return lane_.as<std::uint32_t>()[chunk]; }

  /// Lanes that step s has an entry for; 0 from some step on.
  std::uint32_t active(std::uint32_t step) const { return steps_.as<std::uint32_t>()[step]; }
  /// Their entries, padded with none to whole blocks.
  const Entry* list(std::uint32_t step) const {
    const std::size_t limit = (steps_.size() / sizeof(std::uint32_t) - 4) / 3;
    return entries_.as<Entry>() + steps_.as<std::uint32_t>()[limit + 2 + step];
  }

private:
  /// Where a bucket's next entry goes.
  struct Cursor {
    std::uint32_t lane, step, chunk;
  };

  template <class Fn> static void for_each_entry(const KeySpan* spans, std::size_t n_spans, Fn&& fn) {
    for (std::size_t s = 0; s < n_spans; s++) {
      const KeySpan& span = spans[s];
      const std::uint32_t wanted = span.last - span.first;
      for (std::size_t i = 0; i < span.n; i++) {
        const Key key = span.keys[i];
        const std::uint32_t index = key_index(key) - span.first;
        if (index < wanted) fn(span.place + index, static_cast<Entry>(i) | key_sign(key));
      }
    }
  }

  Buffer entries_, first_chunk_, lane_, steps_;
};

/// Chunks of one bucket are summed into its first, by halves, all buckets in the same batches.
Error merge_chunks(const Runner& runner, Context* ctx, const Sorted& sorted, std::uint32_t buckets,
                   unsigned char* points) {
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
        left[n] = make_entry(sorted.lane_of(first + p - half), false);
        right[n] = make_entry(sorted.lane_of(first + p), false);
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
    if (!runner.advance(n)) return cancelled();
  }
  return success();
}

/// One step over `blocks` blocks, in pieces of whole batches, so that a cancelled call ends soon.
template <class Step> bool in_pieces(const Runner& runner, const Context* ctx, std::size_t blocks, Step&& step) {
  const std::size_t piece = 2 * ctx->batch;
  for (std::size_t first = 0; first < blocks; first += piece) {
    const std::size_t n = blocks - first < piece ? blocks - first : piece;
    step(first, n);
    if (!runner.advance(n * ctx->kernels->lanes)) return false;
  }
  return true;
}

} // namespace

Error accumulate_buckets(const Runner& runner, Context* ctx, void* affine, std::uint32_t buckets, const void* packed,
                         const KeySpan* spans, std::size_t n_spans, bool batch_affine) {
  const Kernels& k = *ctx->kernels;
  Result<Sorted> created = Sorted::create(k, spans, n_spans, buckets);
  if (!created.ok()) return created.error();
  const Sorted& sorted = created.value();
  Result<Buffer> order = Buffer::allocate(buckets, sizeof(Entry));
  if (!order.ok()) return order.error();
  auto* source = order.value().as<Entry>();
  for (std::uint32_t b = 0; b < buckets; b++) {
    const std::uint32_t chunk = sorted.first_chunk(b);
    source[b] = chunk == sorted.first_chunk(b + 1) ? kNoEntry : make_entry(sorted.lane_of(chunk), false);
  }
  if (sorted.chunks == 0) { // all digits are zero
    k.gather(ctx, affine, packed, source, buckets / k.lanes);
    return success();
  }

  const std::size_t blocks = (sorted.chunks + k.lanes - 1) / k.lanes;
  Result<Buffer> sums = Buffer::allocate(blocks, k.affine_bytes);
  if (!sums.ok()) return sums.error();
  Result<Buffer> xyzz = Buffer::allocate(batch_affine ? 0 : blocks, k.xyzz_bytes);
  if (!xyzz.ok()) return xyzz.error();
  unsigned char* sum = sums.value().data();
  std::uint32_t step = 0;
  if (batch_affine) {
    k.gather(ctx, sum, packed, sorted.list(0), blocks); // the first point of a bucket costs nothing
    step = 1;
  } else {
    k.xyzz_clear(ctx, xyzz.value().data(), blocks);
  }
  for (; sorted.active(step) != 0; step++) {
    const Entry* list = sorted.list(step);
    const std::size_t active = (sorted.active(step) + k.lanes - 1) / k.lanes;
    const bool going = in_pieces(runner, ctx, active, [&](std::size_t first, std::size_t n) {
      const Entry* entries = list + first * k.lanes;
      if (!batch_affine) {
        k.xyzz_accumulate(ctx, xyzz.value().data() + first * k.xyzz_bytes, packed, entries, n);
        return;
      }
      const Entry* next = first + n < active              ? entries + n * k.lanes
                          : sorted.active(step + 1) != 0 ? sorted.list(step + 1)
                                                         : nullptr;
      k.bucket_step(ctx, sum + first * k.affine_bytes, packed, entries, n, next);
    });
    if (!going) return cancelled();
  }
  if (!batch_affine) k.normalise(ctx, sum, xyzz.value().data(), blocks);

  // From the lanes' order to the buckets'.
  Result<Buffer> points = Buffer::allocate(blocks * k.lanes, k.packed_bytes);
  if (!points.ok()) return points.error();
  k.scatter(ctx, points.value().data(), sum, blocks * k.lanes);
  Error merged = merge_chunks(runner, ctx, sorted, buckets, points.value().data());
  if (!merged.ok()) return merged;
  k.gather(ctx, affine, points.value().data(), source, buckets / k.lanes);
  return success();
}

std::size_t accumulate_memory(const Kernels& k, std::uint32_t buckets, std::size_t entries, bool batch_affine) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  // Chunks: one a bucket, and one for each full one, of which there are fewer than wanted lanes.
  std::size_t lanes = entries / kShortestChunk < kWantedChunks ? entries / kShortestChunk : kWantedChunks;
  if (lanes < buckets) lanes = buckets;
  std::size_t chunks = buckets + lanes;
  if (chunks > entries) chunks = entries;
  const std::size_t blocks = (chunks + k.lanes - 1) / k.lanes, slots = blocks * k.lanes;
  // The longest chunk is long where few buckets are filled: then there are so many steps, of few lanes.
  const std::size_t mean = 2 * kShortestChunk + entries / kWantedChunks;
  const std::size_t limit = mean + 6 * square_root(static_cast<std::uint32_t>(mean)) + 8;
  const std::size_t sort = kWord * (buckets + buckets + 1 + chunks + 3 * limit + 4) +
                           kWord * (entries + limit * (k.lanes - 1) + k.lanes * kReadAhead);
  const std::size_t cursors = 3 * kWord * buckets;
  std::size_t sums = blocks * k.affine_bytes + slots * k.packed_bytes + kWord * buckets;
  if (!batch_affine) sums += blocks * k.xyzz_bytes;
  sums += (lanes / 2 + 1 + k.lanes) * (k.packed_bytes + k.affine_bytes / k.lanes + 2 * kWord); // merging
  return sort + (cursors > sums ? cursors : sums);
}

} // namespace quiver
