// Progress and cancellation of one call. Tasks report work as they do it; the caller's functions are called from
// whichever task comes by, one at a time, with progress that only rises.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/result.hpp"

namespace quiver {

/// The caller's functions, either of which may be null.
struct Listener {
  void* user = nullptr;
  void (*progress)(void* user, std::uint64_t done, std::uint64_t total) = nullptr;
  int (*cancelled)(void* user) = nullptr; // other than 0: stop soon
};

class Monitor {
public:
  /// Steps that the progress of each part is reported in.
  static constexpr std::uint64_t kSteps = 1024;

  /// Nobody listens yet.
  Monitor() = default;
  /// Before any task runs: for a call of `parts` parts, one after the other.
  void open(const Listener& listener, std::uint64_t parts) {
    listener_ = listener;
    total_ = parts * kSteps;
  }

  /// A part begins, of about `work` units, whatever these are.
  void start(std::uint64_t work);
  /// From any task: so much more is done. False: the caller wants it to end; stop as soon as possible.
  bool advance(std::uint64_t work);
  /// The part is done.
  void finish();

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

private:
  void report(std::uint64_t done);

  Listener listener_;
  std::uint64_t total_ = 0, base_ = 0, work_ = 1;
  std::atomic<std::uint64_t> done_{0}; // of this part
  std::uint64_t reported_ = 0;         // guarded by busy_
  std::atomic_flag busy_;
  std::atomic<bool> stopped_{false};
};

inline Error cancelled() { return failure(QUIVER_CANCELLED, kNoIndex, "cancelled by the caller"); }

} // namespace quiver
