#include "msm/horner.hpp"

#include <cstring>

namespace quiver {

Error horner(Context* ctx, void* out, const void* points, const unsigned* shifts, std::size_t n) {
  const Kernels &k = *ctx->kernels, &serial = *ctx->serial->kernels;
  unsigned highest = 0;
  for (std::size_t i = 0; i < n; i++)
    if (shifts[i] > highest) highest = shifts[i];
  Result<Buffer> room = Buffer::allocate(2 * n + 2, k.packed_bytes);
  if (!room.ok()) return room.error();
  Result<Buffer> order = Buffer::allocate(n + 1, sizeof(unsigned));
  if (!order.ok()) return order.error();
  unsigned char* sorted = room.value().data();
  auto* descending = order.value().as<unsigned>();
  std::size_t filled = 0;
  for (unsigned shift = highest + 1; shift-- > 0;)
    for (std::size_t i = 0; i < n; i++)
      if (shifts[i] == shift) {
        std::memcpy(sorted + filled * k.packed_bytes, static_cast<const unsigned char*>(points) + i * k.packed_bytes,
                    k.packed_bytes);
        descending[filled++] = shift;
      }
  if (&k == &serial) {
    serial.combine(ctx->serial, out, sorted, descending, n);
    return success();
  }
  // Through canonical words into the serial table's form, and back.
  unsigned char* words = sorted + (n + 1) * k.packed_bytes;
  PointLayout layout;
  layout.base = words;
  layout.stride = k.packed_bytes;
  layout.y_offset = k.packed_bytes / 2;
  k.export_points(ctx, layout, sorted, n);
  serial.import_points(ctx->serial, sorted, layout, 0, n);
  unsigned char* sum = sorted + n * k.packed_bytes;
  serial.combine(ctx->serial, sum, sorted, descending, n);
  serial.export_points(ctx->serial, layout, sum, 1);
  k.import_points(ctx, out, layout, 0, 1);
  return success();
}

} // namespace quiver
