// N lanes of 64 bits in plain C++, with the operations that FpLanes needs. An AVX-512 IFMA type with the same members
// makes the same template fast; this one makes it run, and be checked by sanitizers, on any
// machine.
#pragma once

#include <cstdint>

#include "field/words.hpp"

namespace quiver {

template <unsigned N> struct alignas(8 * N) VecPlain {
  static constexpr unsigned kLanes = N;
  // Field operations become calls: inlining eight lanes of plain words gains nothing and makes units huge.
  static constexpr bool kOutOfLine = true;
  // Products run lane by lane: the same schedule, 1.3 times as fast as with all lanes of a column in memory.
  using Lane = VecPlain<1>;
  std::uint64_t lane[kLanes];

  static QUIVER_ALWAYS_INLINE VecPlain broadcast(std::uint64_t x) {
    return each([&](unsigned) QUIVER_INLINE_LAMBDA { return x; });
  }
  static QUIVER_ALWAYS_INLINE VecPlain zero() { return broadcast(0); }

  QUIVER_ALWAYS_INLINE VecPlain operator+(const VecPlain& o) const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return lane[i] + o.lane[i]; });
  }
  QUIVER_ALWAYS_INLINE VecPlain operator-(const VecPlain& o) const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return lane[i] - o.lane[i]; });
  }
  QUIVER_ALWAYS_INLINE VecPlain operator&(const VecPlain& o) const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return lane[i] & o.lane[i]; });
  }
  QUIVER_ALWAYS_INLINE VecPlain operator|(const VecPlain& o) const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return lane[i] | o.lane[i]; });
  }
  QUIVER_ALWAYS_INLINE VecPlain shift_left(unsigned n) const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return lane[i] << n; });
  }
  QUIVER_ALWAYS_INLINE VecPlain shift_right(unsigned n) const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return lane[i] >> n; });
  }
  QUIVER_ALWAYS_INLINE VecPlain shift_right_signed(unsigned n) const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(lane[i]) >> n);
    });
  }

  QUIVER_ALWAYS_INLINE std::uint32_t equal(const VecPlain& o) const {
    std::uint32_t mask = 0;
    for (unsigned i = 0; i < kLanes; i++) mask |= static_cast<std::uint32_t>(lane[i] == o.lane[i]) << i;
    return mask;
  }

  /// m ? a : b by lane.
  static QUIVER_ALWAYS_INLINE VecPlain select(std::uint32_t m, const VecPlain& a, const VecPlain& b) {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return (m >> i) & 1 ? a.lane[i] : b.lane[i]; });
  }

  /// lo += low 52 bits, hi += next 52 bits of the product of the operands' low 52 bits (vpmadd52luq, vpmadd52huq).
  static QUIVER_ALWAYS_INLINE void madd52(VecPlain& lo, VecPlain& hi, const VecPlain& a, const VecPlain& b) {
    for (unsigned i = 0; i < kLanes; i++) {
      std::uint64_t high;
      std::uint64_t low = mul_wide(a.lane[i] & kMask52, b.lane[i] & kMask52, high);
      lo.lane[i] += low & kMask52;
      hi.lane[i] += (high << 12) | (low >> 52);
    }
  }
  static QUIVER_ALWAYS_INLINE VecPlain mul52_low(const VecPlain& a, const VecPlain& b) {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return (a.lane[i] * b.lane[i]) & kMask52; });
  }
  static QUIVER_ALWAYS_INLINE VecPlain mul52_high(const VecPlain& a, const VecPlain& b) {
    VecPlain lo = zero(), hi = zero();
    madd52(lo, hi, a, b);
    return hi;
  }

  /// table[index], index < 16 in every lane.
  static QUIVER_ALWAYS_INLINE VecPlain lookup16(const std::uint64_t* table, const VecPlain& index) {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return table[index.lane[i] & 15]; });
  }

  /// Word `offset` of what each lane's pointer points to.
  static QUIVER_ALWAYS_INLINE VecPlain gather(const std::uint64_t* const* pointers, unsigned offset) {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return pointers[i][offset]; });
  }
  QUIVER_ALWAYS_INLINE void scatter(std::uint64_t* const* pointers, unsigned offset) const {
    for (unsigned i = 0; i < kLanes; i++) pointers[i][offset] = lane[i];
  }

  /// Lane i takes lane i ^ distance (1, 2 or 4): the exchange of a product tree over lanes.
  template <unsigned distance> QUIVER_ALWAYS_INLINE VecPlain exchange() const {
    return each([&](unsigned i) QUIVER_INLINE_LAMBDA { return lane[i ^ distance]; });
  }

  QUIVER_ALWAYS_INLINE std::uint64_t first() const { return lane[0]; }

private:
  static constexpr std::uint64_t kMask52 = (std::uint64_t{1} << 52) - 1;

  template <class Fn> static QUIVER_ALWAYS_INLINE VecPlain each(Fn&& fn) {
    VecPlain out;
    for (unsigned i = 0; i < kLanes; i++) out.lane[i] = fn(i);
    return out;
  }
};

using VecPortable = VecPlain<8>;

} // namespace quiver
