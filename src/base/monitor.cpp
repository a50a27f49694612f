#include "base/monitor.hpp"

namespace quiver {

void Monitor::start(std::uint64_t work) {
  work_ = work != 0 ? work : 1;
  done_.store(0, std::memory_order_relaxed);
}

bool Monitor::advance(std::uint64_t work) {
  if (listener_.progress == nullptr && listener_.cancelled == nullptr) return true;
  const std::uint64_t done = done_.fetch_add(work, std::memory_order_relaxed) + work;
  if (stopped()) return false;
  if (busy_.test_and_set(std::memory_order_acquire)) return true; // another task is with the caller: it need not wait
  // The work is an estimate: the last step is for finish() to report.
  const double part = static_cast<double>(done) / static_cast<double>(work_);
  report(base_ + (part < 1 ? static_cast<std::uint64_t>(part * (kSteps - 1)) : kSteps - 1));
  if (listener_.cancelled != nullptr && listener_.cancelled(listener_.user) != 0)
    stopped_.store(true, std::memory_order_relaxed);
  busy_.clear(std::memory_order_release);
  return !stopped();
}

void Monitor::finish() {
  base_ += kSteps;
  report(base_);
}

void Monitor::report(std::uint64_t done) {
  if (listener_.progress == nullptr || done <= reported_) return;
  reported_ = done;
  listener_.progress(listener_.user, done, total_);
}

} // namespace quiver
