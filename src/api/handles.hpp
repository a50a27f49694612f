// What stands behind the handles of quiver.h.
#pragma once

#include "base/parallel.hpp"
#include "kernels/dispatch.hpp"

struct quiver_points {
  quiver::Buffer self; // the memory of this struct
  quiver::Engine engine;
  quiver::Buffer packed;
  std::size_t n = 0;
  quiver_subgroup subgroup = QUIVER_SUBGROUP_UNKNOWN;
};

namespace quiver {

inline const Group& unwrap(const quiver_group* group) { return *reinterpret_cast<const Group*>(group); }
inline const quiver_group* wrap(const Group& group) { return reinterpret_cast<const quiver_group*>(&group); }

/// A caller's struct, which may be shorter or longer than ours: what it lacks is zero. Null gives all zero.
template <class T> T read_struct(const T* given) {
  T out{};
  if (given == nullptr) return out;
  std::size_t size = given->struct_size < sizeof(T) ? given->struct_size : sizeof(T);
  __builtin_memcpy(&out, given, size);
  return out;
}
template <class T> void write_struct(T* to, const T& value) {
  std::size_t size = to->struct_size < sizeof(T) ? to->struct_size : sizeof(T);
  std::uint32_t keep = to->struct_size;
  __builtin_memcpy(to, &value, size);
  to->struct_size = keep;
}

/// The status of `result`, with its details in `out` if wanted.
quiver_status report(quiver_error* out, const Error& result);

/// The caller's layout, completed and checked against the group.
Result<PointLayout> resolve_layout(const Group& group, const quiver_point_layout* layout, const void* base);

/// Packed canonical points at `base`.
PointLayout packed_layout(const Group& group, void* base);

} // namespace quiver
