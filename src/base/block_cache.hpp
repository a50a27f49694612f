// Freed blocks that wait for the next allocation of about their size. Fresh pages from the kernel cost a sum of some
// hundred points a fifth of its time, and malloc gives pages back as soon as it can.
#pragma once

#include <cstddef>

namespace quiver {

/// The most bytes that are kept.
inline constexpr std::size_t kMostKept = std::size_t{32} << 20;

/// Memory from malloc, with its true size.
struct Block {
  void* data = nullptr;
  std::size_t size = 0;
};

/// A kept block of `bytes` or up to a fourth more; none: null.
Block take_block(std::size_t bytes);

/// Keeps a block that free() would free. False: not kept. The oldest ones make room, by free().
bool keep_block(const Block& block);

/// Frees all kept blocks; returns how many bytes these were.
std::size_t release_blocks();

/// While one lives, nothing is kept: for calls that have promised not to use more memory than they need.
class KeepNothing {
public:
  KeepNothing();
  ~KeepNothing();
  KeepNothing(const KeepNothing&) = delete;
  KeepNothing& operator=(const KeepNothing&) = delete;
};

} // namespace quiver
