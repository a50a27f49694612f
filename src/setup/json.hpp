// JSON from and to text. The one place that compiles nlohmann's parser and printer, which take seconds in every file
// that calls them.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "setup/file.hpp"

namespace quiver::setup {

/// Keeps keys in the order in which they were put.
using Json = nlohmann::ordered_json;

/// Throws nlohmann::json::exception: parse_error with the byte's place, another for a number that no type holds.
nlohmann::json parse_json(const Bytes& text);

/// On one line. Names from files may hold bytes that are no UTF-8: they are replaced, as JSON has to be.
std::string json_text(const Json& value);

} // namespace quiver::setup
