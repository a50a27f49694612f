// Addition and subtraction mod p for x86-64, inlined: compilers turn carry chains in C++ into twice the instructions, and
// a batch-affine addition has as many of them as products.
//
// Both compute two candidates and keep one by the carry of the second: a + b - p borrows where a + b < p; a - b + p
// carries where a - b borrowed. The first candidate waits in `out`. p < 2^(64*W - 1); a, b < p; out may be a or b. No
// branch and no address depends on the operands.
#pragma once

#include <cstdint>

#include "field/params.hpp"

namespace quiver {

template <unsigned W> struct AdditionX64;

#define QUIVER_LOAD4 "mov (%[a]), %[r0]\n\tmov 8(%[a]), %[r1]\n\tmov 16(%[a]), %[r2]\n\tmov 24(%[a]), %[r3]\n\t"
#define QUIVER_LOAD6 QUIVER_LOAD4 "mov 32(%[a]), %[r4]\n\tmov 40(%[a]), %[r5]\n\t"
#define QUIVER_STORE4 "mov %[r0], (%[o])\n\tmov %[r1], 8(%[o])\n\tmov %[r2], 16(%[o])\n\tmov %[r3], 24(%[o])\n\t"
#define QUIVER_STORE6 QUIVER_STORE4 "mov %[r4], 32(%[o])\n\tmov %[r5], 40(%[o])\n\t"
#define QUIVER_EACH4(first, next, from) \
  first " (%[" from "]), %[r0]\n\t" next " 8(%[" from "]), %[r1]\n\t" \
  next " 16(%[" from "]), %[r2]\n\t" next " 24(%[" from "]), %[r3]\n\t"
#define QUIVER_EACH6(first, next, from) \
  QUIVER_EACH4(first, next, from) next " 32(%[" from "]), %[r4]\n\t" next " 40(%[" from "]), %[r5]\n\t"

#define QUIVER_DECLARE4 std::uint64_t r0, r1, r2, r3
#define QUIVER_DECLARE6 QUIVER_DECLARE4, r4, r5
#define QUIVER_OUTPUTS4 [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3)
#define QUIVER_OUTPUTS6 QUIVER_OUTPUTS4, [r4] "=&r"(r4), [r5] "=&r"(r5)

// out = keep(a first b, that second p): three passes over the words in registers.
#define QUIVER_ADDITION(name, W, first, first_carry, second, second_carry, keep) \
  static QUIVER_INLINE void name(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, \
                                 const FieldParams<W>& params) { \
    using Words = std::uint64_t[W]; \
    QUIVER_DECLARE##W; \
    asm(QUIVER_LOAD##W QUIVER_EACH##W(first, first_carry, "b") QUIVER_STORE##W \
            QUIVER_EACH##W(second, second_carry, "p") QUIVER_EACH##W(keep, keep, "o") QUIVER_STORE##W \
        : QUIVER_OUTPUTS##W, "=m"(*reinterpret_cast<Words*>(out)) \
        : [o] "r"(out), [a] "r"(a), [b] "r"(b), [p] "r"(params.modulus), "m"(*reinterpret_cast<const Words*>(a)), \
          "m"(*reinterpret_cast<const Words*>(b)), "m"(params.modulus) \
        : "cc"); \
  }

#define QUIVER_ADDITIONS(W) \
  template <> struct AdditionX64<W> { \
    QUIVER_ADDITION(add, W, "add", "adc", "sub", "sbb", "cmovc") \
    QUIVER_ADDITION(sub, W, "sub", "sbb", "add", "adc", "cmovnc") \
  };

QUIVER_ADDITIONS(4)
QUIVER_ADDITIONS(6)

#undef QUIVER_ADDITIONS
#undef QUIVER_ADDITION
#undef QUIVER_OUTPUTS6
#undef QUIVER_OUTPUTS4
#undef QUIVER_DECLARE6
#undef QUIVER_DECLARE4
#undef QUIVER_EACH6
#undef QUIVER_EACH4
#undef QUIVER_STORE6
#undef QUIVER_STORE4
#undef QUIVER_LOAD6
#undef QUIVER_LOAD4

} // namespace quiver
