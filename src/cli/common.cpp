#include "cli/common.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <unistd.h>

#include <fmt/core.h>

#include "setup/output.hpp"

namespace quiver::cli {
namespace {

struct AlgorithmName {
  const char* name;
  quiver_algorithm value;
};
constexpr AlgorithmName kAlgorithms[] = {
    {"auto", QUIVER_ALGORITHM_AUTO},
    {"naive", QUIVER_ALGORITHM_NAIVE},
    {"pippenger", QUIVER_ALGORITHM_PIPPENGER},
    {"straus", QUIVER_ALGORITHM_STRAUS}};

/// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

std::string joined(const std::vector<std::string>& words, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
  return text;
}

std::vector<std::string> backend_names() {
  std::vector<std::string> names = {"auto"};
  for (std::size_t i = 0; i < quiver_backend_count(); ++i) {
    quiver_backend_info info = {};
    info.struct_size = sizeof info;
    if (quiver_backend_at(i, &info) == QUIVER_OK) names.emplace_back(info.name);
  }
  return names;
}

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const AlgorithmName& algorithm : kAlgorithms) names.emplace_back(algorithm.name);
  return names;
}

void expect_known(const char* option, const std::string& word, const std::vector<std::string>& known) {
  if (!word.empty() && std::find(known.begin(), known.end(), word) == known.end())
    throw UsageError(fmt::format("{}: there is no \"{}\"{}", option, word, suggest(word, known)));
}

} // namespace

// ---- Names --------------------------------------------------------------------------------------------------------

std::string suggest(std::string_view word, const std::vector<std::string>& known) {
  std::string folded(word);
  for (char& c : folded) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : known) {
    std::string other = name;
    for (char& c : other)
      if (c == '_') c = '-';
    const std::size_t distance = edit_distance(folded, other);
    // A third of the letters may be wrong; a part of a name is near too ("bls12").
    if (distance <= std::max<std::size_t>(1, name.size() / 3))
      near.emplace_back(distance, name);
    else if (folded.size() >= 3 && other.find(folded) != std::string::npos)
      near.emplace_back(other.size(), name);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [distance, name] : near)
    if (names.size() < 3 && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  if (!names.empty()) return ": did you mean " + joined(names, " or ") + "?";
  return known.empty() ? "" : "; there is " + joined(known, " and ");
}

setup::Group find_group(const std::string& curve, const std::string& group) {
  expect_known("--group", group, {"g1", "g2"});
  if (const quiver_group* handle = quiver_group_find(curve.c_str(), group.empty() ? nullptr : group.c_str()))
    return setup::describe(handle);

  std::vector<std::string> known;
  for (std::size_t i = 0; i < quiver_group_count(); ++i) {
    const setup::Group other = setup::describe(quiver_group_at(i));
    if (std::find(known.begin(), known.end(), other.info.curve) == known.end()) known.emplace_back(other.info.curve);
  }
  if (const quiver_group* other = quiver_group_find(curve.c_str(), nullptr))
    throw UsageError(fmt::format("--group: there is no {} of {}", group, setup::describe(other).info.curve));
  throw UsageError(fmt::format("--curve: there is no \"{}\"{}", curve, suggest(curve, known)));
}

// ---- Options of every command that computes -----------------------------------------------------------------------

void WorkOptions::check() const {
  expect_known("--backend", backend, backend_names());
  expect_known("--algorithm", algorithm, algorithm_names());
  expect_known("--accumulate", accumulate, {"batch-affine", "xyzz"});
  expect_known("--reduce", reduce, {"batch-affine", "running"});
  if (width > 24) throw UsageError("--c: from 1 to 24");
  if (!memory.empty()) parse_bytes(memory);
}

quiver_run_options WorkOptions::run() const {
  quiver_run_options options = {};
  options.struct_size = sizeof options;
  options.threads = threads;
  options.backend = backend.empty() ? nullptr : backend.c_str();
  return options;
}

