// All memory of the library: aligned, huge pages where they help, and running out is a result, never an abort.
#pragma once

#include <cstddef>
#include <utility>

#include "base/block_cache.hpp"
#include "base/result.hpp"

namespace quiver {

/// An owned, 64-byte aligned, uninitialised block. Move-only.
class Buffer {
public:
  static constexpr std::size_t kAlignment = 64;

  /// bytes = 0 gives an empty buffer. Errors: out of memory.
  static Result<Buffer> allocate(std::size_t bytes);

  /// count * size bytes; a product that does not fit in size_t is out of memory too.
  static Result<Buffer> allocate(std::size_t count, std::size_t size);

  Buffer() = default;
  Buffer(Buffer&& other) noexcept : block_(other.block_), size_(other.size_) {
    other.block_ = {};
    other.size_ = 0;
  }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(size_, other.size_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  unsigned char* data() { return static_cast<unsigned char*>(block_.data); }
  const unsigned char* data() const { return static_cast<const unsigned char*>(block_.data); }
  std::size_t size() const { return size_; }

  template <class T> T* as() { return static_cast<T*>(block_.data); }
  template <class T> const T* as() const { return static_cast<const T*>(block_.data); }

private:
  Block block_;
  std::size_t size_ = 0;
};

/// For tests: of the allocations that follow, number `after` (0: the next one) fails, once, in whichever thread makes
/// it. Negative: none does.
void fail_allocation_after(long after);

/// For tests: bytes of all buffers that live, and the most that they have been since the last call of restart_peak.
std::size_t memory_in_use();
std::size_t memory_peak();
void restart_peak();

} // namespace quiver
