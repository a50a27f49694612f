// THE contract of a field. Formulas (curve/weierstrass.hpp) and kernel units (kernels/unit.hpp) are templates over a
// field class F that keeps it; Fp, FpLanes and Fp2 do, and a new back end has to.
//
// Values
//   F::Element     a stored value of all lanes: what formulas keep, load and store. Always "reduced" (below).
//   lazy values    what add, sub, dbl, neg and mul return: an Element, or in lane fields a type Lazy<B, carried> that
//                  states in its type that every lane is in [0, B*p). B grows by addition, mul bounds it again; sums
//                  and products that could overflow do not compile. A verify build also checks the claims at run time.
//   F::Mask        one bit a lane.
//   F::kInterleave how many independent chains of products a kernel should keep going: more than one where the processor
//                  waits for a product longer than it works on it.
//
// Forms
//   in F           Montgomery form x*R mod p; R = 2^(64*W) in scalar fields, 2^(52*limbs) in lane fields.
//   packed         kDegree*W words of 64 bits a value, Montgomery with F's own R, fully reduced: what point arrays
//                  hold in memory. Packed arrays of different R must not be mixed; import and export convert.
//   words          kDegree*W words, Form::canonical (the integer) or Form::montgomery (times 2^(64*W)), fully reduced.
//
// Operations (f is a const F&; cost in M = one multiplication of the base field; nothing aliases: values are values)
//   mul(a, b), sqr(a)              M, S. Any lazy operands whose bounds multiply to at most kHeadroom.
//   add, sub, neg, dbl             A. Any lazy operands; results are lazy.
//   reduce(v) -> Element           free in scalar fields; v's bound at most 16.
//   settle(v)                      v, carried: worth a line where a value is used twice.
//   is_zero(v), equal(a, b)        masks; right for every representative of a class.
//   select(m, a, b)                m ? a : b by lane, operands of one type.
//   inverse(Element) -> Element    no lane may be zero. One base-field inversion for all lanes.
//   zero(), one()                  Elements.
//   constant(words)                an Element from canonical words, the same in every lane.
//   load(ptr[kLanes])              packed -> Element, one pointer a lane.        store(ptr, Element) the way back.
//   load_words(ptr, form, valid)   words -> Element; clears the mask bit of a lane whose words are not below p.
//   store_words(ptr, Element, form)
//
// Memory: an Element is plain data; arrays of them are aligned to alignof(Element) (64 in lane fields).
#pragma once

#include <cstdint>

#include "field/words.hpp"

#ifndef QUIVER_VERIFY
#define QUIVER_VERIFY 0
#endif

// A broken range is a defect of this library, never of its input: stop at once, where a debugger or sanitizer sees it.
#if QUIVER_VERIFY
#define QUIVER_CHECK_RANGE(condition) \
  do { \
    if (!(condition)) __builtin_trap(); \
  } while (0)
#else
#define QUIVER_CHECK_RANGE(condition) ((void)0)
#endif

namespace quiver {

enum class Form : std::uint8_t { canonical = 0, montgomery = 1 };

using LaneMask = std::uint32_t;

} // namespace quiver
