#include "base/buffer.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

namespace quiver {
namespace {

bool aligned(const Buffer& buffer, std::size_t to) { return reinterpret_cast<std::uintptr_t>(buffer.data()) % to == 0; }

TEST(Buffer, IsAlignedAndWritableAtEverySize) {
  for (std::size_t bytes : {1u, 63u, 64u, 65u, 4096u, 4194303u, 4194304u, 4194305u, 9000000u}) {
    Result<Buffer> result = Buffer::allocate(bytes);
    ASSERT_TRUE(result.ok()) << bytes;
    EXPECT_EQ(result.value().size(), bytes);
    EXPECT_TRUE(aligned(result.value(), Buffer::kAlignment)) << bytes;
    std::memset(result.value().data(), 0x5a, bytes);
    EXPECT_EQ(result.value().data()[bytes - 1], 0x5a);
  }
}

TEST(Buffer, NothingIsNoError) {
  Result<Buffer> none = Buffer::allocate(0);
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(none.value().data(), nullptr);
  EXPECT_EQ(none.value().size(), 0u);
  EXPECT_TRUE(Buffer::allocate(0, std::numeric_limits<std::size_t>::max()).ok());
  EXPECT_TRUE(Buffer::allocate(std::numeric_limits<std::size_t>::max(), 0).ok());
}

TEST(Buffer, CountTimesSize) {
  Result<Buffer> result = Buffer::allocate(3, 96);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().size(), 288u);
}

TEST(Buffer, OverflowingProductIsOutOfMemory) {
  constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
  const std::size_t products[][2] = {{kMax, 2}, {2, kMax}, {kMax / 2 + 1, 2}, {kMax, kMax}};
  for (auto& [count, size] : products) {
    Result<Buffer> result = Buffer::allocate(count, size);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().status, QUIVER_OUT_OF_MEMORY);
    EXPECT_NE(std::strstr(result.error().message, "out of memory"), nullptr) << result.error().message;
  }
}

TEST(Buffer, AskingForTooMuchIsOutOfMemory) {
  for (std::size_t bytes : {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 2 + 1}) {
    Result<Buffer> result = Buffer::allocate(bytes);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().status, QUIVER_OUT_OF_MEMORY);
  }
}

TEST(Buffer, MovesOwnItsBlockOnce) {
  Result<Buffer> result = Buffer::allocate(128);
  ASSERT_TRUE(result.ok());
  unsigned char* block = result.value().data();
  Buffer first = std::move(result.value());
  EXPECT_EQ(first.data(), block);
  EXPECT_EQ(result.value().data(), nullptr);
  Buffer second;
  second = std::move(first);
  EXPECT_EQ(second.data(), block);
  EXPECT_EQ(second.size(), 128u);
  EXPECT_EQ(first.data(), nullptr);
}

TEST(Buffer, InjectedFailureHitsOneAllocation) {
  fail_allocation_after(2);
  EXPECT_TRUE(Buffer::allocate(10).ok());
  EXPECT_TRUE(Buffer::allocate(10).ok());
  Result<Buffer> failed = Buffer::allocate(10);
  EXPECT_TRUE(Buffer::allocate(10).ok());
  fail_allocation_after(-1);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().status, QUIVER_OUT_OF_MEMORY);
  EXPECT_STREQ(failed.error().message, "out of memory: 10 bytes could not be allocated");
}

TEST(Buffer, InjectedFailureCanBeTakenBack) {
  fail_allocation_after(0);
  fail_allocation_after(-1);
  EXPECT_TRUE(Buffer::allocate(10).ok());
}

} // namespace
} // namespace quiver
