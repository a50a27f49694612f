#include "msm/layout.hpp"

#include "msm/reduce.hpp"

namespace quiver {

namespace {

constexpr std::size_t kMaxTaskEntries = 1u << 20; // sorted at once
constexpr std::size_t kMaxTaskBuckets = 1u << 15; // accumulators that stay in the second-level cache
constexpr std::size_t kMinTaskBuckets = 256;      // fewer leave batches too short for their inversion

} // namespace

Layout::Layout(const Kernels& k, const Windows& windows, std::size_t parts, unsigned width)
    : all_(windows.count()), lanes_(k.lanes) {
  std::uint32_t at = 0;
  for (unsigned w = 0; w < all_; w++) {
    first_bucket_[w] = at;
    at += static_cast<std::uint32_t>(bucket_blocks(k, windows[w]) * k.lanes);
  }
  first_bucket_[all_] = at;
  tasks_ = parts * all_ / kMaxTaskEntries + 1;
  if (at / kMaxTaskBuckets + 1 > tasks_) tasks_ = at / kMaxTaskBuckets + 1;
  if (width > 1) {
    std::size_t wanted = 4 * std::size_t{width}, most = at / kMinTaskBuckets + 1;
    if (wanted > most) wanted = most < width ? width : most;
    if (wanted > tasks_) tasks_ = wanted;
  }
}

/// The first bucket of a task: windows weigh the same, whatever their number of buckets.
std::uint32_t Layout::cut(std::size_t task) const {
  if (task >= tasks_) return first_bucket_[all_];
  const std::uint64_t place = std::uint64_t{all_} * task;
  const auto window = static_cast<unsigned>(place / tasks_);
  const std::uint64_t size = first_bucket_[window + 1] - first_bucket_[window];
  const auto inside = static_cast<std::uint32_t>(size * (place % tasks_) / tasks_);
  return first_bucket_[window] + inside / lanes_ * lanes_;
}

Layout::Slice Layout::slice(std::size_t task) const {
  Slice s{cut(task), cut(task + 1), 0, 0};
  while (first_bucket_[s.first_window + 1] <= s.first && s.first_window + 1 < all_) s.first_window++;
  for (s.end_window = s.first_window; s.end_window < all_ && first_bucket_[s.end_window] < s.last;) s.end_window++;
  return s;
}

} // namespace quiver
