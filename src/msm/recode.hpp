// Recoding of a tile of scalars: each is split by the endomorphism where that pays, and cut into the digits of all
// windows, written as keys in one row per window.
#pragma once

#include "curve/glv.hpp"
#include "curve/scalar.hpp"
#include "msm/digits.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// A digit as the accumulation wants it: the index of its bucket, and bit 31 for a negative one.
using Key = std::uint32_t;
inline constexpr Key kNoKey = 0x7fffffff; // digit 0
constexpr std::uint32_t key_index(Key key) { return key & 0x7fffffff; }
constexpr std::uint32_t key_sign(Key key) { return key & 0x80000000; }

/// Bits of the longest of n scalars, at least 1.
unsigned longest_scalar(const Runner& runner, const ScalarReader& reader, std::size_t n);

/// Keys of scalars first … first+n-1: part j of scalar first + i, which multiplies psi^j(P), in window w at
/// keys[w*stride + j*n + i]. Without an endomorphism there is one part, the scalar itself. Errors: cancelled.
Error recode(const Runner& runner, Key* keys, std::size_t stride, const ScalarReader& reader, std::size_t first,
             std::size_t n, const Endomorphism* endo, const Windows& windows);

} // namespace quiver
