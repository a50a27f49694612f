#include "setup/point_codec.hpp"

#include <algorithm>
#include <string_view>

namespace quiver::setup {
namespace {

constexpr std::uint8_t kCompressed = 0x80, kIdentity = 0x40, kLarger = 0x20, kFlags = 0xe0;
constexpr std::size_t kElementBytes = 48;

/// One coordinate; the flags in its first byte count as zero. NULL, or why not.
const char* load_coordinate(const Group& group, const std::uint8_t* bytes, std::uint64_t* out) {
  const std::size_t words = group.info.field_words;
  for (std::size_t part = 0; part < group.info.degree; ++part) {
    std::uint8_t element[kElementBytes];
    std::copy_n(bytes + part * kElementBytes, kElementBytes, element);
    if (part == 0) element[0] &= static_cast<std::uint8_t>(~kFlags);
    // c1 comes first in the file, c0 in memory.
    std::uint64_t* target = out + (group.info.degree - 1 - part) * words;
    load_big_endian(target, element, kElementBytes);
    if (compare_words(target, group.info.modulus, words) >= 0) return "a coordinate is not below the field's modulus";
  }
  return nullptr;
}

void store_coordinate(const Group& group, const std::uint64_t* coordinate, std::uint8_t* bytes) {
  for (std::size_t part = 0; part < group.info.degree; ++part)
    store_big_endian(bytes + part * kElementBytes, coordinate + (group.info.degree - 1 - part) * group.info.field_words,
                     kElementBytes);
}

/// y > -y, c1 compared first. Zero parts are equal to their negatives, so the next part decides.
bool is_larger_root(const Group& group, const std::uint64_t* y) {
  const std::size_t words = group.info.field_words;
  for (std::size_t part = group.info.degree; part-- > 0;) {
    const std::uint64_t* element = y + part * words;
    if (is_zero(element, words)) continue;
    std::uint64_t negative[6];
    subtract_words(negative, group.info.modulus, element, words);
    return compare_words(element, negative, words) > 0;
  }
  return false;
}

bool all_zero_but_flags(const std::uint8_t* bytes, std::size_t n) {
  return (bytes[0] & ~kFlags) == 0 && std::all_of(bytes + 1, bytes + n, [](std::uint8_t byte) { return byte == 0; });
}

} // namespace

bool has_zcash_encoding(const Group& group) { return std::string_view(group.info.curve) == "bls12-381"; }

std::size_t zcash_size(const Group& group, bool compressed) {
  return (compressed ? 1 : 2) * kElementBytes * group.info.degree;
}

const char* unpack_zcash_compressed(const Group& group, const std::uint8_t* bytes, std::uint64_t* x,
                                    std::uint8_t* sign) {
  const std::uint8_t flags = bytes[0] & kFlags;
  if ((flags & kCompressed) == 0) return "the compression bit is not set";
  if ((flags & kIdentity) != 0) {
    if ((flags & kLarger) != 0) return "the identity has a sign";
    if (!all_zero_but_flags(bytes, zcash_size(group, true))) return "the identity has coordinates";
    std::fill(x, x + group.coordinate_words(), 0);
    *sign = 2;
    return nullptr;
  }
  *sign = (flags & kLarger) != 0 ? 1 : 0;
  return load_coordinate(group, bytes, x);
}

const char* unpack_zcash_uncompressed(const Group& group, const std::uint8_t* bytes, std::uint64_t* point) {
  const std::uint8_t flags = bytes[0] & kFlags;
  if ((flags & kCompressed) != 0) return "the compression bit is set";
  if ((flags & kLarger) != 0) return "an uncompressed point has a sign";
  if ((flags & kIdentity) != 0) {
    if (!all_zero_but_flags(bytes, zcash_size(group, false))) return "the identity has coordinates";
    std::fill(point, point + group.point_words(), 0);
    return nullptr;
  }
  const std::size_t coordinate_bytes = kElementBytes * group.info.degree;
  // y has no flags: a bit there makes the number too large.
  if ((bytes[coordinate_bytes] & kFlags) != 0) return "a coordinate is not below the field's modulus";
  if (const char* reason = load_coordinate(group, bytes, point)) return reason;
  if (const char* reason = load_coordinate(group, bytes + coordinate_bytes, point + group.coordinate_words()))
    return reason;
  // In memory (0, 0) would mean the identity.
  return is_zero(point, group.point_words()) ? "(0, 0) is not on the curve" : nullptr;
}

void pack_zcash(const Group& group, const std::uint64_t* point, bool compressed, std::uint8_t* bytes) {
  const std::size_t size = zcash_size(group, compressed);
  const std::uint64_t* y = point + group.coordinate_words();
  std::uint8_t flags = compressed ? kCompressed : 0;
  if (is_zero(point, group.point_words())) {
    std::fill(bytes, bytes + size, std::uint8_t{0});
    bytes[0] = flags | kIdentity;
    return;
  }
  store_coordinate(group, point, bytes);
  if (!compressed)
    store_coordinate(group, y, bytes + kElementBytes * group.info.degree);
  else if (is_larger_root(group, y))
    flags |= kLarger;
  bytes[0] |= flags;
}

void decompress_zcash(PointList& list, const std::uint8_t* bytes, const quiver_run_options& options) {
  const Group& group = list.group;
  const std::size_t size = zcash_size(group, true);
  std::vector<std::uint64_t> x(list.n * group.coordinate_words());
  std::vector<std::uint8_t> signs(list.n);
  for (std::size_t i = 0; i < list.n; ++i)
    if (const char* reason =
            unpack_zcash_compressed(group, bytes + i * size, x.data() + i * group.coordinate_words(), &signs[i]))
      throw FileError(Failure::kData, list.place(i), reason);

  list.words.resize(list.n * group.point_words());
  quiver_error error = empty_error();
  const quiver_status status = quiver_decompress(group.handle, list.words.data(), x.data(), signs.data(), list.n,
                                                 QUIVER_SIGN_LARGER, &options, &error);
  if (status == QUIVER_BAD_DATA && error.index < list.n)
    throw FileError(Failure::kData, list.place(error.index), error_text(status, error));
  if (status != QUIVER_OK) throw LibraryError(status, error_text(status, error));
}

PointList decode_zcash(const Group& group, std::span<const std::uint8_t> bytes, bool compressed,
                       const std::string& file, const quiver_run_options& options) {
  PointList list;
  list.group = group;
  list.file = file;
  list.stride = zcash_size(group, compressed);
  list.n = bytes.size() / list.stride;
  if (bytes.size() % list.stride != 0)
    throw FileError(Failure::kData, list.place(list.n),
                    "the file ends inside it: " + std::to_string(bytes.size()) + " bytes are no multiple of " +
                        std::to_string(list.stride));
  if (compressed) {
    decompress_zcash(list, bytes.data(), options);
    return list;
  }
  list.words.resize(list.n * group.point_words());
  for (std::size_t i = 0; i < list.n; ++i)
    if (const char* reason = unpack_zcash_uncompressed(group, bytes.data() + i * list.stride,
                                                       list.words.data() + i * group.point_words()))
      throw FileError(Failure::kData, list.place(i), reason);
  return list;
}

} // namespace quiver::setup