quiver_msm_options WorkOptions::msm() const {
  quiver_msm_options options = {};
  options.struct_size = sizeof options;
  options.threads = threads;
  for (const AlgorithmName& known : kAlgorithms)
    if (algorithm == known.name) options.algorithm = known.value;
  options.width = width;
  if (!memory.empty()) options.memory = parse_bytes(memory);
  if (unsigned_digits) options.baseline |= QUIVER_MSM_UNSIGNED;
  if (accumulate == "xyzz") options.baseline |= QUIVER_MSM_XYZZ_ACCUMULATE;
  if (reduce == "running") options.baseline |= QUIVER_MSM_RUNNING_REDUCE;
  if (no_glv) options.baseline |= QUIVER_MSM_NO_ENDOMORPHISM;
  return options;
}

std::string WorkOptions::backend_for(const setup::Group& group) const {
  const char* name = nullptr;
  const char* requested = backend.empty() ? nullptr : backend.c_str();
  if (quiver_backend_select(group.handle, &name, requested, nullptr) == QUIVER_OK) return name;
  if (requested != nullptr) return requested;
  const char* environment = std::getenv("QUIVER_BACKEND");
  return environment == nullptr ? "auto" : environment;
}

std::uint64_t parse_bytes(const std::string& text) {
  const auto digits = text.find_first_not_of("0123456789");
  const std::string unit = digits == std::string::npos ? "" : text.substr(digits);
  const unsigned shift = unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : 0;
  if (digits != 0 && !text.empty() && text.size() - unit.size() <= 19 && (unit.empty() || shift != 0)) {
    const std::uint64_t number = std::stoull(text);
    if (number != 0 && number <= UINT64_MAX >> shift) return number << shift;
  }
  throw UsageError(fmt::format("--memory: \"{}\" is no number of bytes, such as 8000000, 512K, 64M or 1G", text));
}

std::uint64_t parse_seed(const std::string& text) {
  try {
    std::size_t used = 0;
    const bool hexadecimal = text.starts_with("0x");
    if (!text.empty() && text.front() >= '0' && text.front() <= '9') {
      const std::uint64_t seed = std::stoull(text, &used, hexadecimal ? 16 : 10);
      if (used == text.size()) return seed;
    }
  } catch (const std::exception&) { // out of range, or no digits
  }
  throw UsageError(fmt::format("--seed: \"{}\" is no number of 64 bits, decimal or 0x…", text));
}

// ---- Computing ----------------------------------------------------------------------------------------------------

namespace {

/// A sum's own progress, where it takes long enough for anyone to look.
class SumProgress {
public:
  SumProgress() : bar_("sum", 100) {
    control_.struct_size = sizeof control_;
    control_.user = this;
    control_.progress = [](void* user, std::uint64_t done, std::uint64_t total) {
      static_cast<SumProgress*>(user)->hear(done, total);
    };
  }
  const quiver_control* control() const { return &control_; }

private:
  static constexpr double kPatienceMs = 500;

  void hear(std::uint64_t done, std::uint64_t total) {
    const auto percent = static_cast<std::size_t>(100 * (static_cast<double>(done) / static_cast<double>(total)));
    if (percent == shown_ || watch_.ms() < kPatienceMs) return;
    shown_ = percent;
    bar_.show(percent, "%");
  }

  Progress bar_;
  Stopwatch watch_;
  std::size_t shown_ = 0;
  quiver_control control_ = {};
};

} // namespace

MsmOutcome run_msm(const setup::PreparedPoints& points, const setup::Group& group, const std::uint64_t* scalars,
                   std::size_t n, const WorkOptions& options) {
  MsmOutcome outcome;
  outcome.point.resize(group.point_words());
  quiver_msm_job job = {};
  job.struct_size = sizeof job;
  job.points = points.get();
  job.scalars = scalars;
  job.n = n;
  quiver_msm_options how = options.msm();
  quiver_msm_report report = {};
  report.struct_size = sizeof report;
  how.report = &report;
  SumProgress progress;
  how.control = progress.control();
  quiver_error error = setup::empty_error();
  const Stopwatch watch;
  const quiver_status status = quiver_msm(outcome.point.data(), &job, 1, &how, &error);
  outcome.ms = watch.ms();
  if (status != QUIVER_OK) throw setup::LibraryError(status, setup::error_text(status, error));
  outcome.backend = quiver_points_backend(points.get());
  outcome.plan = plan_text(report, n);
  outcome.memory = report.memory;
  return outcome;
}

