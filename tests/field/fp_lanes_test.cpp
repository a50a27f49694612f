// The eight-lane field's lazy ranges without range checks at run time. fp_lanes_verify_test.cpp turns these on, and in a
// build that has them on anyway is the same thing.
#include "field/vec_portable.hpp"
#include "support/fp_lanes_checks.hpp"

#if !QUIVER_VERIFY

namespace quiver::test {
namespace {

TEST(FpLanesTest, LazyRangesOfFourWords) { LazyRanges<4, VecPortable>::run_all(); }
TEST(FpLanesTest, LazyRangesOfSixWords) { LazyRanges<6, VecPortable>::run_all(); }

} // namespace
} // namespace quiver::test

#endif
