// What can go wrong between a file and points: where it is, and why.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "quiver/quiver.h"

namespace quiver::setup {

inline constexpr std::uint64_t kNone = UINT64_MAX;

/// A place in a file, as exact as it is known.
struct Place {
  std::string file;
  std::string item = {};        // "point", "G1 Lagrange point", "case random_n3: scalar"; empty: the file as a whole
  std::uint64_t index = kNone;  // of the item
  std::uint64_t offset = kNone; // of its first byte
  std::uint64_t line = 0;       // from 1; 0 in binary files
};

enum class Failure {
  kIo,          // the system refused: no such file, disk full
  kData,        // the file was read and is wrong
  kUnsupported, // the file is right and asks for something that this library does not have
};

/// "points.bin: point 41 (byte 3944)"
std::string describe(const Place& place);

/// Says place and reason: "points.bin: point 41 (byte 3944): not on the curve".
class FileError : public std::runtime_error {
public:
  FileError(Failure kind, Place place, std::string reason)
      : std::runtime_error(describe(place) + ": " + reason), kind_(kind), place_(std::move(place)),
        reason_(std::move(reason)) {}

  Failure kind() const { return kind_; }
  const Place& place() const { return place_; }
  const std::string& reason() const { return reason_; }

private:
  Failure kind_;
  Place place_;
  std::string reason_;
};

/// A call into the library that failed for a reason that no file is to blame for.
class LibraryError : public std::runtime_error {
public:
  LibraryError(quiver_status status, const std::string& message) : std::runtime_error(message), status_(status) {}

  quiver_status status() const { return status_; }

private:
  quiver_status status_;
};

/// An error struct that is ready to be passed.
inline quiver_error empty_error() {
  quiver_error error = {};
  error.struct_size = sizeof error;
  error.index = QUIVER_NO_INDEX;
  return error;
}

/// The library's own words where it has some, else the status' name.
inline std::string error_text(quiver_status status, const quiver_error& error) {
  return error.message[0] != '\0' ? error.message : quiver_status_name(status);
}

} // namespace quiver::setup
