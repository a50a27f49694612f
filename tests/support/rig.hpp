// What every test of the kernel seam needs: which back ends serve which groups here, and a group on a back end with
// arrays that notice writes past their end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/dispatch.hpp"
#include "support/slow_build.hpp"

namespace quiver::test {

/// A group on a back end; prints as "bls12_381_g1__portable_x8", which is also the test's name.
struct Target {
  const Group* group;
  const char* backend;

  std::string name() const;
};
std::ostream& operator<<(std::ostream& out, const Target& target);

/// Every back end that computes points, for the group; in the order of backend_at.
std::vector<const char*> backends_for(const Group& group);
/// Every (group, back end) that this machine serves; `counting` not among them.
std::vector<Target> all_targets();
inline std::string target_name(const testing::TestParamInfo<Target>& info) { return info.param.name(); }

/// Whether no group before it in the registry is served by the very same code: width, degree and subgroup check. In slow
/// builds these stand for the others, which differ in constants alone.
bool first_of_its_code(const Group& group);

/// Aligned memory of a given size with a guard behind it; the destructor fails the test if the guard was touched.
class Array {
public:
  explicit Array(std::size_t bytes);
  Array(const Array& other);
  Array(Array&& other) noexcept;
  Array& operator=(const Array&) = delete;
  Array& operator=(Array&& other) noexcept;
  ~Array();

  unsigned char* data() { return data_; }
  const unsigned char* data() const { return data_; }
  std::size_t size() const { return bytes_; }
  template <class T> T* as() { return reinterpret_cast<T*>(data_); }
  template <class T> const T* as() const { return reinterpret_cast<const T*>(data_); }

private:
  unsigned char* data_;
  std::size_t bytes_;
};

using Words = std::vector<std::uint64_t>;

/// A group on a back end, for one task. Points outside are canonical words, x and then y, coordinate_words() each; on
/// `counting` x is the discrete logarithm and y is ignored.
class Rig {
public:
  /// batch: blocks that share an inversion; 0 for the default of the library.
  Rig(const Group& group, const char* backend, std::size_t batch = 0, Counts* counts = nullptr);

  const Kernels& k() const { return engine_.kernels(); }
  const Engine& engine() const { return engine_; }
  const Group& group() const { return engine_.group(); }
  Context* ctx() { return workspace_.context(); }
  Context* serial() { return workspace_.serial(); }
  unsigned lanes() const { return k().lanes; }
  bool counts_only() const { return k().degree == 0; }
  unsigned coordinate_words() const { return counts_only() ? kScalarWords : group().words * group().degree; }
  unsigned point_words() const { return 2 * coordinate_words(); }
  std::size_t blocks(std::size_t n) const { return (n + lanes() - 1) / lanes(); }
  void set_batch(std::size_t batch); // not above what the constructor was given

  Array packed(std::size_t n) const { return Array(n * k().packed_bytes); }
  Array affine(std::size_t blocks) const { return Array(blocks * k().affine_bytes); }
  Array xyzz(std::size_t blocks) const { return Array(blocks * k().xyzz_bytes); }
  static Array entries(const std::vector<Entry>& list, std::size_t padded);

  /// Describes canonical words as they are in a Words.
  PointLayout layout(const std::uint64_t* words) const;
  Array import(const Words& points); // fails the test if a point is refused
  Words export_words(const Array& packed, std::size_t n);
  /// n = list.size() points to whole blocks; identities fill the rest.
  Array gather(const Array& packed, const std::vector<Entry>& list);
  Array scatter(const Array& affine, std::size_t n);

  const std::string& name() const { return name_; }

private:
  std::string name_;
  Engine engine_;
  Workspace workspace_;
};

} // namespace quiver::test
