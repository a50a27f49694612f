// quiver.h: prepared points, decompression, multiples of one point.
#include <new>

#include "api/handles.hpp"
#include "msm/multiples.hpp"

using namespace quiver;

namespace {

constexpr std::size_t kTilePoints = 4096;

/// tile(context, first, count) -> count, or the number of the first bad point from `first`. Returns the index of the
/// first bad point of all n, or n.
template <class Tile>
Result<std::size_t> first_bad(const Engine& engine, const Executor& executor, std::size_t n, Tile tile) {
  std::size_t tiles = (n + kTilePoints - 1) / kTilePoints;
  Result<Buffer> bad = Buffer::allocate(tiles, sizeof(std::size_t));
  if (!bad.ok()) return bad.error();
  Result<Buffer> errors = Buffer::allocate(tiles, sizeof(Error));
  if (!errors.ok()) return errors.error();
  auto* index = bad.value().as<std::size_t>();
  auto* error = errors.value().as<Error>();
  parallel_for(executor, tiles, [&](std::size_t i) {
    std::size_t first = i * kTilePoints, count = n - first < kTilePoints ? n - first : kTilePoints;
    error[i] = success();
    index[i] = n;
    Result<Workspace> workspace = Workspace::create(engine, 1);
    if (!workspace.ok()) {
      error[i] = workspace.error();
      return;
    }
    std::size_t good = tile(workspace.value().context(), first, count);
    if (good < count) index[i] = first + good;
  });
  for (std::size_t i = 0; i < tiles; i++) {
    if (!error[i].ok()) return error[i];
    if (index[i] < n) return index[i];
  }
  return n;
}

/// Packed points to the caller's array, the last step of a call. By one task: whatever can fail does so before the first
/// byte is written, so that a failure leaves outputs untouched.
Error export_all(const Engine& engine, void* out, const Buffer& packed, std::size_t n) {
  Result<Workspace> workspace = Workspace::create(engine, 1);
  if (!workspace.ok()) return workspace.error();
  engine.kernels().export_points(workspace.value().context(), packed_layout(engine.group(), out), packed.data(), n);
  return success();
}

Error bad_point(std::size_t index, const char* why) {
  return failure(QUIVER_BAD_DATA, index, "point %llu: %s", static_cast<unsigned long long>(index), why);
}

Error null_argument(const char* what) {
  return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "%s must not be null", what);
}

Error create_points(quiver_points& out, const Group& group, const void* points, std::size_t n,
                    const quiver_point_layout* given_layout, quiver_validation validation,
                    const quiver_run_options& options) {
  if (validation < QUIVER_VALIDATE_TRUST || validation > QUIVER_VALIDATE_SUBGROUP)
    return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "a validation mode must be named: trust, on_curve or subgroup");
  Result<PointLayout> layout = resolve_layout(group, given_layout, points);
  if (!layout.ok()) return layout.error();
  Result<Engine> engine = Engine::create(group, options.backend);
  if (!engine.ok()) return engine.error();
  out.engine = std::move(engine.value());
  const Kernels& k = out.engine.kernels();
  if (k.degree == 0)
    return failure(QUIVER_UNSUPPORTED, kNoIndex, "back end %s does not compute with curve points", k.backend);
  Result<Buffer> packed = Buffer::allocate(n, k.packed_bytes);
  if (!packed.ok()) return packed.error();
  out.packed = std::move(packed.value());
  out.n = n;

  Executor executor = pool_executor(options.threads);
  auto at = [&](std::size_t first) { return out.packed.data() + first * k.packed_bytes; };
  Result<std::size_t> bad = first_bad(out.engine, executor, n, [&](Context* ctx, std::size_t first, std::size_t count) {
    return k.import_points(ctx, at(first), layout.value(), first, count);
  });
  if (!bad.ok()) return bad.error();
  if (bad.value() < n) return bad_point(bad.value(), "a coordinate is not below the field modulus");

  bool cofactor_one = group.subgroup_test == SubgroupTest::cofactor_one;
  out.subgroup = QUIVER_SUBGROUP_ASSUMED;
  if (validation == QUIVER_VALIDATE_TRUST) return success();
  bad = first_bad(out.engine, executor, n, [&](Context* ctx, std::size_t first, std::size_t count) {
    return k.on_curve(ctx, at(first), count);
  });
  if (!bad.ok()) return bad.error();
  if (bad.value() < n) return bad_point(bad.value(), "not on the curve");

  out.subgroup = cofactor_one ? QUIVER_SUBGROUP_CHECKED : QUIVER_SUBGROUP_UNKNOWN;
  if (validation == QUIVER_VALIDATE_ON_CURVE) return success();
  bad = first_bad(out.engine, executor, n, [&](Context* ctx, std::size_t first, std::size_t count) {
    return k.in_subgroup(ctx, at(first), count);
  });
  if (!bad.ok()) return bad.error();
  if (bad.value() < n) return bad_point(bad.value(), "on the curve but not in the subgroup of order r");
  out.subgroup = QUIVER_SUBGROUP_CHECKED;
  return success();
}

