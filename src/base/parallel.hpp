// The executor seam. Threads start here and nowhere else; a host may lend its own pool (TBB, rayon, Go) instead.
#pragma once

#include <cstddef>
#include <memory>
#include <pthread.h>
#include <type_traits>

#include "base/result.hpp"

namespace quiver {

/// run(self, n, fn, context) calls fn(context, i) for every i < n exactly once, in any order, maybe serially, and
/// returns when all are done; what the calls wrote is visible then. Never nested. width is the number of tasks that can
/// run at once, at least 1.
struct Executor {
  void* self;
  unsigned (*width)(void* self);
  void (*run)(void* self, std::size_t n, void (*fn)(void* context, std::size_t index), void* context);
};

/// Runs everything in the calling thread, in order.
Executor serial_executor();

/// The most threads that the pool runs, the caller's included; larger requests mean this many.
inline constexpr unsigned kMaxThreads = 1024;

/// The library's own fork-join pool, limited to `threads` (0: every processor in the affinity mask). Threads are
/// started on first use and kept; a child after fork() starts its own (a task itself must not fork and go on). Where a
/// thread cannot be started the work runs on those that could. Several callers may run at once and share the threads;
/// each caller also works on its own tasks, so that it never waits for a thread to become free.
Executor pool_executor(unsigned threads);

/// Processors that this process may use: the affinity mask where there is one.
unsigned processor_count();

/// For tests: with `refuse` set, no further thread starts, as when the system has run out of them.
void refuse_thread_starts(bool refuse);

/// For tests: threads that the pool has in this process.
unsigned pool_thread_count();

/// For what tasks have in common. Held for a moment only, never while calling out.
struct Mutex {
  pthread_mutex_t handle = PTHREAD_MUTEX_INITIALIZER;
};
class MutexLock {
public:
  explicit MutexLock(Mutex& mutex) : mutex_(mutex) { ::pthread_mutex_lock(&mutex_.handle); }
  ~MutexLock() { ::pthread_mutex_unlock(&mutex_.handle); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

private:
  Mutex& mutex_;
};

/// fn(i) for every i < n on `executor`.
template <class Fn> void parallel_for(const Executor& executor, std::size_t n, Fn&& fn) {
  using Callable = std::remove_reference_t<Fn>;
  executor.run(
      executor.self, n, [](void* context, std::size_t index) { (*static_cast<Callable*>(context))(index); },
      const_cast<void*>(static_cast<const void*>(std::addressof(fn))));
}

} // namespace quiver
