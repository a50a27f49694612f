// SplitMix64: the generator behind `prng` cases and `quiver gen`. Not for secrets.
// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, section 4 (variant 13).
#pragma once

#include "setup/integers.hpp"

namespace quiver::setup {

class SplitMix64 {
public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }

  /// Four outputs, the first the least significant word.
  U256 next_u256() {
    U256 out;
    for (std::uint64_t& word : out) word = next();
    return out;
  }

private:
  std::uint64_t state_;
};

} // namespace quiver::setup
