// What tests of sums need: every group, points of known logarithms made with GMP alone, and one way to put them on any
// back end and to read results back. `counting` takes the logarithms themselves for points.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "curve/groups.hpp"
#include "curve/scalar.hpp"
#include "kernels/dispatch.hpp"
#include "support/tiny_groups.hpp"

namespace quiver::msm_rig {

/// QUIVER_TEST_MAX_N leaves out larger cases (0: none), for slow builds.
bool too_many(std::size_t n);

/// The value of a result that a test cannot go on without.
template <class T> T take(Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "test set-up: %s\n", result.error().message);
    std::abort();
  }
  return std::move(result.value());
}

mpz_class integer(const std::uint64_t* words, unsigned n);
/// value as `n` little-endian words at `out`, which needs no alignment.
void put_words(void* out, const mpz_class& value, unsigned n);
mpz_class mod(const mpz_class& value, const mpz_class& m);
mpz_class power_of_two(unsigned e);

struct CurvePoint {
  using Element = std::pair<mpz_class, mpz_class>;
  bool identity = true;
  Element x, y;
  bool operator==(const CurvePoint& o) const;
};

/// Affine arithmetic over Fp or Fp2 by the schoolbook formulas: shares nothing with the library but the constants.
class Curve {
public:
  using Element = CurvePoint::Element;

  explicit Curve(const Group& group);

  const Group& group() const { return group_; }
  const mpz_class& p() const { return p_; }
  std::size_t coordinate_bytes() const { return 8u * group_.words * group_.degree; }
  std::size_t point_bytes() const { return 2 * coordinate_bytes(); }

  Element element(const FieldConstant& c) const;
  CurvePoint generator() const;

  bool contains(const CurvePoint& p) const;
  CurvePoint negate(CurvePoint p) const;
  CurvePoint sum(const CurvePoint& left, const CurvePoint& right) const;
  CurvePoint times(const mpz_class& k, const CurvePoint& p) const;

  /// Canonical or (times 2^(64*words)) Montgomery words of one coordinate.
  void put(void* out, const Element& e, bool montgomery = false) const;
  /// x then y, packed and canonical; the identity all zero.
  std::string encode(const CurvePoint& p) const;

private:
  Element add(const Element& a, const Element& b) const;
  Element sub(const Element& a, const Element& b) const;
  Element mul(const Element& a, const Element& b) const;
  Element inverse(const Element& a) const;

  Group group_;
  mpz_class p_;
  Element a_, b_;
};

/// n points and their logarithms to the generator, all below r.
struct PointSet {
  std::vector<CurvePoint> points;
  std::vector<mpz_class> logs;
  std::size_t size() const { return points.size(); }
};

/// A group and fast multiples of its generator: 4-bit windows over a table made by schoolbook additions.
class Known {
public:
  explicit Known(const Group& group);

  Curve curve;
  mpz_class r;

  /// log*G, log any integer. Remembered: the same sums are asked for once a back end.
  CurvePoint times(const mpz_class& log) const;

  /// n points of scattered logarithms: each is the one before plus one of sixteen, so that differences repeat.
  PointSet random_points(std::size_t n, unsigned long seed) const;
  /// n points with logarithms first, first + difference, …
  PointSet progression(std::size_t n, const mpz_class& first, const mpz_class& difference) const;
  /// Every kind of trouble: identities, repeated points, points next to their opposites.
  PointSet troubled_points(std::size_t n, unsigned long seed) const;

private:
  std::vector<CurvePoint> table_;
  mutable std::map<std::string, CurvePoint> products_;
};

const Known& known(const Group& group);

std::vector<const Group*> every_group();

/// A group on a back end.
struct Target {
  const Group* group;
  const char* backend;
  bool counts() const { return std::strcmp(backend, "counting") == 0; }
};

std::vector<Target> every_target();
std::vector<Target> counting_targets();

std::string target_name(const testing::TestParamInfo<Target>& info);
void PrintTo(const Target& t, std::ostream* out);

/// A target with room to compute.
class Machine {
public:
  explicit Machine(const Group& group, const char* backend, std::size_t batch = 0, Counts* counts = nullptr);
  explicit Machine(const Target& target, std::size_t batch = 0, Counts* counts = nullptr);

  Engine engine;
  Workspace workspace;

  const Kernels& kernels() const { return engine.kernels(); }
  Context* context() { return workspace.context(); }

  Buffer pack(const Curve& curve, const PointSet& set);
  Buffer room(std::size_t n = 1);

  /// A packed point as canonical bytes; on `counting` the logarithm's.
  std::string value(const void* packed);
  /// What value() has to be for log*G.
  std::string expected(const Known& k, const mpz_class& log) const;

private:
  bool counting_;
};

/// Scalars in memory: stride bytes apart, the first one at `skew` bytes from an aligned address.
class ScalarArray {
public:
  ScalarArray(const std::vector<mpz_class>& values, std::size_t stride = 32, std::size_t skew = 0,
              Form form = Form::canonical);
  ScalarView view;
  const std::uint64_t* words() const { return storage_.data(); }

private:
  std::vector<std::uint64_t> storage_;
};

/// The scalars that algorithms trip over.
std::vector<mpz_class> edge_scalars(const mpz_class& r);

/// Scalars of every kind, each kind next to each other.
std::vector<mpz_class> mixed_scalars(std::size_t n, const mpz_class& r, unsigned long seed);

/// sum k_i*log_i.
mpz_class inner_product(const std::vector<mpz_class>& scalars, const std::vector<mpz_class>& logs);

/// Points of small order on production curves, with all their multiples: integers act as they are, whatever r is.
struct SmallOrder {
  std::string name;
  Group group;
  unsigned long m;
  std::vector<CurvePoint> multiples;

  PointSet set(const std::vector<unsigned long>& which) const;
};

const std::vector<SmallOrder>& small_orders();

/// Back ends of curve points that serve a group here.
std::vector<const char*> curve_backends(const Group& group);

} // namespace quiver::msm_rig
