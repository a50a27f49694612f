#include "setup/integers.hpp"

#include <algorithm>
#include <bit>

// Word arrays go to the C ABI as they lie in memory, which takes little-endian bytes.
static_assert(std::endian::native == std::endian::little);

namespace quiver::setup {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

unsigned bit_length(const U256& v) {
  for (unsigned i = 4; i-- > 0;)
    if (v[i] != 0) return 64 * i + static_cast<unsigned>(std::bit_width(v[i]));
  return 0;
}

U256 shift_left(const U256& v, unsigned bits) {
  U256 out = {};
  const unsigned words = bits / 64, rest = bits % 64;
  for (unsigned i = words; i < 4; ++i) {
    out[i] = v[i - words] << rest;
    if (rest != 0 && i > words) out[i] |= v[i - words - 1] >> (64 - rest);
  }
  return out;
}

void halve(U256& v) {
  for (unsigned i = 0; i < 4; ++i) v[i] = v[i] >> 1 | (i + 1 < 4 ? v[i + 1] << 63 : 0);
}

} // namespace

int compare_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t n) {
  for (std::size_t i = n; i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

bool is_zero(const std::uint64_t* a, std::size_t n) {
  return std::all_of(a, a + n, [](std::uint64_t word) { return word == 0; });
}

void subtract_words(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t difference = a[i] - b[i];
    const std::uint64_t next = (a[i] < b[i]) | (difference < borrow);
    out[i] = difference - borrow;
    borrow = next;
  }
}

U256 reduce(const U256& v, const U256& m) {
  U256 rest = v;
  const unsigned shift = 256 - bit_length(m);
  U256 multiple = shift_left(m, shift);
  for (unsigned i = 0; i <= shift; ++i) {
    if (compare_words(rest.data(), multiple.data(), 4) >= 0)
      subtract_words(rest.data(), rest.data(), multiple.data(), 4);
    halve(multiple);
  }
  return rest;
}

U256 add_mod(const U256& a, const U256& b, const U256& m) {
  U256 sum;
  std::uint64_t carry = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t partial = a[i] + b[i];
    sum[i] = partial + carry;
    carry = partial < a[i] || sum[i] < partial ? 1 : 0;
  }
  if (compare_words(sum.data(), m.data(), 4) >= 0) subtract_words(sum.data(), sum.data(), m.data(), 4);
  return sum;
}

U256 mul_mod(const U256& a, const U256& b, const U256& m) {
  U256 product = {};
  for (unsigned bit = bit_length(b); bit-- > 0;) {
    product = add_mod(product, product, m);
    if (b[bit / 64] >> (bit % 64) & 1) product = add_mod(product, a, m);
  }
  return product;
}

U256 low_bits(const U256& v, unsigned bits) {
  U256 out = v;
  for (unsigned i = 0; i < 4; ++i) {
    if (bits <= 64 * i)
      out[i] = 0;
    else if (bits < 64 * (i + 1))
      out[i] &= (std::uint64_t{1} << (bits - 64 * i)) - 1;
  }
  return out;
}

std::string to_hex(const std::uint64_t* words, std::size_t n) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (std::size_t i = n * 16; i-- > 0;) {
    const unsigned digit = static_cast<unsigned>(words[i / 16] >> (4 * (i % 16)) & 15);
    if (digit != 0 || !digits.empty()) digits += kDigits[digit];
  }
  return "0x" + (digits.empty() ? "0" : digits);
}

const char* parse_hex(std::string_view text, std::uint64_t* words, std::size_t n) {
  if (text.substr(0, 2) != "0x") return "a number starts with 0x";
  text.remove_prefix(2);
  if (text.empty()) return "no digits after 0x";
  std::fill(words, words + n, 0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int value = digit_value(text[text.size() - 1 - i]);
    if (value < 0) return "not a hexadecimal digit";
    if (i >= 16 * n) return "more digits than fit";
    words[i / 16] |= static_cast<std::uint64_t>(value) << (4 * (i % 16));
  }
  return nullptr;
}

std::string bytes_to_hex(const std::uint8_t* bytes, std::size_t n) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

std::size_t parse_hex_bytes(std::string_view text, std::uint8_t* bytes) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int value = digit_value(text[i]);
    if (value < 0) return i;
    bytes[i / 2] = static_cast<std::uint8_t>(i % 2 == 0 ? value << 4 : bytes[i / 2] | value);
  }
  return kAllDigits;
}

void load_big_endian(std::uint64_t* words, const std::uint8_t* bytes, std::size_t n_bytes) {
  std::fill(words, words + n_bytes / 8, 0);
  for (std::size_t i = 0; i < n_bytes; ++i) {
    const std::size_t place = n_bytes - 1 - i;
    words[place / 8] |= static_cast<std::uint64_t>(bytes[i]) << (8 * (place % 8));
  }
}

void store_big_endian(std::uint8_t* bytes, const std::uint64_t* words, std::size_t n_bytes) {
  for (std::size_t i = 0; i < n_bytes; ++i) {
    const std::size_t place = n_bytes - 1 - i;
    bytes[i] = static_cast<std::uint8_t>(words[place / 8] >> (8 * (place % 8)));
  }
}

} // namespace quiver::setup
