#include "msm/endomorphism.hpp"

namespace quiver {

Error map_points(Context* ctx, void* out, const void* points, std::size_t n, unsigned power) {
  constexpr std::size_t kPiece = 256; // blocks and entries of a piece stay in L1
  const Kernels& k = *ctx->kernels;
  Result<Buffer> affine = Buffer::allocate(kPiece / k.lanes, k.affine_bytes);
  if (!affine.ok()) return affine.error();
  Entry entry[kPiece];
  for (std::size_t first = 0; first < n; first += kPiece) {
    const std::size_t wanted = n - first < kPiece ? n - first : kPiece, blocks = (wanted + k.lanes - 1) / k.lanes;
    for (std::size_t i = 0; i < blocks * k.lanes; i++)
      entry[i] = i < wanted ? make_entry(static_cast<std::uint32_t>(i), false, power) : kNoEntry;
    const std::size_t at = first * k.packed_bytes;
    k.gather(ctx, affine.value().data(), static_cast<const unsigned char*>(points) + at, entry, blocks);
    k.scatter(ctx, static_cast<unsigned char*>(out) + at, affine.value().data(), wanted);
  }
  return success();
}

} // namespace quiver
