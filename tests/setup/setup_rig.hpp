// What the tests of file formats share.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include "setup/error.hpp"
#include "setup/file.hpp"
#include "setup/points.hpp"

namespace quiver::setup {

/// A file of the truth data, archives unpacked.
inline std::string vector_path(const std::string& name) { return std::string(QUIVER_TEST_DATA) + "/" + name; }

/// A file of the demo's data: read where it is kept, as there is one copy.
inline std::string demo_path(const std::string& name) {
#ifdef QUIVER_SOURCE_DATA
  return std::string(QUIVER_SOURCE_DATA) + "/" + name;
#else
  return (std::filesystem::path(__FILE__).parent_path() / "../../data/ethkzg" / name).string();
#endif
}

/// The error that `action` throws; a failure of the test and a placeholder where it throws none.
template <class Action> FileError file_error(Action&& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error;
  }
  ADD_FAILURE() << "accepted";
  return FileError(Failure::kData, Place{"nothing"}, "nothing");
}

inline Bytes bytes_of(std::string_view text) { return Bytes(text.begin(), text.end()); }

inline Group group_named(const char* curve, const char* group = "g1") {
  const quiver_group* handle = quiver_group_find(curve, group);
  EXPECT_NE(handle, nullptr) << curve;
  return describe(handle);
}

/// One thread: these tests are about bytes.
inline quiver_run_options plain_options() {
  quiver_run_options options = {};
  options.struct_size = sizeof options;
  options.threads = 1;
  return options;
}

/// An empty folder that goes with the test.
class ScratchFolder {
public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "quiver-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

private:
  std::filesystem::path path_;
};

inline void write_text(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::string read_text(const std::string& path) { return std::string(as_text(read_file(path))); }

} // namespace quiver::setup
