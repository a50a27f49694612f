// Many inverses for one inversion (Montgomery 1987): 3M a value. The kernels' batch additions fuse the same trick with
// their formulas (kernels/unit_affine.hpp); this is the plain form.
#pragma once

#include <cstddef>

#include "field/field.hpp"

namespace quiver {

/// values[i] = 1/values[i] in every lane, zero for zero. `prefix`: room for n Elements.
template <class F>
void batch_inverse(const F& f, typename F::Element* values, typename F::Element* prefix, std::size_t n) {
  typename F::Element product = f.one();
  for (std::size_t i = 0; i < n; i++) {
    prefix[i] = product;
    LaneMask zero = f.is_zero(values[i]);
    product = f.reduce(f.mul(product, f.select(zero, f.one(), values[i])));
  }
  typename F::Element inverse = f.inverse(product);
  for (std::size_t i = n; i-- > 0;) {
    LaneMask zero = f.is_zero(values[i]);
    typename F::Element own = f.reduce(f.mul(inverse, prefix[i]));
    inverse = f.reduce(f.mul(inverse, f.select(zero, f.one(), values[i])));
    values[i] = f.select(zero, f.zero(), own);
  }
}

} // namespace quiver
