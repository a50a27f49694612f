#include "setup/ethereum.hpp"

#include <algorithm>
#include <functional>

#include "setup/formats.hpp"
#include "setup/point_codec.hpp"
#include "setup_rig.hpp"

namespace quiver::setup {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines, const std::string& end = "\n") {
  std::string text;
  for (const std::string& line : lines) text += line + end;
  return text;
}

/// Four G1 and two G2 points of the real set-up: everything but its length.
std::vector<std::string> small_setup() {
  const std::vector<std::string> all = lines_of(read_text(demo_path("trusted_setup.txt")));
  std::vector<std::string> out = {"4", "2"};
  for (const std::size_t first : {std::size_t{2}, std::size_t{2 + 4096}, std::size_t{2 + 4096 + 65}})
    for (std::size_t i = 0; i < (first == 2 + 4096 ? 2 : 4); ++i) out.push_back(all[first + i]);
  return out;
}

TEST(EthereumSetup, TextAndBinaryHoldTheSamePoints) {
  const EthereumSetup setup(read_file(demo_path("trusted_setup.txt")), "t");
  EXPECT_EQ(setup.count(Section::kG1Lagrange), 4096u);
  EXPECT_EQ(setup.count(Section::kG2Monomial), 65u);
  EXPECT_EQ(setup.count(Section::kG1Monomial), 4096u);
  struct {
    Section section;
    const char *file, *group;
  } const sections[] = {{Section::kG1Lagrange, "g1_lagrange.bin", "g1"},
                        {Section::kG2Monomial, "g2_monomial.bin", "g2"},
                        {Section::kG1Monomial, "g1_monomial.bin", "g1"}};
  for (const auto& s : sections) {
    const Bytes binary = read_file(vector_path(std::string("ethkzg/") + s.file));
    const PointList expected = decode_zcash(group_named("bls12-381", s.group), binary, true, s.file, plain_options());
    EXPECT_EQ(setup.points(s.section, plain_options()).words, expected.words) << s.file;
  }
}

TEST(EthereumSetup, LineEndsOfOtherSystems) {
  const std::vector<std::string> lines = small_setup();
  const EthereumSetup plain(bytes_of(joined(lines)), "t"), dos(bytes_of(joined(lines, "\r\n")), "t");
  EXPECT_EQ(plain.points(Section::kG1Lagrange, plain_options()).words,
            dos.points(Section::kG1Lagrange, plain_options()).words);
  std::string open = joined(lines);
  open.pop_back(); // no line end at the end of the file
  EXPECT_EQ(EthereumSetup(bytes_of(open), "t").count(Section::kG1Monomial), 4u);
}

