// Inputs whose sum is known without summing points: P_i = k_i * generator with k_i known, so that
// sum s_i * P_i = (sum k_i * s_i mod r) * generator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "setup/points.hpp"
#include "setup/splitmix.hpp"

namespace quiver::setup {

/// n values k_i as scalars of four words: four outputs mod r each, or, with k_bits = 64, one output.
std::vector<std::uint64_t> draw_logarithms(SplitMix64& stream, const Group& group, std::size_t n, unsigned k_bits);

/// n scalars: four outputs each, of which the lowest `bits` bits count, mod r.
std::vector<std::uint64_t> draw_scalars(SplitMix64& stream, const Group& group, std::size_t n, unsigned bits);

/// What scalars look like: "full", "u1", "u8", "u16", "u32", "u64" (bits), "witness" (of 16 scalars on average 4 are 0, 5
/// are 1, 3 below 2^8, 1 below 2^32, 1 below 2^64, 2 full, as in witnesses of circuits), "equal" (all the same full one).
const std::vector<std::string>& scalar_kinds();

/// n scalars of one of scalar_kinds().
std::vector<std::uint64_t> draw_scalars_of_kind(SplitMix64& stream, const Group& group, std::size_t n,
                                                const std::string& kind);

/// (sum of k_i * s_i mod r) * generator, packed. Throws LibraryError.
std::vector<std::uint64_t> known_sum(const Group& group, const std::vector<std::uint64_t>& logarithms,
                                     const std::vector<std::uint64_t>& scalars, const quiver_run_options& options);

} // namespace quiver::setup