Error decompress(const Group& group, void* out, const void* x, const uint8_t* signs, std::size_t n,
                 quiver_sign_rule rule, const quiver_run_options& options) {
  Result<Engine> engine = Engine::create(group, options.backend);
  if (!engine.ok()) return engine.error();
  const Kernels& k = engine.value().kernels();
  if (k.degree == 0)
    return failure(QUIVER_UNSUPPORTED, kNoIndex, "back end %s does not compute with curve points", k.backend);
  std::size_t coordinate = 8u * group.words * group.degree;
  Result<Buffer> words = Buffer::allocate(n, coordinate); // aligned
  if (!words.ok()) return words.error();
  Result<Buffer> packed = Buffer::allocate(n, k.packed_bytes);
  if (!packed.ok()) return packed.error();
  if (n != 0) __builtin_memcpy(words.value().data(), x, n * coordinate);
  auto packed_at = [&](std::size_t first) { return packed.value().data() + first * k.packed_bytes; };
  Executor executor = pool_executor(options.threads);
  Result<std::size_t> bad =
      first_bad(engine.value(), executor, n, [&](Context* ctx, std::size_t first, std::size_t count) {
        return k.decompress(ctx, packed_at(first), words.value().as<std::uint64_t>() + first * coordinate / 8,
                            signs + first, count, static_cast<SignRule>(rule));
      });
  if (!bad.ok()) return bad.error();
  if (bad.value() < n)
    return bad_point(bad.value(), "not a compressed point: x is not below the modulus, or no point has it");
  return export_all(engine.value(), out, packed.value(), n);
}

Error point_multiples(const Group& group, void* out, const void* base, const std::uint64_t* scalars, std::size_t n,
                      const quiver_run_options& options) {
  quiver_points one;
  std::uint64_t generator[4 * kMaxWords];
  if (base == nullptr) {
    for (unsigned i = 0; i < group.degree; i++) {
      copy_words(generator + i * group.words, group.generator_x.c[i], group.words);
      copy_words(generator + (group.degree + i) * group.words, group.generator_y.c[i], group.words);
    }
    base = generator;
  }
  Error prepared = create_points(one, group, base, 1, nullptr, QUIVER_VALIDATE_ON_CURVE, options);
  if (!prepared.ok()) return prepared;
  const Kernels& k = one.engine.kernels();
  Result<Buffer> packed = Buffer::allocate(n, k.packed_bytes);
  if (!packed.ok()) return packed.error();
  ScalarView view;
  view.base = reinterpret_cast<const unsigned char*>(scalars);
  Executor executor = pool_executor(options.threads);
  Error done = multiples(one.engine, executor, packed.value().data(), one.packed.data(), view, n);
  if (!done.ok()) return done;
  return export_all(one.engine, out, packed.value(), n);
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
