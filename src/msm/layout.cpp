#include "msm/layout.hpp"

#include "msm/reduce.hpp"

namespace quiver {

namespace {

constexpr std::size_t kMaxTaskEntries = 1u << 20; // sorted at once
constexpr std::size_t kMaxTaskBuckets = 1u << 15; // accumulators that stay in the second-level cache
constexpr std::size_t kMinTaskBuckets = 2048;     // fewer leave batches too short for their inversion
constexpr std::size_t kMinShareBuckets = 256;     // where there is more than one thread
constexpr std::size_t kTasksOfShare = 4;          // so that threads that are slower for a while take less

} // namespace

Layout::Layout(const Kernels& k, const Windows& windows, std::size_t parts, unsigned width)
    : all_(windows.count()), lanes_(k.lanes) {
  std::uint32_t at = 0;
  for (unsigned w = 0; w < all_; w++) {
    first_bucket_[w] = at;
    at += static_cast<std::uint32_t>(bucket_blocks(k, windows[w]) * k.lanes);
  }
  first_bucket_[all_] = at;
  const std::size_t most = at / kMinShareBuckets + 1;
  shares_ = width < most ? width : most;
  if (shares_ > 1) {
    tasks_of_share_ = at / shares_ / kMinTaskBuckets;
    if (tasks_of_share_ > kTasksOfShare) tasks_of_share_ = kTasksOfShare;
    if (tasks_of_share_ == 0) tasks_of_share_ = 1;
  }
  std::size_t least = parts * all_ / kMaxTaskEntries + 1;
  if (at / kMaxTaskBuckets + 1 > least) least = at / kMaxTaskBuckets + 1;
  if (tasks_of_share_ * shares_ < least) tasks_of_share_ = (least + shares_ - 1) / shares_;
}

/// The first bucket of a task. Windows weigh the same, whatever their number of buckets, and shares are equal; inside a
/// share windows are left whole if that leaves the tasks enough of them: the keys of a window are read by each task that
/// has a part of it.
std::uint32_t Layout::cut(std::size_t task) const {
  if (task >= tasks()) return first_bucket_[all_];
  std::uint64_t place = std::uint64_t{all_} * task;
  const std::uint64_t unit = tasks(); // of a window
  if (task % tasks_of_share_ != 0 && all_ >= unit) place = (place + unit / 2) / unit * unit;
  const auto window = static_cast<unsigned>(place / unit);
  const std::uint64_t size = first_bucket_[window + 1] - first_bucket_[window];
  const auto inside = static_cast<std::uint32_t>(size * (place % unit) / unit);
  return first_bucket_[window] + inside / lanes_ * lanes_;
}

Layout::Slice Layout::slice(std::size_t task) const {
  Slice s{cut(task), cut(task + 1), 0, 0};
  while (first_bucket_[s.first_window + 1] <= s.first && s.first_window + 1 < all_) s.first_window++;
  for (s.end_window = s.first_window; s.end_window < all_ && first_bucket_[s.end_window] < s.last;) s.end_window++;
  return s;
}

} // namespace quiver
