// quiver demo: KZG commitments to blobs over Ethereum's trusted set-up, each compared with the known one.
#include <cstdlib>
#include <filesystem>

// SHA-256 from OpenSSL: what every distribution has and keeps. Only the command line needs it, to build the blobs that
// commitments.json gives by rule and to check those that it gives as files.
#include <openssl/evp.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "setup/ethereum.hpp"
#include "setup/file.hpp"
#include "setup/point_codec.hpp"

namespace quiver::cli {
namespace {

namespace fs = std::filesystem;

struct KnownBlob {
  std::string name, kind, seed, sha256, commitment;
};

constexpr std::size_t kScalarBytes = 32;

setup::Bytes sha256(std::string_view bytes) {
  setup::Bytes digest(32);
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1 || size != digest.size())
    throw setup::LibraryError(QUIVER_INTERNAL, "SHA-256 failed in libcrypto");
  return digest;
}

/// Where this program lies; empty where the system does not say.
std::string executable_path(const char* argv0) {
  std::error_code error;
  fs::path path = fs::read_symlink("/proc/self/exe", error);
  if (error) path = fs::canonical(argv0 == nullptr ? "" : argv0, error);
  return error ? "" : path.string();
}

/// --data, else QUIVER_DATA, else what lies beside an installed program, else the source tree that this was built from.
fs::path find_data(const std::string& option, const char* argv0) {
  if (!option.empty()) return option;
  if (const char* environment = std::getenv("QUIVER_DATA"); environment != nullptr && *environment != '\0')
    return environment;
  std::vector<fs::path> candidates;
  if (const std::string executable = executable_path(argv0); !executable.empty())
    candidates.push_back(fs::path(executable).parent_path().parent_path() / "share" / "quiver" / "ethkzg");
#ifdef QUIVER_SOURCE_DATA
  candidates.emplace_back(QUIVER_SOURCE_DATA);
#endif
  std::error_code error;
  for (const fs::path& candidate : candidates)
    if (fs::exists(candidate / "trusted_setup.txt", error)) return candidate;
  throw setup::FileError(setup::Failure::kIo, {"trusted_setup.txt"},
                         "not found; name its folder with --data or QUIVER_DATA");
}

/// commitments.json. Throws setup::FileError.
std::vector<KnownBlob> read_known(const fs::path& path) {
  const setup::Bytes bytes = setup::read_file(path.string());
  std::vector<KnownBlob> out;
  try {
    const nlohmann::json root = setup::parse_json(bytes);
    for (const nlohmann::json& entry : root.at("cases"))
      out.push_back(
          {entry.at("name"), entry.at("kind"), entry.at("seed"), entry.at("blob_sha256"), entry.at("commitment")});
  } catch (const nlohmann::json::exception&) {
    throw setup::FileError(setup::Failure::kData, {path.string()},
                           "not a list of cases with name, kind, seed, blob_sha256 and commitment");
  }
  return out;
}

/// The blob that the rule of commitments.json describes: element i comes from SHA-256("seed:i") or is a constant.
setup::Bytes blob_by_rule(const KnownBlob& known, const setup::Group& group, std::size_t n, const std::string& file) {
  const setup::U256 order = group.order();
  std::vector<std::uint64_t> scalars(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    setup::U256 value = {};
    if (known.kind == "random" || known.kind == "text" || (known.kind == "sparse" && i < 100)) {
      setup::Bytes digest = sha256(fmt::format("{}:{}", known.seed, i));
      if (known.kind == "text") { // shifted right by eight bits: 31 bytes of payload
        digest.insert(digest.begin(), 0);
        digest.pop_back();
      }
      setup::load_big_endian(value.data(), digest.data(), kScalarBytes);
      value = setup::reduce(value, order);
    } else if (known.kind == "max") {
      const setup::U256 one = {1};
      setup::subtract_words(value.data(), order.data(), one.data(), 4);
    } else if (known.kind == "one") {
      value = {1};
    } else if (known.kind != "zero" && known.kind != "sparse") {
      throw setup::FileError(setup::Failure::kData, {file, "case " + known.name},
                             fmt::format("there is no rule for the kind \"{}\"", known.kind));
    }
    std::copy(value.begin(), value.end(), scalars.begin() + static_cast<std::ptrdiff_t>(4 * i));
  }
  return setup::write_blob(scalars.data(), n);
}

/// The blob's file where there is one, else what its rule gives; either way the bytes that its SHA-256 names.
setup::ScalarList load_blob(const fs::path& data, const KnownBlob& known, const setup::Group& group, std::size_t n) {
  const fs::path path = data / ("blob_" + known.name + ".bin");
  const std::string list = (data / "commitments.json").string();
  std::error_code error;
  const bool stored = fs::exists(path, error);
  const std::string name = stored ? path.string() : list + ": blob " + known.name;
  const setup::Bytes bytes = stored ? setup::read_file(path.string()) : blob_by_rule(known, group, n, list);
  const setup::Bytes digest = sha256(setup::as_text(bytes));
  if (setup::bytes_to_hex(digest.data(), digest.size()) != known.sha256)
    throw setup::FileError(setup::Failure::kData, {name}, "its SHA-256 is not the one in commitments.json");
  setup::ScalarList scalars = setup::read_blob(bytes, name, group);
  if (scalars.n != n)
    throw setup::FileError(setup::Failure::kData, {name},
                           fmt::format("{} scalars, but the set-up has {} points", scalars.n, n));
  return scalars;
}

} // namespace

