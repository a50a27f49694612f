// Fork and join over kernels: each task has a workspace and counters of its own; errors and counts meet in a log.
#pragma once

#include "base/monitor.hpp"
#include "base/parallel.hpp"
#include "kernels/dispatch.hpp"

namespace quiver {

/// What an algorithm runs on.
struct Runner {
  const Engine& engine;
  const Executor& executor;
  std::size_t batch;          // blocks that share an inversion
  Counts* counts = nullptr;   // charged by counting back ends; may be null
  Monitor* monitor = nullptr; // may be null

  const Kernels& kernels() const { return engine.kernels(); }
  unsigned width() const { return executor.width(executor.self); }

  /// Reports work to the monitor. False: the call was cancelled.
  bool advance(std::uint64_t work) const { return monitor == nullptr || monitor->advance(work); }
  bool stopped() const { return monitor != nullptr && monitor->stopped(); }
};

/// What the tasks of one fork leave behind.
class TaskLog {
public:
  /// Whether task i is still wanted: not where one before it has failed.
  bool wants(std::size_t i) const { return i < failed_.load(std::memory_order_relaxed); }
  /// Any number of times a task; the first error of the lowest task stays.
  void add(std::size_t i, const Error& error, const Counts& counts, Counts* total);

  const Error& error() const { return error_; }

private:
  Mutex mutex_;
  std::atomic<std::size_t> failed_{SIZE_MAX};
  Error error_;
};

/// fn(context, i) for every i < n, until one fails; the error of the lowest i that failed, or success. Errors: out of
/// memory; cancelled.
template <class Fn> Error run_tasks(const Runner& runner, std::size_t n, Phase phase, Fn&& fn) {
  TaskLog log;
  parallel_for(runner.executor, n, [&](std::size_t i) {
    if (!log.wants(i)) return;
    Counts counts;
    counts.current = phase;
    if (runner.stopped()) return log.add(i, cancelled(), counts, runner.counts);
    Result<Workspace> workspace =
        Workspace::create(runner.engine, runner.batch, runner.counts != nullptr ? &counts : nullptr);
    log.add(i, workspace.ok() ? fn(workspace.value().context(), i) : workspace.error(), counts, runner.counts);
  });
  return log.error();
}

} // namespace quiver
