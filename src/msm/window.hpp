// One window of a bucket method (Pippenger 1976): sum d_i*P_i for digits |d_i| <= buckets, with lockstep buckets.
// A counting sort by bucket; lanes are buckets ordered by their count; step s adds every bucket's s-th point. No two
// lanes meet in a bucket by construction, and every step is one gather and one batch-affine addition a bucket.
#pragma once

#include <cstdint>

#include "kernels/dispatch.hpp"

namespace quiver {

/// out: one packed point of `ctx`'s table. digits[i] in -buckets … buckets; n below kMaxEntryIndex. Cost: one
/// batch-affine addition a non-zero digit, two XYZZ additions a bucket. Errors: out of memory.
Error window_sum(Context* ctx, void* out, const void* packed, const std::int32_t* digits, std::size_t n,
                 std::uint32_t buckets);

} // namespace quiver
