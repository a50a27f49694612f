// What the processor can do, as far as back ends ask.
#pragma once

namespace quiver {

struct CpuFeatures {
  bool bmi2 = false;
  bool adx = false;
};

/// Detected once.
CpuFeatures cpu_features();

/// "bmi2 adx", or "" where there is none.
const char* cpu_feature_names();

} // namespace quiver
