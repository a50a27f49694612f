#include "api/point_array.hpp"

namespace quiver {

namespace {

constexpr std::size_t kPiece = 64; // checked between two looks at the monitor: the subgroup test takes its time

Error bad_point(std::size_t index, const char* why) {
  return failure(QUIVER_BAD_DATA, index, "point %llu: %s", static_cast<unsigned long long>(index), why);
}

} // namespace

Error PointArray::open(const Group& group, const void* base, const quiver_point_layout* layout,
                       std::uint32_t validation, Monitor& monitor) {
  if (validation < QUIVER_VALIDATE_TRUST || validation > QUIVER_VALIDATE_SUBGROUP)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "a validation mode must be named: trust, on_curve or subgroup");
  Result<PointLayout> resolved = resolve_layout(group, layout, base);
  if (!resolved.ok()) return resolved.error();
  layout_ = resolved.value();
  group_ = &group;
  validation_ = validation;
  monitor_ = &monitor;
  return success();
}

quiver_subgroup PointArray::subgroup() const {
  if (validation_ == QUIVER_VALIDATE_TRUST) return QUIVER_SUBGROUP_ASSUMED;
  if (validation_ == QUIVER_VALIDATE_SUBGROUP || group_->subgroup_test == SubgroupTest::cofactor_one)
    return QUIVER_SUBGROUP_CHECKED;
  return QUIVER_SUBGROUP_UNKNOWN;
}

Error PointArray::read(Context* ctx, unsigned char* out, std::size_t first, std::size_t n) const {
  const Kernels& k = *ctx->kernels;
  for (std::size_t at = 0; at < n; at += kPiece) {
    const std::size_t count = n - at < kPiece ? n - at : kPiece;
    unsigned char* to = out + at * k.packed_bytes;
    const std::size_t read = k.import_points(ctx, to, layout_, first + at, count);
    // The first bad point is wanted, whatever is wrong with it: those that could be read are checked first.
    if (validation_ >= QUIVER_VALIDATE_ON_CURVE) {
      const std::size_t on_curve = k.on_curve(ctx, to, read);
      if (validation_ == QUIVER_VALIDATE_SUBGROUP) {
        const std::size_t inside = k.in_subgroup(ctx, to, on_curve);
        if (inside < on_curve) return bad_point(first + at + inside, "on the curve but not in the subgroup of order r");
      }
      if (on_curve < read) return bad_point(first + at + on_curve, "not on the curve");
    }
    if (read < count) return bad_point(first + at + read, "a coordinate is not below the field modulus");
    if (!monitor_->advance(count)) return cancelled();
  }
  return success();
}

} // namespace quiver
