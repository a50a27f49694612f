#include "msm/straus.hpp"

#include <cstring>

#include "msm/endomorphism.hpp"
#include "msm/horner.hpp"
#include "msm/recode.hpp"
#include "msm/sum.hpp"

namespace quiver {

namespace {

std::size_t blocks_of(const Kernels& k, std::size_t n) { return (n + k.lanes - 1) / k.lanes; }

/// The largest digit of the widest window: how many multiples of a point there are.
std::size_t multiples_of(const Windows& windows) {
  const std::size_t buckets = std::size_t{1} << windows[0].log_buckets();
  return windows[0].is_signed ? buckets : buckets - 1;
}

/// psi^j(v*P_i) for v = 1 … multiples, packed.
class Table {
public:
  static Result<Table> create(Context* ctx, const unsigned char* points, std::size_t n, std::size_t multiples,
                              unsigned dimension) {
    const Kernels& k = *ctx->kernels;
    Table t;
    t.n_ = n;
    t.multiples_ = multiples;
    Result<Buffer> room = Buffer::allocate(dimension * multiples * n, k.packed_bytes);
    if (!room.ok()) return room.error();
    t.packed_ = std::move(room.value());
    Error done = t.multiply(ctx, points);
    const std::size_t row = multiples * n;
    for (unsigned power = 1; power < dimension && done.ok(); power++)
      done = map_points(ctx, t.packed_.data() + power * row * k.packed_bytes, t.packed_.data(), row, power);
    if (!done.ok()) return done;
    return t;
  }

  Table() = default;

  const unsigned char* data() const { return packed_.data(); }

  /// Where the multiple that a key of a window asks for stands: of point i under psi^power.
  Entry entry(Key key, const Window& window, unsigned power, std::size_t i) const {
    if (key == kNoKey) return kNoEntry;
    const std::size_t v = key_index(key) != 0 ? key_index(key) : std::size_t{1} << window.log_buckets();
    return static_cast<Entry>((power * multiples_ + v - 1) * n_ + i) | key_sign(key);
  }

private:
  /// P; P, 2P; P … 4P; …: each round adds the last row to all rows so far.
  Error multiply(Context* ctx, const unsigned char* points) {
    const Kernels& k = *ctx->kernels;
    const std::size_t blocks = blocks_of(k, n_), row = blocks * k.affine_bytes;
    Result<Buffer> affine = Buffer::allocate(multiples_ * row);
    if (!affine.ok()) return affine.error();
    Result<Buffer> addends = Buffer::allocate((multiples_ + 1) / 2 * row);
    if (!addends.ok()) return addends.error();
    Result<Buffer> entries = Buffer::allocate(blocks * k.lanes, sizeof(Entry));
    if (!entries.ok()) return entries.error();
    auto* entry = entries.value().as<Entry>();
    for (std::size_t i = 0; i < blocks * k.lanes; i++)
      entry[i] = i < n_ ? make_entry(static_cast<std::uint32_t>(i), false) : kNoEntry;
    unsigned char* multiple = affine.value().data();
    k.gather(ctx, multiple, points, entry, blocks);
    for (std::size_t have = 1, more; have < multiples_; have += more) {
      more = multiples_ - have < have ? multiples_ - have : have;
      for (std::size_t v = 0; v < more; v++)
        std::memcpy(addends.value().data() + v * row, multiple + (have - 1) * row, row);
      k.add(ctx, multiple + have * row, multiple, addends.value().data(), more * blocks);
    }
    for (std::size_t v = 0; v < multiples_; v++)
      k.scatter(ctx, packed_.data() + v * n_ * k.packed_bytes, multiple + v * row, n_);
    return success();
  }

  Buffer packed_;
  std::size_t n_ = 0, multiples_ = 0;
};

/// One sum.
class Sum {
public:
  Sum(const Runner& runner, const PointSource& points, const ScalarReader& scalars, const Endomorphism* endo,
      const Plan& plan)
      : runner_(runner), k_(runner.kernels()), points_(points), scalars_(scalars), endo_(endo),
        windows_(plan.windows), dimension_(endo != nullptr ? endo->dimension : 1), tile_(plan.tile) {}

