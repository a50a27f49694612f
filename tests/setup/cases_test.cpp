#include "setup/cases.hpp"

#include <functional>

#include <nlohmann/json.hpp>

#include "setup/known_sums.hpp"

#include "setup_rig.hpp"

namespace quiver::setup {
namespace {

CaseFile read(const std::string& name) { return read_cases(read_file(vector_path(name)), name, nullptr); }

TEST(Cases, EveryFileOfTheTruthDataIsRead) {
  std::size_t files = 0;
  for (const char* folder : {"msm", "small", "bugs"})
    for (const auto& entry : std::filesystem::directory_iterator(vector_path(folder))) {
      const std::string name = entry.path().filename().string();
      if (!entry.is_regular_file() || name.starts_with("ecfft")) continue;
      SCOPED_TRACE(name);
      const CaseFile file = read(std::string(folder) + "/" + name);
      EXPECT_FALSE(file.cases.empty());
      for (const Case& c : file.cases) {
        EXPECT_EQ(c.result.size(), file.group.point_words());
        EXPECT_EQ(c.prng.has_value(), c.points.empty() && c.n > 0);
      }
      ++files;
    }
  EXPECT_EQ(files, 18u);
}

TEST(Cases, SpellingOfTheFileIsKept) {
  const CaseFile file = read("msm/bls12_381_g2.json");
  EXPECT_EQ(file.curve, "bls12_381");
  EXPECT_STREQ(file.group.info.curve, "bls12-381");
  EXPECT_STREQ(file.group.info.group, "g2");
}

TEST(Cases, ModeOfEachCase) {
  for (const Case& c : read("msm/bls12_377_g1.json").cases)
    EXPECT_EQ(c.in_subgroup, c.name != "outside_subgroup_n20") << c.name;
}

TEST(Cases, IndexedListsAreExpanded) {
  const CaseFile file = read("bugs/goldilocks_a1_indexed.json");
  ASSERT_EQ(file.cases.size(), 3u);
  const Case& c = file.cases[0];
  ASSERT_EQ(c.points.size(), 64u * 2);
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(c.points[2 * i], 0x2155ae94cea512eau);
    EXPECT_EQ(c.scalars[4 * i], 0xb87f11cca3084f4du);
  }
}

TEST(Cases, DrawnCasesAgreeWithTheirFirstAndLastValues) {
  // draw() compares two points, the last one and two scalars with the file; both kinds of logarithm.
  CaseFile file = read("msm/pallas_g1.json");
  std::size_t drawn = 0;
  for (Case& c : file.cases)
    if (c.prng && c.n <= 4096) {
      draw(file, c, plain_options());
      EXPECT_EQ(c.points.size(), c.n * file.group.point_words());
      EXPECT_EQ(c.scalars.size(), c.n * 4);
      ++drawn;
    }
  EXPECT_EQ(drawn, 1u);
}

TEST(Cases, LogarithmsOf64BitsAgreeWithTheFile) {
  // The large case has 65536 of them; its first two and first scalars need only the stream.
  CaseFile file = read("msm/pallas_g1.json");
  for (const Case& c : file.cases)
    if (c.prng && c.prng->k_bits == 64) {
      SplitMix64 stream(c.prng->seed);
      const auto k = draw_logarithms(stream, file.group, static_cast<std::size_t>(c.n), 64);
      const auto s = draw_scalars(stream, file.group, 2, 256);
      EXPECT_EQ(multiples_of_generator(file.group, k.data(), 2, plain_options()), c.prng->first_points);
      for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(s[i], c.prng->first_scalars[i / 4][i % 4]);
      return;
    }
  FAIL() << "no such case";
}

TEST(Cases, AWrongStreamIsNoticed) {
  const CaseFile file = read("msm/pallas_g1.json");
  for (const Case& stored : file.cases)
    if (stored.prng && stored.n <= 4096)
      for (int fault = 0; fault < 3; ++fault) {
        Case c = stored;
        if (fault == 0) c.prng->first_points[5] ^= 1;
        if (fault == 1) c.prng->last_point[0] ^= 1;
        if (fault == 2) c.prng->first_scalars[1][3] ^= 1;
        const FileError error = file_error([&] { draw(file, c, plain_options()); });
        EXPECT_EQ(error.place().item, "case prng_n4096_full");
      }
}

/// A whole file of two cases over the smallest curve, for damage.
std::string small_file() {
  return R"({"format":"msm-vectors-1","curve":"tiny_85453_b15","group":"g1","field_modulus":"0x14dcd","field_degree":1,
"order":"0x15001","a":"0x0","b":"0xf",)" +
         [] {
           const Group tiny = group_named("tiny-85453-b15");
           return "\"generator\":" + json_text(point_to_json(tiny, tiny.info.generator));
         }() +
         R"(,"cases":[
{"name":"one","n":1,"points":[["0x6d9c","0x2130"]],"scalars":["0xe1c6"],"result":["0x1c72","0x197f"]},
{"name":"two","n":2,"in_subgroup":true,"points":[["0x6d9c","0x2130"],"inf"],"scalars":["0xc40a","0x0"],"result":"inf"}
]})";
}

