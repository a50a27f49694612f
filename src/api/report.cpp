#include "api/handles.hpp"

namespace quiver {

quiver_status report(quiver_error* out, const Error& result) {
  if (out != nullptr) {
    quiver_error error{};
    error.status = result.status;
    error.index = result.index;
    __builtin_memcpy(error.message, result.message, sizeof error.message);
    // Room for a part of the message: it ends there.
    constexpr std::size_t kHead = offsetof(quiver_error, message);
    if (out->struct_size > kHead && out->struct_size < sizeof error) error.message[out->struct_size - kHead - 1] = '\0';
    write_struct(out, error);
  }
  return result.status;
}

PointLayout packed_layout(const Group& group, void* base) {
  PointLayout layout;
  std::size_t coordinate = 8u * group.words * group.degree;
  layout.base = static_cast<unsigned char*>(base);
  layout.stride = 2 * coordinate;
  layout.y_offset = coordinate;
  return layout;
}

Result<PointLayout> resolve_layout(const Group& group, const quiver_point_layout* given, const void* base) {
  quiver_point_layout l = read_struct(given);
  PointLayout layout = packed_layout(group, const_cast<void*>(base));
  std::size_t coordinate = layout.y_offset;
  layout.x_offset = static_cast<std::size_t>(l.x_offset);
  layout.y_offset = l.y_offset != 0 ? static_cast<std::size_t>(l.y_offset) : layout.x_offset + coordinate;
  layout.flag_offset = static_cast<std::size_t>(l.flag_offset);
  layout.has_flag = l.flag_size != 0;
  if (l.form > QUIVER_MONTGOMERY)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "point layout: unknown form %u", l.form);
  if (l.flag_size > 1)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "point layout: flag_size is %u, not 0 or 1", l.flag_size);
  layout.form = static_cast<Form>(l.form);
  // The end of each part in 64-bit arithmetic, so that absurd offsets cannot wrap.
  const std::uint64_t limit = std::uint64_t{1} << 40;
  if (l.stride > limit || l.x_offset > limit || l.y_offset > limit || l.flag_offset > limit)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "point layout: an offset or the stride is beyond 2^40");
  std::uint64_t end = layout.x_offset + coordinate;
  if (layout.y_offset + coordinate > end) end = layout.y_offset + coordinate;
  if (layout.has_flag && layout.flag_offset + 1 > end) end = layout.flag_offset + 1;
  if (l.stride == 0) {
    layout.stride = static_cast<std::size_t>(end);
  } else if (l.stride < end) {
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "point layout: the stride %llu is less than a point's %llu bytes",
                   static_cast<unsigned long long>(l.stride), static_cast<unsigned long long>(end));
  } else {
    layout.stride = static_cast<std::size_t>(l.stride);
  }
  std::uint64_t x = layout.x_offset, y = layout.y_offset;
  if ((x < y ? y - x : x - y) < coordinate)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "point layout: x and y overlap");
  std::uint64_t flag = layout.flag_offset;
  if (layout.has_flag && ((flag >= x && flag < x + coordinate) || (flag >= y && flag < y + coordinate)))
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "point layout: the flag lies inside a coordinate");
  return layout;
}

} // namespace quiver
