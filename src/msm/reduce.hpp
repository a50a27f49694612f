// Reduction of a bucket method: sum of i * B_i over the buckets of each window, left as terms of weights 2^shift for one
// Horner chain over all windows.
//
// Batch-affine, by folding: with the index's highest bit h, sum i*B_i = sum over i < h of i*(B_i + B_(i+h)) + h * sum of
// B_(i+h). The first is the same problem of half the size; the sums of upper halves are halved along with it. All
// windows and all levels share the batches: 2 additions a bucket in all, log2(buckets) rounds.
// Running sums: the buckets cut into columns, each lane going down one, two XYZZ additions a bucket.
#pragma once

#include "msm/digits.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// Packed points and their weights, room for kMaxTerms.
struct Terms {
  static constexpr std::size_t kMaxTerms = 2048;
  static Result<Terms> create(const Kernels& k);

  Error put(const Kernels& k, const void* packed, unsigned shift);

  Buffer points;
  unsigned shifts[kMaxTerms];
  std::size_t count = 0;
};

/// Blocks of a window's buckets: indices 0 … 2^log_buckets - 1, padded to whole blocks.
std::size_t bucket_blocks(const Kernels& k, const Window& window);

/// Appends terms for `count` windows of one width and kind, offsets as given in `windows`; their buckets stand one
/// window after the other at `affine` and are used up. Errors: out of memory.
Error reduce_windows(const Runner& runner, Terms& terms, unsigned char* affine, const Window* windows,
                     std::size_t count, bool batch_affine);

} // namespace quiver
