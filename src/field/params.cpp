#include "field/params.hpp"

namespace quiver {

void pow2_mod(std::uint64_t* out, const std::uint64_t* p, unsigned words, unsigned e) {
  for (unsigned i = 0; i < words; i++) out[i] = 0;
  if (bit_length(p, words) <= 1) return; // modulo 1 everything is 0
  out[0] = 1;
  for (; e > 0; e--) {
    // out < p, hence 2*out - p < p: one subtraction, also where the doubling carries out of the top word.
    std::uint64_t carry = add_words(out, out, out, words);
    if (carry != 0 || compare_words(out, p, words) >= 0) sub_words(out, out, p, words);
  }
}

} // namespace quiver
