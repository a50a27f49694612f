#include "kernels/dispatch.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "kernels/cpu.hpp"

#define QUIVER_UNIT(backend, words, degree, symbol) \
  extern "C" { \
  extern const quiver::Kernels symbol; \
  }
#include "kernels/units.inc"
#undef QUIVER_UNIT

namespace quiver {

namespace {

const Kernels* const kUnits[] = {
#define QUIVER_UNIT(backend, words, degree, symbol) &symbol,
#include "kernels/units.inc"
#undef QUIVER_UNIT
};

/// Every back end the project knows, best last among those that compute points.
struct Known {
  const char* name;
  bool computes;
  const char* (*missing)(); // null: runs anywhere; else the reason why this machine cannot, or null
};

const char* missing_adx() {
  CpuFeatures f = cpu_features();
  return f.bmi2 && f.adx ? nullptr : "this CPU lacks BMI2 or ADX";
}

constexpr Known kKnown[] = {
    {"counting", false, nullptr},
    {"portable_x8", true, nullptr},
    {"portable", true, nullptr},
    {"x64_adx", true, missing_adx},
};

const Kernels* find_unit(const Group& group, const char* backend) {
  for (const Kernels* k : kUnits) {
    if (std::strcmp(k->backend, backend) != 0) continue;
    if (k->degree == 0 || (k->words == group.words && k->degree == group.degree)) return k;
  }
  return nullptr;
}

bool compiled(const char* backend) {
  for (const Kernels* k : kUnits)
    if (std::strcmp(k->backend, backend) == 0) return true;
  return false;
}

const char* reason_against(const Known& known) {
  if (!compiled(known.name)) return "not part of this build";
  const char* missing = known.missing != nullptr ? known.missing() : nullptr;
  return missing != nullptr ? missing : "";
}

const Known* find_known(const char* name) {
  for (const Known& known : kKnown)
    if (std::strcmp(known.name, name) == 0) return &known;
  return nullptr;
}

/// The best available scalar table (lanes = 1), or table of any kind, for a group.
const Kernels* best_unit(const Group& group, bool scalar_only) {
  const Kernels* best = nullptr;
  for (const Known& known : kKnown) {
    if (!known.computes || reason_against(known)[0] != '\0') continue;
    const Kernels* k = find_unit(group, known.name);
    if (k != nullptr && (!scalar_only || k->lanes == 1)) best = k;
  }
  return best;
}

bool wants_default(const char* name) { return name == nullptr || name[0] == '\0' || std::strcmp(name, "auto") == 0; }

} // namespace

std::size_t backend_count() { return sizeof kKnown / sizeof kKnown[0]; }

Backend backend_at(std::size_t index) {
  const Known& known = kKnown[index];
  Backend out{known.name, 0, known.computes, false, reason_against(known), 0};
  out.available = out.reason[0] == '\0';
  for (const Kernels* k : kUnits) {
    if (std::strcmp(k->backend, known.name) != 0) continue;
    out.lanes = k->lanes;
    out.calls += __atomic_load_n(k->calls, __ATOMIC_RELAXED);
  }
  return out;
}

Result<const Kernels*> select_kernels(const Group& group, const char* requested) {
  if (wants_default(requested)) requested = std::getenv("QUIVER_BACKEND");
  if (wants_default(requested)) {
    const Kernels* best = best_unit(group, false);
    if (best != nullptr) return best;
    return failure(QUIVER_UNSUPPORTED, kNoIndex, "no back end of this build serves %s %s", group.name, group.group);
  }
  const Known* known = find_known(requested);
  if (known == nullptr) return failure(QUIVER_INVALID_ARGUMENT, kNoIndex, "unknown back end '%s'", requested);
  const char* reason = reason_against(*known);
  if (reason[0] != '\0') return failure(QUIVER_UNSUPPORTED, kNoIndex, "back end %s: %s", requested, reason);
  const Kernels* k = find_unit(group, requested);
  if (k == nullptr)
    return failure(QUIVER_UNSUPPORTED, kNoIndex, "back end %s does not serve %s %s (%u-word field, degree %u)",
                   requested, group.name, group.group, group.words, group.degree);
  return k;
}

Result<Engine> Engine::create(const Group& group, const char* requested_backend) {
  Result<const Kernels*> kernels = select_kernels(group, requested_backend);
  if (!kernels.ok()) return kernels.error();
  Engine engine;
  engine.group_ = &group;
  engine.kernels_ = kernels.value();
  // A back end that computes something else combines by itself.
  engine.serial_ = engine.kernels_->combine != nullptr ? engine.kernels_ : best_unit(group, true);
  if (engine.serial_ == nullptr)
    return failure(QUIVER_UNSUPPORTED, kNoIndex, "no scalar back end serves %s %s", group.name, group.group);
  const Kernels* tables[] = {engine.kernels_, engine.serial_};
  Buffer* buffers[] = {&engine.constants_, &engine.serial_constants_};
  for (unsigned i = 0; i < 2; i++) {
    if (i == 1 && tables[1] == tables[0]) break;
    Result<Buffer> buffer = Buffer::allocate(tables[i]->constants_bytes);
    if (!buffer.ok()) return buffer.error();
    *buffers[i] = std::move(buffer.value());
    if (!tables[i]->init(buffers[i]->data(), group))
      return failure(QUIVER_UNSUPPORTED, kNoIndex, "back end %s does not fit the field of %s %s", tables[i]->backend,
                     group.name, group.group);
  }
  return engine;
}

namespace {

constexpr std::size_t kContextBytes =
    (2 * sizeof(Context) + Buffer::kAlignment - 1) / Buffer::kAlignment * Buffer::kAlignment;

} // namespace

std::size_t Workspace::memory(const Engine& engine, std::size_t batch) {
  const std::size_t own = engine.kernels().scratch_bytes, serial = engine.serial().scratch_bytes;
  return kContextBytes + (batch != 0 ? batch : 1) * (own > serial ? own : serial);
}

Result<Workspace> Workspace::create(const Engine& engine, std::size_t batch, Counts* counts) {
  const Kernels& k = engine.kernels();
  const Kernels& s = engine.serial();
  if (batch == 0) batch = 1;
  Result<Buffer> buffer = Buffer::allocate(memory(engine, batch));
  if (!buffer.ok()) return buffer.error();
  Workspace out;
  out.contexts_ = std::move(buffer.value());
  unsigned char* scratch = out.contexts_.data() + kContextBytes;
  Context* contexts = out.contexts_.as<Context>();
  new (&contexts[0]) Context{&k, &engine.group(), engine.constants(), scratch, batch, &contexts[1], counts};
  new (&contexts[1])
      Context{&s, &engine.group(), engine.serial_constants(), scratch, batch, &contexts[1], counts};
  return out;
}

} // namespace quiver
