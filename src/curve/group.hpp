// The constants of one group: a short Weierstrass curve y^2 = x^3 + a*x + b over Fp or Fp2, and its subgroup of
// prime order r. Plain data: field elements are canonical integers (not Montgomery), little-endian words.
// Kernel units turn them into their own form when a context is made, so a group costs no code.
#pragma once

#include <cstdint>

namespace quiver {

inline constexpr unsigned kMaxWords = 6;         // base-field words
inline constexpr unsigned kMaxDegree = 2;        // extension degree
inline constexpr unsigned kScalarWords = 4;      // scalar-field words, all groups
inline constexpr unsigned kMaxEndoDimension = 4; // GLV 2, GLS 4

/// A constant of the coordinate field: c[0] + c[1]*u, u^2 = Group::non_residue. c[1] is zero in degree 1.
struct FieldConstant {
  std::uint64_t c[kMaxDegree][kMaxWords];
};

/// Sign and magnitude.
struct SignedWords {
  bool negative;
  std::uint64_t words[3];
};

/// psi(x, y) = (cx * x', cy * y'), with x' the Fp2 conjugate of x where `conjugate` is set, else x itself. GLV is
/// (beta*x, y) on curves with a = 0 (Gallant-Lambert-Vanstone 2001); GLS is the untwist-Frobenius-twist map on G2
/// (Galbraith-Lin-Scott 2009). On the order-r subgroup psi multiplies by lambda, and only there.
struct Endomorphism {
  unsigned dimension; // 2: k = k0 + k1*lambda; 4: powers 0..3
  bool conjugate;
  FieldConstant cx, cy;
  std::uint64_t lambda[kScalarWords];

  /// Babai rounding: rows of a reduced basis of {v : sum v_i lambda^i = 0 mod r}; k's coordinates in the basis are
  /// round(k * reciprocal[j] / 2^shift), and what remains is short: |k_i| < 2^bits for every 0 <= k < 2^256.
  SignedWords basis[kMaxEndoDimension][kMaxEndoDimension];
  struct Reciprocal {
    bool negative;
    std::uint64_t words[6];
  } reciprocal[kMaxEndoDimension];
  unsigned shift; // a multiple of 64
  unsigned bits;
};

enum class SubgroupTest : std::uint8_t {
  cofactor_one, // on the curve is enough
  relation,     // sum relation[i] * psi^i(P) = 0, proved sufficient by tools/derive_constants.py
  order,        // r*P = 0
};

struct Group {
  const char* curve; // identifier spelling, "bls12_381"
  const char* name;  // the same for people, "bls12-381"
  const char* group; // "g1" or "g2"
  unsigned words;    // 1, 4 or 6
  unsigned degree;   // 1 or 2
  int non_residue;   // u^2 in degree 2: -1 or -5; 0 in degree 1
  std::uint64_t modulus[kMaxWords];
  FieldConstant a, b, generator_x, generator_y;
  std::uint64_t order[kScalarWords];
  unsigned order_bits;
  std::uint64_t cofactor[8];
  const Endomorphism* endomorphism; // null: none
  SubgroupTest subgroup_test;
  SignedWords relation[kMaxEndoDimension];
};

} // namespace quiver
