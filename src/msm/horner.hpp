// The end of an MSM: points with weights 2^shift become one point.
#pragma once

#include <cstddef>

#include "kernels/dispatch.hpp"

namespace quiver {

/// out (one packed point) = sum of 2^shifts[i] * points[i], n packed points in any order. On the serial table: as many
/// doublings as the largest shift, one addition a point, one inversion. Errors: out of memory.
Error horner(Context* ctx, void* out, const void* points, const unsigned* shifts, std::size_t n);

} // namespace quiver
