#include "base/result.hpp"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace quiver {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  Result<int> seven = 7;
  ASSERT_TRUE(seven.ok());
  EXPECT_EQ(seven.value(), 7);

  Result<int> failed = failure(QUIVER_BAD_DATA, 41, "point %d: %s", 41, "not on curve");
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().status, QUIVER_BAD_DATA);
  EXPECT_EQ(failed.error().index, 41u);
  EXPECT_STREQ(failed.error().message, "point 41: not on curve");
}

TEST(Result, SuccessIsNoError) {
  Error error = success();
  EXPECT_TRUE(error.ok());
  EXPECT_EQ(error.index, kNoIndex);
  EXPECT_STREQ(error.message, "");
}

TEST(Result, LongMessagesAreCutAndTerminated) {
  std::string text(1000, 'x');
  Error error = failure(QUIVER_INTERNAL, kNoIndex, "%s", text.c_str());
  EXPECT_EQ(std::strlen(error.message), sizeof error.message - 1);
}

} // namespace
} // namespace quiver