int run_demo(const DemoOptions& options, const char* argv0) {
  options.work.check();
  const fs::path data = find_data(options.data, argv0);
  const Stopwatch loading;
  Progress progress("demo", 1);
  progress.show(0, "reading the set-up");
  const std::string setup_path = (data / "trusted_setup.txt").string();
  const setup::EthereumSetup file(setup::read_file(setup_path), setup_path);
  const setup::PointList points = file.points(setup::Section::kG1Lagrange, options.work.run());
  const setup::Group& group = points.group;
  const std::vector<KnownBlob> known = read_known(data / "commitments.json");
  std::vector<setup::ScalarList> blobs;
  for (const KnownBlob& blob : known) blobs.push_back(load_blob(data, blob, group, points.n));
  const setup::PreparedPoints prepared(points, QUIVER_VALIDATE_SUBGROUP, options.work.run());
  progress.clear();

  if (!options.work.json) {
    print_line(fmt::format("KZG commitments over Ethereum's trusted set-up: {} points of {}, read and checked in {}",
                           points.n, group.name(), duration(loading.ms())));
    print_line(fmt::format("back end {}", quiver_points_backend(prepared.get())));
    print_line("");
    print_line(fmt::format("{:<14} {:>6} {:>12}  {:<28}  {}", "blob", "n", "time", "commitment", "known one"));
  }

  std::size_t equal = 0;
  double total_ms = 0;
  Progress bar("commitments", known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    bar.show(i, known[i].name);
    setup::bit_reverse(blobs[i]);
    const MsmOutcome outcome = run_msm(prepared, group, blobs[i].words.data(), blobs[i].n, options.work);
    setup::Bytes bytes(setup::zcash_size(group, true));
    setup::pack_zcash(group, outcome.point.data(), true, bytes.data());
    const std::string commitment = setup::bytes_to_hex(bytes.data(), bytes.size());
    const bool same = commitment == known[i].commitment;
    equal += same ? 1 : 0;
    total_ms += outcome.ms;
    bar.clear();
    if (options.work.json) {
      setup::Json object;
      object["curve"] = group.info.curve;
      object["group"] = group.info.group;
      object["name"] = known[i].name;
      object["n"] = blobs[i].n;
      object["commitment"] = commitment;
      object["expected"] = known[i].commitment;
      object["equal"] = same;
      object["backend"] = outcome.backend;
      object["plan"] = outcome.plan;
      object["ms"] = rounded(outcome.ms);
      print_json(object);
    } else {
      print_line(fmt::format("{:<14} {:>6} {:>12}  {}…{}  {}", known[i].name, blobs[i].n, duration(outcome.ms),
                             commitment.substr(0, 16), commitment.substr(commitment.size() - 11),
                             same ? "equal" : "DIFFERENT"));
    }
  }
  if (!options.work.json) {
    print_line("");
    print_line(
        fmt::format("{} of {} commitments equal the known ones, in {}.", equal, known.size(), duration(total_ms)));
  }
  return equal == known.size() ? kOk : kVerificationFailed;
}

} // namespace quiver::cli
