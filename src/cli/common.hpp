// What the commands share: exit codes, options, names, output.
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "setup/points.hpp"

namespace quiver::cli {

/// Scripts rely on these numbers: docs/cli.md.
enum ExitCode : int {
  kOk = 0,
  kVerificationFailed = 1,
  kUsage = 2,
  kIo = 3,
  kBadData = 4,
  kUnsupported = 5,
  kInterrupted = 130,
};

/// A command line that makes no sense.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// ---- Names --------------------------------------------------------------------------------------------------------

/// ": did you mean bls12-381 or bls12-377?", or what there is where nothing is near.
std::string suggest(std::string_view word, const std::vector<std::string>& known);

/// The group of a curve's name and --group (may be empty). Throws UsageError with the nearest names.
setup::Group find_group(const std::string& curve, const std::string& group);

// ---- Options of every command that computes -----------------------------------------------------------------------

struct WorkOptions {
  std::string backend;   // empty: the library chooses
  unsigned threads = 0;  // 0: one per processor
  std::string algorithm; // empty: auto
  unsigned width = 0;    // of the widest window; 0: chosen
  bool unsigned_digits = false;
  std::string accumulate, reduce; // empty: batch-affine
  bool no_glv = false;
  std::string memory; // empty: no cap; bytes, or with K, M or G
  bool json = false;

  /// Refuses names that do not exist. Throws UsageError.
  void check() const;

  quiver_run_options run() const;
  quiver_msm_options msm() const;

  /// The back end that will serve `group`, or, where none can, the one that was asked for.
  std::string backend_for(const setup::Group& group) const;
};

/// --memory: a number of bytes, or of 2^10, 2^20 or 2^30 of them with K, M or G. Throws UsageError.
std::uint64_t parse_bytes(const std::string& text);

/// --seed: decimal or 0x…, up to 64 bits. Throws UsageError.
std::uint64_t parse_seed(const std::string& text);

// ---- Computing ----------------------------------------------------------------------------------------------------

struct MsmOutcome {
  std::vector<std::uint64_t> point; // packed canonical
  std::string backend;
  std::string plan; // what --json prints as "plan"
  std::uint64_t memory = 0; // the most bytes that the plan allocates
  double ms = 0; // the multi-scalar multiplication alone; points were prepared before
};

/// Throws setup::LibraryError.
MsmOutcome run_msm(const setup::PreparedPoints& points, const setup::Group& group, const std::uint64_t* scalars,
                   std::size_t n, const WorkOptions& options);

/// "pippenger c=13 windows=11 parts=2": what ran over n points, and which phases in their baseline form.
std::string plan_text(const quiver_msm_report& report, std::size_t n);

/// Milliseconds since it was made.
class Stopwatch {
public:
  double ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Three decimals: JSON without noise digits.
double rounded(double ms);

/// "812.3 ms" or "12.4 s"
std::string duration(double ms);

// ---- Output -------------------------------------------------------------------------------------------------------

/// One line on standard output, written at once and as a whole. Throws setup::FileError where it cannot be.
void print_line(std::string_view line);
void print_json(const setup::Json& object);

/// The whole file or none; "-" is standard output. Throws setup::FileError.
void write_file(const std::string& path, std::string_view bytes);

/// One line on standard error: "quiver: …".
void print_message(std::string_view text);

/// A line on standard error that is overwritten; silent where standard error is no terminal.
class Progress {
public:
  Progress(std::string what, std::size_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void show(std::size_t done, std::string_view note = {});
  void clear();

private:
  std::string what_;
  std::size_t total_;
  bool terminal_;
  bool drawn_ = false;
};

// ---- Interruption -------------------------------------------------------------------------------------------------

/// SIGINT, SIGTERM and SIGHUP end the process at once with 128 + signal, between lines of output, never inside one; the
/// file that protect() named is removed.
void install_signal_handlers();

/// While one lives a signal waits.
class Uninterrupted {
public:
  Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
  ~Uninterrupted();
};

/// The temporary file to remove on a signal; empty: none. Call inside Uninterrupted.
void protect(const std::string& temporary);

} // namespace quiver::cli
