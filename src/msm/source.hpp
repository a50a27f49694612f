// Where the points of a sum come from: an array that is packed already, followed by points that are made from something
// else (a caller's array), a tile at a time, so that no second copy of all of them is needed.
#pragma once

#include <cstring>

#include "kernels/dispatch.hpp"

namespace quiver {

struct PointSource {
  const unsigned char* packed = nullptr;
  std::size_t n_packed = 0;
  std::size_t n_made = 0;
  /// n packed points, `first` counted from the first made one, in any task.
  Error (*make)(void* self, Context*, unsigned char* out, std::size_t first, std::size_t n) = nullptr;
  void* self = nullptr;

  std::size_t size() const { return n_packed + n_made; }

  /// Points first … first+n-1 where they stand packed, or null.
  const unsigned char* in_place(const Kernels& k, std::size_t first, std::size_t n) const {
    return first + n <= n_packed ? packed + first * k.packed_bytes : nullptr;
  }

  /// Points first … first+n-1 to `out`. Errors: those of make.
  Error read(Context* ctx, unsigned char* out, std::size_t first, std::size_t n) const {
    const Kernels& k = *ctx->kernels;
    std::size_t ready = first >= n_packed ? 0 : n_packed - first < n ? n_packed - first : n;
    if (ready != 0) std::memcpy(out, packed + first * k.packed_bytes, ready * k.packed_bytes);
    if (ready == n) return success();
    return make(self, ctx, out + ready * k.packed_bytes, first + ready - n_packed, n - ready);
  }
};

/// n packed points.
inline PointSource packed_source(const void* packed, std::size_t n) {
  PointSource source;
  source.packed = static_cast<const unsigned char*>(packed);
  source.n_packed = n;
  return source;
}

} // namespace quiver
