// A field that counts its multiplications, squarings and inversions: what formulas cost is measured by running them
// over it. Counters are global, since the seam gives a unit no place for more; tests that use them run in one thread.
#pragma once

#include "field/fp.hpp"
#include "kernels/cost.hpp"

namespace quiver::test {

inline FieldCost measured_cost;

template <unsigned W> class CountingField : public Fp<W> {
public:
  using typename Fp<W>::Element;
  // Base stays Fp<W>: roots and set-up are not counted

  Element mul(const Element& a, const Element& b) const {
    measured_cost.mul++;
    return Fp<W>::mul(a, b);
  }
  Element sqr(const Element& a) const {
    measured_cost.sqr++;
    return Fp<W>::sqr(a);
  }
  Element inverse(const Element& a) const {
    measured_cost.inverse++;
    return Fp<W>::inverse(a);
  }
};

} // namespace quiver::test
