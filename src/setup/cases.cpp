#include "setup/cases.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "setup/known_sums.hpp"

namespace quiver::setup {
namespace {

/// The parsed input; unordered, since only look-ups happen.
using In = nlohmann::json;

constexpr const char kPlain[] = "msm-vectors-1";
constexpr const char kIndexed[] = "msm-indexed-1";

/// More than any machine here draws in a day; keeps a damaged n from asking for all memory.
constexpr std::uint64_t kMaxDrawn = std::uint64_t{1} << 30;

/// One object of the file, and how messages call it.
class Reader {
public:
  Reader(const std::string& file, std::string item, const In& object) : file_(file), item_(std::move(item)) {
    if (!object.is_object()) fail("not an object");
    object_ = &object;
  }

  [[noreturn]] void fail(const std::string& reason, Failure kind = Failure::kData) const {
    throw FileError(kind, Place{file_, item_}, reason);
  }

  /// "case random_n3: points 2"
  [[noreturn]] void fail_at(const char* key, std::size_t index, const std::string& reason) const {
    throw FileError(Failure::kData, Place{file_, (item_.empty() ? "" : item_ + ": ") + key, index}, reason);
  }

  const In* find(const char* key) const {
    const auto found = object_->find(key);
    return found == object_->end() ? nullptr : &*found;
  }

  const In& get(const char* key) const {
    const In* value = find(key);
    if (value == nullptr) fail(std::string("\"") + key + "\" is missing");
    return *value;
  }

  std::string text(const char* key) const {
    const In& value = get(key);
    if (!value.is_string()) fail(std::string("\"") + key + "\" is not a string");
    return value.get<std::string>();
  }

  std::string text_or_empty(const char* key) const { return find(key) == nullptr ? "" : text(key); }

  std::uint64_t count(const char* key) const {
    const In& value = get(key);
    if (!value.is_number_unsigned()) fail(std::string("\"") + key + "\" is not a whole number from 0 on");
    return value.get<std::uint64_t>();
  }

  bool flag_or(const char* key, bool otherwise) const {
    const In* value = find(key);
    if (value == nullptr) return otherwise;
    if (!value->is_boolean()) fail(std::string("\"") + key + "\" is neither true nor false");
    return value->get<bool>();
  }

  const In& list(const char* key) const {
    const In& value = get(key);
    if (!value.is_array()) fail(std::string("\"") + key + "\" is not a list");
    return value;
  }

  void integer(const char* key, std::uint64_t* words, std::size_t n) const {
    if (const char* reason = parse_hex(text(key), words, n)) fail(std::string("\"") + key + "\": " + reason);
  }

  std::vector<std::uint64_t> point(const Group& group, const char* key) const {
    std::vector<std::uint64_t> out(group.point_words());
    if (const char* reason = point_from_json(group, get(key), out.data()))
      fail(std::string("\"") + key + "\": " + reason);
    return out;
  }

  std::vector<std::uint64_t> points(const Group& group, const char* key) const {
    const In& values = list(key);
    std::vector<std::uint64_t> out(values.size() * group.point_words());
    for (std::size_t i = 0; i < values.size(); ++i)
      if (const char* reason = point_from_json(group, values[i], out.data() + i * group.point_words()))
        fail_at(key, i, reason);
    return out;
  }

  std::vector<std::uint64_t> scalars(const char* key) const {
    const In& values = list(key);
    std::vector<std::uint64_t> out(values.size() * 4);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!values[i].is_string()) fail_at(key, i, "not a string");
      if (const char* reason = parse_hex(values[i].get_ref<const std::string&>(), out.data() + 4 * i, 4))
        fail_at(key, i, reason);
    }
    return out;
  }

