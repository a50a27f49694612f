#include "setup/integers.hpp"

#include <gtest/gtest.h>

#include "setup/splitmix.hpp"

namespace quiver::setup {
namespace {

TEST(Integers, HexadecimalGoesThereAndBack) {
  for (const char* text : {"0x0", "0x1", "0xf00", "0x123456789abcdef0", "0x10000000000000000",
                           "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}) {
    U256 value;
    ASSERT_EQ(parse_hex(text, value.data(), 4), nullptr) << text;
    EXPECT_EQ(to_hex(value.data(), 4), text);
  }
}

TEST(Integers, HexadecimalIsStrict) {
  std::uint64_t word = 0;
  for (const char* text :
       {"", "0", "12", "0x", "0X1", "x1", "-0x1", " 0x1", "0x1 ", "0x1g", "0x 1", "0x-1", "0x10000000000000000"})
    EXPECT_NE(parse_hex(text, &word, 1), nullptr) << '"' << text << '"';
}

TEST(Integers, HexadecimalBytesNameTheBadCharacter) {
  std::uint8_t bytes[3];
  EXPECT_EQ(parse_hex_bytes("00fFa1", bytes), kAllDigits);
  EXPECT_EQ(bytes_to_hex(bytes, 3), "00ffa1");
  EXPECT_EQ(parse_hex_bytes("00fgA1", bytes), 3u);
}

TEST(Integers, BigEndianGoesThereAndBack) {
  std::uint8_t bytes[48], again[48];
  for (std::size_t i = 0; i < 48; ++i) bytes[i] = static_cast<std::uint8_t>(7 * i + 1);
  std::uint64_t words[6];
  load_big_endian(words, bytes, 48);
  EXPECT_EQ(words[5] >> 56, 1u);
  EXPECT_EQ(words[0] & 0xff, bytes[47]);
  store_big_endian(again, words, 48);
  EXPECT_TRUE(std::equal(bytes, bytes + 48, again));
}

TEST(Integers, ModularArithmeticAgreesWithSmallNumbers) {
  SplitMix64 stream(1);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t m = (stream.next() >> (i % 32 + 32)) + 1, a = (stream.next() >> 32) % m,
                        b = (stream.next() >> 32) % m;
    EXPECT_EQ(mul_mod({a}, {b}, {m}), U256{a * b % m});
    EXPECT_EQ(add_mod({a}, {b}, {m}), U256{(a + b) % m});
    EXPECT_EQ(reduce({a * b}, {m}), U256{a * b % m});
  }
}

TEST(Integers, ReductionOfWideNumbers) {
  // 2^256 = 1 mod 2^256 - 1, 2^255 - 1 and so on: numbers whose remainder is known.
  U256 all_ones;
  all_ones.fill(UINT64_MAX);
  EXPECT_EQ(reduce(all_ones, all_ones), U256{});
  U256 m = all_ones;
  m[3] >>= 1; // 2^255 - 1; 2^256 - 1 = 2 m + 1
  EXPECT_EQ(reduce(all_ones, m), U256{1});
  EXPECT_EQ(reduce(all_ones, {1}), U256{});
  EXPECT_EQ(reduce(all_ones, {65537}), U256{}); // 2^16 = -1, so 2^256 = 1
}

TEST(Integers, LowBits) {
  U256 all_ones;
  all_ones.fill(UINT64_MAX);
  EXPECT_EQ(low_bits(all_ones, 256), all_ones);
  EXPECT_EQ(low_bits(all_ones, 1), U256{1});
  EXPECT_EQ(low_bits(all_ones, 64), U256{UINT64_MAX});
  EXPECT_EQ(low_bits(all_ones, 65), (U256{UINT64_MAX, 1}));
}

TEST(SplitMix, FirstOutputs) {
  // The published outputs for seed 1234567.
  SplitMix64 stream(1234567);
  EXPECT_EQ(stream.next(), 6457827717110365317u);
  EXPECT_EQ(stream.next(), 3203168211198807973u);
  EXPECT_EQ(stream.next(), 9817491932198370423u);
}

} // namespace
} // namespace quiver::setup
