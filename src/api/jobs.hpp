// The jobs of a multi-scalar multiplication, read from the caller's structs and checked.
#pragma once

#include "api/point_array.hpp"
#include "curve/scalar.hpp"

namespace quiver {

/// A caller's array of jobs, of whatever struct size its first one states.
class Jobs {
public:
  /// Errors: INVALID_ARGUMENT with the index of a job that cannot be; all jobs have to be of one group.
  Error open(const quiver_msm_job* jobs, std::size_t n);

  std::size_t size() const { return n_; }
  quiver_msm_job operator[](std::size_t i) const {
    return read_struct(reinterpret_cast<const quiver_msm_job*>(base_ + i * spacing_));
  }
  const Group& group() const { return *group_; }
  /// Whether some job has no prepared points, which bring an engine with them.
  bool need_engine() const { return need_engine_; }

private:
  Error check(const quiver_msm_job& job, std::size_t index);

  const unsigned char* base_ = nullptr;
  std::size_t n_ = 0, spacing_ = 0;
  const Group* group_ = nullptr;
  bool need_engine_ = false;
};

/// The points of one job, and what is known of them. Not to be moved: the source points here.
struct JobPoints {
  PointArray array;
  PointSource source;
  bool in_subgroup = true;

  Error open(const quiver_msm_job& job, Monitor& monitor);
};

ScalarView scalars_of(const quiver_msm_job& job);

} // namespace quiver
