// Scalars of a group as callers give them: 4-word integers, or Montgomery residues mod r.
#pragma once

#include <cstring>

#include "curve/group.hpp"
#include "field/fp.hpp"

namespace quiver {

/// n scalars in a caller's memory, `stride` bytes apart.
struct ScalarView {
  const unsigned char* base = nullptr;
  std::size_t stride = 8 * kScalarWords;
  Form form = Form::canonical;
  unsigned first_bit = 0, n_bits = 64 * kScalarWords; // which bits of each integer are wanted, moved to begin with bit 0
};

/// Reads scalars of a view as the integers they stand for.
class ScalarReader {
public:
  ScalarReader(const Group& group, const ScalarView& view) : view_(view) {
    if (view.form != Form::canonical) field_.init(group.order);
  }

  /// Scalar i: any value below 2^256 where the form is canonical; below r otherwise.
  void read(std::uint64_t out[kScalarWords], std::size_t i) const {
    std::memcpy(out, view_.base + i * view_.stride, 8 * kScalarWords);
    if (view_.form != Form::canonical) {
      Fp<kScalarWords>::Element e = field_.mul(as_element(out), unit());
      copy_words(out, e.w, kScalarWords);
    }
    if (view_.n_bits < 64 * kScalarWords) cut_bits(out);
  }

private:
  void cut_bits(std::uint64_t* words) const {
    const unsigned skip = view_.first_bit / 64, shift = view_.first_bit % 64;
    for (unsigned w = 0; w < kScalarWords; w++) {
      const std::uint64_t low = w + skip < kScalarWords ? words[w + skip] : 0;
      const std::uint64_t high = w + skip + 1 < kScalarWords ? words[w + skip + 1] : 0;
      words[w] = shift != 0 ? low >> shift | high << (64 - shift) : low;
      const unsigned wanted = view_.n_bits > 64 * w ? view_.n_bits - 64 * w : 0;
      if (wanted < 64) words[w] &= (std::uint64_t{1} << wanted) - 1;
    }
  }

  static Fp<kScalarWords>::Element as_element(const std::uint64_t* words) {
    Fp<kScalarWords>::Element e;
    copy_words(e.w, words, kScalarWords);
    return e;
  }
  static Fp<kScalarWords>::Element unit() { return {{1, 0, 0, 0}}; }

  ScalarView view_;
  Fp<kScalarWords> field_; // of Montgomery residues
};

} // namespace quiver
