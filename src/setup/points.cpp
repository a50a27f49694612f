#include "setup/points.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace quiver::setup {

Group describe(const quiver_group* handle) {
  Group group;
  group.handle = handle;
  group.info.struct_size = sizeof group.info;
  const quiver_status status = quiver_group_get_info(handle, &group.info);
  if (status != QUIVER_OK) throw LibraryError(status, quiver_status_name(status));
  return group;
}

Place PointList::place(std::uint64_t index) const {
  Place place{file, item, index};
  if (!starts.empty())
    place.offset = starts[index];
  else if (stride != 0)
    place.offset = first_offset + index * stride;
  if (first_line != 0) place.line = first_line + index;
  return place;
}

PreparedPoints::PreparedPoints(const PointList& points, quiver_validation validation,
                               const quiver_run_options& options) {
  quiver_error error = empty_error();
  const quiver_status status = quiver_points_create(points.group.handle, &handle_, points.words.data(), points.n,
                                                    nullptr, validation, &options, &error);
  if (status == QUIVER_BAD_DATA && error.index < points.n)
    throw FileError(Failure::kData, points.place(error.index), error_text(status, error));
  if (status != QUIVER_OK) throw LibraryError(status, error_text(status, error));
}

std::vector<std::uint64_t> multiples_of_generator(const Group& group, const std::uint64_t* scalars, std::size_t n,
                                                  const quiver_run_options& options) {
  std::vector<std::uint64_t> points(n * group.point_words());
  quiver_error error = empty_error();
  const quiver_status status = quiver_multiples(group.handle, points.data(), nullptr, scalars, n, &options, &error);
  if (status != QUIVER_OK) throw LibraryError(status, error_text(status, error));
  return points;
}

Json point_to_json(const Group& group, const std::uint64_t* point) {
  if (is_zero(point, group.point_words())) return "inf";
  const std::size_t words = group.info.field_words;
  Json out = Json::array();
  for (std::size_t half = 0; half < 2; ++half) {
    const std::uint64_t* coordinate = point + half * group.coordinate_words();
    if (group.info.degree == 1)
      out.push_back(to_hex(coordinate, words));
    else
      out.push_back(Json::array({to_hex(coordinate, words), to_hex(coordinate + words, words)}));
  }
  return out;
}

const char* point_from_json(const Group& group, const nlohmann::json& value, std::uint64_t* point) {
  std::fill(point, point + group.point_words(), 0);
  if (value.is_string()) return value.get_ref<const std::string&>() == "inf" ? nullptr : "neither [x, y] nor \"inf\"";
  if (!value.is_array() || value.size() != 2) return "neither [x, y] nor \"inf\"";

  const std::size_t words = group.info.field_words;
  const auto element = [&](const nlohmann::json& text, std::uint64_t* out) -> const char* {
    if (!text.is_string()) return "a coordinate is not a string";
    if (const char* reason = parse_hex(text.get_ref<const std::string&>(), out, words)) return reason;
    return compare_words(out, group.info.modulus, words) < 0 ? nullptr
                                                             : "a coordinate is not below the field's modulus";
  };
  for (std::size_t half = 0; half < 2; ++half) {
    const nlohmann::json& coordinate = value[half];
    std::uint64_t* out = point + half * group.coordinate_words();
    if (group.info.degree == 1) {
      if (const char* reason = element(coordinate, out)) return reason;
      continue;
    }
    if (!coordinate.is_array() || coordinate.size() != 2) return "a coordinate over Fp2 is [c0, c1]";
    for (std::size_t part = 0; part < 2; ++part)
      if (const char* reason = element(coordinate[part], out + part * words)) return reason;
  }
  return is_zero(point, group.point_words()) ? "(0, 0) is not on the curve; the identity is \"inf\"" : nullptr;
}

} // namespace quiver::setup
