// The commands of `quiver`: what can be asked of each, and what runs it. grammar.cpp fills the options in.
//
// The run functions return an exit code. They throw UsageError, setup::FileError and setup::LibraryError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/common.hpp"

namespace quiver::cli {

struct MsmOptions {
  std::string cases;
  bool check = false;
  std::optional<std::uint64_t> max_n;

  std::string curve, group;
  std::string points;
  std::vector<std::string> scalars;
  std::vector<std::string> from;
  std::string basis = "lagrange";
  std::string validation = "subgroup";

  WorkOptions work;
};

int run_msm_command(const MsmOptions& options);

enum class Generated { kPoints, kScalars, kCases };

struct GenOptions {
  std::string curve, group;
  std::uint64_t n = 0;
  std::string seed = "0";
  unsigned bits = 256;
  std::string to;
  std::string output;
  WorkOptions work; // back end and threads alone
};

int run_gen(Generated what, const GenOptions& options);

struct InfoOptions {
  bool json = false;
  bool kernels = false;
};

int run_info(const InfoOptions& options);

struct DemoOptions {
  std::string data;
  WorkOptions work;
};

/// `argv0`: how this program was called, as installed data is found from it; may be NULL.
int run_demo(const DemoOptions& options, const char* argv0);

} // namespace quiver::cli
