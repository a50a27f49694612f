// Results without exceptions: a status, the offending index and a message of fixed size. No allocation, so that
// running out of memory can be reported too.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "quiver/quiver.h"

namespace quiver {

inline constexpr std::uint64_t kNoIndex = QUIVER_NO_INDEX;

/// What went wrong; status QUIVER_OK means nothing did.
struct [[nodiscard]] Error {
  quiver_status status = QUIVER_OK;
  std::uint64_t index = kNoIndex;
  char message[sizeof(quiver_error::message)] = {};

  bool ok() const { return status == QUIVER_OK; }
};

inline Error success() { return {}; }

/// printf-style; the message names the thing, the place and the reason.
[[gnu::format(printf, 3, 4)]] inline Error failure(quiver_status status, std::uint64_t index, const char* format, ...) {
  Error error;
  error.status = status;
  error.index = index;
  std::va_list args;
  va_start(args, format);
  std::vsnprintf(error.message, sizeof error.message, format, args);
  va_end(args);
  return error;
}

inline Error out_of_memory(std::size_t bytes) {
  return failure(QUIVER_OUT_OF_MEMORY, kNoIndex, "out of memory: %zu bytes could not be allocated", bytes);
}

/// A value or an error. T must be default-constructible and movable.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(error) {}

  bool ok() const { return error_.ok(); }
  const Error& error() const { return error_; }
  T& value() { return value_; }
  const T& value() const { return value_; }

private:
  T value_{};
  Error error_{};
};

} // namespace quiver
