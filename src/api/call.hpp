// One call from outside: on whose threads it runs, and who listens to it.
#pragma once

#include "api/handles.hpp"
#include "base/monitor.hpp"

namespace quiver {

class Call {
public:
  Call() = default;
  Call(const Call&) = delete; // the executor points here
  Call& operator=(const Call&) = delete;

  /// From a caller's structs; `parts` is how many parts the progress will have. Errors: an executor without functions.
  Error open(const quiver_control* control, std::uint32_t threads, std::uint64_t parts);

  const Executor& executor() const { return executor_; }
  Monitor& monitor() { return monitor_; }

private:
  quiver_executor host_{};
  Executor executor_ = serial_executor();
  Monitor monitor_;
};

/// An engine that computes with curve points.
Result<Engine> curve_engine(const Group& group, const char* backend);

} // namespace quiver
