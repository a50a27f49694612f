// quiver gen: points of known logarithms, scalars, and whole cases with their result, from a seed.
//
// All three draw from one SplitMix64 stream as `prng` cases do: n logarithms k_i (points k_i * generator), then n
// scalars. So `gen points` and `gen scalars` with one seed, curve and n are the two halves of `gen cases`.
#include <algorithm>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "setup/cases.hpp"
#include "setup/formats.hpp"
#include "setup/known_sums.hpp"
#include "setup/point_codec.hpp"

namespace quiver::cli {
namespace {

/// Points are computed this many at a time, so that progress can be shown.
constexpr std::size_t kStep = 4096;
constexpr std::uint64_t kMaxN = std::uint64_t{1} << 30;

setup::Format format_named(const std::string& name, setup::Holds holds) {
  std::vector<std::string> known;
  for (const setup::FormatInfo& info : setup::all_formats())
    if (info.holds == holds && info.format != setup::Format::kEthereumText) known.emplace_back(info.name);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw UsageError(fmt::format("--to: there is no \"{}\" here{}", name, suggest(name, known)));
  return setup::find_format(name)->format;
}

struct Drawn {
  setup::Group group;
  std::vector<std::uint64_t> logarithms, scalars;
};

Drawn draw(const GenOptions& options) {
  Drawn drawn;
  drawn.group = find_group(options.curve, options.group);
  if (options.n > kMaxN) throw UsageError("--n: above 2^30");
  if (options.bits < 1 || options.bits > 256) throw UsageError("--bits: from 1 to 256");
  setup::SplitMix64 stream(parse_seed(options.seed));
  const std::size_t n = static_cast<std::size_t>(options.n);
  drawn.logarithms = setup::draw_logarithms(stream, drawn.group, n, 256);
  drawn.scalars = setup::draw_scalars(stream, drawn.group, n, options.bits);
  return drawn;
}

std::vector<std::uint64_t> points_of(const Drawn& drawn, const GenOptions& options) {
  const std::size_t n = drawn.logarithms.size() / 4;
  std::vector<std::uint64_t> points;
  points.reserve(n * drawn.group.point_words());
  Progress progress("points", n);
  for (std::size_t first = 0; first < n; first += kStep) {
    progress.show(first);
    const std::vector<std::uint64_t> step = setup::multiples_of_generator(
        drawn.group, drawn.logarithms.data() + 4 * first, std::min(kStep, n - first), options.work.run());
    points.insert(points.end(), step.begin(), step.end());
  }
  return points;
}

int run_points(const GenOptions& options) {
  const setup::Format format = format_named(options.to, setup::Holds::kPoints);
  const Drawn drawn = draw(options);
  if (!setup::has_zcash_encoding(drawn.group))
    throw setup::LibraryError(QUIVER_UNSUPPORTED,
                              fmt::format("--to {}: the format is for bls12-381, not for {}; quiver gen cases "
                                          "writes points of every curve",
                                          options.to, drawn.group.name()));
  const std::vector<std::uint64_t> points = points_of(drawn, options);
  const bool compressed = format == setup::Format::kZcash;
  const std::size_t size = setup::zcash_size(drawn.group, compressed);
  setup::Bytes bytes(options.n * size);
  for (std::size_t i = 0; i < options.n; ++i)
    setup::pack_zcash(drawn.group, points.data() + i * drawn.group.point_words(), compressed, bytes.data() + i * size);
  write_file(options.output, setup::as_text(bytes));
  return kOk;
}

int run_scalars(const GenOptions& options) {
  (void)format_named(options.to, setup::Holds::kScalars);
  const Drawn drawn = draw(options);
  const setup::Bytes bytes = setup::write_blob(drawn.scalars.data(), static_cast<std::size_t>(options.n));
  write_file(options.output, setup::as_text(bytes));
  return kOk;
}

int run_cases(const GenOptions& options) {
  (void)format_named(options.to, setup::Holds::kCases);
  const Drawn drawn = draw(options);
  setup::CaseFile file;
  file.curve = drawn.group.info.curve;
  std::replace(file.curve.begin(), file.curve.end(), '-', '_'); // how case files spell it
  file.group = drawn.group;
  setup::Case c;
  c.name = fmt::format("gen_n{}_seed{}", options.n, options.seed);
  c.note = fmt::format("points k_i*G from SplitMix64, scalars of {} bits", options.bits);
  c.n = options.n;
  c.points = points_of(drawn, options);
  c.scalars = drawn.scalars;
  c.result = setup::known_sum(drawn.group, drawn.logarithms, drawn.scalars, options.work.run());
  file.cases.push_back(std::move(c));
  write_file(options.output, setup::write_cases(file));
  return kOk;
}

} // namespace

int run_gen(Generated what, const GenOptions& options) {
  options.work.check();
  switch (what) {
  case Generated::kPoints:
    return run_points(options);
  case Generated::kScalars:
    return run_scalars(options);
  case Generated::kCases:
    break;
  }
  return run_cases(options);
}

} // namespace quiver::cli
