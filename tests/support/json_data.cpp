#include "support/json_data.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace quiver::test {

namespace {

mpz_class number(const nlohmann::json& text) { return mpz_class(text.get<std::string>()); }

SmallOrderPoint point(const nlohmann::json& text) {
  if (text.is_string()) return {}; // "inf"
  return {false, number(text[0]), number(text[1])};
}

nlohmann::json parse_file(const std::string& name) {
  const char* chosen = std::getenv("QUIVER_TEST_DATA");
  const std::string path = std::string(chosen != nullptr ? chosen : QUIVER_TEST_DATA) + "/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return nlohmann::json::parse(file);
}

} // namespace

std::vector<SmallOrderSet> read_small_order_sets() {
  const nlohmann::json data = parse_file("small_order.json");
  std::vector<SmallOrderSet> out;
  for (const auto& set : data["sets"]) {
    SmallOrderSet s;
    s.curve = set["curve"].get<std::string>();
    s.field_modulus = number(set["field_modulus"]);
    s.b = number(set["b"]);
    s.m = set["m"].get<unsigned>();
    for (const auto& multiple : set["multiples"]) s.multiples.push_back(point(multiple));
    s.has_independent = !set["independent"].is_null();
    if (s.has_independent) s.independent = point(set["independent"]);
    out.push_back(std::move(s));
  }
  return out;
}

std::vector<std::string> read_strings(const std::string& name) {
  std::vector<std::string> out;
  for (const auto& text : parse_file(name)) out.push_back(text.get<std::string>());
  return out;
}

} // namespace quiver::test
