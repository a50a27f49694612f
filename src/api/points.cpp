// quiver.h: prepared points, decompression, multiples of one point.
#include <new>

#include "api/call.hpp"
#include "api/point_array.hpp"
#include "msm/horner.hpp"
#include "msm/multiples.hpp"

using namespace quiver;

namespace {

constexpr std::size_t kTilePoints = 1024;
constexpr std::size_t kPiece = 64; // between two looks at the monitor: a square root takes its time

/// tile(context, first, count) for all of n points, in parallel; the error of the first tile that failed.
template <class Tile> Error for_each_tile(const Engine& engine, Call& call, std::size_t n, Tile tile) {
  const Runner runner{engine, call.executor(), 1, nullptr, &call.monitor()};
  return run_tasks(runner, (n + kTilePoints - 1) / kTilePoints, Phase::table, [&](Context* ctx, std::size_t i) {
    const std::size_t first = i * kTilePoints;
    return tile(ctx, first, n - first < kTilePoints ? n - first : kTilePoints);
  });
}

/// Packed points to the caller's array, the last step of a call. By one task: whatever can fail does so before the first
/// byte is written, so that a failure leaves outputs untouched.
Error export_all(const Engine& engine, void* out, const void* packed, std::size_t n) {
  Result<Workspace> workspace = Workspace::create(engine, 1);
  if (!workspace.ok()) return workspace.error();
  engine.kernels().export_points(workspace.value().context(), packed_layout(engine.group(), out), packed, n);
  return success();
}

Error null_argument(const char* what) {
  return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "%s must not be null", what);
}

/// Without a start or an end for the monitor: the caller may have more to do.
Error prepare(quiver_points& out, const Group& group, const void* points, std::size_t n,
              const quiver_point_layout* layout, std::uint32_t validation, const char* backend, Call& call) {
  PointArray array;
  Error opened = array.open(group, points, layout, validation, call.monitor());
  if (!opened.ok()) return opened;
  Result<Engine> engine = curve_engine(group, backend);
  if (!engine.ok()) return engine.error();
  out.engine = std::move(engine.value());
  const Kernels& k = out.engine.kernels();
  Result<Buffer> packed = Buffer::allocate(n, k.packed_bytes);
  if (!packed.ok()) return packed.error();
  out.packed = std::move(packed.value());
  out.n = n;
  out.subgroup = array.subgroup();
  return for_each_tile(out.engine, call, n, [&](Context* ctx, std::size_t first, std::size_t count) {
    return array.read(ctx, out.packed.data() + first * k.packed_bytes, first, count);
  });
}

Error create_points(quiver_points& out, const Group& group, const void* points, std::size_t n,
                    const quiver_point_layout* layout, std::uint32_t validation, const quiver_run_options& options) {
  Call call;
  Error done = call.open(options.control, options.threads, 1);
  if (!done.ok()) return done;
  call.monitor().start(n);
  done = prepare(out, group, points, n, layout, validation, options.backend, call);
  if (done.ok()) call.monitor().finish();
  return done;
}

Error decompress(const Group& group, void* out, const void* x, const uint8_t* signs, std::size_t n,
                 quiver_sign_rule rule, const quiver_run_options& options) {
  Call call;
  Error done = call.open(options.control, options.threads, 1);
  if (!done.ok()) return done;
  Result<Engine> engine = curve_engine(group, options.backend);
  if (!engine.ok()) return engine.error();
  const Kernels& k = engine.value().kernels();
  std::size_t coordinate = 8u * group.words * group.degree;
  Result<Buffer> words = Buffer::allocate(n, coordinate); // aligned
  if (!words.ok()) return words.error();
  Result<Buffer> packed = Buffer::allocate(n, k.packed_bytes);
  if (!packed.ok()) return packed.error();
  if (n != 0) __builtin_memcpy(words.value().data(), x, n * coordinate);
  call.monitor().start(n);
  done = for_each_tile(engine.value(), call, n, [&](Context* ctx, std::size_t first, std::size_t count) {
    for (std::size_t at = first; at < first + count; at += kPiece) {
      const std::size_t wanted = first + count - at < kPiece ? first + count - at : kPiece;
      const std::size_t good =
          k.decompress(ctx, packed.value().data() + at * k.packed_bytes,
                       words.value().as<std::uint64_t>() + at * coordinate / 8, signs + at, wanted,
                       static_cast<SignRule>(rule));
      if (good < wanted)
        return failure(QUIVER_BAD_DATA, at + good,
                       "point %llu: not a compressed point: x is not below the modulus, or no point has it",
                       static_cast<unsigned long long>(at + good));
      if (!call.monitor().advance(wanted)) return cancelled();
    }
    return success();
  });
  if (done.ok()) done = export_all(engine.value(), out, packed.value().data(), n);
  if (done.ok()) call.monitor().finish();
  return done;
}

