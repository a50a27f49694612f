#include "base/block_cache.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace quiver {

namespace {

// Where memory errors are looked for, a freed block has to be freed.
#if defined(__SANITIZE_ADDRESS__) || defined(QUIVER_VERIFY)
constexpr bool kKeeps = false;
#else
constexpr bool kKeeps = true;
#endif

constexpr std::size_t kLeastKept = std::size_t{16} << 10; // smaller ones malloc keeps itself
constexpr std::size_t kSlots = 128;

struct Slot {
  Block block;
  std::uint64_t age = 0;
};

std::atomic_flag g_busy = ATOMIC_FLAG_INIT;
std::atomic<unsigned> g_keep_nothing{0};
Slot g_slots[kSlots];
std::size_t g_kept = 0;
std::uint64_t g_clock = 0;

/// Not waited for long: the thread that holds it may have been left behind by fork(). Who fails goes to malloc.
class TryLock {
public:
  TryLock() {
    for (int tries = 0; tries < 1000 && !held_; tries++) held_ = !g_busy.test_and_set(std::memory_order_acquire);
  }
  ~TryLock() {
    if (held_) g_busy.clear(std::memory_order_release);
  }
  TryLock(const TryLock&) = delete;
  TryLock& operator=(const TryLock&) = delete;
  bool held() const { return held_; }

private:
  bool held_ = false;
};

Block empty(Slot& slot) {
  const Block block = slot.block;
  g_kept -= block.size;
  slot = {};
  return block;
}

} // namespace

Block take_block(std::size_t bytes) {
  if (!kKeeps || bytes < kLeastKept) return {};
  const TryLock lock;
  if (!lock.held()) return {};
  Slot* best = nullptr; // the smallest that will do; of equal ones the youngest, whose pages are likelier in a cache
  for (Slot& slot : g_slots) {
    if (slot.block.size < bytes || slot.block.size > bytes + bytes / 4) continue;
    if (best == nullptr || slot.block.size < best->block.size ||
        (slot.block.size == best->block.size && slot.age > best->age))
      best = &slot;
  }
  return best != nullptr ? empty(*best) : Block{};
}

bool keep_block(const Block& block) {
  if (!kKeeps || block.size < kLeastKept || block.size > kMostKept) return false;
  if (g_keep_nothing.load(std::memory_order_relaxed) != 0) return false;
  const TryLock lock;
  if (!lock.held()) return false;
  while (true) {
    Slot *vacant = nullptr, *oldest = nullptr;
    for (Slot& slot : g_slots) {
      if (slot.block.data == nullptr) vacant = &slot;
      else if (oldest == nullptr || slot.age < oldest->age) oldest = &slot;
    }
    if (vacant != nullptr && g_kept + block.size <= kMostKept) {
      *vacant = {block, ++g_clock};
      g_kept += block.size;
      return true;
    }
    std::free(empty(*oldest).data);
  }
}

std::size_t release_blocks() {
  const TryLock lock;
  if (!lock.held()) return 0;
  const std::size_t kept = g_kept;
  for (Slot& slot : g_slots)
    if (slot.block.data != nullptr) std::free(empty(slot).data);
  return kept;
}

KeepNothing::KeepNothing() {
  g_keep_nothing.fetch_add(1, std::memory_order_relaxed);
  release_blocks();
}

KeepNothing::~KeepNothing() { g_keep_nothing.fetch_sub(1, std::memory_order_relaxed); }

} // namespace quiver
