#include "api/jobs.hpp"

namespace quiver {

namespace {

std::size_t prepared_for(const quiver_msm_job& job) {
  if (job.points == nullptr) return 0;
  const std::uint64_t left = job.points->n - job.first;
  return static_cast<std::size_t>(job.n < left ? job.n : left);
}

const Group* group_of(const quiver_msm_job& job) {
  if (job.points != nullptr) return &job.points->engine.group();
  const quiver_group* group = read_struct(job.array).group;
  return group != nullptr ? &unwrap(group) : nullptr;
}

} // namespace

Error Jobs::open(const quiver_msm_job* jobs, std::size_t n) {
  base_ = reinterpret_cast<const unsigned char*>(jobs);
  n_ = n;
  if (n == 0) return success();
  // Jobs may be of an older, shorter struct: their spacing is the size that the first one states.
  spacing_ = jobs->struct_size;
  if (spacing_ < offsetof(quiver_msm_job, scalar_stride) || spacing_ % alignof(quiver_msm_job) != 0)
    return failure(QUIVER_INVALID_ARGUMENT, 0, "job 0: struct_size is %zu", spacing_);
  group_ = group_of((*this)[0]);
  for (std::size_t i = 0; i < n; i++) {
    Error checked = check((*this)[i], i);
    if (!checked.ok()) return checked;
  }
  return success();
}

Error Jobs::check(const quiver_msm_job& job, std::size_t index) {
  const auto at = static_cast<unsigned long long>(index);
  if (job.points == nullptr && job.array == nullptr)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: points and array must not both be null", at);
  const quiver_point_array array = read_struct(job.array);
  if (job.array != nullptr) {
    if (array.group == nullptr || (array.base == nullptr && array.n != 0))
      return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: the array's group and base must not be null", at);
    if (job.points != nullptr && &unwrap(array.group) != &job.points->engine.group())
      return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: its points and its array are of different groups", at);
  }
  if (group_of(job) != group_)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: its points are of another group than the first job's", at);
  if (job.scalars == nullptr && job.n != 0)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: scalars must not be null", at);
  const std::uint64_t prepared = job.points != nullptr ? job.points->n : 0;
  if (job.first > prepared || (job.array == nullptr && job.n > prepared - job.first))
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: %llu scalars for the points from %llu on, of %llu", at,
                   static_cast<unsigned long long>(job.n), static_cast<unsigned long long>(job.first),
                   static_cast<unsigned long long>(prepared));
  if (job.array != nullptr && (job.n < prepared - job.first || job.n - (prepared - job.first) != array.n))
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: %llu scalars for %llu prepared points and an array of %llu",
                   at, static_cast<unsigned long long>(job.n), static_cast<unsigned long long>(prepared - job.first),
                   static_cast<unsigned long long>(array.n));
  if (job.scalar_stride != 0 && job.scalar_stride < 8 * kScalarWords)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: the scalar stride is less than 32 bytes", at);
  if (job.scalar_form > QUIVER_MONTGOMERY)
    return failure(QUIVER_INVALID_ARGUMENT, index, "job %llu: unknown scalar form %u", at, job.scalar_form);
  if (job.points == nullptr) need_engine_ = true;
  return success();
}

Error JobPoints::open(const quiver_msm_job& job, Monitor& monitor) {
  source = {};
  in_subgroup = true;
  if (job.points != nullptr) {
    source.packed =
        job.points->packed.data() + static_cast<std::size_t>(job.first) * job.points->engine.kernels().packed_bytes;
    source.n_packed = prepared_for(job);
    in_subgroup = job.points->subgroup != QUIVER_SUBGROUP_UNKNOWN;
  }
  if (job.array == nullptr) return success();
  const quiver_point_array given = read_struct(job.array);
  Error opened = array.open(unwrap(given.group), given.base, given.layout, given.validation, monitor);
  if (!opened.ok()) return opened;
  source.n_made = static_cast<std::size_t>(given.n);
  source.self = &array;
  source.make = [](void* self, Context* ctx, unsigned char* out, std::size_t first, std::size_t n) {
    return static_cast<const PointArray*>(self)->read(ctx, out, first, n);
  };
  in_subgroup = in_subgroup && array.subgroup() != QUIVER_SUBGROUP_UNKNOWN;
  return success();
}

ScalarView scalars_of(const quiver_msm_job& job) {
  ScalarView scalars;
  scalars.base = static_cast<const unsigned char*>(job.scalars);
  scalars.stride = job.scalar_stride != 0 ? static_cast<std::size_t>(job.scalar_stride) : 8 * kScalarWords;
  scalars.form = static_cast<Form>(job.scalar_form);
  return scalars;
}

} // namespace quiver
