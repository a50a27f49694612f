#include "setup/formats.hpp"

#include <algorithm>
#include <utility>

#include "setup/point_codec.hpp"

namespace quiver::setup {
namespace {

constexpr FormatInfo kFormats[] = {
    {Format::kCases, Holds::kCases, "cases", false, "points, scalars and result as JSON (msm-vectors-1)"},
    {Format::kEthereumText, Holds::kPoints, "ethereum-text", false, "Ethereum's trusted_setup.txt (bls12-381)"},
    {Format::kZcash, Holds::kPoints, "zcash", true, "compressed points (bls12-381): 48 bytes, in G2 96"},
    {Format::kZcashUncompressed, Holds::kPoints, "zcash-uncompressed", true,
     "uncompressed points (bls12-381): 96 bytes, in G2 192"},
    {Format::kBlob, Holds::kScalars, "blob", true, "scalars below the order, 32 bytes each, big-endian"},
};

} // namespace

std::span<const FormatInfo> all_formats() { return kFormats; }

const FormatInfo& info_of(Format format) {
  return *std::find_if(std::begin(kFormats), std::end(kFormats),
                       [format](const FormatInfo& info) { return info.format == format; });
}

const FormatInfo* find_format(std::string_view name) {
  const auto found = std::find_if(std::begin(kFormats), std::end(kFormats),
                                  [name](const FormatInfo& info) { return info.name == name; });
  return found == std::end(kFormats) ? nullptr : &*found;
}

std::optional<Format> sniff(std::span<const std::uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && text[start] == '{') return Format::kCases;
  // A count on a line of its own.
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits != std::string_view::npos && digits > 0 && digits <= 20 && (text[digits] == '\n' || text[digits] == '\r'))
    return Format::kEthereumText;
  return std::nullopt;
}

PointFile read_points(const Bytes& bytes, const std::string& file, const Group& group, std::optional<Format> forced,
                      Basis basis, const quiver_run_options& options) {
  PointFile out;
  const std::optional<Format> format = forced ? forced : sniff(bytes);
  if (!format)
    throw FileError(Failure::kData, Place{file}, "the format cannot be told from the bytes: name it with --from");
  out.format = *format;
  const FormatInfo& info = info_of(*format);
  if (info.holds != Holds::kPoints)
    throw FileError(Failure::kData, Place{file}, std::string("format ") + info.name + " holds no list of points");
  if (!has_zcash_encoding(group)) // as all point formats here need it
    throw FileError(Failure::kUnsupported, Place{file},
                    std::string("format ") + info.name + " holds bls12-381 points, not " + group.name());

  if (*format == Format::kEthereumText) {
    const EthereumSetup setup(bytes, file);
    const bool g1 = group.info.degree == 1;
    if (!g1 && basis == Basis::kLagrange)
      throw FileError(Failure::kUnsupported, Place{file}, "the set-up has its G2 points in monomial basis only");
    const Section section = !g1                         ? Section::kG2Monomial
                            : basis == Basis::kLagrange ? Section::kG1Lagrange
                                                        : Section::kG1Monomial;
    out.points = setup.points(section, options);
    out.bit_reversed = section == Section::kG1Lagrange;
  } else {
    out.points = decode_zcash(group, bytes, *format == Format::kZcash, file, options);
  }
  return out;
}

} // namespace quiver::setup
