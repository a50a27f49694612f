#include "msm/pippenger.hpp"

#include <cstring>

#include "curve/glv.hpp"
#include "msm/buckets.hpp"
#include "msm/digits.hpp"
#include "msm/horner.hpp"
#include "msm/reduce.hpp"

namespace quiver {

namespace {

constexpr std::size_t kChunk = 1024;                  // points a task recodes
constexpr std::size_t kMaxTaskEntries = 1u << 20;     // sorted at once
constexpr std::size_t kMaxTaskBuckets = 1u << 15;     // accumulators that stay in the second-level cache
constexpr std::size_t kMinTaskBuckets = 256;          // fewer leave batches too short for their inversion

/// Scalars cut into parts: part j of scalar i, which multiplies psi^j(P_i), is number j*n + i.
class Parts {
public:
  static Result<Parts> create(const Runner& runner, const ScalarView& view, std::size_t n, const Endomorphism* endo) {
    Parts p;
    p.count = n;
    const std::size_t most = endo != nullptr ? n * endo->dimension : n;
    Result<Buffer> words = Buffer::allocate(most, 8 * kDigitWords);
    if (!words.ok()) return words.error();
    p.words_ = std::move(words.value());
    Result<Buffer> negative = Buffer::allocate(most);
    if (!negative.ok()) return negative.error();
    p.negative_ = std::move(negative.value());
    const ScalarReader reader(runner.engine.group(), view);
    Result<unsigned> longest = p.for_each_scalar(runner, n, [&](std::size_t i) { return p.whole(reader, i); });
    if (!longest.ok()) return longest.error();
    p.bits = longest.value();
    if (endo == nullptr || p.bits <= endo->bits) return p; // short scalars have no use for two parts
    p.dimension = endo->dimension;
    p.count = n * p.dimension;
    longest = p.for_each_scalar(runner, n, [&](std::size_t i) { return p.split(*endo, i, n); });
    if (!longest.ok()) return longest.error();
    p.bits = longest.value();
    return p;
  }

  Parts() = default;
  std::size_t count = 0;
  unsigned dimension = 1;
  unsigned bits = 1; // of the longest part

  std::uint64_t* words(std::size_t part) { return words_.as<std::uint64_t>() + part * kDigitWords; }
  const std::uint64_t* words(std::size_t part) const { return words_.as<std::uint64_t>() + part * kDigitWords; }
  bool negative(std::size_t part) const { return negative_.data()[part] != 0; }

private:
  /// fn(i) for every i < n, in parallel; the largest of what it returns, at least 1.
  template <class Fn> static Result<unsigned> for_each_scalar(const Runner& runner, std::size_t n, Fn&& fn) {
    const std::size_t chunks = (n + kChunk - 1) / kChunk;
    Result<Buffer> buffer = Buffer::allocate(chunks, sizeof(unsigned));
    if (!buffer.ok()) return buffer.error();
    auto* largest = buffer.value().as<unsigned>();
    parallel_for(runner.executor, chunks, [&](std::size_t c) {
      largest[c] = 1;
      for (std::size_t i = c * kChunk; i < n && i < (c + 1) * kChunk; i++) {
        unsigned found = fn(i);
        if (found > largest[c]) largest[c] = found;
      }
    });
    for (std::size_t c = 1; c < chunks; c++)
      if (largest[c] > largest[0]) largest[0] = largest[c];
    return largest[0];
  }

  unsigned whole(const ScalarReader& reader, std::size_t i) {
    reader.read(words(i), i);
    words(i)[kScalarWords] = 0;
    negative_.data()[i] = 0;
    return bit_length(words(i), kScalarWords);
  }

  unsigned split(const Endomorphism& endo, std::size_t i, std::size_t n) {
    SignedWords part[kMaxEndoDimension];
    decompose(endo, words(i), part);
    unsigned longest = 0;
    for (unsigned j = 0; j < dimension; j++) {
      std::uint64_t* to = words(j * n + i);
      for (unsigned w = 0; w < kDigitWords; w++) to[w] = w < 3 ? part[j].words[w] : 0;
      negative_.data()[j * n + i] = part[j].negative;
      unsigned length = bit_length(to, kScalarWords);
      if (length > longest) longest = length;
    }
    return longest;
  }

