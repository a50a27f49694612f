#include "support/closed_forms.hpp"

namespace quiver::test {

// The arrays halve together; the weighted one leaves its upper half as an array of its own, and what would go to its
// place 0, of weight 0, is not added.
GroupCost fold_cost(const Places& full) {
  std::uint64_t additions = 0;
  auto halve = [&](Places& a, bool skip_first) {
    const std::size_t half = a.size() / 2;
    for (std::size_t i = 0; i < half; i++) {
      if (i == 0 && skip_first) continue;
      additions += a[i] && a[i + half];
      a[i] = a[i] || a[i + half];
    }
    a.resize(half);
  };
  Places weighted = full;
  std::vector<Places> uppers;
  while (weighted.size() > 1) {
    Places upper(weighted.begin() + static_cast<std::ptrdiff_t>(weighted.size() / 2), weighted.end());
    for (Places& a : uppers) halve(a, false);
    halve(weighted, true);
    uppers.push_back(upper);
  }
  return {.affine_add = additions};
}

// Columns of `steps` buckets, a lane each. From the highest full bucket of a column's weighted ones down, the first is an
// insertion; `run` gains an addition a further full bucket and `total` one a step; the first of these is a doubling
// unless its bucket is full.
GroupCost running_sum_cost(const Places& full) {
  std::size_t steps = 1;
  while (8 * steps * steps < full.size()) steps *= 2;
  while (steps > 1 && full.size() / steps < 8) steps /= 2;
  const std::size_t columns = full.size() / steps;
  GroupCost cost;
  Places weighted(columns), any(columns);
  for (std::size_t c = 0; c < columns; c++) {
    std::size_t here = 0, top = 0;
    for (std::size_t s = 1; s < steps; s++)
      if (full[c * steps + s]) here++, top = s;
    weighted[c] = here != 0;
    any[c] = here != 0 || full[c * steps];
    cost.affine_add += here != 0 && full[c * steps]; // the run and the bucket of weight 0
    if (here == 0) continue;
    cost.xyzz_add_affine += here - 1;
    cost.xyzz_add += top - 1;
    cost.xyzz_dbl += top > 1 && !full[c * steps + top - 1];
  }
  // The columns' totals are added up, and for each bit of a column's number what has it.
  auto sum_of = [&](const Places& of, auto chosen) {
    std::uint64_t m = 0;
    for (std::size_t c = 0; c < columns; c++) m += of[c] && chosen(c);
    cost.affine_add += m > 0 ? m - 1 : 0;
  };
  sum_of(weighted, [](std::size_t) { return true; });
  for (std::size_t bit = 1; bit < columns; bit *= 2) sum_of(any, [=](std::size_t c) { return (c & bit) != 0; });
  return cost;
}

} // namespace quiver::test
