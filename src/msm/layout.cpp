#include "msm/layout.hpp"

#include "msm/reduce.hpp"

namespace quiver {

namespace {

constexpr std::size_t kMaxTaskEntries = 1u << 20; // sorted at once
constexpr std::size_t kMaxTaskBuckets = 1u << 15; // accumulators that stay in the second-level cache
constexpr std::size_t kMinTaskBuckets = 2048;     // fewer leave batches too short for their inversion
constexpr std::size_t kMinShareBuckets = 256;     // where there is more than one thread
constexpr std::size_t kTasksOfShare = 5;          // so that threads that are slower for a while take less

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
  order();
}

void Layout::order() {
  if (tasks() > kMostOrdered) return; // more tasks than windows are equal
  const auto weight = [&](std::size_t task) { return place(task + 1) - place(task); };
  for (std::size_t i = 0; i < tasks(); i++) {
    std::size_t at = i;
    for (; at > 0 && weight(order_[at - 1]) < weight(i); at--) order_[at] = order_[at - 1];
    order_[at] = static_cast<std::uint8_t>(i);
  }
}

std::uint64_t Layout::place(std::size_t task) const {
  const std::uint64_t at = std::uint64_t{all_} * task, unit = tasks();
  const bool inside = task % tasks_of_share_ != 0 && all_ >= unit;
  return inside ? (at + unit / 2) / unit * unit : at;
}

std::uint32_t Layout::cut(std::size_t task) const {
  if (task >= tasks()) return first_bucket_[all_];
  const std::uint64_t at = place(task), unit = tasks();
  const auto window = static_cast<unsigned>(at / unit);
  const std::uint64_t size = first_bucket_[window + 1] - first_bucket_[window];
  const auto inside = static_cast<std::uint32_t>(size * (at % unit) / unit);
  return first_bucket_[window] + inside / lanes_ * lanes_;
}

Layout::Slice Layout::slice(std::size_t turn) const {
  const std::size_t task = tasks() > kMostOrdered ? turn : order_[turn];
  Slice s{cut(task), cut(task + 1), 0, 0};
  while (first_bucket_[s.first_window + 1] <= s.first && s.first_window + 1 < all_) s.first_window++;
  for (s.end_window = s.first_window; s.end_window < all_ && first_bucket_[s.end_window] < s.last;) s.end_window++;
  return s;
}

} // namespace quiver
