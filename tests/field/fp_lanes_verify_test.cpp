// The eight-lane field's lazy ranges once more, with the range checks of a verify build compiled in. The vector type
// has names of its own here, so that no function of this file can be taken for one that was compiled without checks.

#undef QUIVER_VERIFY
#define QUIVER_VERIFY 1
#define VecPlain VecPlainVerified
#define VecPortable VecPortableVerified
#include "field/vec_portable.hpp"
#undef VecPortable
#undef VecPlain

#include "support/fp_lanes_checks.hpp"

namespace quiver::test {
namespace {

TEST(FpLanesVerifyTest, LazyRangesOfFourWords) { LazyRanges<4, VecPortableVerified>::run_all(); }
TEST(FpLanesVerifyTest, LazyRangesOfSixWords) { LazyRanges<6, VecPortableVerified>::run_all(); }

/// The checks are there: a value outside of its type's range stops the program.
TEST(FpLanesVerifyDeathTest, ABrokenRangeStops) {
  FpLanes<6, VecPortableVerified> f;
  ASSERT_TRUE(f.init(group_at(0).modulus));
  auto element = f.one();
  auto broken = f.settle(f.add(element, element));
  for (auto& limb : broken.limb) limb = VecPortableVerified::broadcast((std::uint64_t{1} << 52) - 1);
  EXPECT_DEATH(f.reduce(f.add(broken, element)), "");
}

} // namespace
} // namespace quiver::test
