// Points as bytes: the ZCash encoding of BLS12-381, which Ethereum's set-up and blst, arkworks, gnark share.
//
// Big-endian, 48 bytes a base-field element, Fp2 as c1 then c0. Flags are the top bits of the first byte: 0x80
// compressed (x alone), 0x40 identity (everything else zero), 0x20 "y is the larger of y and -y" (compressed only).
// Source: https://github.com/zkcrypto/pairing/tree/master/src/bls12_381#serialization
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "setup/points.hpp"

namespace quiver::setup {

/// The encoding is defined for G1 and G2 of BLS12-381 only.
bool has_zcash_encoding(const Group& group);

/// Bytes a point.
std::size_t zcash_size(const Group& group, bool compressed);

/// bytes (zcash_size of them) -> x and what quiver_decompress wants as its sign. NULL, or why the bytes are no encoding
/// of a point; that x belongs to a point is left to quiver_decompress.
const char* unpack_zcash_compressed(const Group& group, const std::uint8_t* bytes, std::uint64_t* x,
                                    std::uint8_t* sign);

/// bytes -> x and y. NULL, or why not. Does not check the curve equation.
const char* unpack_zcash_uncompressed(const Group& group, const std::uint8_t* bytes, std::uint64_t* point);

/// The reverse of both. Needs a canonical point on the curve, the identity as (0, 0).
void pack_zcash(const Group& group, const std::uint64_t* point, bool compressed, std::uint8_t* bytes);

/// bytes.size() / zcash_size points, one after the other without a header. Throws FileError naming the point.
PointList decode_zcash(const Group& group, std::span<const std::uint8_t> bytes, bool compressed,
                       const std::string& file, const quiver_run_options& options);

/// Fills list.words from one compressed encoding after the other; list says how places in the file are called.
void decompress_zcash(PointList& list, const std::uint8_t* bytes, const quiver_run_options& options);

} // namespace quiver::setup
