// Whole files in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quiver::setup {

using Bytes = std::vector<std::uint8_t>;

/// Everything in `path`; "-" is standard input. Throws FileError (kIo) with the system's reason.
Bytes read_file(const std::string& path);

/// How messages call it: "-" as "standard input".
std::string input_name(const std::string& path);

/// The same bytes as characters.
inline std::string_view as_text(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace quiver::setup
