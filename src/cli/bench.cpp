// quiver bench msm: sums of known result, timed. Rows of one run take turns, so that a slow moment of the machine falls on
// all of them; every result is compared with (sum of k_i * s_i) * generator.
#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "setup/known_sums.hpp"

namespace quiver::cli {
namespace {

constexpr std::uint64_t kMaxN = std::uint64_t{1} << 28;
constexpr double kTargetMs = 1000; // of a row, where --repeat does not say
constexpr unsigned kFewest = 3, kMost = 100;

/// Points, scalars and the sums that are right for them.
struct Input {
  setup::Group group;
  std::size_t n = 0, batch = 1;
  std::vector<std::uint64_t> points;   // packed, Montgomery
  std::vector<std::uint64_t> scalars;  // `batch` times n
  std::vector<std::uint64_t> expected; // `batch` packed canonical points
};

/// One line of the result: an MSM by given options.
struct Row {
  std::string label;
  WorkOptions work;
  std::string plan, backend;
  unsigned threads = 0, width = 0;
  std::vector<double> wall_ms, cpu_ms; // of each repetition
};

double best(const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); }

double median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

double cpu_now_ms() {
  timespec now = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void fail_unless_ok(quiver_status status, const quiver_error& error) {
  if (status != QUIVER_OK) throw setup::LibraryError(status, setup::error_text(status, error));
}

quiver_point_layout montgomery_layout() {
  quiver_point_layout layout = {};
  layout.struct_size = sizeof layout;
  layout.form = QUIVER_MONTGOMERY;
  return layout;
}

/// Canonical to Montgomery coordinates, as provers hold them.
std::vector<std::uint64_t> to_montgomery(const setup::Group& group, std::vector<std::uint64_t> points,
                                         const quiver_run_options& options) {
  setup::PointList list;
  list.group = group;
  list.n = points.size() / group.point_words();
  list.words = std::move(points);
  const setup::PreparedPoints prepared(list, QUIVER_VALIDATE_TRUST, options);
  const quiver_point_layout layout = montgomery_layout();
  quiver_error error = setup::empty_error();
  fail_unless_ok(quiver_points_read(prepared.get(), list.words.data(), 0, list.n, &layout, &error), error);
  return list.words;
}

Input make_input(const setup::Group& group, std::size_t n, const BenchOptions& options) {
  Input input;
  input.group = group;
  input.n = n;
  input.batch = options.batch;
  setup::SplitMix64 stream(parse_seed(options.seed));
  const quiver_run_options run = options.work.run();
  const auto logarithms = setup::draw_logarithms(stream, group, n, 256);
  input.points = to_montgomery(group, setup::multiples_of_generator(group, logarithms.data(), n, run), run);
  for (std::size_t i = 0; i < input.batch; ++i) {
    const auto scalars = setup::draw_scalars_of_kind(stream, group, n, options.scalars);
    const auto sum = setup::known_sum(group, logarithms, scalars, run);
    input.scalars.insert(input.scalars.end(), scalars.begin(), scalars.end());
    input.expected.insert(input.expected.end(), sum.begin(), sum.end());
  }
  return input;
}

/// One repetition: from points and scalars in the caller's memory to the sums; nothing is prepared beforehand.
void run_once(const Input& input, Row& row, bool timed) {
  const quiver_run_options run = row.work.run();
  quiver_msm_options how = row.work.msm();
  quiver_msm_report report = {};
  report.struct_size = sizeof report;
  how.report = &report;
  std::vector<std::uint64_t> sums(input.expected.size());
  std::vector<quiver_msm_job> jobs(input.batch);
  quiver_error error = setup::empty_error();
  const quiver_point_layout layout = montgomery_layout();

  const Stopwatch watch;
  const double cpu = cpu_now_ms();
  quiver_points* points = nullptr;
  quiver_status status = quiver_points_create(input.group.handle, &points, input.points.data(), input.n, &layout,
                                              QUIVER_VALIDATE_TRUST, &run, &error);
  if (status == QUIVER_OK) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      jobs[i].struct_size = sizeof jobs[i];
      jobs[i].points = points;
      jobs[i].scalars = input.scalars.data() + 4 * input.n * i;
      jobs[i].n = input.n;
    }
    status = quiver_msm(sums.data(), jobs.data(), jobs.size(), &how, &error);
  }
  const double cpu_ms = cpu_now_ms() - cpu, wall_ms = watch.ms();
  if (points != nullptr) row.backend = quiver_points_backend(points);
  quiver_points_destroy(points);
  fail_unless_ok(status, error);
  if (sums != input.expected)
    throw setup::LibraryError(QUIVER_INTERNAL, fmt::format("{}, n = {}, {}: the sum is not the known one",
                                                           input.group.name(), input.n, row.label));
  row.plan = plan_text(report, input.n);
  row.threads = report.threads;
  row.width = report.width;
  if (!timed) return;
  row.wall_ms.push_back(wall_ms);
  row.cpu_ms.push_back(cpu_ms);
}

