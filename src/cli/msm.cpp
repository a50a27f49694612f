// quiver msm: sums over case files, or over the user's own points and scalars.
#include <algorithm>
#include <optional>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "setup/cases.hpp"
#include "setup/formats.hpp"
#include "setup/point_codec.hpp"

namespace quiver::cli {
namespace {

// ---- Case files ---------------------------------------------------------------------------------------------------

/// What became of the cases of a file.
struct Tally {
  std::size_t done = 0, equal = 0, different = 0, unsupported = 0, bad = 0, skipped = 0;

  int exit_code() const {
    if (different > 0) return kVerificationFailed;
    if (bad > 0) return kBadData;
    // A case that a forced option cannot do is part of the answer; a file without any that it can do is a refusal.
    if (done == 0 && unsupported > 0) return kUnsupported;
    return kOk;
  }
};

void print_case(const setup::Json& object, const setup::Case& c, bool json) {
  if (json) return print_json(object);
  const std::string key = object.contains("error") ? "error" : "result";
  const std::string value = object[key].is_string() ? object[key].get<std::string>() : setup::json_text(object[key]);
  std::string line = fmt::format("{}  n={}  {}", c.name, c.n, key == "error" ? "error: " + value : value);
  if (object.contains("equal")) line += object["equal"].get<bool>() ? "  equal" : "  DIFFERENT";
  print_line(line);
}

/// One case: its object for --json, counted in `tally`.
setup::Json run_case(const setup::CaseFile& file, setup::Case& c, const MsmOptions& options, Tally& tally) {
  setup::Json object;
  object["curve"] = file.curve;
  object["group"] = file.group.info.group;
  object["name"] = c.name;
  try {
    setup::draw(file, c, options.work.run());
    // Points that may lie outside the subgroup must be summed as they are: with what is only right inside it left out.
    const setup::PreparedPoints points(setup::points_of(file, c),
                                       c.in_subgroup ? QUIVER_VALIDATE_SUBGROUP : QUIVER_VALIDATE_ON_CURVE,
                                       options.work.run());
    const MsmOutcome outcome =
        run_msm(points, file.group, c.scalars.data(), static_cast<std::size_t>(c.n), options.work);
    object["result"] = setup::point_to_json(file.group, outcome.point.data());
    object["backend"] = outcome.backend;
    ++tally.done;
    if (options.check) {
      const bool equal = outcome.point == c.result;
      object["equal"] = equal;
      ++(equal ? tally.equal : tally.different);
    }
  } catch (const setup::LibraryError& error) {
    if (error.status() != QUIVER_UNSUPPORTED) throw;
    object["error"] = error.what();
    object["backend"] = options.work.backend_for(file.group);
    ++tally.unsupported;
  } catch (const setup::FileError& error) {
    object["error"] = error.what();
    object["backend"] = options.work.backend_for(file.group);
    ++tally.bad;
  }
  return object;
}

int run_cases(const MsmOptions& options) {
  const std::string name = setup::input_name(options.cases);
  setup::CaseFile file =
      setup::read_cases(setup::read_file(options.cases), name, options.group.empty() ? nullptr : options.group.c_str());
  if (options.check)
    for (const setup::Case& c : file.cases)
      if (c.result.empty())
        throw setup::FileError(setup::Failure::kData, {name, "case " + c.name}, "has no result to check against");

  Tally tally;
  Progress progress(name, file.cases.size());
  for (std::size_t i = 0; i < file.cases.size(); ++i) {
    setup::Case& c = file.cases[i];
    if (options.max_n && c.n > *options.max_n) {
      ++tally.skipped;
      continue;
    }
    progress.show(i, c.name);
    const setup::Json object = run_case(file, c, options, tally);
    progress.clear();
    print_case(object, c, options.work.json);
    c = setup::Case{}; // a drawn case of 2^20 points is 100 MB that nobody needs any more
  }
  if (options.check) {
    std::string text = fmt::format("{}: {} of {} results equal", name, tally.equal, tally.equal + tally.different);
    if (tally.unsupported > 0) text += fmt::format(", {} not possible with these options", tally.unsupported);
    if (tally.bad > 0) text += fmt::format(", {} with bad data", tally.bad);
    if (tally.skipped > 0) text += fmt::format(", {} above --max-n left out", tally.skipped);
    print_message(text);
  }
  return tally.exit_code();
}

// ---- Own points and scalars ---------------------------------------------------------------------------------------

quiver_validation validation_named(const std::string& name) {
  if (name == "trust") return QUIVER_VALIDATE_TRUST;
  if (name == "on_curve") return QUIVER_VALIDATE_ON_CURVE;
  if (name == "subgroup") return QUIVER_VALIDATE_SUBGROUP;
  throw UsageError(
      fmt::format("--validation: there is no \"{}\"{}", name, suggest(name, {"trust", "on_curve", "subgroup"})));
}

/// --from may name a format for the points and one for the scalars; what a format holds says which it is.
struct Forced {
  std::optional<setup::Format> points, scalars;