Error point_multiples(const Group& group, void* out, const void* base, const std::uint64_t* scalars, std::size_t n,
                      const quiver_run_options& options) {
  Call call;
  Error done = call.open(options.control, options.threads, 1);
  if (!done.ok()) return done;
  quiver_points one;
  std::uint64_t generator[4 * kMaxWords];
  if (base == nullptr) {
    for (unsigned i = 0; i < group.degree; i++) {
      copy_words(generator + i * group.words, group.generator_x.c[i], group.words);
      copy_words(generator + (group.degree + i) * group.words, group.generator_y.c[i], group.words);
    }
    base = generator;
  }
  call.monitor().start(n + 1); // the base's check is next to nothing of the work
  done = prepare(one, group, base, 1, nullptr, QUIVER_VALIDATE_ON_CURVE, options.backend, call);
  if (!done.ok()) return done;
  const Kernels& k = one.engine.kernels();
  Result<Buffer> packed = Buffer::allocate(n, k.packed_bytes);
  if (!packed.ok()) return packed.error();
  ScalarView view;
  view.base = reinterpret_cast<const unsigned char*>(scalars);
  const Runner runner{one.engine, call.executor(), default_batch(k), nullptr, &call.monitor()};
  done = multiples(runner, packed.value().data(), one.packed.data(), view, n);
  if (done.ok()) done = export_all(one.engine, out, packed.value().data(), n);
  if (done.ok()) call.monitor().finish();
  return done;
}

Error combine(const Group& group, void* result, const void* points, const std::uint32_t* shifts, std::size_t n,
              const quiver_run_options& options) {
  constexpr unsigned kMaxShift = 512;
  Call call;
  Error done = call.open(options.control, options.threads, 1);
  if (!done.ok()) return done;
  Result<Buffer> weights = Buffer::allocate(n + 1, sizeof(unsigned));
  if (!weights.ok()) return weights.error();
  auto* weight = weights.value().as<unsigned>();
  for (std::size_t i = 0; i < n; i++) {
    weight[i] = shifts != nullptr ? shifts[i] : 0;
    if (weight[i] > kMaxShift)
      return failure(QUIVER_INVALID_ARGUMENT, i, "shift %llu is %u: at most %u", static_cast<unsigned long long>(i),
                     weight[i], kMaxShift);
  }
  quiver_points prepared;
  call.monitor().start(n);
  done = prepare(prepared, group, points, n, nullptr, QUIVER_VALIDATE_ON_CURVE, options.backend, call);
  if (!done.ok()) return done;
  const Engine& engine = prepared.engine;
  Result<Buffer> sum = Buffer::allocate(engine.kernels().packed_bytes);
  if (!sum.ok()) return sum.error();
  const Runner runner{engine, call.executor(), 1, nullptr, &call.monitor()};
  done = run_tasks(runner, 1, Phase::combine, [&](Context* ctx, std::size_t) {
    return horner(ctx, sum.value().data(), prepared.packed.data(), weight, n);
  });
  if (done.ok()) done = export_all(engine, result, sum.value().data(), 1);
  if (done.ok()) call.monitor().finish();
  return done;
}

} // namespace