TEST(EthereumSetup, EveryFaultNamesLineByteAndPoint) {
  using Lines = std::vector<std::string>;
  struct Fault {
    const char* what;
    std::function<void(Lines&)> make;
    std::uint64_t line;  // 0: the file as a whole
    std::uint64_t index; // kNone: no point
  };
  const std::string zeros(96, '0');
  const Fault faults[] = {
      {"empty file", [](Lines& l) { l.clear(); }, 1, kNone},
      {"a count that is no number", [](Lines& l) { l[0] = "four"; }, 1, kNone},
      {"a negative count", [](Lines& l) { l[0] = "-4"; }, 1, kNone},
      {"a count of zero", [](Lines& l) { l[1] = "0"; }, 2, kNone},
      {"a count with a unit", [](Lines& l) { l[0] = "4 points"; }, 1, kNone},
      {"a count beyond all numbers", [](Lines& l) { l[0] = "99999999999999999999999999"; }, 1, kNone},
      {"no power of two", [](Lines& l) { l[0] = "3"; }, 1, kNone},
      {"a count that the file cannot hold", [](Lines& l) { l[0] = "1099511627776"; }, 0, kNone},
      {"a G2 count that the file cannot hold", [](Lines& l) { l[1] = "1099511627776"; }, 0, kNone},
      {"one G1 line too few", [](Lines& l) { l.pop_back(); }, 12, 3},
      {"one line too many", [](Lines& l) { l.push_back(l.back()); }, 13, kNone},
      {"counts in the wrong order", [](Lines& l) { std::swap(l[0], l[1]); }, 5, 0},
      {"a short line", [](Lines& l) { l[4].pop_back(); }, 5, 2},
      {"a long line", [](Lines& l) { l[4] += "0"; }, 5, 2},
      {"a missing line", [](Lines& l) { l.erase(l.begin() + 2); }, 6, 3},
      {"an empty line", [](Lines& l) { l[3] = ""; }, 4, 1},
      {"a character that is no digit", [](Lines& l) { l[5][17] = 'g'; }, 6, 3},
      {"a prefix", [](Lines& l) { l[5].replace(0, 2, "0x"); }, 6, 3},
      {"no compression bit", [](Lines& l) { l[2][0] = '1'; }, 3, 0},
      {"an abscissa above the modulus", [](Lines& l) { l[9] = "9" + std::string(95, 'f'); }, 10, 1},
      {"a G2 abscissa above the modulus", [](Lines& l) { l[7].replace(96, 96, std::string(96, 'f')); }, 8, 1},
      {"the identity with a coordinate", [&](Lines& l) { l[3] = "c" + zeros.substr(2) + "1"; }, 4, 1},
      {"the identity with a sign", [&](Lines& l) { l[3] = "e" + zeros.substr(1); }, 4, 1},
  };
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.what);
    Lines lines = small_setup();
    fault.make(lines);
    const std::string text = joined(lines);
    const FileError error = file_error([&] { EthereumSetup(bytes_of(text), "setup.txt"); });
    EXPECT_EQ(error.kind(), Failure::kData);
    EXPECT_EQ(error.place().file, "setup.txt");
    EXPECT_EQ(error.place().line, fault.line) << error.what();
    EXPECT_EQ(error.place().index, fault.index) << error.what();
    if (fault.line == 0) continue;
    std::uint64_t start = 0;
    for (std::size_t i = 0; i + 1 < fault.line; ++i) start += lines[i].size() + 1;
    EXPECT_EQ(error.place().offset, start) << error.what();
  }
}

TEST(EthereumSetup, APointThatIsNoneNamesItsLine) {
  // Steps through abscissas until one belongs to no point.
  std::vector<std::string> lines = small_setup();
  for (const char last : std::string("0123456789abcdef")) {
    lines[3].back() = last;
    const EthereumSetup setup(bytes_of(joined(lines)), "setup.txt");
    try {
      setup.points(Section::kG1Lagrange, plain_options());
    } catch (const FileError& error) {
      EXPECT_EQ(error.place().line, 4u);
      EXPECT_EQ(error.place().index, 1u);
      EXPECT_EQ(error.place().item, "G1 Lagrange point");
      return;
    }
  }
  FAIL() << "all sixteen abscissas belong to points";
}

TEST(EthereumSetup, APointOutsideTheSubgroupNamesItsLine) {
  // x = 4 + … : a point on the curve whose order has a part of the cofactor; the least x that has a point will do.
  std::vector<std::string> lines = small_setup();
  for (int x = 0; x < 16; ++x) {
    lines[4] = "8" + std::string(94, '0') + "0123456789abcdef"[x];
    const EthereumSetup setup(bytes_of(joined(lines)), "setup.txt");
    std::optional<PointList> points;
    try {
      points = setup.points(Section::kG1Lagrange, plain_options());
    } catch (const FileError&) {
      continue; // no point has this x
    }
    const PreparedPoints on_curve(*points, QUIVER_VALIDATE_ON_CURVE, plain_options());
    const FileError error =
        file_error([&] { const PreparedPoints p(*points, QUIVER_VALIDATE_SUBGROUP, plain_options()); });
    EXPECT_EQ(error.place().line, 5u);
    EXPECT_EQ(error.place().index, 2u);
    return;
  }
  FAIL() << "no point with a small abscissa";
}