  /// Entries of `from`, `width` words each, in the order of the indices under `key`.
  std::vector<std::uint64_t> gather(const char* key, const std::vector<std::uint64_t>& from, std::size_t width) const {
    const In& indices = list(key);
    std::vector<std::uint64_t> out;
    out.reserve(indices.size() * width);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (!indices[i].is_number_unsigned()) fail_at(key, i, "not a whole number from 0 on");
      const std::uint64_t index = indices[i].get<std::uint64_t>();
      if (index >= from.size() / width)
        fail_at(key, i, std::to_string(index) + " is past the end of a list of " + std::to_string(from.size() / width));
      const auto entry = from.begin() + static_cast<std::ptrdiff_t>(index * width);
      out.insert(out.end(), entry, entry + static_cast<std::ptrdiff_t>(width));
    }
    return out;
  }

  void expect_length(const char* key, std::size_t length, std::uint64_t n) const {
    if (length != n)
      fail("\"" + std::string(key) + "\" has " + std::to_string(length) + " entries, n is " + std::to_string(n));
  }

private:
  const std::string& file_;
  std::string item_;
  const In* object_ = nullptr;
};

/// An element of Fp or Fp2 in the head: "0x…" or ["0x…", "0x…"].
bool is_element(const Group& group, const In& value, const std::uint64_t* expected) {
  const std::size_t words = group.info.field_words;
  const auto same = [words](const In& text, const std::uint64_t* want) {
    std::uint64_t got[6];
    return text.is_string() && parse_hex(text.get_ref<const std::string&>(), got, words) == nullptr &&
           compare_words(got, want, words) == 0;
  };
  if (group.info.degree == 1) return same(value, expected);
  return value.is_array() && value.size() == 2 && same(value[0], expected) && same(value[1], expected + words);
}

/// A file about another curve of the same name would give wrong results without any error: every constant is compared.
void check_head(const Reader& head, const Group& group) {
  const quiver_group_info& info = group.info;
  const auto differs = [&](const char* key) {
    head.fail(std::string("\"") + key + "\" is not that of " + group.name() + " in this library");
  };
  if (head.count("field_degree") != info.degree) differs("field_degree");
  std::uint64_t modulus[6] = {}, order[4] = {};
  head.integer("field_modulus", modulus, 6);
  if (compare_words(modulus, info.modulus, info.field_words) != 0 ||
      !is_zero(modulus + info.field_words, 6 - info.field_words))
    differs("field_modulus");
  head.integer("order", order, 4);
  if (compare_words(order, info.order, 4) != 0) differs("order");
  if (!is_element(group, head.get("a"), info.a)) differs("a");
  if (!is_element(group, head.get("b"), info.b)) differs("b");
  std::vector<std::uint64_t> generator(group.point_words());
  if (point_from_json(group, head.get("generator"), generator.data()) != nullptr ||
      compare_words(generator.data(), info.generator, group.point_words()) != 0)
    differs("generator");
  if (const In* u = head.find("u_squared"); u != nullptr && (!u->is_number_integer() || *u != info.non_residue))
    differs("u_squared");
}

PrngRule read_prng(const Reader& c, const std::string& file, const std::string& item, const Group& group,
                   std::uint64_t n) {
  PrngRule rule;
  const Reader prng(file, item + ": prng", c.get("prng"));
  prng.integer("seed", &rule.seed, 1);
  const std::uint64_t k_bits = prng.count("k_bits");
  if (k_bits != 64 && k_bits != 256) prng.fail("\"k_bits\" is neither 64 nor 256");
  rule.k_bits = static_cast<unsigned>(k_bits);
  if (n > kMaxDrawn) c.fail("n is above 2^30");
  if (c.find("first_points") != nullptr) rule.first_points = c.points(group, "first_points");
  if (c.find("last_point") != nullptr) rule.last_point = c.point(group, "last_point");
  if (c.find("first_scalars") != nullptr) {
    const std::vector<std::uint64_t> words = c.scalars("first_scalars");
    for (std::size_t i = 0; i < words.size(); i += 4)
      rule.first_scalars.push_back({words[i], words[i + 1], words[i + 2], words[i + 3]});
  }
  if (rule.first_points.size() > n * group.point_words()) c.fail("\"first_points\" has more than n entries");
  if (rule.first_scalars.size() > n) c.fail("\"first_scalars\" has more than n entries");
  if (!rule.last_point.empty() && n == 0) c.fail("\"last_point\" where n is 0");
  return rule;
}

