// Accumulation of a bucket method (Pippenger 1976): every point into the bucket of its digit, with lockstep buckets. A
// counting sort by bucket; lanes are buckets ordered by their count; step s adds every bucket's s-th point. No two
// lanes meet in a bucket by construction, and every step is one gather and one addition a bucket. Long buckets are cut
// into chunks, which are summed as a tree: skewed scalars keep the lanes as full as uniform ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/dispatch.hpp"

namespace quiver {

/// Digits of all points for one window, and which of its buckets are wanted. Digit d goes to index |d| & mask; indices
/// first … last - 1 are wanted, and go to place … place + last - first - 1 of the output.
struct DigitSpan {
  const std::int32_t* digits; // n of them; 0 is none
  std::size_t n;
  std::uint32_t mask, first, last, place;
};

/// affine (buckets/lanes blocks, buckets a multiple of lanes): sums of the points of each bucket, the identity where
/// there are none. Spans must not overlap in the output. batch_affine: 5M + 1S and a shared inversion for each point
/// but the first of a bucket; otherwise XYZZ, 8M + 2S for each point and a conversion for each bucket.
/// Errors: out of memory.
Error accumulate_buckets(Context* ctx, void* affine, std::uint32_t buckets, const void* packed, const DigitSpan* spans,
                         std::size_t n_spans, bool batch_affine);

} // namespace quiver
