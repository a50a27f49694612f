#include "support/oracle.hpp"

#include <stdexcept>

namespace quiver::test {

Big from_words(const std::uint64_t* words, unsigned n) {
  Big out;
  mpz_import(out.get_mpz_t(), n, -1, 8, 0, 0, words);
  return out;
}

void to_words(std::uint64_t* out, unsigned n, const Big& v) {
  if (v < 0 || mpz_sizeinbase(v.get_mpz_t(), 2) > 64 * n) throw std::out_of_range("to_words: " + hex(v));
  for (unsigned i = 0; i < n; i++) out[i] = 0;
  mpz_export(out, nullptr, -1, 8, 0, 0, v.get_mpz_t());
}

std::string hex(const Big& v) { return "0x" + v.get_str(16); }

Oracle::Oracle(const Group& g)
    : p_(from_words(g.modulus, g.words)), r_(from_words(g.order, kScalarWords)), words_(g.words), degree_(g.degree),
      non_residue_(g.non_residue), a_(constant(g.a)), b_(constant(g.b)), x_(constant(g.generator_x)),
      y_(constant(g.generator_y)) {}

Big Oracle::mod(const Big& v) const {
  Big out;
  mpz_mod(out.get_mpz_t(), v.get_mpz_t(), p_.get_mpz_t());
  return out;
}

Fe Oracle::constant(const FieldConstant& c) const {
  Fe out;
  for (unsigned i = 0; i < degree_; i++) out.c[i] = from_words(c.c[i], words_);
  return out;
}
Fe Oracle::read(const std::uint64_t* words) const {
  Fe out;
  for (unsigned i = 0; i < degree_; i++) out.c[i] = from_words(words + i * words_, words_);
  return out;
}
void Oracle::write(std::uint64_t* words, const Fe& a) const {
  for (unsigned i = 0; i < degree_; i++) to_words(words + i * words_, words_, a.c[i]);
}

Fe Oracle::add(const Fe& a, const Fe& b) const { return {{mod(a.c[0] + b.c[0]), mod(a.c[1] + b.c[1])}}; }
Fe Oracle::sub(const Fe& a, const Fe& b) const { return {{mod(a.c[0] - b.c[0]), mod(a.c[1] - b.c[1])}}; }
Fe Oracle::neg(const Fe& a) const { return {{mod(-a.c[0]), mod(-a.c[1])}}; }
Fe Oracle::mul(const Fe& a, const Fe& b) const {
  if (degree_ == 1) return {{mod(a.c[0] * b.c[0]), 0}};
  return {{mod(a.c[0] * b.c[0] + non_residue_ * a.c[1] * b.c[1]), mod(a.c[0] * b.c[1] + a.c[1] * b.c[0])}};
}
Fe Oracle::inverse(const Fe& a) const {
  if (a.is_zero()) return a;
  Big norm = mod(a.c[0] * a.c[0] - non_residue_ * a.c[1] * a.c[1]), inverted;
  mpz_invert(inverted.get_mpz_t(), norm.get_mpz_t(), p_.get_mpz_t());
  return {{mod(a.c[0] * inverted), mod(-a.c[1] * inverted)}};
}

/// Every element of Fp is a square in Fp2, so there the norm decides.
bool Oracle::is_square(const Fe& a) const {
  Big norm = degree_ == 1 ? a.c[0] : mod(a.c[0] * a.c[0] - non_residue_ * a.c[1] * a.c[1]);
  return mpz_legendre(norm.get_mpz_t(), p_.get_mpz_t()) >= 0;
}

Fe Oracle::random(std::mt19937_64& rng) const {
  Fe out;
  for (unsigned i = 0; i < degree_; i++) {
    std::uint64_t words[kMaxWords + 1];
    for (unsigned j = 0; j <= words_; j++) words[j] = rng();
    out.c[i] = mod(from_words(words, words_ + 1));
  }
  return out;
}

Fe Oracle::power(Fe a, const Big& e) const {
  Fe out{{1, 0}};
  for (std::size_t bit = mpz_sizeinbase(e.get_mpz_t(), 2); bit-- > 0;) {
    out = mul(out, out);
    if (mpz_tstbit(e.get_mpz_t(), bit) != 0) out = mul(out, a);
  }
  return out;
}

/// Tonelli-Shanks in the multiplicative group of q - 1 = 2^s*t elements, the textbook's loop.
Fe Oracle::sqrt(const Fe& a) const {
  if (a.is_zero()) return a;
  Big t = field_size() - 1;
  unsigned s = 0;
  while (mpz_even_p(t.get_mpz_t()) != 0) t /= 2, s++;
  Fe z{{1, degree_ == 2 ? 1 : 0}};
  while (is_square(z)) z.c[0] += 1;
  const Fe one{{1, 0}};
  Fe c = power(z, t), x = power(a, (t + 1) / 2), b = power(a, t);
  while (!(b == one)) {
    unsigned i = 0;
    for (Fe square = b; !(square == one); i++) square = mul(square, square);
    if (i >= s) throw std::domain_error("sqrt of a non-square");
    Fe step = c;
    for (unsigned j = 0; j + i + 1 < s; j++) step = mul(step, step);
    x = mul(x, step);
    c = mul(step, step);
    b = mul(b, c);
    s = i;
  }
  return x;
}

Fe Oracle::right_side(const Fe& x) const { return add(mul(add(mul(x, x), a_), x), b_); }
bool Oracle::on_curve(const Point& p) const { return p.identity || mul(p.y, p.y) == right_side(p.x); }
Point Oracle::generator() const { return {false, x_, y_}; }

Point Oracle::neg(const Point& p) const { return p.identity ? p : Point{false, p.x, neg(p.y)}; }

Point Oracle::add(const Point& p, const Point& q) const {
  if (p.identity) return q;
  if (q.identity) return p;
  Fe slope;
  if (p.x == q.x) {
    if (add(p.y, q.y).is_zero()) return {};
    Fe square = mul(p.x, p.x);
    slope = mul(add(add(add(square, square), square), a_), inverse(add(p.y, p.y)));
  } else {
    slope = mul(sub(q.y, p.y), inverse(sub(q.x, p.x)));
  }
  Fe x = sub(sub(mul(slope, slope), p.x), q.x);
  return {false, x, sub(mul(slope, sub(p.x, x)), p.y)};
}

Point Oracle::mul(const Big& k, const Point& p) const {
  if (k < 0) return mul(-k, neg(p));
  Point out;
  if (k == 0) return out;
  for (std::size_t bit = mpz_sizeinbase(k.get_mpz_t(), 2); bit-- > 0;) {
    out = add(out, out);
    if (mpz_tstbit(k.get_mpz_t(), bit) != 0) out = add(out, p);
  }
  return out;
}

Point Oracle::random_point(std::mt19937_64& rng) const {
  for (;;) {
    Fe x = random(rng), square = right_side(x);
    if (is_square(square)) return {false, x, sqrt(square)};
  }
}

Point Oracle::read_point(const std::uint64_t* words) const {
  Point out{false, read(words), read(words + coordinate_words())};
  out.identity = out.x.is_zero() && out.y.is_zero();
  return out;
}
void Oracle::write_point(std::uint64_t* words, const Point& p) const {
  write(words, p.identity ? Fe{} : p.x);
  write(words + coordinate_words(), p.identity ? Fe{} : p.y);
}

} // namespace quiver::test
