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
};

/// Reads scalars of a view as the integers they stand for.
class ScalarReader {
public:
  ScalarReader(const Group& group, const ScalarView& view) : view_(view) { field_.init(group.order); }

  /// Scalar i: any value below 2^256 where the form is canonical; below r otherwise.
  void read(std::uint64_t out[kScalarWords], std::size_t i) const {
    std::memcpy(out, view_.base + i * view_.stride, 8 * kScalarWords);
    if (view_.form == Form::canonical) return;
    Fp<kScalarWords>::Element e = field_.mul(as_element(out), unit());
    copy_words(out, e.w, kScalarWords);
  }

private:
  static Fp<kScalarWords>::Element as_element(const std::uint64_t* words) {
    Fp<kScalarWords>::Element e;
    copy_words(e.w, words, kScalarWords);
    return e;
  }
  static Fp<kScalarWords>::Element unit() { return {{1, 0, 0, 0}}; }

  ScalarView view_;
  Fp<kScalarWords> field_;
};

} // namespace quiver
