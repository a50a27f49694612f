#include "msm/reduce.hpp"

#include <cstring>

#include "msm/sum.hpp"

namespace quiver {

Result<Terms> Terms::create(const Kernels& k, std::size_t most) {
  Terms t;
  Result<Buffer> points = Buffer::allocate(most, k.packed_bytes);
  if (!points.ok()) return points.error();
  t.points_ = std::move(points.value());
  Result<Buffer> shifts = Buffer::allocate(most, sizeof(unsigned));
  if (!shifts.ok()) return shifts.error();
  t.shifts_ = std::move(shifts.value());
  return t;
}

Error Terms::put(const Kernels& k, const void* packed, unsigned shift) {
  if ((count_ + 1) * sizeof(unsigned) > shifts_.size()) return failure(QUIVER_INTERNAL, kNoIndex, "more terms than bits");
  std::memcpy(points_.data() + count_ * k.packed_bytes, packed, k.packed_bytes);
  shifts_.as<unsigned>()[count_++] = shift;
  return success();
}

std::size_t bucket_blocks(const Kernels& k, const Window& window) {
  std::size_t buckets = std::size_t{1} << window.log_buckets();
  return buckets < k.lanes ? 1 : buckets / k.lanes;
}

std::size_t most_terms(const Kernels& k, const Window& window) {
  // One a bit of the index, the digit 2^m, and the weighted sums of running sums.
  return (bucket_blocks(k, window) * k.lanes == std::size_t{1} << window.log_buckets() ? window.log_buckets() : k.lanes) + 2;
}

namespace {

/// Arrays of blocks, block `pos` of array i at pos*width + i. The first `weighted` arrays want sum of pos * block; every
/// other one is an upper half that wants its plain sum.
class Fold {
public:
  /// What position 0 of the weighted arrays is.
  enum class Origin : std::uint8_t { any, lane_0_unwanted, unwanted };

  /// Room for positions*width blocks and what rounds() rounds append.
  static Result<Fold> create(const Kernels& k, std::size_t positions, std::size_t width, std::size_t weighted,
                             Origin origin) {
    Fold f;
    f.block_ = k.affine_bytes;
    f.positions = positions;
    f.width = width;
    f.weighted = weighted;
    f.origin_ = origin == Origin::lane_0_unwanted && k.lanes == 1 ? Origin::unwanted : origin;
    Result<Buffer> lanes = Buffer::allocate(f.origin_ == Origin::lane_0_unwanted ? k.lanes : 0, k.packed_bytes);
    if (!lanes.ok()) return lanes.error();
    f.lanes_ = std::move(lanes.value());
    std::size_t most = positions * width, next_width = width;
    for (std::size_t p = positions; p > 1; p /= 2) {
      next_width += weighted;
      if (p / 2 * next_width > most) most = p / 2 * next_width;
    }
    for (Buffer* b : {&f.now_, &f.then_}) {
      Result<Buffer> buffer = Buffer::allocate(most, k.affine_bytes);
      if (!buffer.ok()) return buffer.error();
      *b = std::move(buffer.value());
    }
    return f;
  }

  Fold() = default;
  std::size_t positions = 0, width = 0, weighted = 0;

  unsigned char* at(std::size_t position, std::size_t array) {
    return now_.data() + (position * width + array) * block_;
  }

  /// Positions halve; the upper halves of the weighted arrays become `weighted` further arrays. False: cancelled.
  bool round(const Runner& runner, Context* ctx) {
    const std::size_t half = positions / 2, wider = width + weighted, blocks = half * width;
    const std::size_t piece = 2 * ctx->batch;
    for (std::size_t p = 0; p < half; p++)
      std::memcpy(then_.data() + (p * wider + width) * block_, at(half + p, 0), weighted * block_);
    if (origin_ == Origin::lane_0_unwanted)
      for (std::size_t w = 0; w < weighted; w++) clear_lane_0(ctx, at(half, w));
    for (std::size_t first = origin_ == Origin::unwanted ? weighted : 0; first < blocks; first += piece) {
      const std::size_t n = blocks - first < piece ? blocks - first : piece;
      unsigned char* lower = at(0, 0) + first * block_;
      ctx->kernels->add(ctx, lower, lower, at(half, 0) + first * block_, n);
      if (!runner.advance(n * ctx->kernels->lanes)) return false;
    }
    for (std::size_t p = 0; p < half; p++) std::memcpy(then_.data() + p * wider * block_, at(p, 0), width * block_);
    Buffer swap = std::move(now_);
    now_ = std::move(then_);
    then_ = std::move(swap);
    positions = half;
    width = wider;
    return true;
  }

