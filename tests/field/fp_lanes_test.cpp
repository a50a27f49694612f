// The eight-lane field's lazy ranges, with checks as the build has them; fp_lanes_verify_test.cpp turns them on.
#include "field/vec_portable.hpp"
#include "support/fp_lanes_checks.hpp"

namespace quiver::test {
namespace {

TEST(FpLanesTest, LazyRangesOfFourWords) { LazyRanges<4, VecPortable>::run_all(); }
TEST(FpLanesTest, LazyRangesOfSixWords) { LazyRanges<6, VecPortable>::run_all(); }

} // namespace
} // namespace quiver::test
