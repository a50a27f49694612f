#include "msm/sum.hpp"

#include <cstring>

namespace quiver {

void sum_rows(Context* ctx, void* affine, std::size_t rows, std::size_t blocks) {
  const Kernels& k = *ctx->kernels;
  auto* row = static_cast<unsigned char*>(affine);
  while (rows > 1) {
    const std::size_t half = rows / 2;
    k.add(ctx, row, row, row + (rows - half) * blocks * k.affine_bytes, half * blocks);
    rows -= half;
  }
}

void sum_blocks(Context* ctx, void* out, void* affine, std::size_t blocks, void* packed) {
  const Kernels& k = *ctx->kernels;
  auto* block = static_cast<unsigned char*>(affine);
  sum_rows(ctx, affine, blocks, 1);
  // The lanes of the last block, by halves as well.
  Entry entries[64];
  for (unsigned width = k.lanes; width > 1; width /= 2) {
    k.scatter(ctx, packed, block, k.lanes);
    for (unsigned i = 0; i < k.lanes; i++) entries[i] = i < width / 2 ? make_entry(i + width / 2, false) : kNoEntry;
    k.bucket_step(ctx, block, packed, entries, 1, nullptr);
  }
  k.scatter(ctx, packed, block, k.lanes);
  std::memcpy(out, packed, k.packed_bytes);
}

Error sum_points(const Engine& engine, void* out, const void* packed, std::size_t n) {
  const Kernels& k = engine.kernels();
  std::size_t blocks = n / k.lanes + 1;
  Result<Workspace> workspace = Workspace::create(engine, blocks < default_batch(k) ? blocks : default_batch(k));
  if (!workspace.ok()) return workspace.error();
  Result<Buffer> affine = Buffer::allocate(blocks, k.affine_bytes);
  if (!affine.ok()) return affine.error();
  Result<Buffer> lanes = Buffer::allocate(2 * k.lanes, k.packed_bytes);
  if (!lanes.ok()) return lanes.error();
  Context* ctx = workspace.value().context();
  Entry entries[64];
  for (std::size_t b = 0; b < blocks; b++) {
    std::size_t first = b * k.lanes;
    for (unsigned i = 0; i < k.lanes; i++) entries[i] = first + i < n ? make_entry(i, false) : kNoEntry;
    k.gather(ctx, affine.value().data() + b * k.affine_bytes,
             static_cast<const unsigned char*>(packed) + first * k.packed_bytes, entries, 1);
  }
  sum_blocks(ctx, out, affine.value().data(), blocks, lanes.value().data());
  return success();
}

} // namespace quiver
