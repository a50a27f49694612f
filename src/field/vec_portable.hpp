// Eight 64-bit lanes in plain C++, with the operations that FpLanes needs. An AVX-512 IFMA type with the same members
// makes the same template fast; this one makes it run, and be checked by sanitizers, on any machine.
#pragma once

#include <cstdint>

#include "field/words.hpp"

namespace quiver {

struct alignas(64) VecPortable {
  static constexpr unsigned kLanes = 8;
  // Field operations become calls: inlining eight lanes of plain words gains nothing and makes units huge.
  static constexpr bool kOutOfLine = true;
  std::uint64_t lane[kLanes];

  static QUIVER_INLINE VecPortable broadcast(std::uint64_t x) {
    return each([&](unsigned) { return x; });
  }
  static QUIVER_INLINE VecPortable zero() { return broadcast(0); }

  QUIVER_INLINE VecPortable operator+(const VecPortable& o) const {
    return each([&](unsigned i) { return lane[i] + o.lane[i]; });
  }
  QUIVER_INLINE VecPortable operator-(const VecPortable& o) const {
    return each([&](unsigned i) { return lane[i] - o.lane[i]; });
  }
  QUIVER_INLINE VecPortable operator&(const VecPortable& o) const {
    return each([&](unsigned i) { return lane[i] & o.lane[i]; });
  }
  QUIVER_INLINE VecPortable operator|(const VecPortable& o) const {
    return each([&](unsigned i) { return lane[i] | o.lane[i]; });
  }
  QUIVER_INLINE VecPortable shift_left(unsigned n) const {
    return each([&](unsigned i) { return lane[i] << n; });
  }
  QUIVER_INLINE VecPortable shift_right(unsigned n) const {
    return each([&](unsigned i) { return lane[i] >> n; });
  }
  QUIVER_INLINE VecPortable shift_right_signed(unsigned n) const {
    return each([&](unsigned i) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(lane[i]) >> n); });
  }

  QUIVER_INLINE std::uint32_t equal(const VecPortable& o) const {
    std::uint32_t mask = 0;
    for (unsigned i = 0; i < kLanes; i++) mask |= static_cast<std::uint32_t>(lane[i] == o.lane[i]) << i;
    return mask;
  }

  /// m ? a : b by lane.
  static QUIVER_INLINE VecPortable select(std::uint32_t m, const VecPortable& a, const VecPortable& b) {
    return each([&](unsigned i) { return (m >> i) & 1 ? a.lane[i] : b.lane[i]; });
  }

  /// lo += low 52 bits, hi += next 52 bits of the product of the operands' low 52 bits (vpmadd52luq, vpmadd52huq).
  static QUIVER_INLINE void madd52(VecPortable& lo, VecPortable& hi, const VecPortable& a, const VecPortable& b) {
    for (unsigned i = 0; i < kLanes; i++) {
      std::uint64_t high;
      std::uint64_t low = mul_wide(a.lane[i] & kMask52, b.lane[i] & kMask52, high);
      lo.lane[i] += low & kMask52;
      hi.lane[i] += (high << 12) | (low >> 52);
    }
  }
  static QUIVER_INLINE VecPortable mul52_low(const VecPortable& a, const VecPortable& b) {
    return each([&](unsigned i) { return (a.lane[i] * b.lane[i]) & kMask52; });
  }
  static QUIVER_INLINE VecPortable mul52_high(const VecPortable& a, const VecPortable& b) {
    VecPortable lo = zero(), hi = zero();
    madd52(lo, hi, a, b);
    return hi;
  }

  /// table[index], index < 16 in every lane.
  static QUIVER_INLINE VecPortable lookup16(const std::uint64_t* table, const VecPortable& index) {
    return each([&](unsigned i) { return table[index.lane[i] & 15]; });
  }

  /// Word `offset` of what each lane's pointer points to.
  static QUIVER_INLINE VecPortable gather(const std::uint64_t* const* pointers, unsigned offset) {
    return each([&](unsigned i) { return pointers[i][offset]; });
  }
  QUIVER_INLINE void scatter(std::uint64_t* const* pointers, unsigned offset) const {
    for (unsigned i = 0; i < kLanes; i++) pointers[i][offset] = lane[i];
  }

  /// Lane i takes lane i ^ distance (1, 2 or 4): the exchange of a product tree over lanes.
  template <unsigned distance> QUIVER_INLINE VecPortable exchange() const {
    return each([&](unsigned i) { return lane[i ^ distance]; });
  }

  QUIVER_INLINE std::uint64_t first() const { return lane[0]; }

private:
  static constexpr std::uint64_t kMask52 = (std::uint64_t{1} << 52) - 1;

  template <class Fn> static QUIVER_INLINE VecPortable each(Fn&& fn) {
    VecPortable out;
    for (unsigned i = 0; i < kLanes; i++) out.lane[i] = fn(i);
    return out;
  }
};

} // namespace quiver
