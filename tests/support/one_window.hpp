// The bucket method over one window of signed digits, phase after phase: what tests reach each digit and bucket by.
#pragma once

#include <cstdint>

#include "msm/tasks.hpp"

namespace quiver::test {

/// Which form of each phase.
struct WindowForm {
  bool batch_affine_accumulate = true, batch_affine_reduce = true;
};

inline constexpr WindowForm kWindowForms[] = {{true, true}, {true, false}, {false, true}, {false, false}};

/// out: one packed point, the sum of digits[i]*P_i over n packed points, |digit| <= 2^log_buckets. Counts are charged to
/// the phases.
Error window_sum(const Runner& runner, void* out, const void* packed, const std::int32_t* digits, std::size_t n,
                 unsigned log_buckets, WindowForm form = {});

} // namespace quiver::test
