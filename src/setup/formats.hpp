// The formats that can be read and written, and how a file's own is found out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "setup/ethereum.hpp"
#include "setup/file.hpp"
#include "setup/points.hpp"

namespace quiver::setup {

enum class Format { kCases, kEthereumText, kZcash, kZcashUncompressed, kBlob };
enum class Holds { kCases, kPoints, kScalars };

struct FormatInfo {
  Format format;
  Holds holds;
  const char* name; // for --from and --to
  bool headerless;  // cannot be told from other bytes
  const char* about;
};

std::span<const FormatInfo> all_formats();
const FormatInfo& info_of(Format format);
const FormatInfo* find_format(std::string_view name); // NULL: no such name

/// What the first bytes say; nothing for headerless formats.
std::optional<Format> sniff(std::span<const std::uint8_t> bytes);

/// Which points of a set-up that has several lists.
enum class Basis { kLagrange, kMonomial };

/// The points of a file, and whether scalars index them in bit-reversed order (Ethereum's Lagrange points).
struct PointFile {
  Format format = Format::kZcash;
  PointList points;
  bool bit_reversed = false;
};

/// Reads points of `group`. `forced`: the format if it is not to be sniffed. Throws FileError; kUnsupported where the
/// format cannot hold points of that group.
PointFile read_points(const Bytes& bytes, const std::string& file, const Group& group, std::optional<Format> forced,
                      Basis basis, const quiver_run_options& options);

} // namespace quiver::setup