TEST(Cases, EveryFaultNamesCaseAndEntry) {
  struct Fault {
    const char *from, *to; // the first occurrence is replaced
    const char* place;     // what the message begins with after the file's name
    Failure kind = Failure::kData;
  };
  const Fault faults[] = {
      {"{\"format\"", "\"format\"", " (byte "},
      {"]})", "]", " (byte "},
      {"msm-vectors-1", "ecfft-vectors-1", ": format", Failure::kUnsupported},
      {"tiny_85453_b15", "tiny_85453_b16", ": this library has no group", Failure::kUnsupported},
      {"\"group\":\"g1\"", "\"group\":\"g2\"", ": this library has no group", Failure::kUnsupported},
      {"\"group\":\"g1\"", "\"group\":1", ": \"group\" is not a string"},
      {"0x14dcd", "0x14dcf", ": \"field_modulus\""},
      {"0x14dcd", "0x10000000000014dcd", ": \"field_modulus\""},
      {"\"field_degree\":1", "\"field_degree\":2", ": \"field_degree\""},
      {"0x15001", "0x15003", ": \"order\""},
      {"\"a\":\"0x0\"", "\"a\":\"0x1\"", ": \"a\""},
      {"\"b\":\"0xf\"", "\"b\":\"0xe\"", ": \"b\""},
      {"\"b\":\"0xf\",", "", ": \"b\" is missing"},
      {"\"generator\":[", "\"generator\":[\"0x1\",", ": \"generator\""},
      {"\"cases\":[", "\"cases\":{}, \"x\":[", ": \"cases\" is not a list"},
      {"\"cases\":[", "\"cases\":[1,", ": case 0: not an object"},
      {"\"name\":\"one\",", "", ": case 0: \"name\" is missing"},
      {"\"n\":1", "\"n\":2", ": case one: \"points\" has 1 entries, n is 2"},
      {"\"n\":1", "\"n\":-1", ": case one: \"n\""},
      {"\"n\":1", "\"n\":1.0", ": case one: \"n\""},
      {"\"n\":1", "\"n\":\"1\"", ": case one: \"n\""},
      {"\"in_subgroup\":true", "\"in_subgroup\":1", ": case two: \"in_subgroup\""},
      {"[\"0x6d9c\",\"0x2130\"],\"inf\"", "[\"0x6d9c\",\"0x2130\"],\"infinity\"", ": case two: points 1: "},
      {"[\"0x6d9c\",\"0x2130\"],\"inf\"", "[\"0x6d9c\"],\"inf\"", ": case two: points 0: "},
      {"[\"0x6d9c\",\"0x2130\"],\"inf\"", "[\"0x6d9c\",\"0x14dcd\"],\"inf\"", ": case two: points 0: "},
      {"[\"0x6d9c\",\"0x2130\"],\"inf\"", "[\"0x6d9c\",8496],\"inf\"", ": case two: points 0: "},
      {"[\"0x6d9c\",\"0x2130\"],\"inf\"", "[\"0x0\",\"0x0\"],\"inf\"", ": case two: points 0: "},
      {"\"0xc40a\",\"0x0\"", "\"0xc40a\",\"c40a\"", ": case two: scalars 1: "},
      {"\"0xc40a\",\"0x0\"", "\"0xc40a\",7", ": case two: scalars 1: "},
      {"\"0xc40a\",\"0x0\"", "\"0xc40a\"", ": case two: \"scalars\" has 1 entries, n is 2"},
      {"\"result\":\"inf\"", "\"result\":\"none\"", ": case two: \"result\""},
  };
  EXPECT_EQ(read_cases(bytes_of(small_file()), "f", nullptr).cases.size(), 2u);
  for (const Fault& fault : faults) {
    SCOPED_TRACE(std::string(fault.from) + " -> " + fault.to);
    std::string text = small_file();
    const std::size_t at = text.find(fault.from);
    if (std::string_view(fault.from) == "]})") {
      text.resize(text.size() - 2); // cut off
    } else {
      ASSERT_NE(at, std::string::npos);
      text.replace(at, std::string(fault.from).size(), fault.to);
    }
    const FileError error = file_error([&] { read_cases(bytes_of(text), "f.json", nullptr); });
    EXPECT_EQ(error.kind(), fault.kind) << error.what();
    EXPECT_TRUE(std::string(error.what()).starts_with(std::string("f.json") + fault.place)) << error.what();
  }
}

