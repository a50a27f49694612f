#include "api/call.hpp"

namespace quiver {

namespace {

// A host may say anything for its width: tasks are planned for 1 … kMaxThreads.
unsigned host_width(void* self) {
  const auto& host = *static_cast<const quiver_executor*>(self);
  const std::uint32_t width = host.width(host.self);
  return width == 0 ? 1 : width > kMaxThreads ? kMaxThreads : width;
}

void host_run(void* self, std::size_t n, void (*task)(void*, std::size_t), void* context) {
  const auto& host = *static_cast<const quiver_executor*>(self);
  host.run(host.self, n, task, context);
}

} // namespace

Error Call::open(const quiver_control* given, std::uint32_t threads, std::uint64_t parts) {
  const quiver_control control = read_struct(given);
  monitor_.open({control.user, control.progress, control.cancelled}, parts);
  if (control.executor == nullptr) {
    executor_ = pool_executor(threads);
    return success();
  }
  host_ = read_struct(control.executor);
  if (host_.width == nullptr || host_.run == nullptr)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "an executor must have width and run");
  executor_ = {&host_, host_width, host_run};
  return success();
}

Result<Engine> curve_engine(const Group& group, const char* backend) {
  Result<Engine> engine = Engine::create(group, backend);
  if (engine.ok() && engine.value().kernels().degree == 0)
    return failure(QUIVER_UNSUPPORTED, kNoIndex, "back end %s does not compute with curve points",
                   engine.value().kernels().backend);
  return engine;
}

} // namespace quiver
