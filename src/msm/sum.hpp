// Sums of many points, each taken once.
#pragma once

#include <cstddef>

#include "kernels/dispatch.hpp"

namespace quiver {

/// The first row becomes the sum of all `rows` rows of `blocks` affine blocks each, which are used up. By halves: one
/// batch-affine addition a point of all rows but one, log2(rows) inversions.
void sum_rows(Context* ctx, void* affine, std::size_t rows, std::size_t blocks);

/// out (one packed point) = sum of blocks*lanes points in affine blocks, which are used up. By halves: about one
/// batch-affine addition a point, log2(points) inversions. `packed` is room for 2*lanes packed points.
void sum_blocks(Context* ctx, void* out, void* affine, std::size_t blocks, void* packed);

/// out (one packed point) = sum of n packed points. Errors: out of memory.
Error sum_points(const Engine& engine, void* out, const void* packed, std::size_t n);

} // namespace quiver
