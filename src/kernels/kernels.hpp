// THE kernel seam. A Kernels table holds bulk primitives over one group and one back end; algorithms are ordinary C++,
// compiled once, that call them on arrays of hundreds of points and see lanes only as a number, never limbs.
//
// Data. Arrays of blocks are aligned to 64 bytes, packed points to 8.
//   packed   points one after the other, packed_bytes each: affine, in the back end's own form, the identity all zero.
//            Random access; the form differs between back ends, so packed arrays never cross tables.
//   affine   blocks of `lanes` affine points, affine_bytes each, opaque. Point i is lane i % lanes of block i / lanes.
//   xyzz     blocks of `lanes` points in XYZZ coordinates, xyzz_bytes each, opaque.
//   Entry    a reference to a packed point: index, sign, power of the endomorphism; or none.
//
// Calls
//   Every primitive is right for every operand: equal, opposite, identity, in every lane, at no caller's risk.
//   `blocks` counts blocks, `n` points. Output may be one of the inputs, block for block, and overlap in no other way.
//   A call takes one Context, owned by one task: scratch and counters are in it. Nothing allocates, throws or prints.
//   Batch-affine primitives share one inversion over `batch` blocks (Context), or fewer where fewer are left.
//   Costs are field multiplications of the coordinate field per point, inversions apart; kernels/cost.hpp has them as
//   functions, which the counting back end charges and a test holds to the formulas.
//
// The `serial` context (scalar back end of the machine) does what has no lanes: combine, and single points.
#pragma once

#include <cstddef>
#include <cstdint>

#include "curve/group.hpp"
#include "field/field.hpp"
#include "kernels/cost.hpp"

namespace quiver {

/// index below 2^29 - 1, power of the endomorphism (below its dimension; 0 without one), sign.
using Entry = std::uint32_t;

inline constexpr Entry kNoEntry = 0xffffffff;
inline constexpr std::uint64_t kMaxEntryIndex = (1u << 29) - 2;

constexpr Entry make_entry(std::uint32_t index, bool negative, unsigned power = 0) {
  return index | power << 29 | static_cast<std::uint32_t>(negative) << 31;
}
constexpr std::uint32_t entry_index(Entry e) { return e & 0x1fffffff; }
constexpr unsigned entry_power(Entry e) { return e >> 29 & 3; }
constexpr bool entry_negative(Entry e) { return e >> 31 != 0; }

/// Affine points in a caller's memory: point i at base + i*stride, x and y of degree*words little-endian 64-bit words.
/// The identity is (0, 0), or any point whose flag byte is not zero. The same struct describes where to write.
struct PointLayout {
  unsigned char* base = nullptr; // only written to by export_points
  std::size_t stride = 0;
  std::size_t x_offset = 0;
  std::size_t y_offset = 0;
  std::size_t flag_offset = 0;
  bool has_flag = false;
  Form form = Form::canonical;
};

/// Which root a compressed point means, see quiver_sign_rule.
enum class SignRule : std::uint8_t { larger = 0, odd = 1 };

enum class FieldOp : std::uint8_t { add, sub, neg, mul, sqr, inverse, sqrt };

/// Points that double_and_add takes through one chain of doublings: few, so that it stays the obvious algorithm, but
/// enough to leave the additions as its cost.
inline constexpr std::size_t kSharedDoublings = 64;

/// Blocks of entries that bucket_step may read from `next`, whatever its own number of blocks is.
inline constexpr std::size_t kReadAhead = 16;

struct Kernels;

/// One task's view of a group on a back end.
struct Context {
  const Kernels* kernels = nullptr;
  const Group* group = nullptr;
  const void* constants = nullptr; // made by kernels->init; shared, immutable
  unsigned char* scratch = nullptr;
  std::size_t batch = 0;           // blocks that share an inversion; scratch holds batch * scratch_bytes
  Context* serial = nullptr;       // of the same group on a scalar back end; itself there
  Counts* counts = nullptr;        // charged by counting back ends; may be null
};

struct Kernels {
  const char* backend;
  unsigned words, degree; // which groups; degree 0: any group (back ends that compute something else)
  unsigned lanes;
  std::size_t packed_bytes;
  std::size_t affine_bytes;
  std::size_t xyzz_bytes;
  std::size_t constants_bytes;
  std::size_t scratch_bytes; // per block of a batch
  std::uint64_t* calls;      // bulk calls so far, for tests: a forced back end is the one that ran

  // ---- set-up and conversion

  /// Constants for a group. False if its field does not fit this back end.
  bool (*init)(void* constants, const Group& group);

