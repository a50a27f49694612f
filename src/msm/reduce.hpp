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

/// Packed points and their weights.
class Terms {
public:
  static Result<Terms> create(const Kernels& k, std::size_t most);
  Terms() = default;

  Error put(const Kernels& k, const void* packed, unsigned shift);

  std::size_t count() const { return count_; }
  const unsigned char* points() const { return points_.data(); }
  const unsigned* shifts() const { return shifts_.as<unsigned>(); }

private:
  Buffer points_, shifts_;
  std::size_t count_ = 0;
};

/// The most terms that reducing a window gives.
std::size_t most_terms(const Kernels& k, const Window& window);

/// Blocks of a window's buckets: indices 0 … 2^log_buckets - 1, padded to whole blocks.
std::size_t bucket_blocks(const Kernels& k, const Window& window);

/// Appends terms for `count` windows of one width and kind, offsets as given in `windows`; their buckets stand one
/// window after the other at `affine` and are used up. Errors: out of memory; cancelled.
Error reduce_windows(const Runner& runner, Terms& terms, unsigned char* affine, const Window* windows,
                     std::size_t count, bool batch_affine);

/// The most bytes that reduce_windows has allocated at once, workspaces and terms apart.
std::size_t reduce_memory(const Kernels& k, const Window& window, std::size_t count, unsigned width, bool batch_affine);

} // namespace quiver
