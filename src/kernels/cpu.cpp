#include "kernels/cpu.hpp"

#include <atomic>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace quiver {

namespace {

enum Bit : unsigned { kBmi2 = 1, kAdx = 2, kDetected = 1u << 31 };

unsigned detect() {
  unsigned bits = kDetected;
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) {
    if ((b >> 8 & 1) != 0) bits |= kBmi2;
    if ((b >> 19 & 1) != 0) bits |= kAdx;
  }
#endif
  return bits;
}

// Threads that meet here detect twice and agree; a guarded static would need the C++ runtime.
std::atomic<unsigned> detected{0};

} // namespace

CpuFeatures cpu_features() {
  unsigned bits = detected.load(std::memory_order_relaxed);
  if (bits == 0) {
    bits = detect();
    detected.store(bits, std::memory_order_relaxed);
  }
  return {(bits & kBmi2) != 0, (bits & kAdx) != 0};
}

const char* cpu_feature_names() {
  CpuFeatures f = cpu_features();
  if (f.bmi2 && f.adx) return "bmi2 adx";
  return f.bmi2 ? "bmi2" : f.adx ? "adx" : "";
}

} // namespace quiver
