// How scalars become digits. A scalar's bits are cut into windows of balanced widths; a digit is unsigned, or signed in
// -(2^(c-1) - 1) … 2^(c-1), which halves the buckets. Signed digits need no carry chain: with the constant
// H = sum of (2^(c_w - 1) - 1)*2^(offset_w) added to the scalar once, digit w is bits w of the sum less 2^(c_w - 1) - 1.
// The sum can have a bit more than the scalar, so signed windows cover one more: cheaper than a window for that bit,
// whose one bucket up to half of the points would have to be added to.
#pragma once

#include <cstdint>

#include "field/words.hpp"

namespace quiver {

inline constexpr unsigned kMaxScalarBits = 256;
inline constexpr unsigned kMaxWidth = 24;
inline constexpr unsigned kMaxWindows = kMaxScalarBits + 1;
inline constexpr unsigned kDigitWords = 5; // 256 bits, the bias and a word to read past the end

struct Window {
  unsigned offset; // digit d stands for d*2^offset
  unsigned width;
  bool is_signed;

  /// Buckets of digits 1 … 2^m - 1 have their digit as index; the digit 2^m of a signed window has index 0.
  unsigned log_buckets() const { return is_signed ? width - 1 : width; }
};

class Windows {
public:
  /// `count` windows for scalars of `bits` bits, the wider ones first. They cover `covered(bits)` bits:
  /// 1 <= bits <= kMaxScalarBits, count <= covered <= count*kMaxWidth.
  static Windows split(unsigned bits, unsigned count, bool is_signed);

  static unsigned covered(unsigned bits, bool is_signed) { return bits + (is_signed ? 1 : 0); }

  unsigned count() const { return count_; }
  const Window& operator[](unsigned w) const { return window_[w]; }
  unsigned bits() const { return bits_; }

  /// The first window from w on that differs from w in width, or count().
  unsigned run_end(unsigned w) const {
    unsigned end = w + 1;
    while (end < count_ && window_[end].width == window_[w].width) end++;
    return end;
  }

  /// To be done once to a scalar of at most bits() bits in kDigitWords words, before its digits are read.
  void add_bias(std::uint64_t* words) const { add_words(words, words, bias_, kDigitWords); }

  std::int32_t digit(const std::uint64_t* biased, unsigned w) const {
    const Window& window = window_[w];
    unsigned word = window.offset / 64, shift = window.offset % 64;
    std::uint64_t raw = biased[word] >> shift;
    if (shift + window.width > 64) raw |= biased[word + 1] << (64 - shift);
    raw &= (std::uint64_t{1} << window.width) - 1;
    auto digit = static_cast<std::int32_t>(raw);
    return window.is_signed ? digit - ((1 << (window.width - 1)) - 1) : digit;
  }

private:
  unsigned count_ = 0, bits_ = 0;
  Window window_[kMaxWindows];
  std::uint64_t bias_[kDigitWords] = {};
};

} // namespace quiver