quiver_status quiver_points_create(const quiver_group* group, quiver_points** out, const void* points, size_t n,
                                   const quiver_point_layout* layout, quiver_validation validation,
                                   const quiver_run_options* options, quiver_error* error) {
  if (group == nullptr) return report(error, null_argument("group"));
  if (out == nullptr) return report(error, null_argument("out"));
  if (points == nullptr && n != 0) return report(error, null_argument("points"));
  Result<Buffer> self = Buffer::allocate(sizeof(quiver_points));
  if (!self.ok()) return report(error, self.error());
  auto* handle = new (self.value().data()) quiver_points;
  handle->self = std::move(self.value());
  Error result = create_points(*handle, unwrap(group), points, n, layout, validation, read_struct(options));
  if (result.ok()) *out = handle;
  else quiver_points_destroy(handle);
  return report(error, result);
}

void quiver_points_destroy(quiver_points* points) {
  if (points == nullptr) return;
  Buffer self = std::move(points->self); // outlives the struct that lies in it
  points->~quiver_points();
}

size_t quiver_points_count(const quiver_points* points) { return points->n; }
size_t quiver_points_memory(const quiver_points* points) {
  return sizeof *points + points->packed.size() + points->engine.memory();
}
quiver_subgroup quiver_points_subgroup(const quiver_points* points) { return points->subgroup; }
const quiver_group* quiver_points_group(const quiver_points* points) { return wrap(points->engine.group()); }
const char* quiver_points_backend(const quiver_points* points) { return points->engine.kernels().backend; }

quiver_status quiver_points_read(const quiver_points* points, void* out, size_t first, size_t n,
                                 const quiver_point_layout* layout, quiver_error* error) {
  if (points == nullptr) return report(error, null_argument("points"));
  if (out == nullptr && n != 0) return report(error, null_argument("out"));
  if (first > points->n || n > points->n - first)
    return report(error, failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "points %llu … +%llu of %llu do not exist",
                                 static_cast<unsigned long long>(first), static_cast<unsigned long long>(n),
                                 static_cast<unsigned long long>(points->n)));
  Result<PointLayout> resolved = resolve_layout(points->engine.group(), layout, out);
  if (!resolved.ok()) return report(error, resolved.error());
  Result<Workspace> workspace = Workspace::create(points->engine, 1);
  if (!workspace.ok()) return report(error, workspace.error());
  const Kernels& k = points->engine.kernels();
  k.export_points(workspace.value().context(), resolved.value(), points->packed.data() + first * k.packed_bytes, n);
  return report(error, success());
}

quiver_status quiver_decompress(const quiver_group* group, void* out, const void* x, const uint8_t* signs, size_t n,
                                quiver_sign_rule rule, const quiver_run_options* options, quiver_error* error) {
  if (group == nullptr) return report(error, null_argument("group"));
  if (n != 0 && (out == nullptr || x == nullptr || signs == nullptr))
    return report(error, null_argument("out, x and signs"));
  if (rule != QUIVER_SIGN_LARGER && rule != QUIVER_SIGN_ODD)
    return report(error, failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "unknown sign rule %d", static_cast<int>(rule)));
  return report(error, decompress(unwrap(group), out, x, signs, n, rule, read_struct(options)));
}

quiver_status quiver_multiples(const quiver_group* group, void* out, const void* base, const uint64_t* scalars,
                               size_t n, const quiver_run_options* options, quiver_error* error) {
  if (group == nullptr) return report(error, null_argument("group"));
  if (n != 0 && (out == nullptr || scalars == nullptr)) return report(error, null_argument("out and scalars"));
  return report(error, point_multiples(unwrap(group), out, base, scalars, n, read_struct(options)));
}

quiver_status quiver_combine(const quiver_group* group, void* result, const void* points, const uint32_t* shifts,
                             size_t n, const quiver_run_options* options, quiver_error* error) {
  if (group == nullptr) return report(error, null_argument("group"));
  if (result == nullptr || (points == nullptr && n != 0)) return report(error, null_argument("result and points"));
  return report(error, combine(unwrap(group), result, points, shifts, n, read_struct(options)));
}
