#include "curve/groups.hpp"

#include "curve/bls12_377.hpp"
#include "curve/bls12_381.hpp"
#include "curve/bn254.hpp"
#include "curve/pasta.hpp"
#include "curve/small.hpp"

namespace quiver {
namespace {

constexpr const Group* kGroups[] = {
    &kBls12_377G1,       &kBls12_377G2,       &kBls12_381G1,  &kBls12_381G2,    &kBn254G1,
    &kBn254G2,           &kGrumpkinG1,        &kPallasG1,     &kVestaG1,        &kGoldilocksA1B31445G1,
    &kGoldilocksA1B38G1, &kGoldilocksA0B11G1, &kJ0_61bitB3G1, &kTiny85453B15G1,
};

constexpr char plain(char c) { return c == '-' ? '_' : c; }

/// Steps over `prefix` at the start of `text`; null where `text` starts otherwise.
const char* after_prefix(const char* text, const char* prefix) {
  for (; *prefix != '\0'; text++, prefix++)
    if (plain(*text) != plain(*prefix)) return nullptr;
  return text;
}

bool equal(const char* text, const char* other) {
  const char* rest = after_prefix(text, other);
  return rest != nullptr && *rest == '\0';
}

} // namespace

unsigned group_count() { return sizeof kGroups / sizeof kGroups[0]; }

const Group& group_at(unsigned index) { return *kGroups[index]; }

const Group* find_group(const char* name, const char* group) {
  if (name == nullptr) return nullptr;
  if (group == nullptr) group = "g1";
  for (const Group* candidate : kGroups) {
    const char* rest = after_prefix(name, candidate->curve);
    if (rest == nullptr) continue;
    if (*rest == '\0' ? equal(group, candidate->group) : plain(*rest) == '_' && equal(rest + 1, candidate->group))
      return candidate;
  }
  return nullptr;
}

} // namespace quiver