Case read_case(const std::string& file, const Group& group, bool indexed, std::size_t position, const In& value) {
  std::string item = "case " + std::to_string(position);
  if (value.is_object() && value.contains("name") && value["name"].is_string())
    item = "case " + value["name"].get<std::string>();
  const Reader in(file, item, value);

  Case c;
  c.name = in.text("name");
  c.note = in.text_or_empty("note");
  c.n = in.count("n");
  c.in_subgroup = in.flag_or("in_subgroup", true);
  if (in.find("result") != nullptr) c.result = in.point(group, "result");
  if (indexed) {
    c.points = in.gather("index", in.points(group, "distinct"), group.point_words());
    c.scalars = in.gather("scalar_index", in.scalars("scalars"), 4);
    in.expect_length("index", c.points.size() / group.point_words(), c.n);
    in.expect_length("scalar_index", c.scalars.size() / 4, c.n);
  } else if (in.find("prng") != nullptr) {
    c.prng = read_prng(in, file, item, group, c.n);
  } else {
    c.points = in.points(group, "points");
    c.scalars = in.scalars("scalars");
    in.expect_length("points", c.points.size() / group.point_words(), c.n);
    in.expect_length("scalars", c.scalars.size() / 4, c.n);
  }
  return c;
}

/// The parser's own text without its prefix and without what it last read, which may be anything.
std::string syntax_reason(const std::string& what) {
  const std::size_t at = what.find("line ");
  const std::size_t end = what.find(':', at == std::string::npos ? 0 : at);
  return at == std::string::npos || end == std::string::npos ? "not JSON" : "not JSON at " + what.substr(at, end - at);
}

void write_list(std::string& out, const char* key, const std::vector<Json>& entries) {
  out += std::string("\"") + key + "\":[\n";
  for (std::size_t i = 0; i < entries.size(); ++i) out += (i == 0 ? "" : ",\n") + json_text(entries[i]);
  out += "]";
}

Json element_to_json(const Group& group, const std::uint64_t* element) {
  const std::size_t words = group.info.field_words;
  if (group.info.degree == 1) return to_hex(element, words);
  return Json::array({to_hex(element, words), to_hex(element + words, words)});
}

} // namespace

