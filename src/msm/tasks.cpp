#include "msm/tasks.hpp"

namespace quiver {

namespace {

void add_counts(Counts& total, const Counts& part) {
  for (unsigned i = 0; i < static_cast<unsigned>(Phase::count); i++) {
    total.phase[i].group += part.phase[i].group;
    total.phase[i].useful += part.phase[i].useful;
    total.phase[i].issued += part.phase[i].issued;
  }
}

} // namespace

void TaskLog::add(std::size_t i, const Error& error, const Counts& counts, Counts* total) {
  if (error.ok() && total == nullptr) return;
  const MutexLock lock(mutex_);
  if (total != nullptr) add_counts(*total, counts);
  if (error.ok() || !wants(i)) return;
  failed_.store(i, std::memory_order_relaxed);
  error_ = error;
}

} // namespace quiver
