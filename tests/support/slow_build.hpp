// Lighter tests where every instruction is checked: sanitizers and range checks cost a factor of ten or more.
#pragma once

#include <cstdlib>

namespace quiver::test {

inline bool slow_build() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || (defined(QUIVER_VERIFY) && QUIVER_VERIFY)
  return true;
#else
  return std::getenv("QUIVER_TEST_SLOW_BUILD") != nullptr;
#endif
}

} // namespace quiver::test