CaseFile read_cases(const Bytes& json, const std::string& file, const char* group) {
  In root;
  try {
    root = parse_json(json);
  } catch (const In::parse_error& error) {
    Place place{file};
    place.offset = error.byte > 0 ? error.byte - 1 : 0;
    throw FileError(Failure::kData, place, syntax_reason(error.what()));
  } catch (const In::exception& error) { // a number that no type holds
    throw FileError(Failure::kData, Place{file}, "not JSON that can be read");
  }
  const Reader head(file, "", root);
  const std::string format = head.text("format");
  if (format != kPlain && format != kIndexed)
    head.fail("format \"" + format + "\" is not one of " + kPlain + " and " + kIndexed, Failure::kUnsupported);

  CaseFile out;
  out.file = file;
  out.curve = head.text("curve");
  std::string group_name = head.text_or_empty("group");
  if (group != nullptr && !group_name.empty() && group_name != group)
    head.fail("holds " + group_name + " cases, not " + group);
  if (group_name.empty() && group != nullptr) group_name = group;
  const quiver_group* handle = quiver_group_find(out.curve.c_str(), group_name.empty() ? nullptr : group_name.c_str());
  if (handle == nullptr)
    head.fail("this library has no group \"" + out.curve + (group_name.empty() ? "" : " " + group_name) + "\"",
              Failure::kUnsupported);
  out.group = describe(handle);
  check_head(head, out.group);

  const In& cases = head.list("cases");
  out.cases.reserve(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    out.cases.push_back(read_case(file, out.group, format == kIndexed, i, cases[i]));
  return out;
}

void draw(const CaseFile& file, Case& c, const quiver_run_options& options) {
  if (!c.prng || !c.points.empty()) return;
  const PrngRule& rule = *c.prng;
  const Group& group = file.group;
  const std::size_t n = static_cast<std::size_t>(c.n);
  SplitMix64 stream(rule.seed);
  const std::vector<std::uint64_t> k = draw_logarithms(stream, group, n, rule.k_bits);
  std::vector<std::uint64_t> scalars = draw_scalars(stream, group, n, 256);
  std::vector<std::uint64_t> points = multiples_of_generator(group, k.data(), n, options);

  const auto refuse = [&](const char* what) {
    throw FileError(Failure::kData, Place{file.file, "case " + c.name},
                    std::string(what) + " is not what the seed gives");
  };
  const std::size_t width = group.point_words();
  if (!std::equal(rule.first_points.begin(), rule.first_points.end(), points.begin())) refuse("\"first_points\"");
  if (!rule.last_point.empty() &&
      !std::equal(rule.last_point.begin(), rule.last_point.end(), points.end() - static_cast<std::ptrdiff_t>(width)))
    refuse("\"last_point\"");
  for (std::size_t i = 0; i < rule.first_scalars.size(); ++i)
    if (compare_words(rule.first_scalars[i].data(), scalars.data() + 4 * i, 4) != 0) refuse("\"first_scalars\"");
  c.points = std::move(points);
  c.scalars = std::move(scalars);
}

PointList points_of(const CaseFile& file, const Case& c) {
  PointList list;
  list.group = file.group;
  list.words = c.points;
  list.n = static_cast<std::size_t>(c.n);
  list.file = file.file;
  list.item = "case " + c.name + ": point";
  return list;
}

std::string write_cases(const CaseFile& file) {
  const Group& group = file.group;
  const quiver_group_info& info = group.info;
  Json head;
  head["format"] = kPlain;
  head["curve"] = file.curve;
  head["group"] = info.group;
  head["field_modulus"] = to_hex(info.modulus, info.field_words);
  head["field_degree"] = info.degree;
  // Only where it is not the usual -1, like the files in tests/data.
  if (info.degree == 2 && info.non_residue != -1) head["u_squared"] = info.non_residue;
  head["order"] = to_hex(info.order, 4);
  head["a"] = element_to_json(group, info.a);
  head["b"] = element_to_json(group, info.b);
  head["generator"] = point_to_json(group, info.generator);

  std::string out = json_text(head);
  out.back() = ',';
  out += "\n\"cases\":[";
  for (std::size_t i = 0; i < file.cases.size(); ++i) {
    const Case& c = file.cases[i];
    std::vector<Json> points, scalars;
    bool reduced = true;
    for (std::size_t j = 0; j < c.n; ++j) {
      points.push_back(point_to_json(group, c.points.data() + j * group.point_words()));
      scalars.push_back(to_hex(c.scalars.data() + 4 * j, 4));
      reduced = reduced && compare_words(c.scalars.data() + 4 * j, info.order, 4) < 0;
    }
    Json first;
    first["name"] = c.name;
    first["note"] = c.note;
    first["n"] = c.n;
    first["scalars_reduced"] = reduced;
    first["in_subgroup"] = c.in_subgroup;
    out += i == 0 ? "\n" : ",\n";
    out += json_text(first);
    out.back() = ',';
    out += "\n";
    write_list(out, "points", points);
    out += ",\n";
    write_list(out, "scalars", scalars);
    if (!c.result.empty()) out += ",\n\"result\":" + json_text(point_to_json(group, c.result.data()));
    out += "}";
  }
  out += "\n]}\n";
  return out;
}

} // namespace quiver::setup
