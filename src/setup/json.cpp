#include "setup/json.hpp"

#include <nlohmann/json.hpp>

namespace quiver::setup {

nlohmann::json parse_json(const Bytes& text) { return nlohmann::json::parse(text.begin(), text.end()); }

std::string json_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace quiver::setup
