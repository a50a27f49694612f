#include "base/buffer.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace quiver {

namespace {

// From here on blocks are aligned to a huge page and marked for them: the buckets and points of a large sum are read in
// random order, and with 4 KiB pages most of those reads miss the TLB too.
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kHugeFrom = 2 * kHugePage;

std::atomic<long> g_allocations_until_failure{-1};
std::atomic<std::size_t> g_in_use{0}, g_peak{0};

void count_allocation(std::size_t bytes) {
  const std::size_t now = g_in_use.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::size_t peak = g_peak.load(std::memory_order_relaxed);
  while (now > peak && !g_peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

Block new_block(std::size_t bytes) {
  const std::size_t alignment = bytes >= kHugeFrom ? kHugePage : Buffer::kAlignment;
  Block block;
  if (::posix_memalign(&block.data, alignment, bytes) != 0) return {};
  block.size = bytes;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes >= kHugeFrom) ::madvise(block.data, bytes, MADV_HUGEPAGE); // a hint: refusing it costs speed alone
#endif
  return block;
}

bool injected_failure() {
  if (g_allocations_until_failure.load(std::memory_order_relaxed) < 0) return false;
  return g_allocations_until_failure.fetch_sub(1, std::memory_order_relaxed) == 0;
}

} // namespace

std::size_t memory_in_use() { return g_in_use.load(std::memory_order_relaxed); }
std::size_t memory_peak() { return g_peak.load(std::memory_order_relaxed); }
void restart_peak() { g_peak.store(memory_in_use(), std::memory_order_relaxed); }

void fail_allocation_after(long after) { g_allocations_until_failure.store(after, std::memory_order_relaxed); }

Result<Buffer> Buffer::allocate(std::size_t bytes) {
  if (bytes == 0) return Buffer();
  if (injected_failure()) return out_of_memory(bytes);
  Block block = take_block(bytes);
  if (block.data == nullptr) block = new_block(bytes);
  if (block.data == nullptr && release_blocks() != 0) block = new_block(bytes);
  if (block.data == nullptr) return out_of_memory(bytes);
#if defined(QUIVER_VERIFY)
  std::memset(block.data, 0xd7, bytes); // so that nothing comes to rely on fresh pages being zero
#endif
  Buffer buffer;
  buffer.block_ = block;
  buffer.size_ = bytes;
  count_allocation(bytes);
  return buffer;
}

Result<Buffer> Buffer::allocate(std::size_t count, std::size_t size) {
  if (size != 0 && count > SIZE_MAX / size) {
    return failure(QUIVER_OUT_OF_MEMORY, kNoIndex, "out of memory: %zu times %zu bytes could not be allocated", count,
                   size);
  }
  return allocate(count * size);
}

Buffer::~Buffer() {
  if (block_.data == nullptr) return;
  g_in_use.fetch_sub(size_, std::memory_order_relaxed);
  if (!keep_block(block_)) std::free(block_.data);
}

} // namespace quiver
