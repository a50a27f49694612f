// A finite set of points with its whole addition table: all u*P + v*Q for points P, Q of the same small order m.
// Element number u + m*v, so that what an addition must give is known without computing on a curve.
#pragma once

#include <string>
#include <vector>

#include "support/oracle.hpp"
#include "support/rig.hpp"

namespace quiver::test {

struct Model {
  std::string name;
  Group group; // the curve; its subgroup is of no concern to additions
  unsigned m = 0;
  bool two_generators = false;
  Words words; // canonical x and y of each element

  std::uint32_t size() const { return two_generators ? m * m : m; }
  std::uint32_t add(std::uint32_t a, std::uint32_t b) const { return (a % m + b % m) % m + m * ((a / m + b / m) % m); }
  std::uint32_t neg(std::uint32_t a) const { return (m - a % m) % m + m * ((m - a / m) % m); }
  std::uint32_t times(std::uint64_t k, std::uint32_t a) const {
    return static_cast<std::uint32_t>(k % m * (a % m) % m + m * (k % m * (a / m) % m));
  }
};

/// The sets of small_order.json. Independent generators make m^2 elements where m is below 100; larger sets keep to the
/// multiples of one point. Each multiple listed in the file is compared with the oracle on the way.
std::vector<Model> small_order_models();

/// The whole of a group of prime order, by the oracle.
Model whole_group(const Group& group);
/// The same for `counting`: elements are their logarithms.
Model logarithms(const Group& group);

/// Model elements on a back end.
struct Bench {
  Bench(const Model& chosen, const char* backend, std::size_t batch);

  const Model& model;
  Rig rig;
  Array points; // packed, element i at i

  /// Whether the affine blocks hold the expected elements, lane by lane. Says the first difference.
  bool holds(const char* what, const Array& affine, const std::vector<std::uint32_t>& expected);
};

/// How much check_pairs does. `once`: each primitive once, signs and ZZ = 1 or not taking turns with the shift. `full`:
/// either sign, either kind of accumulator. `in_place`: also with outputs that are inputs.
enum class Depth { once, full, in_place };

/// A list of pairs through every primitive with two operands: add, add_sub, bucket_step, xyzz_accumulate, xyzz_add.
/// `shift` lanes before the list hold other pairs.
void check_pairs(Bench& bench, const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, unsigned shift,
                 Depth depth);
/// Every pair, in lists of moderate length.
void check_every_pair(Bench& bench, unsigned shift, Depth depth);
/// Every element through dbl, xyzz_dbl, normalise, gather and scatter.
void check_every_point(Bench& bench, unsigned shift);
/// Columns of elements through running_sum, equal ones and such whose sums meet the identity among them.
void check_running_sums(Bench& bench);
/// combine, on tables that have it.
void check_combine(Bench& bench);
/// Every element times every scalar below `scalars`, and sums of such; on tables that have double_and_add.
void check_double_and_add(Bench& bench, unsigned scalars);

} // namespace quiver::test
