// Scalars as short combinations of powers of an endomorphism's eigenvalue (Gallant-Lambert-Vanstone 2001,
// Galbraith-Lin-Scott 2009), and reduction modulo the group order.
#pragma once

#include <cstdint>

#include "curve/group.hpp"

namespace quiver {

/// k = sum out[i] * lambda^i mod r with |out[i]| < 2^bits, i < dimension; the out[i] from there on are not written.
/// Shapes: any k of 256 bits; it need not be below r.
/// Cost: about 16*d + 4*d*d word products, d the dimension.
/// Source: Babai's rounding (On Lovasz' lattice reduction and the nearest lattice point problem, 1986); the bound is
/// derived in tools/derive_constants.py.
void decompose(const Endomorphism& endomorphism, const std::uint64_t k[kScalarWords],
               SignedWords out[kMaxEndoDimension]);

/// out = in mod r, for any `in` of 256 bits. Aliasing: out may be in.
/// Cost: one comparison and shift of four words for each bit that `in` has more than r, and one more.
void reduce_scalar(const Group& group, const std::uint64_t in[kScalarWords], std::uint64_t out[kScalarWords]);

} // namespace quiver
