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

  /// A task's buckets, first to last - 1, and the windows that they are in.
  struct Slice {
    std::uint32_t first, last;
    unsigned first_window, end_window;
  };
  Slice slice(std::size_t task) const;

private:
  std::uint32_t cut(std::size_t task) const;

  std::uint32_t first_bucket_[kMaxWindows + 1];
  std::size_t shares_ = 1, tasks_of_share_ = 1;
  unsigned all_; // windows
  unsigned lanes_;
};

} // namespace quiver
