#include "curve/glv.hpp"

#include "field/words.hpp"

namespace quiver {
namespace {

constexpr unsigned kSignedWords = sizeof(SignedWords::words) / sizeof(std::uint64_t);
constexpr unsigned kReciprocalWords = sizeof(Endomorphism::Reciprocal::words) / sizeof(std::uint64_t);

// The parts are below 2^191 in magnitude, so all that leads to them may be computed modulo 2^192, two's complement.
using Residue = std::uint64_t[kSignedWords];

void negate(Residue x) {
  std::uint64_t carry = 1;
  for (unsigned i = 0; i < kSignedWords; i++) x[i] = add_carry(~x[i], 0, carry);
}

/// round(k * reciprocal / 2^shift) mod 2^192; halves go away from zero.
void coordinate(Residue out, const std::uint64_t* k, const Endomorphism::Reciprocal& reciprocal, unsigned shift) {
  std::uint64_t product[kScalarWords + kReciprocalWords] = {};
  for (unsigned j = 0; j < kReciprocalWords; j++) {
    if (reciprocal.words[j] == 0) continue; // a constant, the same for every scalar
    std::uint64_t carry = 0;
    for (unsigned i = 0; i < kScalarWords; i++)
      product[i + j] = mul_add(product[i + j], k[i], reciprocal.words[j], carry);
    product[j + kScalarWords] = carry;
  }
  unsigned low = shift / 64;
  std::uint64_t carry = product[low - 1] >> 63;
  for (unsigned i = 0; i < kSignedWords; i++) out[i] = add_carry(product[low + i], 0, carry);
  if (reciprocal.negative) negate(out);
}

/// acc -= x * y mod 2^192.
void subtract_product(Residue acc, const Residue x, const SignedWords& y) {
  Residue product = {};
  for (unsigned j = 0; j < kSignedWords; j++) {
    if (y.words[j] == 0) continue; // a constant
    std::uint64_t carry = 0;
    for (unsigned i = 0; i + j < kSignedWords; i++) product[i + j] = mul_add(product[i + j], x[i], y.words[j], carry);
  }
  if (y.negative)
    add_words(acc, acc, product, kSignedWords);
  else
    sub_words(acc, acc, product, kSignedWords);
}

} // namespace

void decompose(const Endomorphism& endomorphism, const std::uint64_t k[kScalarWords],
               SignedWords out[kMaxEndoDimension]) {
  unsigned dimension = endomorphism.dimension;
  Residue coordinates[kMaxEndoDimension];
  for (unsigned j = 0; j < dimension; j++)
    coordinate(coordinates[j], k, endomorphism.reciprocal[j], endomorphism.shift);

  // (k, 0, ..) minus the lattice point nearby.
  for (unsigned i = 0; i < dimension; i++) {
    Residue part = {};
    if (i == 0) copy_words(part, k, kSignedWords);
    for (unsigned j = 0; j < dimension; j++) subtract_product(part, coordinates[j], endomorphism.basis[j][i]);
    out[i].negative = part[kSignedWords - 1] >> 63;
    if (out[i].negative) negate(part);
    copy_words(out[i].words, part, kSignedWords);
  }
}

void reduce_scalar(const Group& group, const std::uint64_t in[kScalarWords], std::uint64_t out[kScalarWords]) {
  copy_words(out, in, kScalarWords);
  unsigned bits = bit_length(out, kScalarWords);
  if (bits < group.order_bits) return;

  // Schoolbook division in base 2, the quotient not kept: subtract order * 2^s where it fits, s downwards to 0.
  unsigned s = bits - group.order_bits;
  std::uint64_t multiple[kScalarWords];
  for (unsigned i = kScalarWords; i-- > 0;) {
    unsigned whole = s / 64, part = s % 64;
    std::uint64_t high = i >= whole ? group.order[i - whole] : 0;
    std::uint64_t low = i >= whole + 1 ? group.order[i - whole - 1] : 0;
    multiple[i] = part == 0 ? high : high << part | low >> (64 - part);
  }
  for (unsigned step = 0; step <= s; step++) {
    if (compare_words(out, multiple, kScalarWords) >= 0) sub_words(out, out, multiple, kScalarWords);
    for (unsigned i = 0; i < kScalarWords; i++)
      multiple[i] = multiple[i] >> 1 | (i + 1 < kScalarWords ? multiple[i + 1] << 63 : 0);
  }
}

} // namespace quiver
