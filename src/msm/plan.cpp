#include "msm/plan.hpp"

#include "msm/buckets.hpp"
#include "msm/layout.hpp"
#include "msm/reduce.hpp"
#include "msm/straus.hpp"

namespace quiver {

namespace {

// Multiplications by operation, M = S. A batch's one inversion is counted apart where batches are short.
constexpr double kAffineAdd = 6.3;
constexpr double kXyzzAccumulate = 10;
constexpr double kNormalise = 7.3;
constexpr double kRunningSum = 24;
constexpr double kHornerDouble = 7, kHornerAdd = 11;
constexpr double kMap = 1;         // a point by the endomorphism
constexpr double kSort = 0.3;      // an entry read, placed and read again, in multiplications' time
constexpr double kInversion = 100; // and what else a batch costs, however short

constexpr std::size_t kMostTile = std::size_t{1} << 20; // keys and points of more gain nothing
constexpr std::size_t kLeastTile = 256;

constexpr std::size_t kStrausTile = 128;    // its table and rows stay in the second-level cache
constexpr std::size_t kLeastStrausTile = 8; // fewer points leave batches too short for their inversions
constexpr std::size_t kMostStraus = 1024;   // points beyond which there is no need to ask

/// e^-x for x >= 0, good to a few per cent; the library links no mathematics.
double exp_minus(double x) {
  if (x > 40) return 0;
  double term = 1, sum = 1, y = x / 64;
  for (int i = 1; i < 8; i++) term *= y / i, sum += term;
  double power = 1 / sum;
  for (int i = 0; i < 6; i++) power *= power;
  return power;
}

double square_root(double x) {
  double root = x > 1 ? x : 1;
  for (int i = 0; i < 20; i++) root = (root + x / root) / 2;
  return root;
}

/// The number of halvings that leave one of n.
unsigned halvings(std::size_t n) {
  unsigned rounds = 0;
  for (; n > 1; n -= n / 2) rounds++;
  return rounds;
}

/// Multiplications of one window with 2^log_buckets buckets.
double price_of_window(const MsmOptions& options, double parts, double tiles, unsigned log_buckets) {
  const double buckets = static_cast<double>(std::uint64_t{1} << log_buckets);
  const double filled = buckets * (1 - exp_minus(parts / buckets));
  double tile = parts * kSort;
  tile += options.batch_affine_accumulate ? (parts - filled) * kAffineAdd
                                          : parts * kXyzzAccumulate + filled * kNormalise;
  const double reduce = options.batch_affine_reduce ? 2 * buckets * kAffineAdd : buckets * kRunningSum;
  return tiles * tile + (tiles - 1) * filled * kAffineAdd + reduce + (log_buckets + 1) * kHornerAdd;
}

/// Prices of all numbers of windows: balanced widths are two neighbours, so each width is priced once.
class Prices {
public:
  Prices(const MsmOptions& options, const MsmShape& shape, std::size_t tile)
      : bits_(Windows::covered(shape.bits, options.signed_digits)), is_signed_(options.signed_digits ? 1 : 0),
        batched_(options.batch_affine_accumulate), parts_(static_cast<double>(tile * shape.dimension)),
        tiles_(static_cast<double>(shape.n) / static_cast<double>(tile)) {
    if (tiles_ < 1) tiles_ = 1;
    for (unsigned width = 1; width <= kMaxWidth; width++)
      width_[width] = price_of_window(options, parts_, tiles_, width - is_signed_);
  }
  double of(unsigned count) const {
    const unsigned narrow = bits_ / count, wide = bits_ % count;
    const unsigned log_buckets = narrow - is_signed_;
    // Batches come one after another: a step for each point of the fullest bucket, a round for each bit of a width.
    double batches = (wide != 0 ? 2 : 1) * (log_buckets + 1) + 1;
    if (batched_) {
      const double entries = parts_ * count, buckets = count * static_cast<double>(std::uint64_t{1} << log_buckets);
      const double chunks = entries < 16 * 1024 ? entries / 16 : 1024; // that buckets.cpp wants at least
      const double mean = entries / (buckets > chunks ? buckets : chunks);
      batches += tiles_ * (mean + 3 * square_root(mean) + 1);
    }
    return (count - wide) * width_[narrow] + wide * width_[narrow + 1] + batches * kInversion + bits_ * kHornerDouble;
  }

private:
  unsigned bits_, is_signed_;
  bool batched_;
  double parts_, tiles_;
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

/// How many windows options.width asks for, or all numbers there may be.
struct CountRange {
  unsigned least, most;

