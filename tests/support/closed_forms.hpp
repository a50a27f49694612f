// What reducing a window's buckets costs on the eight lanes of `counting`, for points of which no two partial sums meet:
// then all depends on which buckets are filled.
#pragma once

#include <vector>

#include "kernels/cost.hpp"

namespace quiver::test {

/// Whether each bucket has a point: a power of two of them, at least 8; bucket 0 has weight 0.
using Places = std::vector<bool>;

/// By folding.
GroupCost fold_cost(const Places& full);

/// By running sums.
GroupCost running_sum_cost(const Places& full);

} // namespace quiver::test