/// All rows on one input, in turns.
void run_rows(const Input& input, std::vector<Row>& rows, unsigned repeat) {
  std::vector<unsigned> repeats;
  for (Row& row : rows) {
    const Stopwatch watch;
    run_once(input, row, false); // pages, caches, the pool's threads
    const double ms = std::max(watch.ms(), 1e-3);
    repeats.push_back(repeat != 0 ? repeat : std::clamp(static_cast<unsigned>(kTargetMs / ms), kFewest, kMost));
  }
  const unsigned rounds = *std::max_element(repeats.begin(), repeats.end());
  for (unsigned round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (round < repeats[i]) run_once(input, rows[i], true);
}

// ---- Which rows ---------------------------------------------------------------------------------------------------

WorkOptions baseline_of(WorkOptions work) {
  work.algorithm = "pippenger";
  work.unsigned_digits = true;
  work.accumulate = "xyzz";
  work.reduce = "running";
  work.no_glv = true;
  return work;
}

/// ark-msm's order: each row has the optimisation that its label names, and those of the rows above.
std::vector<Row> ablation_rows(const WorkOptions& work) {
  Row baseline, accumulate, digits, reduce, endomorphism;
  baseline.label = "baseline";
  baseline.work = baseline_of(work);
  accumulate = baseline;
  accumulate.label = "+ batch accumulation";
  accumulate.work.accumulate = "batch-affine";
  digits = accumulate;
  digits.label = "+ signed digits";
  digits.work.unsigned_digits = false;
  reduce = digits;
  reduce.label = "+ batch reduction";
  reduce.work.reduce = "batch-affine";
  endomorphism = reduce;
  endomorphism.label = "+ GLV";
  endomorphism.work.no_glv = false;
  return {baseline, accumulate, digits, reduce, endomorphism};
}

std::vector<Row> rows_for(const Input& input, const BenchOptions& options) {
  Row plain;
  plain.label = "default";
  plain.work = options.work;
  switch (options.rows) {
  case BenchRows::kPlain:
    break;
  case BenchRows::kAblation:
    return ablation_rows(options.work);
  case BenchRows::kBaseline: {
    Row baseline;
    baseline.label = "baseline";
    baseline.work = baseline_of(options.work);
    return {baseline, plain};
  }
  case BenchRows::kWindows: {
    Row probe = plain;
    probe.work.algorithm = "pippenger";
    run_once(input, probe, false);
    const unsigned chosen = probe.width;
    std::vector<Row> rows;
    for (unsigned c = chosen > 5 ? chosen - 4 : 2; c <= std::min(chosen + 4, 24u); ++c) {
      Row row = probe;
      row.label = fmt::format("c={}{}", c, c == chosen ? " (chosen)" : "");
      row.work.width = c;
      rows.push_back(row);
    }
    return rows;
  }
  }
  return {plain};
}

/// "8", "2^10", "2^8..2^18" (each twice the one before), or several with commas.
std::vector<std::size_t> parse_sizes(const std::string& text) {
  const auto fail = [&] {
    return UsageError(fmt::format("--sizes: \"{}\" is no list of sizes up to 2^28, such as 100,2^10 or 2^8..2^18", text));
  };
  const auto number = [&](std::string_view word) -> std::uint64_t {
    const bool power = word.starts_with("2^");
    if (power) word.remove_prefix(2);
    if (word.empty() || word.size() > 9 || word.find_first_not_of("0123456789") != std::string_view::npos) throw fail();
    const std::uint64_t value = std::stoull(std::string(word));
    if (power && value > 28) throw fail();
    const std::uint64_t size = power ? std::uint64_t{1} << value : value;
    if (size == 0 || size > kMaxN) throw fail();
    return size;
  };
  std::vector<std::size_t> sizes;
  std::string_view rest = text;
  while (true) {
    const std::string_view item = rest.substr(0, rest.find(','));
    const auto dots = item.find("..");
    const std::uint64_t first = number(item.substr(0, dots));
    const std::uint64_t last = dots == std::string_view::npos ? first : number(item.substr(dots + 2));
    if (last < first) throw fail();
    for (std::uint64_t n = first; n <= last; n *= 2) sizes.push_back(static_cast<std::size_t>(n));
    if (item.size() == rest.size()) return sizes;
    rest.remove_prefix(item.size() + 1);
  }
}

// ---- Output -------------------------------------------------------------------------------------------------------

setup::Json row_json(const Input& input, const Row& row, const BenchOptions& options) {
  setup::Json out;
  out["op"] = "msm";
  out["curve"] = input.group.info.curve;
  out["group"] = input.group.info.group;
  out["n"] = input.n;
  out["batch"] = input.batch;
  out["scalars"] = options.scalars;
  out["threads"] = row.threads;
  out["backend"] = row.backend;
  out["row"] = row.label;
  out["plan"] = row.plan;
  out["repeats"] = row.wall_ms.size();
  out["best_ms"] = rounded(best(row.wall_ms));
  out["median_ms"] = rounded(median(row.wall_ms));
  out["cpu_ms"] = rounded(best(row.cpu_ms));
  out["checked"] = true;
  return out;
}

/// What part of the time of the row above (of the baseline) the row saves.
double gain_percent(const Row& before, const Row& after) {
  return std::round(1e4 * (1 - best(after.cpu_ms) / best(before.cpu_ms))) / 100;
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  std::string name, family, model;
  for (std::string line; std::getline(file, line) && (name.empty() || family.empty() || model.empty());) {
    const auto value = line.find(": ");
    if (value == std::string::npos) continue;
    if (line.starts_with("model name")) name = line.substr(value + 2);
    else if (line.starts_with("cpu family")) family = line.substr(value + 2);
    else if (line.starts_with("model")) model = line.substr(value + 2);
  }
  return name.empty() ? "unknown" : fmt::format("{} (family {}, model {})", name, family, model);
}

setup::Json document(const BenchOptions& options, setup::Json rows) {
  setup::Json out;
  out["command"] = options.command;
  out["version"] = quiver_version();
  out["machine"] = {{"cpu", cpu_model()}, {"features", quiver_cpu_features()}, {"compiler", __VERSION__}};
  out["rows"] = std::move(rows);
  return out;
}

} // namespace

