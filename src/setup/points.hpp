// Points and scalars in memory, between a file and the C ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "quiver/quiver.h"
#include "setup/error.hpp"
#include "setup/integers.hpp"
#include "setup/json.hpp"

namespace quiver::setup {

/// A group of the library with its constants at hand.
struct Group {
  const quiver_group* handle = nullptr;
  quiver_group_info info = {};

  std::size_t coordinate_words() const { return std::size_t{info.degree} * info.field_words; }
  std::size_t point_words() const { return 2 * coordinate_words(); }
  U256 order() const { return {info.order[0], info.order[1], info.order[2], info.order[3]}; }
  /// "bls12-381-g1"
  std::string name() const { return std::string(info.curve) + "-" + info.group; }
};

/// Needs handle != NULL.
Group describe(const quiver_group* handle);

/// Points as the library's packed canonical layout has them, the identity as (0, 0), and where each stood in its file.
struct PointList {
  Group group;
  std::vector<std::uint64_t> words; // point_words() a point
  std::size_t n = 0;

  std::string file;
  std::string item = "point";        // what one is called in messages
  std::uint64_t first_offset = 0;    // byte of point 0
  std::uint64_t stride = 0;          // bytes from one to the next
  std::uint64_t first_line = 0;      // 0 in binary files
  std::vector<std::uint64_t> starts; // byte of each, where they are not evenly spaced; else empty

  Place place(std::uint64_t index) const;
};

/// Scalars of four words each.
struct ScalarList {
  std::vector<std::uint64_t> words;
  std::size_t n = 0;
  std::string file;
};

/// Closes prepared points on every way out.
class PreparedPoints {
public:
  /// Throws FileError (kData) naming the place of a point that fails the validation, LibraryError for the rest.
  PreparedPoints(const PointList& points, quiver_validation validation, const quiver_run_options& options);
  PreparedPoints(const PreparedPoints&) = delete;
  PreparedPoints& operator=(const PreparedPoints&) = delete;
  ~PreparedPoints() { quiver_points_destroy(handle_); }

  const quiver_points* get() const { return handle_; }

private:
  quiver_points* handle_ = nullptr;
};

/// scalars[i] * generator for every i. Throws LibraryError.
std::vector<std::uint64_t> multiples_of_generator(const Group& group, const std::uint64_t* scalars, std::size_t n,
                                                  const quiver_run_options& options);

/// A point as case files have it: ["0x…", "0x…"], over Fp2 [["0x…", "0x…"], ["0x…", "0x…"]], the identity "inf".
Json point_to_json(const Group& group, const std::uint64_t* point);

/// The reverse. NULL, or why it cannot be read. Checks that coordinates are below p, not that the point is on the
/// curve; (0, 0) is refused, since in memory it would mean the identity.
const char* point_from_json(const Group& group, const nlohmann::json& value, std::uint64_t* point);

} // namespace quiver::setup
