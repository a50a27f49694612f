// quiver.h: version, status names, groups and back ends.
#include "api/handles.hpp"
#include "curve/groups.hpp"
#include "kernels/cpu.hpp"

using namespace quiver;

#define QUIVER_TEXT_(x) #x
#define QUIVER_TEXT(x) QUIVER_TEXT_(x)

size_t quiver_release_memory(void) { return release_blocks(); }

const char* quiver_version(void) {
  return QUIVER_TEXT(QUIVER_VERSION_MAJOR) "." QUIVER_TEXT(QUIVER_VERSION_MINOR) "." QUIVER_TEXT(QUIVER_VERSION_PATCH);
}

const char* quiver_status_name(quiver_status status) {
  switch (status) {
  case QUIVER_OK: return "ok";
  case QUIVER_INVALID_ARGUMENT: return "invalid argument";
  case QUIVER_OUT_OF_MEMORY: return "out of memory";
  case QUIVER_UNSUPPORTED: return "unsupported";
  case QUIVER_BAD_DATA: return "bad data";
  case QUIVER_CANCELLED: return "cancelled";
  case QUIVER_MEMORY_CAP: return "memory cap too low";
  case QUIVER_INTERNAL: return "internal error";
  }
  return "unknown status";
}

size_t quiver_group_count(void) { return group_count(); }

const quiver_group* quiver_group_at(size_t index) {
  return index < group_count() ? wrap(group_at(static_cast<unsigned>(index))) : nullptr;
}

const quiver_group* quiver_group_find(const char* curve, const char* group) {
  const Group* found = curve != nullptr ? find_group(curve, group) : nullptr;
  return found != nullptr ? wrap(*found) : nullptr;
}

static void flatten(std::uint64_t* out, const Group& g, const FieldConstant& c) {
  for (unsigned i = 0; i < g.degree; i++) copy_words(out + i * g.words, c.c[i], g.words);
}

quiver_status quiver_group_get_info(const quiver_group* group, quiver_group_info* info) {
  if (group == nullptr || info == nullptr) return QUIVER_INVALID_ARGUMENT;
  const Group& g = unwrap(group);
  quiver_group_info out{};
  out.field_words = g.words;
  out.degree = g.degree;
  out.non_residue = g.degree == 2 ? g.non_residue : 0;
  out.order_bits = g.order_bits;
  out.cofactor_is_one = g.subgroup_test == SubgroupTest::cofactor_one;
  out.curve = g.name;
  out.group = g.group;
  copy_words(out.modulus, g.modulus, kMaxWords);
  copy_words(out.order, g.order, kScalarWords);
  flatten(out.a, g, g.a);
  flatten(out.b, g, g.b);
  flatten(out.generator, g, g.generator_x);
  flatten(out.generator + g.degree * g.words, g, g.generator_y);
  write_struct(info, out);
  return QUIVER_OK;
}

size_t quiver_backend_count(void) { return backend_count(); }

quiver_status quiver_backend_at(size_t index, quiver_backend_info* info) {
  if (index >= backend_count() || info == nullptr) return QUIVER_INVALID_ARGUMENT;
  Backend b = backend_at(index);
  quiver_backend_info out{};
  out.available = b.available;
  out.lanes = b.lanes;
  out.computes = b.computes;
  out.name = b.name;
  out.reason = b.reason;
  out.calls = b.calls;
  write_struct(info, out);
  return QUIVER_OK;
}

quiver_status quiver_backend_select(const quiver_group* group, const char** name, const char* requested,
                                    quiver_error* error) {
  if (group == nullptr || name == nullptr)
    return report(error, failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "group and name must not be null"));
  Result<const Kernels*> kernels = select_kernels(unwrap(group), requested);
  if (kernels.ok()) *name = kernels.value()->backend;
  return report(error, kernels.error());
}

const char* quiver_cpu_features(void) { return cpu_feature_names(); }