  /// Rounds until one position is left. False: cancelled.
  bool finish(const Runner& runner, Context* ctx) {
    while (positions > 1)
      if (!round(runner, ctx)) return false;
    return true;
  }

private:
  /// So that nothing is added to a sum of weight 0, which nobody wants.
  void clear_lane_0(Context* ctx, unsigned char* block) {
    const Kernels& k = *ctx->kernels;
    Entry others[64];
    for (unsigned i = 0; i < k.lanes; i++) others[i] = i == 0 ? kNoEntry : make_entry(i, false);
    k.scatter(ctx, lanes_.data(), block, k.lanes);
    k.gather(ctx, block, lanes_.data(), others, 1);
  }

  Buffer now_, then_, lanes_;
  std::size_t block_ = 0;
  Origin origin_ = Origin::any;
};

unsigned log2_of(std::size_t power_of_two) {
  unsigned log = 0;
  while ((std::size_t{1} << log) < power_of_two) log++;
  return log;
}

/// Tasks that fold by themselves first: enough for all threads, each with some blocks.
std::size_t fold_parts(std::size_t blocks, unsigned width) {
  std::size_t parts = 1;
  while (parts < width && blocks / parts >= 16) parts *= 2;
  return parts;
}

/// Bucket 0 of a signed window is the digit 2^m.
Error put_top_digits(Context* ctx, Terms& terms, const unsigned char* affine, const Window* windows, std::size_t count,
                     std::size_t blocks) {
  const Kernels& k = *ctx->kernels;
  if (!windows[0].is_signed) return success();
  Result<Buffer> few = Buffer::allocate(k.lanes, k.packed_bytes);
  if (!few.ok()) return few.error();
  for (std::size_t w = 0; w < count; w++) {
    k.scatter(ctx, few.value().data(), affine + w * blocks * k.affine_bytes, 1);
    Error put = terms.put(k, few.value().data(), windows[w].offset + windows[w].log_buckets());
    if (!put.ok()) return put;
  }
  return success();
}

Error reduce_by_folding(const Runner& runner, Terms& terms, const unsigned char* affine, const Window* windows,
                        std::size_t count) {
  const Kernels& k = runner.kernels();
  const std::size_t blocks = bucket_blocks(k, windows[0]);
  const unsigned log_buckets = windows[0].log_buckets(), log_lanes = log2_of(k.lanes);

  // Block positions modulo `parts` never meet before the last rounds: a task for each.
  const std::size_t parts = fold_parts(blocks, runner.width());
  const std::size_t rounds = log2_of(blocks / parts), width = count * (rounds + 1);
  Result<Fold> last = Fold::create(k, parts, width, count, Fold::Origin::lane_0_unwanted);
  if (!last.ok()) return last.error();
  Fold& fold = last.value();
  Error folded = run_tasks(runner, parts, Phase::reduce, [&](Context* ctx, std::size_t part) {
    const Fold::Origin origin = part == 0 ? Fold::Origin::lane_0_unwanted : Fold::Origin::any;
    Result<Fold> own = Fold::create(k, blocks / parts, count, count, origin);
    if (!own.ok()) return own.error();
    Fold& f = own.value();
    for (std::size_t p = 0; p < f.positions; p++)
      for (std::size_t w = 0; w < count; w++)
        std::memcpy(f.at(p, w), affine + (w * blocks + p * parts + part) * k.affine_bytes, k.affine_bytes);
    if (!f.finish(runner, ctx)) return cancelled();
    std::memcpy(fold.at(part, 0), f.at(0, 0), width * k.affine_bytes);
    return success();
  });
  if (!folded.ok()) return folded;

  return run_tasks(runner, 1, Phase::reduce, [&](Context* ctx, std::size_t) {
    if (!fold.finish(runner, ctx)) return cancelled();
    // Lanes next. Array a, lane l becomes lane a of position l: first the windows' own arrays, then the upper halves.
    const std::size_t own = (count + k.lanes - 1) / k.lanes, halves = fold.width - count;
    const std::size_t others = (halves + k.lanes - 1) / k.lanes;
    Result<Fold> across = Fold::create(k, k.lanes, own + others, own, Fold::Origin::unwanted);
    if (!across.ok()) return across.error();
    Result<Buffer> packed = Buffer::allocate(fold.width * k.lanes, k.packed_bytes);
    if (!packed.ok()) return packed.error();
    Fold& lanes = across.value();
    k.scatter(ctx, packed.value().data(), fold.at(0, 0), fold.width * k.lanes);
    Entry list[64];
    for (unsigned l = 0; l < k.lanes; l++)
      for (std::size_t b = 0; b < own + others; b++) {
        for (unsigned i = 0; i < k.lanes; i++) {
          std::size_t array = b < own ? b * k.lanes + i : count + (b - own) * k.lanes + i;
          bool none = b < own ? array >= count : array >= fold.width;
          list[i] = none ? kNoEntry : make_entry(static_cast<std::uint32_t>(array * k.lanes + l), false);
        }
        k.gather(ctx, lanes.at(l, b), packed.value().data(), list, 1);
      }
    if (!lanes.finish(runner, ctx)) return cancelled();

    Result<Buffer> sums = Buffer::allocate(lanes.width * k.lanes, k.packed_bytes);
    if (!sums.ok()) return sums.error();
    k.scatter(ctx, sums.value().data(), lanes.at(0, 0), lanes.width * k.lanes);
    // The upper halves of level j (from 1) weigh 2^(bits of the index - j); lanes are the index's low bits.
    const unsigned index_bits = log_buckets < log_lanes ? log_lanes : log_buckets;
    for (std::size_t array = 0; array < halves; array++) {
      Error put = terms.put(k, sums.value().data() + (own * k.lanes + array) * k.packed_bytes,
                             windows[array % count].offset + index_bits - 1 - static_cast<unsigned>(array / count));
      if (!put.ok()) return put;
    }
    for (unsigned level = 0; level < log_lanes; level++) {
      if (log_lanes - 1 - level >= log_buckets) continue; // padding
      for (std::size_t w = 0; w < count; w++) {
        Error put = terms.put(k, sums.value().data() + ((own + others + level * own) * k.lanes + w) * k.packed_bytes,
                               windows[w].offset + log_lanes - 1 - level);
        if (!put.ok()) return put;
      }
    }
    return success();
  });
}

Error reduce_by_running_sums(Context* ctx, Terms& terms, unsigned char* affine, const Window& window,
                             std::size_t blocks) {
  const Kernels& k = *ctx->kernels;
  // Columns of 2^log_steps neighbouring buckets, a power of two so that the rest is shifts. Row s of a column is bucket
  // column*steps + s; its weight s there (running_sum counts from 1: what is too much, one run, is taken off below by
  // starting the column's bits where the columns begin).
  const std::size_t slots = blocks * k.lanes;
  unsigned log_steps = 0;
  while (std::size_t{k.lanes} << (2 * log_steps) < slots) log_steps++;
  while (log_steps > 0 && (slots >> log_steps) < k.lanes) log_steps--;
  const std::size_t steps = std::size_t{1} << log_steps, columns = blocks / steps;
  const unsigned column_bits = log2_of(columns * k.lanes);

  Result<Buffer> points = Buffer::allocate(slots + 2 * k.lanes + 1, k.packed_bytes);
  if (!points.ok()) return points.error();
  Result<Buffer> entries = Buffer::allocate(slots, sizeof(Entry));
  if (!entries.ok()) return entries.error();
  Result<Buffer> rows = Buffer::allocate(blocks, k.affine_bytes);
  if (!rows.ok()) return rows.error();
  Result<Buffer> sums = Buffer::allocate(2 * columns, k.xyzz_bytes);
  if (!sums.ok()) return sums.error();
  unsigned char* spare = points.value().data() + slots * k.packed_bytes;
  auto* entry = entries.value().as<Entry>();

  k.scatter(ctx, points.value().data(), affine, slots);
  // Row s - 1 holds the buckets s of each column, so that running_sum's weights are the indices; bucket 0 of a column
  // has none, but counts in its run.
  const std::size_t stride = columns * k.lanes;
  for (std::size_t b = 0; b < slots; b++) {
    std::size_t row = b % steps, column = b / steps;
    entry[(row == 0 ? steps - 1 : row - 1) * stride + column] = make_entry(static_cast<std::uint32_t>(b), false);
  }
  k.gather(ctx, rows.value().data(), points.value().data(), entry, blocks);
  unsigned char* run = sums.value().data();
  unsigned char* total = run + columns * k.xyzz_bytes;
  k.running_sum(ctx, run, total, rows.value().data(), steps - 1, columns);

  k.normalise(ctx, affine, total, columns);
  sum_blocks(ctx, spare + 2 * k.lanes * k.packed_bytes, affine, columns, spare);
  Error put = terms.put(k, spare + 2 * k.lanes * k.packed_bytes, window.offset);
  if (!put.ok()) return put;
  // A column's whole sum: its run and its bucket 0.
  unsigned char* whole = affine;
  k.normalise(ctx, whole, run, columns);
  k.add(ctx, whole, whole, rows.value().data() + (steps - 1) * columns * k.affine_bytes, columns);
  k.scatter(ctx, points.value().data(), whole, stride);
  for (unsigned bit = 0; bit < column_bits; bit++) {
    for (std::size_t column = 0; column < stride; column++)
      entry[column] = (column >> bit & 1) != 0 ? make_entry(static_cast<std::uint32_t>(column), false) : kNoEntry;
    k.gather(ctx, rows.value().data(), points.value().data(), entry, columns);
    sum_blocks(ctx, spare + 2 * k.lanes * k.packed_bytes, rows.value().data(), columns, spare);
    put = terms.put(k, spare + 2 * k.lanes * k.packed_bytes, window.offset + log_steps + bit);
    if (!put.ok()) return put;
  }
  return success();
}

} // namespace

Error reduce_windows(const Runner& runner, Terms& terms, unsigned char* affine, const Window* windows,
                     std::size_t count, bool batch_affine) {
  const Kernels& k = runner.kernels();
  const std::size_t blocks = bucket_blocks(k, windows[0]);
  Error top = run_tasks(runner, 1, Phase::reduce, [&](Context* ctx, std::size_t) {
    return put_top_digits(ctx, terms, affine, windows, count, blocks);
  });
  if (!top.ok()) return top;
  if (batch_affine) return reduce_by_folding(runner, terms, affine, windows, count);

  // One task a window, each with terms of its own.
  Result<Buffer> own = Buffer::allocate(count, sizeof(Terms));
  if (!own.ok()) return own.error();
  auto* part = own.value().as<Terms>();
  for (std::size_t w = 0; w < count; w++) new (part + w) Terms();
  Error done = run_tasks(runner, count, Phase::reduce, [&](Context* ctx, std::size_t w) {
    Result<Terms> created = Terms::create(k, most_terms(k, windows[w]));
    if (!created.ok()) return created.error();
    part[w] = std::move(created.value());
    if (!runner.advance(2 * blocks * k.lanes)) return cancelled();
    return reduce_by_running_sums(ctx, part[w], affine + w * blocks * k.affine_bytes, windows[w], blocks);
  });
  for (std::size_t w = 0; w < count; w++) {
    for (std::size_t t = 0; done.ok() && t < part[w].count(); t++)
      done = terms.put(k, part[w].points() + t * k.packed_bytes, part[w].shifts()[t]);
    part[w].~Terms();
  }
  return done;
}

std::size_t reduce_memory(const Kernels& k, const Window& window, std::size_t count, unsigned width,
                          bool batch_affine) {
  const std::size_t blocks = bucket_blocks(k, window), slots = blocks * k.lanes;
  if (!batch_affine) {
    // Columns are at most a fourth of the blocks, or few.
    const std::size_t columns = blocks / 2 + 1, tasks = count < width ? count : width;
    return tasks * ((slots + 2 * k.lanes + 1) * k.packed_bytes + slots * sizeof(Entry) + blocks * k.affine_bytes +
                    2 * columns * k.xyzz_bytes) +
           count * (sizeof(Terms) + most_terms(k, window) * (k.packed_bytes + sizeof(unsigned)));
  }
  // Two copies of the blocks of all tasks that run at once, what they leave, and the lanes.
  const std::size_t parts = fold_parts(blocks, width), tasks = parts < width ? parts : width;
  const std::size_t rounds = log2_of(blocks / parts) + 1, left = parts * count * (rounds + log2_of(parts) + 1);
  const std::size_t folding = 2 * tasks * (blocks / parts + rounds) * count + 2 * left;
  const std::size_t arrays = count * (rounds + log2_of(parts) + 1), groups = arrays / k.lanes + 3;
  const std::size_t across = 2 * groups * (k.lanes + log2_of(k.lanes) + 1) * k.affine_bytes +
                             (arrays + groups * (log2_of(k.lanes) + 2)) * k.lanes * k.packed_bytes;
  return folding * k.affine_bytes + across + 3 * k.lanes * k.packed_bytes;
}

} // namespace quiver
