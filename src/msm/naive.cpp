#include "msm/naive.hpp"

#include <cstring>

#include "msm/sum.hpp"

namespace quiver {

namespace {

constexpr std::size_t kTilePoints = 2048; // accumulators and entries of a tile stay in L2
constexpr std::size_t kMaxBits = 64 * kScalarWords;

struct Tiles {
  const Runner& runner;
  const PointSource& source;
  ScalarReader scalars;
  bool oracle;

  const Kernels& k() const { return runner.kernels(); }

  /// One packed point: the sum of points first … first+count-1.
  Error run(Context* ctx, unsigned char* out, std::size_t first, std::size_t count) const {
    const unsigned char* points = source.in_place(k(), first, count);
    Result<Buffer> copy = Buffer::allocate(points == nullptr ? count : 0, k().packed_bytes);
    if (!copy.ok()) return copy.error();
    if (points == nullptr) {
      Error read = source.read(ctx, copy.value().data(), first, count);
      if (!read.ok()) return read;
      points = copy.value().data();
    }
    Result<Buffer> integers = Buffer::allocate(count + k().lanes, 8 * kScalarWords);
    if (!integers.ok()) return integers.error();
    auto* words = integers.value().as<std::uint64_t>();
    std::memset(words, 0, integers.value().size());
    for (std::size_t i = 0; i < count; i++) scalars.read(words + i * kScalarWords, first + i);
    return oracle ? bit_by_bit(ctx, out, points, words, count) : lockstep(ctx, out, points, words, count);
  }

  Error bit_by_bit(Context* ctx, unsigned char* out, const unsigned char* points, const std::uint64_t* words,
                   std::size_t count) const {
    const std::size_t pieces = (count + kSharedDoublings - 1) / kSharedDoublings;
    Result<Buffer> sums = Buffer::allocate(pieces, k().packed_bytes);
    if (!sums.ok()) return sums.error();
    for (std::size_t p = 0; p < pieces; p++) {
      const std::size_t at = p * kSharedDoublings;
      const std::size_t n = count - at < kSharedDoublings ? count - at : kSharedDoublings;
      k().double_and_add(ctx, sums.value().data() + p * k().packed_bytes, points + at * k().packed_bytes,
                         reinterpret_cast<const unsigned char*>(words + at * kScalarWords), 8 * kScalarWords, n);
      if (!runner.advance(n * kMaxBits)) return cancelled();
    }
    return sum_points(runner.engine, out, sums.value().data(), pieces);
  }

  Error lockstep(Context* ctx, unsigned char* out, const unsigned char* points, const std::uint64_t* words,
                 std::size_t count) const {
    const std::size_t blocks = (count + k().lanes - 1) / k().lanes, slots = blocks * k().lanes;
    Result<Buffer> entries = Buffer::allocate(slots, sizeof(Entry));
    if (!entries.ok()) return entries.error();
    Result<Buffer> sums = Buffer::allocate(blocks, k().affine_bytes);
    if (!sums.ok()) return sums.error();
    Result<Buffer> lanes = Buffer::allocate(2 * k().lanes, k().packed_bytes);
    if (!lanes.ok()) return lanes.error();

    auto* entry = entries.value().as<Entry>();
    unsigned bits = 0;
    for (std::size_t i = 0; i < count; i++) {
      const unsigned length = bit_length(words + i * kScalarWords, kScalarWords);
      if (length > bits) bits = length;
    }
    for (std::size_t i = 0; i < slots; i++) entry[i] = kNoEntry;
    k().gather(ctx, sums.value().data(), points, entry, blocks); // identities
    for (unsigned bit = bits; bit-- > 0;) {
      k().dbl(ctx, sums.value().data(), sums.value().data(), blocks);
      for (std::size_t i = 0; i < count; i++)
        entry[i] = test_bit(words + i * kScalarWords, bit) != 0 ? make_entry(static_cast<std::uint32_t>(i), false)
                                                                : kNoEntry;
      k().bucket_step(ctx, sums.value().data(), points, entry, blocks, nullptr);
      if (!runner.advance(count)) return cancelled();
    }
    sum_blocks(ctx, out, sums.value().data(), blocks, lanes.value().data());
    return success();
  }

  /// The most bytes that run() allocates.
  std::size_t memory(std::size_t count) const {
    const std::size_t slots = count + k().lanes;
    return slots * (8 * kScalarWords + sizeof(Entry) + 2 * k().packed_bytes) + (slots / k().lanes + 1) * k().affine_bytes +
           2 * k().lanes * k().packed_bytes + 2 * Workspace::memory(runner.engine, runner.batch);
  }
};

} // namespace

Error naive_msm(const Runner& runner, void* out, const PointSource& points, const ScalarView& scalars,
                const MsmOptions& options) {
  const Kernels& k = runner.kernels();
  const std::size_t n = points.size();
  if (n == 0) {
    std::memset(out, 0, k.packed_bytes);
    return success();
  }
  const std::size_t width = runner.width();
  std::size_t tile = (n + width - 1) / width;
  if (tile > kTilePoints) tile = kTilePoints;
  const std::size_t tasks = (n + tile - 1) / tile;
  const Tiles tiles{runner, points, ScalarReader(runner.engine.group(), scalars),
                    std::strcmp(k.backend, "portable") == 0};
  // The tiles at once; then their sums, added up.
  const std::size_t partials = tasks * k.packed_bytes, adding = (tasks + 4 * k.lanes) * (k.packed_bytes + k.affine_bytes);
  const std::size_t at_once = (tasks < width ? tasks : width) * tiles.memory(tile);
  Error fits = check_memory(options, partials + at_once + adding);
  if (!fits.ok()) return fits;

  if (runner.monitor != nullptr) runner.monitor->start(n * kMaxBits);
  Result<Buffer> partial = Buffer::allocate(tasks, k.packed_bytes);
  if (!partial.ok()) return partial.error();
  Error done = run_tasks(runner, tasks, Phase::accumulate, [&](Context* ctx, std::size_t i) {
    const std::size_t first = i * tile;
    return tiles.run(ctx, partial.value().data() + i * k.packed_bytes, first, n - first < tile ? n - first : tile);
  });
  if (!done.ok()) return done;
  return sum_points(runner.engine, out, partial.value().data(), tasks);
}

} // namespace quiver
