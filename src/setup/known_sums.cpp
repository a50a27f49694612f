#include "setup/known_sums.hpp"

#include <algorithm>

namespace quiver::setup {

namespace {

U256 scalar_at(const std::vector<std::uint64_t>& scalars, std::size_t i) {
  U256 out;
  std::copy_n(scalars.begin() + static_cast<std::ptrdiff_t>(4 * i), 4, out.begin());
  return out;
}

void put_scalar(std::vector<std::uint64_t>& scalars, std::size_t i, const U256& value) {
  std::copy(value.begin(), value.end(), scalars.begin() + static_cast<std::ptrdiff_t>(4 * i));
}

constexpr unsigned kOne = 1000; // the scalar 1, where one random bit would be 0 as often
/// Bits of a witness's scalars, each as likely; 0 bits is the scalar 0, 256 is any below r.
constexpr unsigned kWitnessBits[16] = {0, 0, 0, 0, kOne, kOne, kOne, kOne, kOne, 8, 8, 8, 32, 64, 256, 256};

} // namespace

std::vector<std::uint64_t> draw_logarithms(SplitMix64& stream, const Group& group, std::size_t n, unsigned k_bits) {
  std::vector<std::uint64_t> out(4 * n);
  for (std::size_t i = 0; i < n; ++i)
    put_scalar(out, i, k_bits == 64 ? U256{stream.next()} : reduce(stream.next_u256(), group.order()));
  return out;
}

std::vector<std::uint64_t> draw_scalars(SplitMix64& stream, const Group& group, std::size_t n, unsigned bits) {
  std::vector<std::uint64_t> out(4 * n);
  for (std::size_t i = 0; i < n; ++i) put_scalar(out, i, reduce(low_bits(stream.next_u256(), bits), group.order()));
  return out;
}

const std::vector<std::string>& scalar_kinds() {
  static const std::vector<std::string> kinds = {"full", "u1", "u8", "u16", "u32", "u64", "witness", "equal"};
  return kinds;
}

std::vector<std::uint64_t> draw_scalars_of_kind(SplitMix64& stream, const Group& group, std::size_t n,
                                                const std::string& kind) {
  if (kind.starts_with("u")) return draw_scalars(stream, group, n, static_cast<unsigned>(std::stoul(kind.substr(1))));
  if (kind == "full") return draw_scalars(stream, group, n, 256);
  std::vector<std::uint64_t> out(4 * n);
  const U256 same = reduce(stream.next_u256(), group.order());
  for (std::size_t i = 0; i < n; ++i) {
    if (kind == "equal") {
      put_scalar(out, i, same);
      continue;
    }
    const unsigned bits = kWitnessBits[stream.next() % 16];
    put_scalar(out, i, bits == kOne ? U256{1} : reduce(low_bits(stream.next_u256(), bits), group.order()));
  }
  return out;
}

std::vector<std::uint64_t> known_sum(const Group& group, const std::vector<std::uint64_t>& logarithms,
                                     const std::vector<std::uint64_t>& scalars, const quiver_run_options& options) {
  const U256 order = group.order();
  U256 logarithm = {};
  for (std::size_t i = 0; 4 * i < scalars.size(); ++i)
    logarithm = add_mod(logarithm, mul_mod(scalar_at(logarithms, i), scalar_at(scalars, i), order), order);
  return multiples_of_generator(group, logarithm.data(), 1, options);
}

} // namespace quiver::setup
