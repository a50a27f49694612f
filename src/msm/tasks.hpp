// Fork and join over kernels: each task has a workspace, an error and counters of its own.
#pragma once

#include <cstring>

#include "base/parallel.hpp"
#include "kernels/dispatch.hpp"

namespace quiver {

/// What an algorithm runs on.
struct Runner {
  const Engine& engine;
  const Executor& executor;
  std::size_t batch;        // blocks that share an inversion
  Counts* counts = nullptr; // charged by counting back ends; may be null

  const Kernels& kernels() const { return engine.kernels(); }
  unsigned width() const { return executor.width(executor.self); }
};

/// total += part, phase by phase.
void add_counts(Counts& total, const Counts& part);

/// fn(context, i) for every i < n; the first error in order of i, or success. Errors: out of memory.
template <class Fn> Error run_tasks(const Runner& runner, std::size_t n, Phase phase, Fn&& fn) {
  struct Task {
    Error error;
    Counts counts;
  };
  Result<Buffer> buffer = Buffer::allocate(n, sizeof(Task));
  if (!buffer.ok()) return buffer.error();
  auto* tasks = buffer.value().as<Task>();
  parallel_for(runner.executor, n, [&](std::size_t i) {
    Task& task = *new (tasks + i) Task();
    task.counts.current = phase;
    Result<Workspace> workspace =
        Workspace::create(runner.engine, runner.batch, runner.counts != nullptr ? &task.counts : nullptr);
    task.error = workspace.ok() ? fn(workspace.value().context(), i) : workspace.error();
  });
  for (std::size_t i = 0; i < n; i++) {
    if (!tasks[i].error.ok()) return tasks[i].error;
    if (runner.counts != nullptr) add_counts(*runner.counts, tasks[i].counts);
  }
  return success();
}

} // namespace quiver
