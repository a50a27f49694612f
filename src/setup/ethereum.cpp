#include "setup/ethereum.hpp"

#include <bit>
#include <charconv>
#include <string_view>
#include <utility>

#include "setup/point_codec.hpp"

namespace quiver::setup {
namespace {

constexpr std::size_t kScalarBytes = 32;

/// Lines one by one, with their place. "\r\n" ends a line too, and the last needs no end.
class Lines {
public:
  Lines(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// The next line without its end. Throws where there is none: `wanted` says what should stand there.
  std::string_view next(const char* wanted, std::uint64_t index = kNone) {
    start_ = position_;
    ++line_;
    if (position_ >= text_.size()) {
      Place place{file_, wanted, index};
      place.offset = text_.size();
      place.line = line_;
      throw FileError(Failure::kData, place, "the file ends here");
    }
    std::size_t end = text_.find('\n', position_);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view line = text_.substr(position_, end - position_);
    position_ = end + 1;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  std::uint64_t start() const { return start_; }
  std::uint64_t line() const { return line_; }
  std::size_t rest() const { return position_ < text_.size() ? text_.size() - position_ : 0; }

  Place place(const char* item, std::uint64_t index = kNone) const {
    Place place{file_, item, index};
    place.offset = start_;
    place.line = line_;
    return place;
  }

private:
  std::string_view text_;
  const std::string& file_;
  std::size_t position_ = 0;
  std::uint64_t start_ = 0;
  std::uint64_t line_ = 0;
};

std::size_t read_count(Lines& lines, const char* item) {
  const std::string_view text = lines.next(item);
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || count == 0)
    throw FileError(Failure::kData, lines.place(item), "not a positive decimal number");
  return count;
}

Group bls12_381(const char* group) {
  const quiver_group* handle = quiver_group_find("bls12-381", group);
  if (handle == nullptr) throw LibraryError(QUIVER_UNSUPPORTED, "this library has no bls12-381");
  return describe(handle);
}

} // namespace

EthereumSetup::EthereumSetup(const Bytes& text, const std::string& file) : file_(file) {
  Lines lines(as_text(text), file);
  const std::size_t n1 = read_count(lines, "number of G1 points");
  if (!std::has_single_bit(n1))
    throw FileError(Failure::kData, lines.place("number of G1 points"), "not a power of two");
  const std::size_t n2 = read_count(lines, "number of G2 points");
  // Nothing is allocated for points that the file cannot hold. A line has two digits a byte.
  const std::size_t smallest = 2 * 48 + 1;
  if (n1 > lines.rest() / smallest + 1 || n2 > lines.rest() / (2 * smallest - 1) + 1)
    throw FileError(Failure::kData, {file},
                    "too short for " + std::to_string(n1) + " G1 and " + std::to_string(n2) + " G2 points");

  const Group g1 = bls12_381("g1"), g2 = bls12_381("g2");
  sections_[0] = {g1, "G1 Lagrange point", 0, {}, {}};
  sections_[1] = {g2, "G2 monomial point", 0, {}, {}};
  sections_[2] = {g1, "G1 monomial point", 0, {}, {}};
  const std::size_t counts[3] = {n1, n2, n1};
  for (std::size_t s = 0; s < 3; ++s) {
    Encodings& section = sections_[s];
    const std::size_t size = zcash_size(section.group, true);
    section.bytes.resize(counts[s] * size);
    section.starts.reserve(counts[s]);
    section.first_line = lines.line() + 1;
    for (std::size_t i = 0; i < counts[s]; ++i) {
      const std::string_view line = lines.next(section.item, i);
      const auto refuse = [&](const std::string& reason) {
        throw FileError(Failure::kData, lines.place(section.item, i), reason);
      };
      if (line.size() != 2 * size)
        refuse("a line of " + std::to_string(line.size()) + " characters instead of " + std::to_string(2 * size));
      std::uint8_t* bytes = section.bytes.data() + i * size;
      if (const std::size_t bad = parse_hex_bytes(line, bytes); bad != kAllDigits)
        refuse("character " + std::to_string(bad + 1) + " is not a hexadecimal digit");
      std::uint64_t x[12];
      std::uint8_t sign = 0;
      if (const char* reason = unpack_zcash_compressed(section.group, bytes, x, &sign)) refuse(reason);
      section.starts.push_back(lines.start());
    }
  }
  while (lines.rest() > 0)
    if (!lines.next("").empty())
      throw FileError(Failure::kData, lines.place(""), "more lines than the counts at the top say");
}

PointList EthereumSetup::points(Section section, const quiver_run_options& options) const {
  const Encodings& from = sections_[static_cast<std::size_t>(section)];
  PointList list;
  list.group = from.group;
  list.n = from.starts.size();
  list.file = file_;
  list.item = from.item;
  list.first_line = from.first_line;
  list.starts = from.starts;
  decompress_zcash(list, from.bytes.data(), options);
  return list;
}

ScalarList read_blob(const Bytes& bytes, const std::string& file, const Group& group) {
  ScalarList list;
  list.file = file;
  list.n = bytes.size() / kScalarBytes;
  const auto place = [&file](std::size_t i) {
    Place at{file, "scalar", i};
    at.offset = i * kScalarBytes;
    return at;
  };
  if (bytes.size() % kScalarBytes != 0)
    throw FileError(Failure::kData, place(list.n),
                    "the file ends inside it: " + std::to_string(bytes.size()) + " bytes are no multiple of 32");
  list.words.resize(list.n * 4);
  for (std::size_t i = 0; i < list.n; ++i) {
    std::uint64_t* scalar = list.words.data() + 4 * i;
    load_big_endian(scalar, bytes.data() + i * kScalarBytes, kScalarBytes);
    if (compare_words(scalar, group.info.order, 4) >= 0)
      throw FileError(Failure::kData, place(i), "not below the order of " + group.name());
  }
  return list;
}

void bit_reverse(ScalarList& scalars) {
  if (scalars.n < 2) return;
  const int bits = std::countr_zero(scalars.n);
  for (std::size_t i = 0; i < scalars.n; ++i) {
    std::size_t j = 0;
    for (int bit = 0; bit < bits; ++bit) j |= (i >> bit & 1) << (bits - 1 - bit);
    if (i < j)
      for (std::size_t word = 0; word < 4; ++word) std::swap(scalars.words[4 * i + word], scalars.words[4 * j + word]);
  }
}

Bytes write_blob(const std::uint64_t* scalars, std::size_t n) {
  Bytes bytes(n * kScalarBytes);
  for (std::size_t i = 0; i < n; ++i) store_big_endian(bytes.data() + i * kScalarBytes, scalars + 4 * i, kScalarBytes);
  return bytes;
}

} // namespace quiver::setup