  CountRange(const MsmOptions& options, unsigned bits, unsigned max_width) {
    least = (bits + max_width - 1) / max_width, most = bits;
    if (options.width == 0) return;
    const unsigned count = (bits + options.width - 1) / options.width;
    least = most = count < least ? least : count;
  }
};

bool fits(const MsmOptions& options, std::size_t needed) { return check_memory(options, needed).ok(); }

/// What is best so far, and the least memory that anything needs.
struct Choice {
  Plan plan;
  unsigned count = 0; // of the plan's windows
  bool found = false;
  std::size_t needed = SIZE_MAX;
};

/// Tiles smaller than the first cost more and serve to save memory only.
Choice choose_pippenger(const MsmOptions& options, const MsmShape& shape) {
  const CountRange counts(options, Windows::covered(shape.bits, options.signed_digits), kMaxWidth);
  Choice best;
  for (std::size_t tiles = (shape.n + kMostTile - 1) / kMostTile;; tiles *= 2) {
    const std::size_t tile = (shape.n + tiles - 1) / tiles;
    const Prices prices(options, shape, tile);
    for (unsigned count = counts.least; count <= counts.most; count++) {
      const double price = prices.of(count);
      if (best.found && price >= best.plan.price) continue;
      if (options.memory != 0) {
        const std::size_t memory =
            memory_of(options, shape, Windows::split(shape.bits, count, options.signed_digits), tile);
        if (memory < best.needed) best.needed = memory;
        if (!fits(options, memory)) continue;
      }
      best.found = true;
      best.count = count;
      best.plan.price = price;
      best.plan.tile = tile;
    }
    if (options.memory == 0 || tile <= kLeastTile) break;
  }
  if (!best.found) return best;
  best.plan.algorithm = Algorithm::pippenger;
  best.plan.windows = Windows::split(shape.bits, best.count, options.signed_digits);
  best.plan.memory = memory_of(options, shape, best.plan.windows, best.plan.tile);
  return best;
}

/// Multiplications of Straus' method with `count` windows.
double price_of_straus(const MsmOptions& options, const MsmShape& shape, unsigned count, std::size_t tile) {
  const unsigned bits = Windows::covered(shape.bits, options.signed_digits), width = (bits + count - 1) / count;
  const auto points = static_cast<double>(shape.n), windows = static_cast<double>(count);
  const std::size_t multiples = options.signed_digits ? std::size_t{1} << (width - 1) : (std::size_t{1} << width) - 1;
  const std::size_t tiles = (shape.n + tile - 1) / tile, parts = tile * shape.dimension;
  const double table = static_cast<double>(multiples - 1) * kAffineAdd +
                       static_cast<double>((shape.dimension - 1) * multiples) * kMap;
  const double sums = shape.dimension * windows * (kAffineAdd + kSort);
  const unsigned batches = halvings(multiples) + halvings(parts) + 1;
  return points * (table + sums) + static_cast<double>(tiles * batches + halvings(tiles) + 1) * kInversion +
         bits * kHornerDouble + windows * kHornerAdd;
}

/// The most bytes that straus.cpp has allocated at once with such a plan.
std::size_t memory_of_straus(const MsmShape& shape, const Windows& windows, std::size_t tile) {
  const Kernels& k = shape.engine.kernels();
  const std::size_t tiles = (shape.n + tile - 1) / tile, at_once = tiles < shape.width ? tiles : shape.width;
  const std::size_t row = (windows.count() + k.lanes) * (k.packed_bytes + k.affine_bytes / k.lanes);
  const std::size_t workspace = Workspace::memory(shape.engine, shape.batch);
  const std::size_t tile_bytes = at_once * (straus_memory(k, tile, shape.dimension, windows) + workspace);
  const std::size_t combine = tiles * row + 4 * row + workspace; // the tiles' rows side by side, and Horner's
  return tiles * row + (tile_bytes > combine ? tile_bytes : combine);
}

Choice choose_straus(const MsmOptions& options, const MsmShape& shape) {
  const CountRange counts(options, Windows::covered(shape.bits, options.signed_digits), kMaxStrausWidth);
  Choice best;
  std::size_t tile = (shape.n + shape.width - 1) / shape.width;
  if (tile > kStrausTile) tile = kStrausTile;
  if (tile < kLeastStrausTile) tile = kLeastStrausTile;
  for (;; tile /= 2) {
    for (unsigned count = counts.least; count <= counts.most; count++) {
      const double price = price_of_straus(options, shape, count, tile);
      if (best.found && price >= best.plan.price) continue;
      if (options.memory != 0) {
        const std::size_t memory =
            memory_of_straus(shape, Windows::split(shape.bits, count, options.signed_digits), tile);
        if (memory < best.needed) best.needed = memory;
        if (!fits(options, memory)) continue;
      }
      best.found = true;
      best.count = count;
      best.plan.price = price;
      best.plan.tile = tile;
    }
    if (best.found || tile == 1) break;
  }
  if (!best.found) return best;
  best.plan.algorithm = Algorithm::straus;
  best.plan.windows = Windows::split(shape.bits, best.count, options.signed_digits);
  best.plan.memory = memory_of_straus(shape, best.plan.windows, best.plan.tile);
  return best;
}

} // namespace

Result<Plan> plan_sum(const MsmOptions& options, const MsmShape& shape) {
  const bool has_buckets = options.algorithm == Algorithm::pippenger || !options.batch_affine_accumulate ||
                           !options.batch_affine_reduce || shape.n > kMostStraus || options.width > kMaxStrausWidth;
  const bool named = options.algorithm == Algorithm::straus;
  if (named && options.width > kMaxStrausWidth)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "windows of %u bits: Straus' method has at most %u", options.width,
                   kMaxStrausWidth);
  Choice straus, pippenger;
  if (named || !has_buckets) straus = choose_straus(options, shape);
  if (!named) pippenger = choose_pippenger(options, shape);
  if (!straus.found && !pippenger.found)
    return check_memory(options, straus.needed < pippenger.needed ? straus.needed : pippenger.needed);
  if (!straus.found) return pippenger.plan;
  if (!pippenger.found) return straus.plan;
  return straus.plan.price <= pippenger.plan.price ? straus.plan : pippenger.plan;
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