TEST(Blob, ReadsBigEndianScalars) {
  const Group group = group_named("bls12-381");
  Bytes bytes(64);
  bytes[31] = 5;
  bytes[32] = 0x12;
  const ScalarList scalars = read_blob(bytes, "b", group);
  ASSERT_EQ(scalars.n, 2u);
  EXPECT_EQ(scalars.words, (std::vector<std::uint64_t>{5, 0, 0, 0, 0, 0, 0, 0x1200000000000000}));
  EXPECT_EQ(write_blob(scalars.words.data(), 2), bytes);
}

TEST(Blob, EveryFaultNamesTheScalar) {
  const Group group = group_named("bls12-381");
  const Bytes blob = read_file(demo_path("blob_random.bin"));
  EXPECT_EQ(read_blob(blob, "b", group).n, 4096u);

  Bytes at_order = blob;
  store_big_endian(at_order.data() + 32 * 1000, group.info.order, 32);
  const FileError order = file_error([&] { read_blob(at_order, "blob.bin", group); });
  EXPECT_EQ(order.kind(), Failure::kData);
  EXPECT_EQ(order.place().index, 1000u);
  EXPECT_EQ(order.place().offset, 32000u);
  at_order[32 * 1000 + 31] = 0; // r - 1 is a field element
  EXPECT_NO_THROW(read_blob(at_order, "blob.bin", group));

  Bytes all_ones = blob;
  std::fill(all_ones.end() - 32, all_ones.end(), 0xff);
  EXPECT_EQ(file_error([&] { read_blob(all_ones, "blob.bin", group); }).place().index, 4095u);

  Bytes cut = blob;
  cut.pop_back();
  EXPECT_EQ(file_error([&] { read_blob(cut, "blob.bin", group); }).place().index, 4095u);
}

TEST(Blob, BitReversalIsItsOwnInverse) {
  ScalarList scalars;
  scalars.n = 8;
  for (std::uint64_t i = 0; i < 8; ++i) scalars.words.insert(scalars.words.end(), {i, 10 * i, 0, 0});
  const ScalarList before = scalars;
  bit_reverse(scalars);
  const std::uint64_t expected[8] = {0, 4, 2, 6, 1, 5, 3, 7};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(scalars.words[4 * i], expected[i]);
    EXPECT_EQ(scalars.words[4 * i + 1], 10 * expected[i]);
  }
  bit_reverse(scalars);
  EXPECT_EQ(scalars.words, before.words);
}

TEST(Formats, AreSniffed) {
  EXPECT_EQ(sniff(bytes_of("4096\n65\n")), Format::kEthereumText);
  EXPECT_EQ(sniff(bytes_of("4096\r\n65\r\n")), Format::kEthereumText);
  EXPECT_EQ(sniff(bytes_of(" \n{\"format\":")), Format::kCases);
  EXPECT_EQ(sniff(bytes_of("")), std::nullopt);
  EXPECT_EQ(sniff(bytes_of("4096")), std::nullopt);
  EXPECT_EQ(sniff(read_file(vector_path("ethkzg/g1_lagrange.bin"))), std::nullopt);
}

TEST(Formats, RefuseWhatTheyCannotHold) {
  const Bytes text = bytes_of(joined(small_setup()));
  const auto read = [&](const Group& group, std::optional<Format> format, Basis basis) {
    return read_points(text, "t", group, format, basis, plain_options());
  };
  EXPECT_EQ(file_error([&] { read(group_named("bn254"), {}, Basis::kLagrange); }).kind(), Failure::kUnsupported);
  EXPECT_EQ(file_error([&] { read(group_named("bls12-381"), Format::kBlob, Basis::kLagrange); }).kind(),
            Failure::kData);
  EXPECT_EQ(file_error([&] { read(group_named("bls12-381", "g2"), {}, Basis::kLagrange); }).kind(),
            Failure::kUnsupported);
  EXPECT_TRUE(read(group_named("bls12-381"), {}, Basis::kLagrange).bit_reversed);
  EXPECT_FALSE(read(group_named("bls12-381"), {}, Basis::kMonomial).bit_reversed);
  EXPECT_EQ(read(group_named("bls12-381", "g2"), {}, Basis::kMonomial).points.n, 2u);
}

} // namespace
} // namespace quiver::setup
