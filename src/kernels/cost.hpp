// What primitives cost, as functions of their arguments, and the counters that add it up.
#pragma once

#include <cstdint>

namespace quiver {

/// The phases of an MSM, for counters.
enum class Phase : std::uint8_t { table, recode, accumulate, reduce, combine, count };

/// Operations of the coordinate field. M and S are multiplications and squarings.
struct FieldCost {
  std::uint64_t mul = 0;
  std::uint64_t sqr = 0;
  std::uint64_t inverse = 0;

  constexpr FieldCost& operator+=(const FieldCost& o) {
    mul += o.mul;
    sqr += o.sqr;
    inverse += o.inverse;
    return *this;
  }
  constexpr bool operator==(const FieldCost&) const = default;
};
constexpr FieldCost operator+(FieldCost a, const FieldCost& b) { return a += b; }
constexpr FieldCost operator*(std::uint64_t n, const FieldCost& c) { return {n * c.mul, n * c.sqr, n * c.inverse}; }

/// Group operations by kind. A batch-affine operation with a trivial operand (identity, or the opposite point) is none.
struct GroupCost {
  std::uint64_t affine_add = 0, affine_dbl = 0, affine_add_sub = 0;
  std::uint64_t xyzz_add_affine = 0, xyzz_add = 0, xyzz_dbl = 0;
  std::uint64_t jacobian_add_affine = 0, jacobian_add = 0, jacobian_dbl = 0;

  constexpr GroupCost& operator+=(const GroupCost& o) {
    affine_add += o.affine_add;
    affine_dbl += o.affine_dbl;
    affine_add_sub += o.affine_add_sub;
    xyzz_add_affine += o.xyzz_add_affine;
    xyzz_add += o.xyzz_add;
    xyzz_dbl += o.xyzz_dbl;
    jacobian_add_affine += o.jacobian_add_affine;
    jacobian_add += o.jacobian_add;
    jacobian_dbl += o.jacobian_dbl;
    return *this;
  }
  constexpr bool operator==(const GroupCost&) const = default;
};

/// Counters of one task; tasks' counters are summed at the join. `useful` is what the operands asked for, `issued` is
/// lanes * steps: what an eight-lane machine executes for it.
struct Counts {
  struct Tally {
    GroupCost group;
    FieldCost useful, issued;
  };
  Tally phase[static_cast<unsigned>(Phase::count)];
  Phase current = Phase::accumulate;

  Tally& tally() { return phase[static_cast<unsigned>(current)]; }
};

namespace cost {

// One batch (one inversion) of operations that need it: m of them, d of these with equal operands.
constexpr FieldCost affine_add(std::uint64_t m, std::uint64_t d) { return {5 * m, m + d, m != 0}; }
constexpr FieldCost affine_dbl(std::uint64_t m) { return {5 * m, 2 * m, m != 0}; }
/// Sum and difference; of the m, d have equal or opposite operands: one of the two results is then a doubling and the
/// other the identity.
constexpr FieldCost affine_add_sub(std::uint64_t m, std::uint64_t d) { return {7 * m - 2 * d, 2 * m, m != 0}; }
constexpr FieldCost normalise(std::uint64_t m) { return {6 * m, m, m != 0}; }

/// psi or a power of it, whose constants are at hand: (cx*x, y), or (cx*x, cy*y).
constexpr FieldCost endomorphism(bool scales_y) { return {scales_y ? 2u : 1u, 0, 0}; }

inline constexpr FieldCost kXyzzAddAffine{8, 2, 0};
inline constexpr FieldCost kXyzzAdd{12, 2, 0};
constexpr FieldCost xyzz_dbl(bool a_is_zero) { return a_is_zero ? FieldCost{6, 3, 0} : FieldCost{7, 4, 0}; }

inline constexpr FieldCost kJacobianAddAffine{7, 4, 0};
inline constexpr FieldCost kJacobianAdd{11, 5, 0};
constexpr FieldCost jacobian_dbl(bool a_is_zero) { return a_is_zero ? FieldCost{2, 5, 0} : FieldCost{3, 7, 0}; }
/// To affine, at the end of combine and double_and_add.
inline constexpr FieldCost kJacobianToAffine{3, 1, 1};

} // namespace cost

} // namespace quiver
