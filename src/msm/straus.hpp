// Straus' method (1964), for few points: a table of the multiples 1 … 2^(c-1) of every point, one table entry for every
// digit, and a sum of each window's entries. Without buckets it pays no reduction, which is most of Pippenger's work for
// less than about fifty points; the table costs what those buckets do for many.
//
// Everything is batch-affine and wide: a table grows by doubling its length with one shared inversion, the endomorphism
// maps the whole table instead of building another one, and the windows' sums are halved in lockstep: lanes are windows,
// rows are points.
#pragma once

#include "curve/glv.hpp"
#include "curve/scalar.hpp"
#include "msm/plan.hpp"
#include "msm/source.hpp"
#include "msm/tasks.hpp"

namespace quiver {

/// out: one packed point, sum k_i*P_i over all points of the source, at least one, as `plan` says (plan_sum). endo: null,
/// or all points are in the subgroup. Errors: out of memory; cancelled; those of the source.
Error straus_msm(const Runner& runner, void* out, const PointSource& points, const ScalarReader& scalars,
                 const Endomorphism* endo, const Plan& plan);

/// The most bytes that a tile of `points` points has allocated at once, workspace apart.
std::size_t straus_memory(const Kernels& k, std::size_t points, unsigned dimension, const Windows& windows);

} // namespace quiver
