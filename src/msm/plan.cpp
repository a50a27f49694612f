#include "msm/plan.hpp"

#include "msm/buckets.hpp"
#include "msm/layout.hpp"
#include "msm/reduce.hpp"

namespace quiver {

namespace {

// Multiplications by operation, M = S; the shared inversion's part of a batch-affine addition is an estimate.
constexpr double kAffineAdd = 6.3;
constexpr double kXyzzAccumulate = 10;
constexpr double kNormalise = 7.3;
constexpr double kRunningSum = 24;
constexpr double kSort = 0.3; // an entry read, placed and read again, in multiplications' time

constexpr std::size_t kMostTile = std::size_t{1} << 20; // keys and points of more gain nothing
constexpr std::size_t kLeastTile = 256;

/// e^-x for x >= 0, good to a few per cent; the library links no mathematics.
double exp_minus(double x) {
  if (x > 40) return 0;
  double term = 1, sum = 1, y = x / 64;
  for (int i = 1; i < 8; i++) term *= y / i, sum += term;
  double power = 1 / sum;
  for (int i = 0; i < 6; i++) power *= power;
  return power;
}

/// Multiplications of one window with 2^log_buckets buckets.
double price_of_window(const MsmOptions& options, double parts, double tiles, unsigned log_buckets) {
  const double buckets = static_cast<double>(std::uint64_t{1} << log_buckets);
  const double filled = buckets * (1 - exp_minus(parts / buckets));
  double tile = parts * kSort;
  tile += options.batch_affine_accumulate ? (parts - filled) * kAffineAdd
                                          : parts * kXyzzAccumulate + filled * kNormalise;
  const double reduce = options.batch_affine_reduce ? 2 * buckets * kAffineAdd : buckets * kRunningSum;
  return tiles * tile + (tiles - 1) * filled * kAffineAdd + reduce;
}

/// Prices of all numbers of windows: balanced widths are two neighbours, so each width is priced once.
class Prices {
public:
  Prices(const MsmOptions& options, const MsmShape& shape, std::size_t tile)
      : bits_(Windows::covered(shape.bits, options.signed_digits)) {
    const unsigned is_signed = options.signed_digits ? 1 : 0;
    const auto parts = static_cast<double>(tile * shape.dimension);
    const double tiles = static_cast<double>(shape.n) / static_cast<double>(tile);
    for (unsigned width = 1; width <= kMaxWidth; width++)
      width_[width] = price_of_window(options, parts, tiles < 1 ? 1 : tiles, width - is_signed);
  }
  double of(unsigned count) const {
    const unsigned narrow = bits_ / count, wide = bits_ % count;
    return (count - wide) * width_[narrow] + wide * width_[narrow + 1];
  }

private:
  unsigned bits_;
  double width_[kMaxWidth + 2] = {}; // the last one no window has
};

/// The most bytes that pippenger.cpp has allocated at once with such a plan.
std::size_t memory_of(const MsmOptions& options, const MsmShape& shape, const Windows& windows, std::size_t tile) {
  const Kernels& k = shape.engine.kernels();
  const std::size_t parts = tile * shape.dimension;
  const Layout layout(k, windows, parts, shape.width);
  const std::size_t row = layout.buckets() / k.lanes * k.affine_bytes;
  const bool tiled = tile < shape.n;
  const std::size_t workspace = Workspace::memory(shape.engine, shape.batch);

  std::size_t task = 0;
  for (std::size_t t = 0; t < layout.tasks(); t++) {
    const Layout::Slice s = layout.slice(t);
    const std::size_t entries = (s.end_window - s.first_window) * parts;
    const std::size_t bytes = accumulate_memory(k, s.last - s.first, entries, options.batch_affine_accumulate);
    if (bytes > task) task = bytes;
  }
  const std::size_t at_once = layout.tasks() < shape.width ? layout.tasks() : shape.width;
  std::size_t accumulate = windows.count() * parts * sizeof(Key) + at_once * (task + workspace);
  if (shape.dimension > 1 || !shape.packed) accumulate += parts * k.packed_bytes;
  if (tiled) accumulate += row;

  std::size_t reduce = 0, terms = 0;
  for (unsigned w = 0; w < windows.count(); w++) terms += most_terms(k, windows[w]);
  for (unsigned w = 0, end; w < windows.count(); w = end) {
    end = windows.run_end(w);
    const std::size_t bytes = reduce_memory(k, windows[w], end - w, shape.width, options.batch_affine_reduce);
    if (bytes > reduce) reduce = bytes;
  }
  reduce += shape.width * workspace + terms * (4 * k.packed_bytes + 3 * sizeof(unsigned)); // Horner copies its terms

  return row + (accumulate > reduce ? accumulate : reduce);
}

constexpr std::size_t kSmallThings = 16384; // that no formula counts

} // namespace

Result<BucketPlan> plan_buckets(const MsmOptions& options, const MsmShape& shape) {
  const unsigned bits = Windows::covered(shape.bits, options.signed_digits);
  unsigned least = (bits + kMaxWidth - 1) / kMaxWidth, most = bits;
  if (options.width != 0) {
    const unsigned count = (bits + options.width - 1) / options.width;
    least = most = count < least ? least : count;
  }
  BucketPlan plan;
  unsigned windows = 0;
  double best = -1;
  std::size_t needed = SIZE_MAX;
  for (std::size_t tiles = (shape.n + kMostTile - 1) / kMostTile;; tiles *= 2) {
    const std::size_t tile = (shape.n + tiles - 1) / tiles;
    const Prices prices(options, shape, tile);
    for (unsigned count = least; count <= most; count++) {
      const double price = prices.of(count);
      if (best >= 0 && price >= best) continue;
      if (options.memory != 0) {
        const std::size_t memory =
            memory_of(options, shape, Windows::split(shape.bits, count, options.signed_digits), tile);
        if (memory < needed) needed = memory;
        if (!check_memory(options, memory).ok()) continue;
      }
      best = price;
      windows = count;
      plan.tile = tile;
    }
    if (options.memory == 0 || tile <= kLeastTile) break; // smaller tiles cost more and serve to save memory only
  }
  if (best < 0) return check_memory(options, needed);
  plan.windows = Windows::split(shape.bits, windows, options.signed_digits);
  plan.memory = memory_of(options, shape, plan.windows, plan.tile);
  return plan;
}

Error check_memory(const MsmOptions& options, std::size_t needed) {
  const std::uint64_t all = needed + options.held + kSmallThings;
  if (options.memory == 0 || all <= options.memory) return success();
  return failure(QUIVER_MEMORY_CAP, kNoIndex, "a memory cap of %llu bytes: this sum needs at least %llu",
                 static_cast<unsigned long long>(options.memory), static_cast<unsigned long long>(all));
}

bool prefers_naive(const MsmOptions& options, std::size_t n) {
  return options.algorithm == Algorithm::naive || (options.algorithm == Algorithm::automatic && n < 2);
}

} // namespace quiver