int run_bench_msm(const BenchOptions& options) {
  options.work.check();
  const auto& kinds = setup::scalar_kinds();
  if (std::find(kinds.begin(), kinds.end(), options.scalars) == kinds.end())
    throw UsageError(fmt::format("--scalars: there is no \"{}\"{}", options.scalars, suggest(options.scalars, kinds)));
  if (options.batch < 1 || options.batch > 1024) throw UsageError("--batch: from 1 to 1024");
  const setup::Group group = find_group(options.curve, options.group);
  std::vector<std::size_t> sizes;
  if (!options.sizes.empty()) sizes = parse_sizes(options.sizes);
  else if (options.n != 0) sizes = {static_cast<std::size_t>(options.n)};
  else if (options.log_n <= 28) sizes = {std::size_t{1} << options.log_n};
  if (sizes.empty() || sizes.front() > kMaxN) throw UsageError("--n, --log-n: up to 2^28");

  setup::Json all = setup::Json::array();
  Progress progress("sizes", sizes.size());
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    progress.show(s, fmt::format("n = {}", sizes[s]));
    const Input input = make_input(group, sizes[s], options);
    std::vector<Row> rows = rows_for(input, options);
    run_rows(input, rows, options.repeat);
    progress.clear();
    if (s == 0 && !options.work.json)
      print_line(fmt::format("{:>9}  {:<22} {:<28} {:>11} {:>11} {:>11} {:>8}", "n", "row", "plan", "best ms", "median ms",
                             "CPU ms", options.rows == BenchRows::kPlain ? "" : "gain %"));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      setup::Json json = row_json(input, rows[i], options);
      const bool compared = i > 0 && options.rows != BenchRows::kPlain && options.rows != BenchRows::kWindows;
      if (compared) json["gain_percent"] = gain_percent(rows[i - 1], rows[i]);
      if (options.work.json) print_json(json);
      else
        print_line(fmt::format("{:>9}  {:<22} {:<28} {:>11.3f} {:>11.3f} {:>11.3f} {:>8}", input.n, rows[i].label,
                               rows[i].plan, best(rows[i].wall_ms), median(rows[i].wall_ms), best(rows[i].cpu_ms),
                               compared ? fmt::format("{:.2f}", gain_percent(rows[i - 1], rows[i])) : ""));
      all.push_back(std::move(json));
    }
  }
  if (!options.output.empty()) write_file(options.output, document(options, std::move(all)).dump(1) + "\n");
  return kOk;
}

} // namespace quiver::cli
