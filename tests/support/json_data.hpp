// Test data in JSON, as plain values: one file compiles the parser, which takes seconds wherever it is included.
#pragma once

#include <string>
#include <vector>

#include <gmpxx.h>

namespace quiver::test {

struct SmallOrderPoint {
  bool identity = true;
  mpz_class x, y;
};

/// A curve over a production field and its points of order m.
struct SmallOrderSet {
  std::string curve;
  mpz_class field_modulus, b;
  unsigned m = 0;
  std::vector<SmallOrderPoint> multiples; // i*P at i
  bool has_independent = false;           // a second generator of order m
  SmallOrderPoint independent;
};

// Both throw where the file cannot be read.

/// small_order.json as it is written.
std::vector<SmallOrderSet> read_small_order_sets();
/// A file that is one list of strings; `name` below QUIVER_TEST_DATA.
std::vector<std::string> read_strings(const std::string& name);

} // namespace quiver::test
