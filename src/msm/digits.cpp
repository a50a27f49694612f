#include "msm/digits.hpp"

namespace quiver {

Windows Windows::split(unsigned bits, unsigned count, bool is_signed) {
  Windows w;
  w.bits_ = bits;
  w.count_ = count;
  const unsigned end = covered(bits, is_signed);
  unsigned offset = 0;
  for (unsigned i = 0; i < count; i++) {
    unsigned width = (end - offset + count - i - 1) / (count - i);
    w.window_[i] = {offset, width, is_signed};
    if (is_signed) {
      std::uint64_t term[kDigitWords] = {};
      std::uint64_t half = (std::uint64_t{1} << (width - 1)) - 1;
      term[offset / 64] = half << (offset % 64);
      if (offset % 64 != 0) term[offset / 64 + 1] = half >> (64 - offset % 64);
      add_words(w.bias_, w.bias_, term, kDigitWords);
    }
    offset += width;
  }
  return w;
}

} // namespace quiver
