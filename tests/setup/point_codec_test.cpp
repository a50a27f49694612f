#include "setup/point_codec.hpp"

#include <functional>
#include <tuple>

#include "setup_rig.hpp"
#include "support/json_data.hpp"

namespace quiver::setup {
namespace {

constexpr std::size_t kCountBytes = 8;

/// Points that arkworks wrote: a count, then ZCash encodings. Point i is dlogs[i] * generator.
struct Encoded {
  Group group;
  Bytes bytes; // without the count
  std::vector<std::uint64_t> points;
};

Encoded encoded(const std::string& group, bool compressed) {
  Encoded out;
  out.group = group_named("bls12-381", group.c_str());
  const std::string stem = "ark06/bls12_381_" + group;
  const Bytes file = read_file(vector_path(stem + (compressed ? "_compressed.bin" : "_uncompressed.bin")));
  out.bytes.assign(file.begin() + kCountBytes, file.end());
  const std::vector<std::string> logarithms = test::read_strings(stem + "_dlogs.json");
  std::vector<std::uint64_t> scalars(4 * logarithms.size());
  for (std::size_t i = 0; i < logarithms.size(); ++i) {
    EXPECT_EQ(parse_hex(logarithms[i], scalars.data() + 4 * i, 4), nullptr);
  }
  out.points = multiples_of_generator(out.group, scalars.data(), logarithms.size(), plain_options());
  return out;
}

class Zcash : public testing::TestWithParam<std::tuple<const char*, bool>> {};

TEST_P(Zcash, ReadsAndWritesWhatArkworksWrote) {
  const char* group = std::get<0>(GetParam());
  const bool compressed = std::get<1>(GetParam());
  const Encoded truth = encoded(group, compressed);
  const PointList points = decode_zcash(truth.group, truth.bytes, compressed, "f", plain_options());
  EXPECT_EQ(points.words, truth.points);
  const std::size_t size = zcash_size(truth.group, compressed);
  Bytes again(truth.bytes.size());
  for (std::size_t i = 0; i < points.n; ++i)
    pack_zcash(truth.group, points.words.data() + i * truth.group.point_words(), compressed, again.data() + i * size);
  EXPECT_EQ(again, truth.bytes);
}

TEST_P(Zcash, EveryFaultNamesPointAndByte) {
  const char* group = std::get<0>(GetParam());
  const bool compressed = std::get<1>(GetParam());
  const Encoded truth = encoded(group, compressed);
  const std::size_t size = zcash_size(truth.group, compressed);
  const std::size_t identity = 3, other = 5; // dlogs[3] is 0
  struct Fault {
    std::size_t point;
    std::function<void(std::uint8_t*)> make;
  };
  std::vector<Fault> faults = {
      {other, [](std::uint8_t* p) { p[0] ^= 0x80; }},           // the other compression bit
      {other, [](std::uint8_t* p) { p[0] |= 0x40; }},           // identity with coordinates
      {identity, [](std::uint8_t* p) { p[0] |= 0x20; }},        // identity with a sign
      {identity, [size](std::uint8_t* p) { p[size - 1] = 1; }}, // identity with a coordinate
      {other,
       [](std::uint8_t* p) {
         p[0] |= 0x1f;
         std::fill(p + 1, p + 48, 0xff);
       }},                                               // not below p
      {identity, [](std::uint8_t* p) { p[0] |= 0x1f; }}, // bits below the flags
  };
  if (!compressed) {
    faults.push_back({other, [](std::uint8_t* p) { p[0] |= 0x20; }});                  // a sign
    faults.push_back({other, [size](std::uint8_t* p) { p[size / 2] |= 0x80; }});       // a flag in y
    faults.push_back({other, [size](std::uint8_t* p) { std::fill(p, p + size, 0); }}); // (0, 0)
  }
  for (std::size_t i = 0; i < faults.size(); ++i) {
    SCOPED_TRACE(i);
    Bytes damaged = truth.bytes;
    faults[i].make(damaged.data() + faults[i].point * size);
    const FileError error =
        file_error([&] { decode_zcash(truth.group, damaged, compressed, "f.bin", plain_options()); });
    EXPECT_EQ(error.kind(), Failure::kData);
    EXPECT_EQ(error.place().file, "f.bin");
    EXPECT_EQ(error.place().index, faults[i].point);
    EXPECT_EQ(error.place().offset, faults[i].point * size);
  }
}

TEST_P(Zcash, CutFile) {
  const char* group = std::get<0>(GetParam());
  const bool compressed = std::get<1>(GetParam());
  Encoded truth = encoded(group, compressed);
  const std::size_t n = truth.bytes.size() / zcash_size(truth.group, compressed);
  truth.bytes.pop_back();
  const FileError error = file_error([&] { decode_zcash(truth.group, truth.bytes, compressed, "f", plain_options()); });
  EXPECT_EQ(error.place().index, n - 1);
}

std::string name_of(const testing::TestParamInfo<Zcash::ParamType>& parameters) {
  return std::string(std::get<0>(parameters.param)) + (std::get<1>(parameters.param) ? "_compressed" : "_uncompressed");
}

INSTANTIATE_TEST_SUITE_P(All, Zcash, testing::Combine(testing::Values("g1", "g2"), testing::Bool()), name_of);

TEST(ZcashCompressed, AnAbscissaWithoutPointNamesItsIndex) {
  const Encoded truth = encoded("g1", true);
  // Of the x that follow a given one about half belong to no point; the first such is refused with its place.
  Bytes damaged = truth.bytes;
  int refused = 0;
  for (int step = 0; step < 16; ++step) {
    ++damaged[7 * 48 + 47];
    try {
      decode_zcash(truth.group, damaged, true, "f", plain_options());
    } catch (const FileError& error) {
      ++refused;
      EXPECT_EQ(error.place().index, 7u);
    }
  }
  EXPECT_GT(refused, 0);
}

TEST(ZcashCurve, IsForOneCurveOnly) {
  EXPECT_TRUE(has_zcash_encoding(group_named("bls12-381", "g2")));
  EXPECT_FALSE(has_zcash_encoding(group_named("bls12-377")));
}

} // namespace
} // namespace quiver::setup
