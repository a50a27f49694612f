#include "msm/plan.hpp"

#include "msm/digits.hpp"

namespace quiver {

namespace {

// Multiplications by operation, M = S; the shared inversion's part of a batch-affine addition is an estimate.
constexpr double kAffineAdd = 6.3;
constexpr double kXyzzAccumulate = 10;
constexpr double kNormalise = 7.3;
constexpr double kRunningSum = 24;
constexpr double kSort = 0.3; // an entry read, placed and read again, in multiplications' time

/// e^-x for x >= 0, good to a few per cent; the library links no mathematics.
double exp_minus(double x) {
  if (x > 40) return 0;
  double term = 1, sum = 1, y = x / 64;
  for (int i = 1; i < 8; i++) term *= y / i, sum += term;
  double power = 1 / sum;
  for (int i = 0; i < 6; i++) power *= power;
  return power;
}

/// Of one window with 2^log_buckets buckets.
double multiplications(const MsmOptions& options, double parts, unsigned log_buckets) {
  const double buckets = static_cast<double>(std::uint64_t{1} << log_buckets);
  const double filled = buckets * (1 - exp_minus(parts / buckets));
  double total = parts * kSort;
  total += options.batch_affine_accumulate ? (parts - filled) * kAffineAdd
                                           : parts * kXyzzAccumulate + filled * kNormalise;
  total += options.batch_affine_reduce ? 2 * buckets * kAffineAdd : buckets * kRunningSum;
  return total;
}

} // namespace

unsigned choose_windows(const MsmOptions& options, std::size_t parts, unsigned bits) {
  const unsigned fewest = (bits + kMaxWidth - 1) / kMaxWidth;
  if (options.width != 0) {
    unsigned count = (bits + options.width - 1) / options.width;
    return count < fewest ? fewest : count;
  }
  // Balanced widths are two neighbours: each is priced once.
  const unsigned is_signed = options.signed_digits ? 1 : 0;
  double price[kMaxWidth + 2];
  for (unsigned width = 1; width <= kMaxWidth; width++)
    price[width] = multiplications(options, static_cast<double>(parts), width - is_signed);
  price[kMaxWidth + 1] = 0; // no window has it
  unsigned best = bits;
  double best_price = bits * price[1];
  for (unsigned count = bits; count-- > fewest;) {
    const unsigned narrow = bits / count, wide = bits % count;
    const double total = (count - wide) * price[narrow] + wide * price[narrow + 1];
    if (total < best_price) best = count, best_price = total;
  }
  return best;
}

bool prefers_naive(const MsmOptions& options, std::size_t n) {
  return options.algorithm == Algorithm::naive || (options.algorithm == Algorithm::automatic && n < 2);
}

} // namespace quiver
