#include "msm/naive.hpp"

#include <cstring>

#include "msm/sum.hpp"

namespace quiver {

namespace {

constexpr std::size_t kTilePoints = 2048; // accumulators and entries of a tile stay in L2

struct Job {
  const Engine& engine;
  const unsigned char* packed;
  ScalarReader scalars;
  std::size_t n, tile;
  unsigned char* partial; // one packed point a tile
  Error* errors;          // one a tile

  void run(std::size_t index) {
    std::size_t first = index * tile, count = n - first < tile ? n - first : tile;
    bool oracle = std::strcmp(engine.kernels().backend, "portable") == 0;
    errors[index] = oracle ? bit_by_bit(index, first, count) : lockstep(index, first, count);
  }

  Error bit_by_bit(std::size_t index, std::size_t first, std::size_t count) {
    const Kernels& k = engine.kernels();
    Result<Workspace> workspace = Workspace::create(engine, 1);
    if (!workspace.ok()) return workspace.error();
    Result<Buffer> integers = Buffer::allocate(count, 8 * kScalarWords);
    if (!integers.ok()) return integers.error();
    auto* words = integers.value().as<std::uint64_t>();
    for (std::size_t i = 0; i < count; i++) scalars.read(words + i * kScalarWords, first + i);
    k.double_and_add(workspace.value().context(), partial + index * k.packed_bytes, packed + first * k.packed_bytes,
                     integers.value().data(), 8 * kScalarWords, count);
    return success();
  }

  Error lockstep(std::size_t index, std::size_t first, std::size_t count) {
    const Kernels& k = engine.kernels();
    std::size_t blocks = (count + k.lanes - 1) / k.lanes;
    std::size_t batch = default_batch(k) < blocks ? default_batch(k) : blocks;
    Result<Workspace> workspace = Workspace::create(engine, batch);
    if (!workspace.ok()) return workspace.error();
    std::size_t slots = blocks * k.lanes;
    Result<Buffer> integers = Buffer::allocate(slots, 8 * kScalarWords);
    if (!integers.ok()) return integers.error();
    Result<Buffer> entries = Buffer::allocate(slots, sizeof(Entry));
    if (!entries.ok()) return entries.error();
    Result<Buffer> sums = Buffer::allocate(blocks, k.affine_bytes);
    if (!sums.ok()) return sums.error();
    Result<Buffer> lanes = Buffer::allocate(2 * k.lanes, k.packed_bytes);
    if (!lanes.ok()) return lanes.error();

    auto* words = integers.value().as<std::uint64_t>();
    auto* entry = entries.value().as<Entry>();
    std::memset(words, 0, slots * 8 * kScalarWords);
    unsigned bits = 0;
    for (std::size_t i = 0; i < count; i++) {
      scalars.read(words + i * kScalarWords, first + i);
      unsigned length = bit_length(words + i * kScalarWords, kScalarWords);
      if (length > bits) bits = length;
    }
    Context* ctx = workspace.value().context();
    const unsigned char* points = packed + first * k.packed_bytes;
    for (std::size_t i = 0; i < slots; i++) entry[i] = kNoEntry;
    k.gather(ctx, sums.value().data(), points, entry, blocks); // identities
    for (unsigned bit = bits; bit-- > 0;) {
      k.dbl(ctx, sums.value().data(), sums.value().data(), blocks);
      for (std::size_t i = 0; i < slots; i++)
        entry[i] = test_bit(words + i * kScalarWords, bit) != 0 ? make_entry(static_cast<std::uint32_t>(i), false)
                                                                : kNoEntry;
      k.bucket_step(ctx, sums.value().data(), points, entry, blocks, nullptr);
    }
    sum_blocks(ctx, partial + index * k.packed_bytes, sums.value().data(), blocks, lanes.value().data());
    return success();
  }
};

} // namespace

Error naive_msm(const Engine& engine, const Executor& executor, void* out, const void* packed, std::size_t n,
                const ScalarView& scalars) {
  const Kernels& k = engine.kernels();
  if (n == 0) {
    std::memset(out, 0, k.packed_bytes);
    return success();
  }
  std::size_t width = executor.width(executor.self);
  std::size_t tile = (n + width - 1) / width;
  if (tile > kTilePoints) tile = kTilePoints;
  std::size_t tasks = (n + tile - 1) / tile;
  Result<Buffer> partial = Buffer::allocate(tasks, k.packed_bytes);
  if (!partial.ok()) return partial.error();
  Result<Buffer> errors = Buffer::allocate(tasks, sizeof(Error));
  if (!errors.ok()) return errors.error();
  Job job{engine,
          static_cast<const unsigned char*>(packed),
          ScalarReader(engine.group(), scalars),
          n,
          tile,
          partial.value().data(),
          errors.value().as<Error>()};
  parallel_for(executor, tasks, [&](std::size_t i) { job.run(i); });
  for (std::size_t i = 0; i < tasks; i++)
    if (!job.errors[i].ok()) return job.errors[i];
  return sum_points(engine, out, partial.value().data(), tasks);
}

} // namespace quiver
