// All windows' buckets in one row, window by window, each padded to whole blocks; cut into shares of equal work, one a
// thread, and these into tasks.
#pragma once

#include <cstddef>

#include "kernels/kernels.hpp"
#include "msm/digits.hpp"

namespace quiver {

class Layout {
public:
  /// For `parts` keys a window and `width` tasks at once.
  Layout(const Kernels& k, const Windows& windows, std::size_t parts, unsigned width);

  std::size_t tasks() const { return shares_ * tasks_of_share_; }
  std::uint32_t buckets() const { return first_bucket_[all_]; }
  /// Of a window; buckets() for the window after the last.
  std::uint32_t first_bucket(unsigned window) const { return first_bucket_[window]; }

  /// A task's buckets, first to last - 1, and the windows that they are in. The heaviest tasks come first.
  struct Slice {
    std::uint32_t first, last;
    unsigned first_window, end_window;
  };
  Slice slice(std::size_t turn) const;

private:
  static constexpr std::size_t kMostOrdered = 64;

  void order();
  /// Where a task begins, in units of which a window has tasks(). Windows weigh the same, whatever their number of
  /// buckets, and shares are equal; inside a share windows are left whole if that leaves the tasks enough of them: the
  /// keys of a window are read by each task that has a part of it.
  std::uint64_t place(std::size_t task) const;
  /// The first bucket of a task.
  std::uint32_t cut(std::size_t task) const;

  std::uint32_t first_bucket_[kMaxWindows + 1];
  std::size_t shares_ = 1, tasks_of_share_ = 1;
  std::uint8_t order_[kMostOrdered];
  unsigned all_; // windows
  unsigned lanes_;
};

} // namespace quiver