std::string plan_text(const quiver_msm_report& report, std::size_t n) {
  if (report.algorithm == QUIVER_ALGORITHM_NAIVE) return "naive";
  const char* name = report.algorithm == QUIVER_ALGORITHM_STRAUS ? "straus" : "pippenger";
  std::string text = fmt::format("{} c={} windows={}", name, report.width, report.windows);
  if (report.parts > 1) text += fmt::format(" parts={}", report.parts);
  if (report.tile != 0 && report.tile < n) text += fmt::format(" tile={}", report.tile);
  if ((report.baseline & QUIVER_MSM_UNSIGNED) != 0) text += " unsigned";
  if ((report.baseline & QUIVER_MSM_XYZZ_ACCUMULATE) != 0) text += " accumulate=xyzz";
  if ((report.baseline & QUIVER_MSM_RUNNING_REDUCE) != 0) text += " reduce=running";
  return text;
}

double rounded(double ms) { return std::round(ms * 1000) / 1000; }

std::string duration(double ms) {
  return ms < 10000 ? fmt::format("{:.1f} ms", ms) : fmt::format("{:.1f} s", ms / 1000);
}

// ---- Output -------------------------------------------------------------------------------------------------------

void print_line(std::string_view line) {
  std::string text(line);
  text += '\n';
  const Uninterrupted whole;
  setup::write_all(STDOUT_FILENO, "standard output", text);
}

void print_json(const setup::Json& object) { print_line(setup::json_text(object)); }

void print_message(std::string_view text) {
  const std::string line = fmt::format("quiver: {}\n", text);
  // Nobody is left to hear that a message could not be written.
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, line.data(), line.size());
}

void write_file(const std::string& path, std::string_view bytes) {
  std::optional<setup::OutputFile> file;
  {
    const Uninterrupted whole;
    file.emplace(path);
    protect(file->temporary_path());
  }
  file->write(bytes);
  const Uninterrupted whole;
  file->commit();
  protect("");
}

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(total), terminal_(::isatty(STDERR_FILENO) == 1) {}

void Progress::show(std::size_t done, std::string_view note) {
  if (!terminal_ || total_ == 0) return;
  constexpr std::size_t kWidth = 30;
  const std::size_t filled = kWidth * std::min(done, total_) / total_;
  const std::string line = fmt::format("\r\033[K{} [{}{}] {}/{} {}", what_, std::string(filled, '#'),
                                       std::string(kWidth - filled, '.'), done, total_, note);
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, line.data(), line.size());
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, "\r\033[K", 4);
  drawn_ = false;
}

// ---- Interruption -------------------------------------------------------------------------------------------------

namespace {

// Only lock-free atomics and plain bytes: the handler may run between any two instructions, in any thread.
std::atomic<int> uninterrupted_depth{0};
std::atomic<int> pending_signal{0};
char protected_path[4096];
static_assert(std::atomic<int>::is_always_lock_free);

[[noreturn]] void leave(int signal) {
  if (protected_path[0] != '\0') ::unlink(protected_path);
  ::_exit(128 + signal);
}

void on_signal(int signal) {
  pending_signal.store(signal);
  if (uninterrupted_depth.load() == 0) leave(signal);
}

} // namespace

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // What the caller ignores stays ignored (nohup, background jobs of a shell).
    struct sigaction before = {};
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    ::sigaction(signal, &action, nullptr);
  }
}

Uninterrupted::Uninterrupted() { uninterrupted_depth.fetch_add(1); }

Uninterrupted::~Uninterrupted() {
  if (uninterrupted_depth.fetch_sub(1) == 1)
    if (const int signal = pending_signal.load()) leave(signal);
}

void protect(const std::string& temporary) {
  if (temporary.size() < sizeof protected_path) std::memcpy(protected_path, temporary.c_str(), temporary.size() + 1);
}

} // namespace quiver::cli
