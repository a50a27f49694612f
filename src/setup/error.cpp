#include "setup/error.hpp"

namespace quiver::setup {

std::string describe(const Place& place) {
  std::string text = place.file;
  if (!place.item.empty()) {
    text.append(": ").append(place.item);
    if (place.index != kNone) text.append(" ").append(std::to_string(place.index));
  }
  std::string where;
  if (place.line != 0) where.append("line ").append(std::to_string(place.line));
  if (place.line != 0 && place.offset != kNone) where.append(", ");
  if (place.offset != kNone) where.append("byte ").append(std::to_string(place.offset));
  if (!where.empty()) text.append(" (").append(where).append(")");
  return text;
}

} // namespace quiver::setup