  /// Points first … first+n-1 of a caller's array to packed. Returns n, or the number of the first point (from
  /// `first`) with a coordinate that is not below p; packed points before it are written. 2M.
  std::size_t (*import_points)(Context*, void* packed, const PointLayout&, std::size_t first, std::size_t n);
  /// Packed to a caller's array; the identity as (0, 0) and, where there is one, the flag byte 1, else 0. 2M.
  void (*export_points)(Context*, const PointLayout&, const void* packed, std::size_t n);

  /// Entries to affine blocks (blocks*lanes entries; none gives the identity). Free but for the endomorphism: 1M, or 2M where it scales y.
  void (*gather)(Context*, void* affine, const void* packed, const Entry* entries, std::size_t blocks);
  /// Affine blocks to packed points, n of them.
  void (*scatter)(Context*, void* packed, const void* affine, std::size_t n);

  // ---- batch-affine: 5M + 1S and a shared inversion (3M of the 5 are its products)

  /// affine[i] += entry i, for blocks*lanes entries. next (may be null): the entries of the call after this one,
  /// at least kReadAhead blocks of them, or as many as here.
  void (*bucket_step)(Context*, void* affine, const void* packed, const Entry* entries, std::size_t blocks,
                      const Entry* next);
  /// out = a + b.
  void (*add)(Context*, void* out, const void* a, const void* b, std::size_t blocks);
  /// sum = a + b and difference = a - b on one denominator: 7M + 2S.
  void (*add_sub)(Context*, void* sum, void* difference, const void* a, const void* b, std::size_t blocks);
  /// out = 2*a: 5M + 2S.
  void (*dbl)(Context*, void* out, const void* a, std::size_t blocks);

  // ---- XYZZ: no inversion

  void (*xyzz_clear)(Context*, void* xyzz, std::size_t blocks);
  /// xyzz[i] += entry i: 8M + 2S.
  void (*xyzz_accumulate)(Context*, void* xyzz, const void* packed, const Entry* entries, std::size_t blocks);
  /// out = a + b: 12M + 2S.
  void (*xyzz_add)(Context*, void* out, const void* a, const void* b, std::size_t blocks);
  /// out = 2*a: 6M + 3S (a = 0).
  void (*xyzz_dbl)(Context*, void* out, const void* a, std::size_t blocks);
  /// XYZZ to affine: 6M + 1S and a shared inversion (3M of the 6 are its products).
  void (*normalise)(Context*, void* affine, const void* xyzz, std::size_t blocks);
  /// For every lane of `blocks` columns: run = sum over steps of B_s, total = sum of (s + 1)*B_s, where B_s is
  /// affine block s*blocks + column: two additions a step (8M + 2S and 12M + 2S).
  void (*running_sum)(Context*, void* run, void* total, const void* affine, std::size_t steps, std::size_t blocks);

  // ---- tests of points. Each returns n, or the number of the first point that fails.

  std::size_t (*on_curve)(Context*, const void* packed, std::size_t n);
  std::size_t (*in_subgroup)(Context*, const void* packed, std::size_t n);
  /// x (degree*words canonical words each) and sign bits to packed points: bit 0 the sign, bit 1 the identity.
  std::size_t (*decompress)(Context*, void* packed, const std::uint64_t* x, const std::uint8_t* signs, std::size_t n,
                            SignRule rule);
  /// equal[i] = a[i] == b[i].
  void (*equal)(Context*, std::uint8_t* equal, const void* a, const void* b, std::size_t n);

  // ---- scalar back ends only (null in lane tables)

  /// out = sum over i of 2^shifts[i] * points[i], packed; shifts descending, by Horner: shifts[0] doublings in Jacobian
  /// coordinates, n additions, one inversion.
  void (*combine)(Context*, void* out, const void* points, const unsigned* shifts, std::size_t n);
  /// out[0] = sum of scalars[i] * points[i]: double-and-add in Jacobian coordinates, bit by bit from the top, over
  /// kSharedDoublings points at a time. The oracle. Scalars are 4-word integers, scalar_stride bytes apart.
  void (*double_and_add)(Context*, void* out, const void* points, const unsigned char* scalars,
                         std::size_t scalar_stride, std::size_t n);

  // ---- the field itself, for tests and the laboratory: canonical values of degree*words words, n of each (b may be a
  // where the operation has one operand). Inverses by batches. sqrt of a non-square, and the inverse of zero, are zero.
  void (*field_op)(Context*, FieldOp, std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                   std::size_t n);
};

} // namespace quiver
