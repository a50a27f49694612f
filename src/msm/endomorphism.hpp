// Points under the group's endomorphism psi, which GLV and GLS multiply by the further parts of a scalar.
#pragma once

#include <cstddef>

#include "kernels/dispatch.hpp"

namespace quiver {

/// out: psi^power of n packed points. 1M a point, 2M where psi scales y. Errors: out of memory.
Error map_points(Context* ctx, void* out, const void* points, std::size_t n, unsigned power);

} // namespace quiver
