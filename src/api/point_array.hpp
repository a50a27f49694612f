// A caller's points, read in place, checked as asked.
#pragma once

#include "api/handles.hpp"
#include "base/monitor.hpp"
#include "msm/source.hpp"

namespace quiver {

class PointArray {
public:
  /// Errors: no mode of validation; a layout that cannot be.
  Error open(const Group& group, const void* base, const quiver_point_layout* layout, std::uint32_t validation,
             Monitor& monitor);

  /// What the checks tell of points that pass them.
  quiver_subgroup subgroup() const;

  /// Points first … first+n-1 to packed ones. Errors: BAD_DATA with the index of the first bad one; cancelled.
  Error read(Context* ctx, unsigned char* out, std::size_t first, std::size_t n) const;

private:
  const Group* group_ = nullptr;
  PointLayout layout_;
  std::uint32_t validation_ = QUIVER_VALIDATE_NONE;
  Monitor* monitor_ = nullptr;
};

} // namespace quiver
