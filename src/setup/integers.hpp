// Integers as little-endian 64-bit words, and their hexadecimal and big-endian spellings.
//
// Slow and plain: this serves file formats and generated test data, a few microseconds a number. Curve and field
// arithmetic is the library's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quiver::setup {

/// Little-endian words.
using U256 = std::array<std::uint64_t, 4>;

/// -1, 0 or 1 as a < b, a == b, a > b; both of n words.
int compare_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t n);
bool is_zero(const std::uint64_t* a, std::size_t n);

/// out = a - b mod 2^(64n). Aliasing: out may be a or b.
void subtract_words(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n);

/// v mod m. Needs m > 0. Cost: 257 - bits(m) compare-and-subtract steps, so two for a 255-bit m.
U256 reduce(const U256& v, const U256& m);

/// a + b mod m and a*b mod m. Need a, b < m < 2^255.
U256 add_mod(const U256& a, const U256& b, const U256& m);
U256 mul_mod(const U256& a, const U256& b, const U256& m);

/// The lowest `bits` bits of v.
U256 low_bits(const U256& v, unsigned bits);

/// "0x1f": lower case, no leading zeros, "0x0" for zero.
std::string to_hex(const std::uint64_t* words, std::size_t n);

/// "0x" and 1 to 16n digits, capitals and leading zeros let through, into n words. NULL, or why it cannot be read.
const char* parse_hex(std::string_view text, std::uint64_t* words, std::size_t n);

/// "0a1b…", two digits a byte, no prefix.
std::string bytes_to_hex(const std::uint8_t* bytes, std::size_t n);

/// Needs text.size() == 2n. Returns the position of the first character that is not a hexadecimal digit, or kAllDigits.
inline constexpr std::size_t kAllDigits = SIZE_MAX;
std::size_t parse_hex_bytes(std::string_view text, std::uint8_t* bytes);

/// n_bytes big-endian bytes <-> n_bytes/8 words. Needs n_bytes to be a multiple of 8.
void load_big_endian(std::uint64_t* words, const std::uint8_t* bytes, std::size_t n_bytes);
void store_big_endian(std::uint8_t* bytes, const std::uint64_t* words, std::size_t n_bytes);

} // namespace quiver::setup