  explicit Forced(const std::vector<std::string>& names) {
    std::vector<std::string> known;
    for (const setup::FormatInfo& info : setup::all_formats())
      if (info.holds != setup::Holds::kCases) known.emplace_back(info.name);
    for (const std::string& name : names) {
      const setup::FormatInfo* info = setup::find_format(name);
      if (info == nullptr || info->holds == setup::Holds::kCases)
        throw UsageError(fmt::format("--from: there is no \"{}\"{}", name, suggest(name, known)));
      std::optional<setup::Format>& target = info->holds == setup::Holds::kPoints ? points : scalars;
      if (target) throw UsageError(fmt::format("--from: two formats for the same file, the second {}", name));
      target = info->format;
    }
  }
};

void print_sum(const setup::Group& group, const MsmOutcome& outcome, std::size_t n, double prepare_ms,
               const std::string& file, const WorkOptions& work) {
  const setup::Json result = setup::point_to_json(group, outcome.point.data());
  std::string compressed;
  if (setup::has_zcash_encoding(group)) {
    setup::Bytes bytes(setup::zcash_size(group, true));
    setup::pack_zcash(group, outcome.point.data(), true, bytes.data());
    compressed = setup::bytes_to_hex(bytes.data(), bytes.size());
  }
  if (!work.json) {
    print_line(fmt::format("{}: {} scalars over {}", file, n, group.name()));
    print_line(fmt::format("  result      {}", result.is_string() ? "inf" : setup::json_text(result)));
    if (!compressed.empty()) print_line(fmt::format("  compressed  {}", compressed));
    print_line(fmt::format("  {} on {} in {}, at most {:.1f} MiB", outcome.plan, outcome.backend, duration(outcome.ms),
                           static_cast<double>(outcome.memory) / (1 << 20)));
    return;
  }
  setup::Json object;
  object["curve"] = group.info.curve;
  object["group"] = group.info.group;
  object["n"] = n;
  object["result"] = result;
  if (!compressed.empty()) object["compressed"] = compressed;
  object["backend"] = outcome.backend;
  object["plan"] = outcome.plan;
  object["ms"] = rounded(outcome.ms);
  object["prepare_ms"] = rounded(prepare_ms);
  print_json(object);
}

int run_files(const MsmOptions& options) {
  const setup::Group group = find_group(options.curve, options.group);
  const Forced forced(options.from);
  const quiver_validation validation = validation_named(options.validation);
  if (options.basis != "lagrange" && options.basis != "monomial")
    throw UsageError(
        fmt::format("--basis: there is no \"{}\"{}", options.basis, suggest(options.basis, {"lagrange", "monomial"})));
  // A set-up has its G2 points in one basis only.
  const setup::Basis basis =
      options.basis == "monomial" || group.info.degree == 2 ? setup::Basis::kMonomial : setup::Basis::kLagrange;
  const std::string points_name = setup::input_name(options.points);
  const setup::PointFile points = setup::read_points(setup::read_file(options.points), points_name, group,
                                                     forced.points, basis, options.work.run());

  std::vector<setup::ScalarList> vectors;
  for (const std::string& path : options.scalars) {
    // A blob has no header; beside a set-up that blobs belong to nothing else can be meant.
    if (!forced.scalars && points.format != setup::Format::kEthereumText)
      throw UsageError(
          fmt::format("--scalars: the format of {} cannot be told from its bytes: name it with --from blob", path));
    vectors.push_back(setup::read_blob(setup::read_file(path), setup::input_name(path), group));
    if (vectors.back().n != points.points.n)
      throw setup::FileError(
          setup::Failure::kData, {setup::input_name(path)},
          fmt::format("{} scalars, but {} has {} points", vectors.back().n, points_name, points.points.n));
  }

  const Stopwatch watch;
  const setup::PreparedPoints prepared(points.points, validation, options.work.run());
  const double prepare_ms = watch.ms();
  Progress progress("sums", vectors.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    progress.show(i, vectors[i].file);
    if (points.bit_reversed) setup::bit_reverse(vectors[i]);
    const MsmOutcome outcome = run_msm(prepared, group, vectors[i].words.data(), vectors[i].n, options.work);
    progress.clear();
    print_sum(group, outcome, vectors[i].n, prepare_ms, vectors[i].file, options.work);
  }
  return kOk;
}

} // namespace

int run_msm_command(const MsmOptions& options) {
  options.work.check();
  const bool own = !options.points.empty() || !options.scalars.empty() || !options.curve.empty();
  if (!options.cases.empty() && own)
    throw UsageError("--cases has its own curve, points and scalars: leave out --curve, --points and --scalars");
  if (!options.cases.empty()) {
    if (!options.group.empty() && options.group != "g1" && options.group != "g2")
      throw UsageError(fmt::format("--group: there is no \"{}\"; there is g1 and g2", options.group));
    return run_cases(options);
  }
  if (options.check || options.max_n) throw UsageError("--check and --max-n go with --cases");
  if (options.curve.empty() || options.points.empty() || options.scalars.empty())
    throw UsageError("either --cases, or --curve, --points and --scalars are needed (see quiver msm --help)");
  return run_files(options);
}

} // namespace quiver::cli
