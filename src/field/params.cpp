#include "field/params.hpp"

namespace quiver {

void double_mod(std::uint64_t* x, const std::uint64_t* p, unsigned words, unsigned e) {
  for (; e > 0; e--) {
    // x < p, hence 2*x - p < p: one subtraction, also where the doubling carries out of the top word.
    const std::uint64_t carry = add_words(x, x, x, words);
    if (carry != 0 || compare_words(x, p, words) >= 0) sub_words(x, x, p, words);
  }
}

void pow2_mod(std::uint64_t* out, const std::uint64_t* p, unsigned words, unsigned e) {
  for (unsigned i = 0; i < words; i++) out[i] = 0;
  const unsigned bits = bit_length(p, words);
  if (bits <= 1) return; // modulo 1 everything is 0
  const unsigned below = e < bits ? e : bits - 1; // 2^below < p
  out[below / 64] = std::uint64_t{1} << (below % 64);
  double_mod(out, p, words, e - below);
}

namespace {

std::uint32_t remainder(const std::uint64_t* p, unsigned words, std::uint32_t a) {
  std::uint64_t rest = 0;
  for (unsigned i = 2 * words; i-- > 0;) rest = (rest << 32 | (p[i / 2] >> (i % 2 * 32) & 0xffffffff)) % a;
  return static_cast<std::uint32_t>(rest);
}

/// (a/n) for odd n.
int jacobi_symbol(std::uint32_t a, std::uint32_t n) {
  int sign = 1;
  for (a %= n; a != 0;) {
    while (a % 2 == 0) {
      a /= 2;
      if (n % 8 == 3 || n % 8 == 5) sign = -sign;
    }
    if (a % 4 == 3 && n % 4 == 3) sign = -sign;
    const std::uint32_t next = n % a;
    n = a;
    a = next;
  }
  return n == 1 ? sign : 0;
}

} // namespace

int jacobi_symbol(std::uint32_t a, const std::uint64_t* p, unsigned words) {
  int sign = 1;
  for (; a % 2 == 0; a /= 2)
    if (p[0] % 8 == 3 || p[0] % 8 == 5) sign = -sign;
  if (a % 4 == 3 && p[0] % 4 == 3) sign = -sign;
  return a == 1 ? sign : sign * jacobi_symbol(remainder(p, words, a), a);
}

} // namespace quiver