  Error run(void* out) {
    const std::size_t n = points_.size(), tiles = (n + tile_ - 1) / tile_, all = windows_.count();
    if (runner_.monitor != nullptr) runner_.monitor->start(n * dimension_ * all);
    Result<Buffer> partial = Buffer::allocate(tiles * all, k_.packed_bytes);
    if (!partial.ok()) return partial.error();
    unsigned char* sums = partial.value().data();
    Error done = run_tasks(runner_, tiles, Phase::accumulate, [&](Context* ctx, std::size_t t) {
      const std::size_t first = t * tile_;
      return tile(ctx, sums + t * all * k_.packed_bytes, first, n - first < tile_ ? n - first : tile_);
    });
    if (!done.ok()) return done;
    return run_tasks(runner_, 1, Phase::combine, [&](Context* ctx, std::size_t) {
      Error merged = merge(ctx, sums, tiles);
      if (!merged.ok()) return merged;
      unsigned shifts[kMaxWindows];
      for (unsigned w = 0; w < all; w++) shifts[w] = windows_[w].offset;
      return horner(ctx, out, sums, shifts, all);
    });
  }

private:
  /// Each window's sum over points first … first+n-1, packed.
  Error tile(Context* ctx, unsigned char* out, std::size_t first, std::size_t n) {
    const std::size_t parts = n * dimension_;
    const unsigned all = windows_.count();
    Result<Buffer> copy = Buffer::allocate(points_.in_place(k_, first, n) == nullptr ? n : 0, k_.packed_bytes);
    if (!copy.ok()) return copy.error();
    const unsigned char* points = points_.in_place(k_, first, n);
    if (points == nullptr) {
      Error read = points_.read(ctx, copy.value().data(), first, n);
      if (!read.ok()) return read;
      points = copy.value().data();
    }
    Result<Buffer> room = Buffer::allocate(all * parts, sizeof(Key));
    if (!room.ok()) return room.error();
    const auto* keys = room.value().as<Key>();
    const Executor alone = serial_executor();
    Error recoded = recode({runner_.engine, alone, runner_.batch, nullptr, runner_.monitor}, room.value().as<Key>(),
                           parts, scalars_, first, n, endo_, windows_);
    if (!recoded.ok()) return recoded;
    if (ctx->counts != nullptr) ctx->counts->current = Phase::table;
    Result<Table> created = Table::create(ctx, points, n, multiples_of(windows_), dimension_);
    if (!created.ok()) return created.error();
    const Table& table = created.value();
    if (ctx->counts != nullptr) ctx->counts->current = Phase::accumulate;

    const std::size_t half = (parts + 1) / 2, blocks = blocks_of(k_, all), row = blocks * k_.lanes;
    Result<Buffer> lists = Buffer::allocate(parts * row, sizeof(Entry));
    if (!lists.ok()) return lists.error();
    auto* entries = lists.value().as<Entry>();
    for (std::size_t part = 0; part < parts; part++)
      for (unsigned w = 0; w < row; w++)
        entries[part * row + w] = w < all ? table.entry(keys[w * parts + part], windows_[w],
                                                        static_cast<unsigned>(part / n), part % n)
                                          : kNoEntry;
    Result<Buffer> sums = Buffer::allocate(half * blocks, k_.affine_bytes);
    if (!sums.ok()) return sums.error();
    k_.gather(ctx, sums.value().data(), table.data(), entries, half * blocks);
    k_.bucket_step(ctx, sums.value().data(), table.data(), entries + half * row, (parts - half) * blocks, nullptr);
    sum_rows(ctx, sums.value().data(), half, blocks);
    k_.scatter(ctx, out, sums.value().data(), all);
    return runner_.advance(parts * all) ? success() : cancelled();
  }

  /// The first tile's sums += those of all others.
  Error merge(Context* ctx, unsigned char* sums, std::size_t tiles) {
    if (tiles == 1) return success();
    const unsigned all = windows_.count();
    const std::size_t blocks = blocks_of(k_, all), row = blocks * k_.lanes;
    Result<Buffer> rows = Buffer::allocate(tiles * blocks, k_.affine_bytes);
    if (!rows.ok()) return rows.error();
    Result<Buffer> list = Buffer::allocate(row, sizeof(Entry));
    if (!list.ok()) return list.error();
    auto* entry = list.value().as<Entry>();
    for (std::size_t w = 0; w < row; w++) entry[w] = w < all ? make_entry(static_cast<std::uint32_t>(w), false) : kNoEntry;
    for (std::size_t t = 0; t < tiles; t++)
      k_.gather(ctx, rows.value().data() + t * blocks * k_.affine_bytes, sums + t * all * k_.packed_bytes, entry, blocks);
    sum_rows(ctx, rows.value().data(), tiles, blocks);
    k_.scatter(ctx, sums, rows.value().data(), all);
    return success();
  }

  const Runner& runner_;
  const Kernels& k_;
  const PointSource& points_;
  const ScalarReader& scalars_;
  const Endomorphism* endo_;
  const Windows& windows_;
  unsigned dimension_;
  std::size_t tile_;
};

} // namespace

Error straus_msm(const Runner& runner, void* out, const PointSource& points, const ScalarReader& scalars,
                 const Endomorphism* endo, const Plan& plan) {
  return Sum(runner, points, scalars, endo, plan).run(out);
}

std::size_t straus_memory(const Kernels& k, std::size_t points, unsigned dimension, const Windows& windows) {
  const std::size_t parts = points * dimension, all = windows.count(), multiples = multiples_of(windows);
  const std::size_t table = multiples * parts * k.packed_bytes;
  const std::size_t rows = blocks_of(k, all), columns = blocks_of(k, points);
  const std::size_t multiply = (multiples + (multiples + 1) / 2) * columns * k.affine_bytes +
                               columns * k.lanes * sizeof(Entry);
  const std::size_t map = 256 / k.lanes * k.affine_bytes;
  std::size_t most = parts * rows * k.lanes * sizeof(Entry) + (parts + 1) / 2 * rows * k.affine_bytes;
  if (most < multiply) most = multiply;
  if (most < map) most = map;
  return points * k.packed_bytes + all * parts * sizeof(Key) + table + most;
}

} // namespace quiver
