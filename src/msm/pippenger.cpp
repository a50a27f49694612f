#include "msm/pippenger.hpp"

#include "msm/buckets.hpp"
#include "msm/endomorphism.hpp"
#include "msm/horner.hpp"
#include "msm/layout.hpp"
#include "msm/reduce.hpp"

namespace quiver {

namespace {

constexpr std::size_t kChunk = 1024; // points a task makes ready at once

/// One sum, of one point or more.
class Sum {
public:
  Sum(const Runner& runner, const PointSource& points, const ScalarReader& scalars, const Endomorphism* endo,
      const MsmOptions& options, const Plan& plan)
      : runner_(runner), k_(runner.kernels()), points_(points), scalars_(scalars), endo_(endo), options_(options),
        windows_(plan.windows), dimension_(endo != nullptr ? endo->dimension : 1), tile_(plan.tile),
        layout_(k_, windows_, tile_ * dimension_, runner.width()) {}

  Error run(void* out) {
    if (runner_.monitor != nullptr) {
      const std::size_t tiles = (points_.size() + tile_ - 1) / tile_;
      runner_.monitor->start(points_.size() * dimension_ * windows_.count() + (tiles + 1) * layout_.buckets());
    }
    Result<Buffer> row = Buffer::allocate(layout_.buckets() / k_.lanes, k_.affine_bytes);
    if (!row.ok()) return row.error();
    Error accumulated = accumulate(row.value().data());
    if (!accumulated.ok()) return accumulated;

    std::size_t most = 0;
    for (unsigned w = 0; w < windows_.count(); w++) most += most_terms(k_, windows_[w]);
    Result<Terms> created = Terms::create(k_, most);
    if (!created.ok()) return created.error();
    Terms& terms = created.value();
    for (unsigned w = 0, end; w < windows_.count(); w = end) {
      end = windows_.run_end(w);
      Error reduced = reduce_windows(runner_, terms, window_at(row.value().data(), w), &windows_[w], end - w,
                                     options_.batch_affine_reduce);
      if (!reduced.ok()) return reduced;
    }
    return run_tasks(runner_, 1, Phase::combine, [&](Context* ctx, std::size_t) {
      return horner(ctx, out, terms.points(), terms.shifts(), terms.count());
    });
  }

private:
  unsigned char* window_at(unsigned char* row, unsigned w) const {
    return row + layout_.first_bucket(w) / k_.lanes * k_.affine_bytes;
  }

  /// All tiles' points into the buckets at `row`.
  Error accumulate(unsigned char* row) {
    const std::size_t n = points_.size(), parts = tile_ * dimension_;
    Result<Buffer> keys = Buffer::allocate(windows_.count() * parts, sizeof(Key));
    if (!keys.ok()) return keys.error();
    const bool copies = dimension_ > 1 || points_.n_made != 0;
    Result<Buffer> copy = Buffer::allocate(copies ? parts : 0, k_.packed_bytes);
    if (!copy.ok()) return copy.error();
    Result<Buffer> fresh = Buffer::allocate(tile_ < n ? layout_.buckets() / k_.lanes : 0, k_.affine_bytes);
    if (!fresh.ok()) return fresh.error();

    for (std::size_t first = 0; first < n; first += tile_) {
      const std::size_t count = n - first < tile_ ? n - first : tile_;
      Error done = recode(runner_, keys.value().as<Key>(), parts, scalars_, first, count, endo_, windows_);
      if (!done.ok()) return done;
      const unsigned char* points = dimension_ > 1 ? nullptr : points_.in_place(k_, first, count);
      if (points == nullptr) {
        points = copy.value().data();
        done = make_ready(copy.value().data(), first, count);
        if (!done.ok()) return done;
      }
      unsigned char* to = first == 0 ? row : fresh.value().data();
      done = run_tasks(runner_, layout_.tasks(), Phase::accumulate, [&](Context* ctx, std::size_t task) {
        return accumulate_slice(ctx, to, points, keys.value().as<Key>(), parts, count * dimension_,
                                layout_.slice(task));
      });
      if (!done.ok()) return done;
      if (to != row) {
        done = merge(row, to);
        if (!done.ok()) return done;
      }
    }
    return success();
  }

  /// psi^j(P_i) for all i of a tile and all j as packed points, psi^j's after psi^(j-1)'s.
  Error make_ready(unsigned char* out, std::size_t first, std::size_t n) {
    const std::size_t chunks = (n + kChunk - 1) / kChunk;
    return run_tasks(runner_, chunks, Phase::recode, [&](Context* ctx, std::size_t chunk) {
      const std::size_t at = chunk * kChunk, count = n - at < kChunk ? n - at : kChunk;
      unsigned char* own = out + at * k_.packed_bytes;
      Error read = points_.read(ctx, own, first + at, count);
      if (!read.ok() || dimension_ == 1) return read;
      for (unsigned power = 1; power < dimension_; power++) {
        Error mapped = map_points(ctx, out + (power * n + at) * k_.packed_bytes, own, count, power);
        if (!mapped.ok()) return mapped;
      }
      return runner_.advance(0) ? success() : cancelled();
    });
  }

  Error accumulate_slice(Context* ctx, unsigned char* row, const unsigned char* points, const Key* keys,
                         std::size_t stride, std::size_t parts, const Layout::Slice& slice) {
    if (slice.first == slice.last) return success();
    KeySpan spans[kMaxWindows];
    for (unsigned w = slice.first_window; w < slice.end_window; w++) {
      const std::uint32_t begin = layout_.first_bucket(w), end = layout_.first_bucket(w + 1);
      KeySpan& span = spans[w - slice.first_window];
      span.keys = keys + w * stride;
      span.n = parts;
      span.first = slice.first > begin ? slice.first - begin : 0;
      span.last = (slice.last < end ? slice.last : end) - begin;
      span.place = begin + span.first - slice.first;
    }
    return accumulate_buckets(runner_, ctx, row + slice.first / k_.lanes * k_.affine_bytes, slice.last - slice.first,
                              points, spans, slice.end_window - slice.first_window, options_.batch_affine_accumulate);
  }

  /// row += fresh.
  Error merge(unsigned char* row, const unsigned char* fresh) {
    const std::size_t blocks = layout_.buckets() / k_.lanes, piece = 2 * runner_.batch;
    return run_tasks(runner_, (blocks + piece - 1) / piece, Phase::accumulate, [&](Context* ctx, std::size_t task) {
      const std::size_t at = task * piece, n = blocks - at < piece ? blocks - at : piece;
      unsigned char* to = row + at * k_.affine_bytes;
      k_.add(ctx, to, to, fresh + at * k_.affine_bytes, n);
      return runner_.advance(n * k_.lanes) ? success() : cancelled();
    });
  }

  const Runner& runner_;
  const Kernels& k_;
  const PointSource& points_;
  const ScalarReader& scalars_;
  const Endomorphism* endo_;
  const MsmOptions& options_;
  const Windows& windows_;
  unsigned dimension_;
  std::size_t tile_; // scalars
  Layout layout_;
};

} // namespace

Error pippenger_msm(const Runner& runner, void* out, const PointSource& points, const ScalarReader& scalars,
                    const Endomorphism* endo, const MsmOptions& options, const Plan& plan) {
  return Sum(runner, points, scalars, endo, options, plan).run(out);
}

} // namespace quiver
