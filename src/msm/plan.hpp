// What a sum will be computed by: the caller's options, completed by a model of its cost.
#pragma once

#include <cstddef>

#include "kernels/dispatch.hpp"
#include "msm/digits.hpp"

namespace quiver {

enum class Algorithm : std::uint8_t { automatic, naive, pippenger, straus };

/// Each phase's baseline and optimised form; all combinations give the same bits. What is said of buckets is Pippenger's
/// alone.
struct MsmOptions {
  Algorithm algorithm = Algorithm::automatic;
  bool signed_digits = true;           // else 0 … 2^c - 1
  bool batch_affine_accumulate = true; // else XYZZ
  bool batch_affine_reduce = true;     // else running sums in XYZZ
  bool endomorphism = true;            // GLV or GLS, where there is one and the points are in the subgroup
  unsigned width = 0;                  // of the widest window; 0: chosen
  std::uint64_t memory = 0;            // the most bytes to have allocated; 0: any number
  std::size_t held = 0;                // bytes that the call has allocated already
};

/// What was done.
struct MsmReport {
  Algorithm algorithm = Algorithm::naive;
  bool endomorphism = false;
  unsigned bits = 0, parts = 1, windows = 0, width = 0;
  std::size_t tile = 0;
  std::size_t memory = 0; // of the plan
};

/// What is asked of a method with windows.
struct MsmShape {
  const Engine& engine;
  std::size_t n;      // scalars, at least 1
  unsigned dimension; // parts of each
  unsigned bits;      // of the longest part
  bool packed;        // all points are packed already
  unsigned width;     // tasks at once
  std::size_t batch;  // blocks that share an inversion
};

struct Plan {
  Algorithm algorithm = Algorithm::pippenger; // or Straus
  Windows windows;
  std::size_t tile = 0;   // scalars recoded and accumulated at once
  std::size_t memory = 0; // the most bytes that are allocated at once
  double price = 0;       // in field multiplications
};

inline constexpr unsigned kMaxStrausWidth = 10; // wider tables never pay

/// The cheapest windows and tile, by the number of field multiplications, of the algorithm that options name, or of the
/// cheaper one, that stay within options.memory. The window count is what options.width needs where it is given. Baseline
/// forms of phases with buckets ask for these, unless Straus' method is named. Errors: memory cap, with the least that would
/// do; Straus' method is named with an options.width above kMaxStrausWidth.
Result<Plan> plan_sum(const MsmOptions& options, const MsmShape& shape);

/// MEMORY_CAP, with what would do, unless `needed` bytes more are within options.memory.
Error check_memory(const MsmOptions& options, std::size_t needed);

/// Whether naive double-and-add is meant or is as good as anything.
bool prefers_naive(const MsmOptions& options, std::size_t n);

} // namespace quiver
