// Which back end serves a group on this machine, and the engine that algorithms run on.
#pragma once

#include <cstddef>

#include "base/buffer.hpp"
#include "base/result.hpp"
#include "kernels/kernels.hpp"

namespace quiver {

/// A back end, over all its units.
struct Backend {
  const char* name;
  unsigned lanes;
  bool computes;         // curve points; false for back ends that compute something else
  bool available;        // compiled, and this machine runs it
  const char* reason;    // why not; "" otherwise
  std::uint64_t calls;   // bulk calls of all its units so far
};

std::size_t backend_count();
Backend backend_at(std::size_t index);

/// The table for a group: the requested back end, or, where `requested` is null or "auto", the one that
/// QUIVER_BACKEND names, or the machine's best. Errors: unknown name, not available here, group not served.
Result<const Kernels*> select_kernels(const Group& group, const char* requested);

/// A group on a back end: the constants of its table and of the scalar table beside it. Immutable, shared by tasks.
class Engine {
public:
  static Result<Engine> create(const Group& group, const char* requested_backend);

  Engine() = default;
  const Group& group() const { return *group_; }
  const Kernels& kernels() const { return *kernels_; }
  const Kernels& serial() const { return *serial_; }
  const void* constants() const { return constants_.data(); }
  const void* serial_constants() const { return serial_constants_.size() != 0 ? serial_constants_.data() : constants(); }
  std::size_t memory() const { return constants_.size() + serial_constants_.size(); }

private:
  const Group* group_ = nullptr;
  const Kernels* kernels_ = nullptr;
  const Kernels* serial_ = nullptr;
  Buffer constants_, serial_constants_; // the latter empty where the table is scalar itself
};

/// What one task needs to call an engine's kernels: contexts and scratch for batches of `batch` blocks.
class Workspace {
public:
  static Result<Workspace> create(const Engine& engine, std::size_t batch, Counts* counts = nullptr);
  /// The bytes that create allocates.
  static std::size_t memory(const Engine& engine, std::size_t batch);

  Workspace() = default;
  Context* context() { return contexts_.as<Context>(); }
  Context* serial() { return context()->serial; }

private:
  Buffer contexts_; // the two contexts, then the scratch
};

/// Blocks that share an inversion when nothing says otherwise: an inversion costs some hundred multiplications.
inline constexpr std::size_t kDefaultBatchPoints = 2048;
inline std::size_t default_batch(const Kernels& kernels) { return kDefaultBatchPoints / kernels.lanes; }

} // namespace quiver
