// Ethereum's KZG files (BLS12-381): the text trusted set-up that clients load, and blobs.
//
// trusted_setup.txt: the number of G1 points, the number of G2 points, then one ZCash-compressed point in hexadecimal
// a line: G1 in Lagrange basis (natural order), G2 in monomial basis, G1 in monomial basis.
// A blob: one scalar of 32 bytes, big-endian and below r, for each G1 point.
//
// The commitment to a blob is sum blob[i] * L[reverse(i)], reverse() turning round the log2(n) bits of i: blobs index
// the Lagrange points in bit-reversed order (EIP-4844; consensus-specs, deneb/polynomial-commitments.md).
#pragma once

#include <span>
#include <string>

#include "setup/file.hpp"
#include "setup/points.hpp"

namespace quiver::setup {

enum class Section { kG1Lagrange, kG2Monomial, kG1Monomial };

/// The encodings of all three sections, each checked to be well-formed; points are decompressed when asked for.
class EthereumSetup {
public:
  /// Throws FileError naming line, byte and point.
  EthereumSetup(const Bytes& text, const std::string& file);

  std::size_t count(Section section) const { return sections_[static_cast<std::size_t>(section)].starts.size(); }

  /// Throws FileError for an x that belongs to no point. Whether the points are of order r is left to
  /// quiver_points_create.
  PointList points(Section section, const quiver_run_options& options) const;

private:
  struct Encodings {
    Group group;
    const char* item = "";
    std::uint64_t first_line = 0;
    Bytes bytes;
    std::vector<std::uint64_t> starts; // of each line
  };

  std::string file_;
  Encodings sections_[3];
};

/// bytes.size() / 32 scalars. Throws FileError naming the first that is not below the order of `group`, or a file whose
/// size is no multiple of 32.
ScalarList read_blob(const Bytes& bytes, const std::string& file, const Group& group);

/// scalars[i] and scalars[reverse(i)] change places. Needs n to be a power of two.
/// Permuting the blob instead of the points: the same sum, and a point keeps the number that it has in its file.
void bit_reverse(ScalarList& scalars);

/// n scalars as a blob's bytes. Needs each below 2^256.
Bytes write_blob(const std::uint64_t* scalars, std::size_t n);

} // namespace quiver::setup
