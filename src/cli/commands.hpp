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

/// Which options the rows of a benchmark differ by.
enum class BenchRows {
  kPlain,    // one row
  kBaseline, // the baseline form of every phase, and the options given
  kAblation, // baseline, then one optimisation more in each row
  kWindows,  // widths around the chosen one
};

struct BenchOptions {
  std::string curve, group;
  std::uint64_t n = 0;    // 0: 2^log_n
  unsigned log_n = 12;
  std::string sizes;      // a list; wins over n
  std::string scalars = "full";
  std::string seed = "0";
  std::size_t batch = 1;  // sums over one set of points
  unsigned repeat = 0;    // 0: about a second a row
  BenchRows rows = BenchRows::kPlain;
  std::string output;     // empty: none
  std::string command;    // as it was typed, for the output
  WorkOptions work;
};

/// Fails with LibraryError (QUIVER_INTERNAL) where a result is not the known one.
int run_bench_msm(const BenchOptions& options);

} // namespace quiver::cli
