// What a sum will be computed by: the caller's options, completed by a model of its cost.
#pragma once

#include <cstddef>

#include "kernels/dispatch.hpp"

namespace quiver {

enum class Algorithm : std::uint8_t { automatic, naive, pippenger };

/// Each phase's baseline and optimised form; all combinations give the same bits.
struct MsmOptions {
  Algorithm algorithm = Algorithm::automatic;
  bool signed_digits = true;           // else 0 … 2^c - 1
  bool batch_affine_accumulate = true; // else XYZZ
  bool batch_affine_reduce = true;     // else running sums in XYZZ
  bool endomorphism = true;            // GLV or GLS, where there is one and the points are in the subgroup
  unsigned width = 0;                  // of the widest window; 0: chosen
};

/// What was done.
struct MsmReport {
  bool naive = false;
  bool endomorphism = false;
  unsigned bits = 0, parts = 1, windows = 0, width = 0;
};

/// Windows to cut `bits` bits into for `parts` scalars of that length: the cheapest by the number of field
/// multiplications, or as many as `options.width` needs.
unsigned choose_windows(const MsmOptions& options, std::size_t parts, unsigned bits);

/// Whether naive double-and-add is meant or is as good as anything.
bool prefers_naive(const MsmOptions& options, std::size_t n);

} // namespace quiver
