// Accumulation of a bucket method (Pippenger 1976): every point into the bucket of its digit, with lockstep buckets. A
// counting sort by bucket; lanes are buckets ordered by their count; step s adds every bucket's s-th point. No two
// lanes meet in a bucket by construction, and every step is one gather and one addition a bucket. Long buckets are cut
// into chunks, which are summed as a tree: skewed scalars keep the lanes as full as uniform ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "msm/recode.hpp"

namespace quiver {

/// Keys of all points for one window, and which of its buckets are wanted: indices first … last - 1 go to place …
/// place + last - first - 1 of the output.
struct KeySpan {
  const Key* keys; // n of them
  std::size_t n;
  std::uint32_t first, last, place;
};

/// affine (buckets/lanes blocks, buckets a multiple of lanes): sums of the points of each bucket, the identity where
/// there are none. Spans must not overlap in the output. batch_affine: 5M + 1S and a shared inversion for each point
/// but the first of a bucket; otherwise XYZZ, 8M + 2S for each point and a conversion for each bucket.
/// Errors: out of memory; cancelled.
Error accumulate_buckets(const Runner& runner, Context* ctx, void* affine, std::uint32_t buckets, const void* packed,
                         const KeySpan* spans, std::size_t n_spans, bool batch_affine);

/// The most bytes that accumulate_buckets has allocated at once, whatever the keys are.
std::size_t accumulate_memory(const Kernels& k, std::uint32_t buckets, std::size_t entries, bool batch_affine);

} // namespace quiver