  Buffer words_, negative_;
};

/// All windows' buckets in one row, window by window, each padded to whole blocks; cut into tasks of equal work.
struct Layout {
  std::uint32_t first_bucket[kMaxWindows + 1]; // of a window; one more for the end
  std::size_t tasks = 1;
  unsigned windows = 0; // without the carry's, which has next to no work

  /// The first bucket of a task: windows weigh the same, whatever their number of buckets.
  std::uint32_t cut(std::size_t task, unsigned lanes, unsigned all) const {
    if (task >= tasks) return first_bucket[all];
    std::uint64_t place = std::uint64_t{windows} * task;
    auto window = static_cast<unsigned>(place / tasks);
    std::uint64_t size = first_bucket[window + 1] - first_bucket[window];
    auto inside = static_cast<std::uint32_t>(size * (place % tasks) / tasks);
    return first_bucket[window] + inside / lanes * lanes;
  }
};

Layout lay_out(const Runner& runner, const Windows& windows, std::size_t parts) {
  const Kernels& k = runner.kernels();
  Layout layout;
  std::uint32_t at = 0;
  for (unsigned w = 0; w < windows.count(); w++) {
    layout.first_bucket[w] = at;
    at += static_cast<std::uint32_t>(bucket_blocks(k, windows[w]) * k.lanes);
  }
  layout.first_bucket[windows.count()] = at;
  layout.windows = windows.count() > 1 ? windows.count() - (windows[0].is_signed ? 1 : 0) : 1;
  const std::size_t entries = parts * layout.windows;
  std::size_t tasks = entries / kMaxTaskEntries + 1;
  if (at / kMaxTaskBuckets + 1 > tasks) tasks = at / kMaxTaskBuckets + 1;
  if (runner.width() > 1) {
    std::size_t wanted = 4 * std::size_t{runner.width()}, most = at / kMinTaskBuckets + 1;
    if (wanted > most) wanted = most < runner.width() ? runner.width() : most;
    if (wanted > tasks) tasks = wanted;
  }
  layout.tasks = tasks;
  return layout;
}

/// psi^j(P_i) for all i and j as packed points, psi^j's after psi^(j-1)'s.
Error apply_endomorphism(const Runner& runner, unsigned char* out, const unsigned char* packed, std::size_t n,
                         unsigned dimension) {
  const Kernels& k = runner.kernels();
  const std::size_t chunks = (n + kChunk - 1) / kChunk;
  std::memcpy(out, packed, n * k.packed_bytes);
  return run_tasks(runner, chunks * (dimension - 1), Phase::recode, [&](Context* ctx, std::size_t task) {
    const unsigned power = static_cast<unsigned>(task / chunks) + 1;
    const std::size_t first = task % chunks * kChunk, count = n - first < kChunk ? n - first : kChunk;
    const std::size_t blocks = (count + k.lanes - 1) / k.lanes;
    Result<Buffer> affine = Buffer::allocate(blocks, k.affine_bytes);
    if (!affine.ok()) return affine.error();
    Result<Buffer> entries = Buffer::allocate(blocks * k.lanes, sizeof(Entry));
    if (!entries.ok()) return entries.error();
    auto* entry = entries.value().as<Entry>();
    for (std::size_t i = 0; i < blocks * k.lanes; i++)
      entry[i] = i < count ? make_entry(static_cast<std::uint32_t>(i), false, power) : kNoEntry;
    k.gather(ctx, affine.value().data(), packed + first * k.packed_bytes, entry, blocks);
    k.scatter(ctx, out + (power * n + first) * k.packed_bytes, affine.value().data(), count);
    return success();
  });
}

Error accumulate_task(Context* ctx, unsigned char* affine, const unsigned char* points, const Parts& parts,
                      const Windows& windows, const Layout& layout, std::size_t task, bool batch_affine) {
  const Kernels& k = *ctx->kernels;
  const std::uint32_t first = layout.cut(task, k.lanes, windows.count());
  const std::uint32_t last = layout.cut(task + 1, k.lanes, windows.count());
  if (first == last) return success();
  unsigned from = 0, to = 0;
  while (layout.first_bucket[from + 1] <= first) from++;
  for (to = from; to < windows.count() && layout.first_bucket[to] < last;) to++;
  Result<Buffer> room = Buffer::allocate((to - from) * parts.count, sizeof(std::int32_t));
  if (!room.ok()) return room.error();
  DigitSpan spans[kMaxWindows];
  for (unsigned w = from; w < to; w++) {
    std::int32_t* digits = room.value().as<std::int32_t>() + (w - from) * parts.count;
    for (std::size_t i = 0; i < parts.count; i++) {
      std::int32_t d = windows.digit(parts.words(i), w);
      digits[i] = parts.negative(i) ? -d : d;
    }
    const std::uint32_t begin = layout.first_bucket[w], end = layout.first_bucket[w + 1];
    DigitSpan& span = spans[w - from];
    span.digits = digits;
    span.n = parts.count;
    span.mask = (std::uint32_t{1} << windows[w].log_buckets()) - 1;
    span.first = first > begin ? first - begin : 0;
    span.last = (last < end ? last : end) - begin;
    span.place = begin + span.first - first;
  }
  return accumulate_buckets(ctx, affine + first / k.lanes * k.affine_bytes, last - first, points, spans, to - from,
                            batch_affine);
}

} // namespace

Error pippenger_msm(const Runner& runner, void* out, const void* packed, std::size_t n, const ScalarView& scalars,
                    bool in_subgroup, const MsmOptions& options, MsmReport& report) {
  const Kernels& k = runner.kernels();
  const Group& group = runner.engine.group();
  if (n == 0) {
    std::memset(out, 0, k.packed_bytes);
    return success();
  }
  const Endomorphism* endo = options.endomorphism && in_subgroup ? group.endomorphism : nullptr;
  if (n > kMaxEntryIndex / kMaxEndoDimension)
    return failure(QUIVER_UNSUPPORTED, kNoIndex, "more than %llu points in one sum",
                   static_cast<unsigned long long>(kMaxEntryIndex / kMaxEndoDimension));

  // recode
  Result<Parts> cut = Parts::create(runner, scalars, n, endo);
  if (!cut.ok()) return cut.error();
  Parts& parts = cut.value();
  const unsigned count = choose_windows(options, parts.count, parts.bits);
  const Windows windows = Windows::split(parts.bits, count, options.signed_digits);
  report = {false, parts.dimension > 1, parts.bits, parts.dimension, count, windows[0].width};
  const std::size_t chunks = (parts.count + kChunk - 1) / kChunk;
  parallel_for(runner.executor, chunks, [&](std::size_t c) {
    for (std::size_t i = c * kChunk; i < parts.count && i < (c + 1) * kChunk; i++) windows.add_bias(parts.words(i));
  });
  Result<Buffer> maps = Buffer::allocate(parts.dimension > 1 ? parts.count : 0, k.packed_bytes);
  if (!maps.ok()) return maps.error();
  const auto* points = static_cast<const unsigned char*>(packed);
  if (parts.dimension > 1) {
    Error mapped = apply_endomorphism(runner, maps.value().data(), points, n, parts.dimension);
    if (!mapped.ok()) return mapped;
    points = maps.value().data();
  }

  // accumulate
  const Layout layout = lay_out(runner, windows, parts.count);
  Result<Buffer> buckets = Buffer::allocate(layout.first_bucket[windows.count()] / k.lanes, k.affine_bytes);
  if (!buckets.ok()) return buckets.error();
  Error accumulated = run_tasks(runner, layout.tasks, Phase::accumulate, [&](Context* ctx, std::size_t task) {
    return accumulate_task(ctx, buckets.value().data(), points, parts, windows, layout, task,
                           options.batch_affine_accumulate);
  });
  if (!accumulated.ok()) return accumulated;

  // reduce: runs of windows of one width together
  Result<Terms> terms = Terms::create(k);
  if (!terms.ok()) return terms.error();
  for (unsigned w = 0; w < windows.count();) {
    unsigned end = w + 1;
    while (end < windows.count() && windows[end].width == windows[w].width &&
           windows[end].is_signed == windows[w].is_signed)
      end++;
    Error reduced = reduce_windows(runner, terms.value(),
                                   buckets.value().data() + layout.first_bucket[w] / k.lanes * k.affine_bytes,
                                   &windows[w], end - w, options.batch_affine_reduce);
    if (!reduced.ok()) return reduced;
    w = end;
  }

  // combine
  return run_tasks(runner, 1, Phase::combine, [&](Context* ctx, std::size_t) {
    return horner(ctx, out, terms.value().points.data(), terms.value().shifts, terms.value().count);
  });
}

} // namespace quiver
