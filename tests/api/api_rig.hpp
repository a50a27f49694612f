// What tests of quiver.h share: errors with a guard, calls with defaults, points as bytes.
#pragma once

#include "quiver/quiver.h"
#include "support/msm_rig.hpp"
#include "support/rig.hpp"

namespace quiver::api_rig {

/// A quiver_error full of rubbish, so that what a call leaves unset shows.
struct ErrorBox {
  ErrorBox() {
    std::memset(&error, 0xcc, sizeof error);
    error.struct_size = sizeof error;
  }
  operator quiver_error*() { return &error; }
  quiver_error error;
};

/// Whether a call failed with `status` at `index` and said why.
inline testing::AssertionResult failed(quiver_status got, const quiver_error& error, quiver_status status,
                                       std::uint64_t index = QUIVER_NO_INDEX) {
  if (std::memchr(error.message, '\0', sizeof error.message) == nullptr)
    return testing::AssertionFailure() << "the message does not end";
  if (got != status || error.status != static_cast<std::uint32_t>(status))
    return testing::AssertionFailure() << "returned " << quiver_status_name(got) << ", error says " << error.status
                                       << ": " << error.message;
  if (error.index != index) return testing::AssertionFailure() << "index " << error.index << ": " << error.message;
  std::size_t length = std::strlen(error.message);
  if (length == 0) return testing::AssertionFailure() << "no message";
  if (error.message[length - 1] == '.' || error.message[length - 1] == '\n')
    return testing::AssertionFailure() << "the message ends with a full stop: " << error.message;
  if (error.struct_size != sizeof error) return testing::AssertionFailure() << "struct_size changed";
  return testing::AssertionSuccess();
}

constexpr std::size_t kTile = 1024; // points that are checked and converted together

/// The group of most tests: small, fast, of cofactor 1.
inline const Group& bn254() { return *find_group("bn254", "g1"); }

inline std::string zeros(std::size_t n) { return std::string(n, '\0'); }

inline const quiver_group* handle(const Group& group) { return quiver_group_find(group.curve, group.group); }

inline quiver_run_options run_on(const char* backend, unsigned threads = 1) {
  return {sizeof(quiver_run_options), threads, backend};
}

inline std::string encode(const msm_rig::Curve& curve, const std::vector<msm_rig::CurvePoint>& points) {
  std::string out;
  for (const msm_rig::CurvePoint& p : points) out += curve.encode(p);
  return out;
}

struct Destroy {
  void operator()(quiver_points* points) const { quiver_points_destroy(points); }
};
using Points = std::unique_ptr<quiver_points, Destroy>;

inline Points prepare(const Group& group, const std::string& bytes, const char* backend = nullptr,
                      quiver_validation validation = QUIVER_VALIDATE_TRUST, unsigned threads = 1) {
  quiver_points* points = nullptr;
  quiver_run_options options = run_on(backend, threads);
  ErrorBox error;
  std::size_t n = bytes.size() / (16u * group.words * group.degree);
  EXPECT_EQ(quiver_points_create(handle(group), &points, bytes.data(), n, nullptr, validation, &options, error),
            QUIVER_OK)
      << error.error.message;
  return Points(points);
}

inline quiver_msm_job job_over(const quiver_points* points, const void* scalars, std::uint64_t n,
                               std::uint64_t first = 0) {
  quiver_msm_job job{};
  job.struct_size = sizeof job;
  job.points = points;
  job.first = first;
  job.scalars = scalars;
  job.n = n;
  return job;
}

/// An environment variable for the life of the object.
class Environment {
public:
  Environment(const char* name, const char* value) : name_(name) {
    const char* old = std::getenv(name);
    had_ = old != nullptr;
    if (had_) old_ = old;
    if (value != nullptr)
      ::setenv(name, value, 1);
    else
      ::unsetenv(name);
  }
  ~Environment() {
    if (had_)
      ::setenv(name_, old_.c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Environment(const Environment&) = delete;

private:
  const char* name_;
  bool had_;
  std::string old_;
};

} // namespace quiver::api_rig
