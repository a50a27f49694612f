// Case files: MSM inputs with their known results, as JSON (`msm-vectors-1` and `msm-indexed-1`).
//
// The head names the group and repeats its constants; each case has n points, n scalars and the result, written out, or
// as `prng`: points k_i * generator and scalars from a SplitMix64 stream (first n values k_i, then n scalars), or, in
// indexed files, as indices into short lists. tests/data/README.md says where such files come from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "setup/file.hpp"
#include "setup/points.hpp"

namespace quiver::setup {

/// How a case's points and scalars are drawn, and what a reader can check its own stream against.
struct PrngRule {
  std::uint64_t seed = 0;
  unsigned k_bits = 256;                   // 64: k is one output; 256: four outputs mod r
  std::vector<std::uint64_t> first_points; // packed, like Case::points
  std::vector<std::uint64_t> last_point;
  std::vector<U256> first_scalars;
};

struct Case {
  std::string name;
  std::string note;
  std::uint64_t n = 0;
  bool in_subgroup = true;            // false: points may lie outside the order-r subgroup
  std::optional<PrngRule> prng;       // set: points and scalars are empty until draw() fills them
  std::vector<std::uint64_t> points;  // n packed points
  std::vector<std::uint64_t> scalars; // n times four words, taken as they are
  std::vector<std::uint64_t> result;  // one packed point; empty where the file has none
};

struct CaseFile {
  std::string file;
  std::string curve; // as the file spells it
  Group group;
  std::vector<Case> cases;
};

/// Reads and checks everything before it returns: the head against the library's constants, every number, every length.
/// `group` ("g1", "g2") is used where the head names none and has to agree where it does; NULL: not given.
/// Throws FileError: kData naming the case and the entry, kUnsupported for a format or group that is not known here.
CaseFile read_cases(const Bytes& json, const std::string& file, const char* group);

/// Fills points and scalars of a `prng` case and checks them against the values in the file. Others stay as they are.
void draw(const CaseFile& file, Case& c, const quiver_run_options& options);

/// A case's points, ready to be prepared, and their names in messages.
PointList points_of(const CaseFile& file, const Case& c);

/// A file in `msm-vectors-1` with the cases written out, one entry a line.
std::string write_cases(const CaseFile& file);

} // namespace quiver::setup
