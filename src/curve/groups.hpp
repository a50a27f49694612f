// The list of groups this library knows, and how they are found by name.
#pragma once

#include "curve/group.hpp"

namespace quiver {

unsigned group_count();

/// 0 <= index < group_count().
const Group& group_at(unsigned index);

/// The group called `name` ("bls12_381", "bls12-381-g2", ..), or null. '-' and '_' are the same, capitals are not.
/// A suffix g1 or g2 of the name decides; without one `group` does, and null there means "g1". `name` may be null.
const Group* find_group(const char* name, const char* group);

} // namespace quiver
