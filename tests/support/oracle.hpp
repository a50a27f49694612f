// The oracle of the tests: affine arithmetic on y^2 = x^3 + a*x + b over Fp or Fp2 in GMP integers, straight from the
// textbook and from nothing but a Group's constants. It shares no code with the library.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "curve/group.hpp"

namespace quiver::test {

using Big = mpz_class;

Big from_words(const std::uint64_t* words, unsigned n);
/// v in n little-endian words; v must fit.
void to_words(std::uint64_t* out, unsigned n, const Big& v);
std::string hex(const Big& v);

/// c0 + c1*u; c1 = 0 over Fp.
struct Fe {
  Big c[2];
  bool operator==(const Fe& o) const { return c[0] == o.c[0] && c[1] == o.c[1]; }
  bool is_zero() const { return c[0] == 0 && c[1] == 0; }
};

struct Point {
  bool identity = true;
  Fe x, y;
  bool operator==(const Point& o) const { return identity == o.identity && (identity || (x == o.x && y == o.y)); }
};

class Oracle {
public:
  explicit Oracle(const Group& group);

  const Big& modulus() const { return p_; }
  const Big& order() const { return r_; }
  unsigned degree() const { return degree_; }
  unsigned coordinate_words() const { return degree_ * words_; }

  // -- the field
  Fe constant(const FieldConstant& c) const;
  Fe read(const std::uint64_t* words) const; // coordinate_words() canonical words
  void write(std::uint64_t* words, const Fe& a) const;
  Fe add(const Fe& a, const Fe& b) const;
  Fe sub(const Fe& a, const Fe& b) const;
  Fe neg(const Fe& a) const;
  Fe mul(const Fe& a, const Fe& b) const;
  Fe inverse(const Fe& a) const; // of zero: zero
  bool is_square(const Fe& a) const;
  Fe random(std::mt19937_64& rng) const;

  // -- the curve
  const Fe& a() const { return a_; }
  const Fe& b() const { return b_; }
  Fe right_side(const Fe& x) const; // x^3 + a*x + b
  bool on_curve(const Point& p) const;
  Point generator() const;
  Point add(const Point& p, const Point& q) const;
  Point neg(const Point& p) const;
  Point mul(const Big& k, const Point& p) const;
  /// A point of the curve, in general outside the subgroup of prime order. Any of its two y.
  Point random_point(std::mt19937_64& rng) const;
  /// A root of a; a must be a square.
  Fe sqrt(const Fe& a) const;

  Point read_point(const std::uint64_t* words) const; // 2*coordinate_words(); (0, 0) is the identity
  void write_point(std::uint64_t* words, const Point& p) const;

private:
  Fe power(Fe a, const Big& e) const;
  Big field_size() const { return degree_ == 2 ? Big(p_ * p_) : p_; }
  Big mod(const Big& v) const;

  Big p_, r_;
  unsigned words_, degree_;
  int non_residue_;
  Fe a_, b_, x_, y_;
};

} // namespace quiver::test
