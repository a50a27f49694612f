#include "base/block_cache.hpp"

#include <cstring>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/buffer.hpp"

namespace quiver {
namespace {

constexpr std::size_t kBlock = 100000;

/// Where sanitizers watch, nothing is kept.
bool keeps() {
  release_blocks();
  { Buffer b = std::move(Buffer::allocate(kBlock).value()); }
  return release_blocks() == kBlock;
}

TEST(BlockCache, a_freed_block_serves_the_next_allocation) {
  if (!keeps()) GTEST_SKIP() << "this build keeps no blocks";
  void* first;
  {
    Buffer b = std::move(Buffer::allocate(kBlock).value());
    first = b.data();
  }
  const Block more = take_block(kBlock + 1), tiny = take_block(kBlock / 2);
  EXPECT_EQ(more.data, nullptr) << "too small";
  EXPECT_EQ(tiny.data, nullptr) << "wasteful";
  Buffer again = std::move(Buffer::allocate(kBlock - kBlock / 6).value());
  EXPECT_EQ(again.data(), first);
  EXPECT_EQ(again.size(), kBlock - kBlock / 6);
  EXPECT_EQ(release_blocks(), 0u);
}

TEST(BlockCache, keeps_no_more_than_it_says) {
  if (!keeps()) GTEST_SKIP() << "this build keeps no blocks";
  std::vector<Buffer> buffers;
  for (int i = 0; i < 40; i++) buffers.push_back(std::move(Buffer::allocate(std::size_t{3} << 20).value()));
  buffers.clear();
  EXPECT_EQ(release_blocks(), (kMostKept / (std::size_t{3} << 20)) * (std::size_t{3} << 20));
  for (int i = 0; i < 300; i++) buffers.push_back(std::move(Buffer::allocate(20000 + 64 * i).value()));
  buffers.clear();
  EXPECT_GT(release_blocks(), 0u);
  { Buffer b = std::move(Buffer::allocate(kMostKept + 1).value()); }
  { Buffer b = std::move(Buffer::allocate(1000).value()); }
  EXPECT_EQ(release_blocks(), 0u) << "neither huge nor small ones";
}

TEST(BlockCache, nothing_is_kept_while_it_must_not_be) {
  { Buffer b = std::move(Buffer::allocate(kBlock).value()); }
  {
    const KeepNothing none;
    EXPECT_EQ(release_blocks(), 0u) << "what was kept is gone";
    { Buffer b = std::move(Buffer::allocate(kBlock).value()); }
    EXPECT_EQ(release_blocks(), 0u);
  }
}

TEST(BlockCache, blocks_wander_between_threads) {
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; t++)
    threads.emplace_back([t] {
      for (unsigned round = 0; round < 500; round++) {
        Buffer b = std::move(Buffer::allocate(20000 + 1000 * ((t + round) % 5)).value());
        std::memset(b.data(), static_cast<int>(t), b.size());
        for (std::size_t i = 0; i < b.size(); i += 999) ASSERT_EQ(b.data()[i], t);
      }
    });
  for (std::thread& thread : threads) thread.join();
  release_blocks();
}

} // namespace
} // namespace quiver