TEST(Cases, IndicesPastTheEnd) {
  std::string text = small_file();
  text.replace(text.find("msm-vectors-1"), 13, "msm-indexed-1");
  text.resize(text.find("\"cases\""));
  text += R"("cases":[{"name":"i","n":2,"distinct":["inf"],"index":[0,1],"scalars":["0x1"],"scalar_index":[0,0]}]})";
  const FileError error = file_error([&] { read_cases(bytes_of(text), "f", nullptr); });
  EXPECT_EQ(error.place().item, "case i: index");
  EXPECT_EQ(error.place().index, 1u);
}

TEST(Cases, PrngOfAbsurdLength) {
  std::string text = small_file();
  text.resize(text.find("\"cases\""));
  text += R"("cases":[{"name":"p","n":1152921504606846976,"prng":{"seed":"0x1","k_bits":64}}]})";
  EXPECT_EQ(file_error([&] { read_cases(bytes_of(text), "f", nullptr); }).place().item, "case p");
}

TEST(Cases, GroupOptionHasToAgree) {
  const Bytes text = bytes_of(small_file());
  EXPECT_NO_THROW(read_cases(text, "f", "g1"));
  EXPECT_EQ(file_error([&] { read_cases(text, "f", "g2"); }).kind(), Failure::kData);
}

TEST(Cases, WrittenFilesReadBack) {
  for (const char* name : {"msm/bls12_377_g2.json", "small/msm_goldilocks_a0_b11.json"}) {
    CaseFile file = read(name);
    std::erase_if(file.cases, [](const Case& c) { return c.prng.has_value() || c.n > 50; });
    const CaseFile again = read_cases(bytes_of(write_cases(file)), "again", nullptr);
    ASSERT_EQ(again.cases.size(), file.cases.size());
    for (std::size_t i = 0; i < file.cases.size(); ++i) {
      EXPECT_EQ(again.cases[i].name, file.cases[i].name);
      EXPECT_EQ(again.cases[i].points, file.cases[i].points);
      EXPECT_EQ(again.cases[i].scalars, file.cases[i].scalars);
      EXPECT_EQ(again.cases[i].result, file.cases[i].result);
      EXPECT_EQ(again.cases[i].in_subgroup, file.cases[i].in_subgroup);
    }
  }
}

} // namespace
} // namespace quiver::setup
