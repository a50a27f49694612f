// Point formulas on y^2 = x^3 + a*x + b, templates over a field (field/field.hpp), in all lanes at once. Names are
// those of the Explicit-Formulas Database (EFD, hyperelliptic.org/EFD/g1p/auto-shortw.html); costs in M and S.
// The affine identity is (0, 0), which is on no curve here (b != 0); XYZZ and Jacobian identities have ZZ = 0, Z = 0.
// Every function is right for all operands, equal, opposite and identity included; that is what the masks are for.
#pragma once

#include "field/field.hpp"

namespace quiver {

template <class F> struct Affine {
  typename F::Element x, y;
};

/// x = X/ZZ, y = Y/ZZZ, ZZ^3 = ZZZ^2 (EFD "xyzz").
template <class F> struct Xyzz {
  typename F::Element x, y, zz, zzz;
};

/// x = X/Z^2, y = Y/Z^3 (EFD "jacobian").
template <class F> struct Jacobian {
  typename F::Element x, y, z;
};

/// The coefficients that formulas need; a = 0 is worth a branch.
template <class F> struct Coefficients {
  typename F::Element a, b;
  bool a_is_zero;
};

// ---- affine

template <class F> QUIVER_INLINE Affine<F> affine_identity(const F& f) { return {f.zero(), f.zero()}; }

template <class F> QUIVER_INLINE LaneMask is_identity(const F& f, const Affine<F>& p) {
  LaneMask zero = f.is_zero(p.x);
  return zero == 0 ? 0 : zero & f.is_zero(p.y);
}

template <class F> QUIVER_INLINE Affine<F> select(const F& f, LaneMask m, const Affine<F>& a, const Affine<F>& b) {
  return {f.select(m, a.x, b.x), f.select(m, a.y, b.y)};
}

/// -P in the lanes of m. The identity stays (0, 0).
template <class F> QUIVER_INLINE Affine<F> negate(const F& f, LaneMask m, const Affine<F>& p) {
  if (m == 0) return p;
  return {p.x, f.select(m, f.reduce(f.neg(p.y)), p.y)};
}

/// y^2 = x^3 + a*x + b, or the identity. 2M + 2S (1M fewer for a = 0).
template <class F> QUIVER_INLINE auto curve_right_side(const F& f, const Coefficients<F>& c, const typename F::Element& x) {
  auto square = f.reduce(f.sqr(x));
  auto slope = c.a_is_zero ? square : f.reduce(f.add(square, c.a));
  return f.reduce(f.add(f.mul(slope, x), c.b));
}
template <class F> QUIVER_INLINE LaneMask on_curve(const F& f, const Coefficients<F>& c, const Affine<F>& p) {
  return f.equal(f.sqr(p.y), curve_right_side(f, c, p.x)) | is_identity(f, p);
}

/// The third point of a line through p with slope lambda and x-sum x1 + x2: 1M + 1S.
///   x3 = lambda^2 - x1 - x2, y3 = lambda*(x1 - x3) - y1
template <class F, class L>
QUIVER_INLINE Affine<F> line_point(const F& f, const L& slope, const typename F::Element& x1,
                                   const typename F::Element& y1, const typename F::Element& x2) {
  auto lambda = f.settle(slope);
  Affine<F> out;
  out.x = f.reduce(f.sub(f.sqr(lambda), f.add(x1, x2)));
  out.y = f.reduce(f.sub(f.mul(lambda, f.sub(x1, out.x)), y1));
  return out;
}

/// 3*x^2 + a, the numerator of a tangent's slope: 1S.
template <class F>
QUIVER_INLINE typename F::Element tangent_numerator(const F& f, const Coefficients<F>& c, const typename F::Element& x) {
  auto square = f.settle(f.sqr(x));
  auto triple = f.reduce(f.add(f.dbl(square), square));
  return c.a_is_zero ? triple : f.reduce(f.add(triple, c.a));
}

// ---- XYZZ

template <class F> QUIVER_INLINE Xyzz<F> xyzz_identity(const F& f) { return {f.one(), f.one(), f.zero(), f.zero()}; }

template <class F> QUIVER_INLINE LaneMask is_identity(const F& f, const Xyzz<F>& p) { return f.is_zero(p.zz); }

template <class F> QUIVER_INLINE Xyzz<F> select(const F& f, LaneMask m, const Xyzz<F>& a, const Xyzz<F>& b) {
  return {f.select(m, a.x, b.x), f.select(m, a.y, b.y), f.select(m, a.zz, b.zz), f.select(m, a.zzz, b.zzz)};
}

template <class F> QUIVER_INLINE Xyzz<F> to_xyzz(const F& f, const Affine<F>& p) {
  LaneMask id = is_identity(f, p);
  return {p.x, p.y, f.select(id, f.zero(), f.one()), f.select(id, f.zero(), f.one())};
}

/// EFD dbl-2008-s-1: 6M + 3S for a = 0, else 7M + 4S.
/// A point of order 2 has Y = 0, so U = 0 and ZZ3 = 0: the identity comes out by itself.
template <class F> QUIVER_NOINLINE Xyzz<F> dbl(const F& f, const Coefficients<F>& c, const Xyzz<F>& p) {
  auto u = f.reduce(f.dbl(p.y));
  auto v = f.reduce(f.sqr(u));
  auto w = f.reduce(f.mul(u, v));
  auto s = f.reduce(f.mul(p.x, v));
  auto x2 = f.settle(f.sqr(p.x));
  auto m = f.reduce(f.add(f.dbl(x2), x2));
  if (!c.a_is_zero) m = f.reduce(f.add(m, f.mul(c.a, f.reduce(f.sqr(p.zz)))));
  Xyzz<F> out;
  out.x = f.reduce(f.sub(f.sqr(m), f.dbl(s)));
  out.y = f.reduce(f.sub(f.mul(m, f.sub(s, out.x)), f.mul(w, p.y)));
  out.zz = f.reduce(f.mul(v, p.zz));
  out.zzz = f.reduce(f.mul(w, p.zzz));
  return out;
}

/// EFD madd-2008-s: 8M + 2S. Equal operands double (dbl above), by lane.
template <class F>
QUIVER_NOINLINE Xyzz<F> add_affine(const F& f, const Coefficients<F>& c, const Xyzz<F>& a, const Affine<F>& b) {
  auto u2 = f.mul(b.x, a.zz);
  auto s2 = f.mul(b.y, a.zzz);
  auto p = f.reduce(f.sub(u2, a.x));
  auto r = f.reduce(f.sub(s2, a.y));
  auto pp = f.reduce(f.sqr(p));
  auto ppp = f.reduce(f.mul(p, pp));
  auto q = f.reduce(f.mul(a.x, pp));
  Xyzz<F> out;
  out.x = f.reduce(f.sub(f.sqr(r), f.add(ppp, f.dbl(q))));
  out.y = f.reduce(f.sub(f.mul(r, f.sub(q, out.x)), f.mul(a.y, ppp)));
  out.zz = f.reduce(f.mul(a.zz, pp));
  out.zzz = f.reduce(f.mul(a.zzz, ppp));

  LaneMask a_id = is_identity(f, a), b_id = is_identity(f, b);
  // p = r = 0: the same point; p = 0 alone: opposite, and ZZ3 = 0 already says so
  LaneMask same_x = f.is_zero(p) & ~a_id & ~b_id;
  if (same_x != 0) {
    LaneMask same = same_x & f.is_zero(r);
    if (same != 0) out = select(f, same, dbl(f, c, to_xyzz(f, b)), out);
  }
  if (b_id != 0) out = select(f, b_id, a, out);
  if (a_id != 0) out = select(f, a_id, to_xyzz(f, b), out);
  return out;
}

/// EFD add-2008-s: 12M + 2S.
template <class F>
QUIVER_NOINLINE Xyzz<F> add(const F& f, const Coefficients<F>& c, const Xyzz<F>& a, const Xyzz<F>& b) {
  auto u1 = f.reduce(f.mul(a.x, b.zz));
  auto u2 = f.mul(b.x, a.zz);
  auto s1 = f.reduce(f.mul(a.y, b.zzz));
  auto s2 = f.mul(b.y, a.zzz);
  auto p = f.reduce(f.sub(u2, u1));
  auto r = f.reduce(f.sub(s2, s1));
  auto pp = f.reduce(f.sqr(p));
  auto ppp = f.reduce(f.mul(p, pp));
  auto q = f.reduce(f.mul(u1, pp));
  Xyzz<F> out;
  out.x = f.reduce(f.sub(f.sqr(r), f.add(ppp, f.dbl(q))));
  out.y = f.reduce(f.sub(f.mul(r, f.sub(q, out.x)), f.mul(s1, ppp)));
  out.zz = f.reduce(f.mul(f.reduce(f.mul(a.zz, b.zz)), pp));
  out.zzz = f.reduce(f.mul(f.reduce(f.mul(a.zzz, b.zzz)), ppp));

  LaneMask a_id = is_identity(f, a), b_id = is_identity(f, b);
  LaneMask same_x = f.is_zero(p) & ~a_id & ~b_id;
  if (same_x != 0) {
    LaneMask same = same_x & f.is_zero(r);
    if (same != 0) out = select(f, same, dbl(f, c, a), out);
  }
  if (b_id != 0) out = select(f, b_id, a, out);
  if (a_id != 0) out = select(f, a_id, b, out);
  return out;
}

// ---- Jacobian: the slow and obvious forms, kept apart from XYZZ so that the oracle shares no formula with it

template <class F> QUIVER_INLINE Jacobian<F> jacobian_identity(const F& f) { return {f.one(), f.one(), f.zero()}; }

template <class F> QUIVER_INLINE LaneMask is_identity(const F& f, const Jacobian<F>& p) { return f.is_zero(p.z); }

template <class F> QUIVER_INLINE Jacobian<F> select(const F& f, LaneMask m, const Jacobian<F>& a, const Jacobian<F>& b) {
  return {f.select(m, a.x, b.x), f.select(m, a.y, b.y), f.select(m, a.z, b.z)};
}

template <class F> QUIVER_INLINE Jacobian<F> to_jacobian(const F& f, const Affine<F>& p) {
  return {p.x, p.y, f.select(is_identity(f, p), f.zero(), f.one())};
}

/// EFD dbl-2009-l for a = 0 (2M + 5S); otherwise with a*Z^4 added to the slope (3M + 7S). Order 2 gives Z3 = 0.
template <class F> QUIVER_NOINLINE Jacobian<F> dbl(const F& f, const Coefficients<F>& c, const Jacobian<F>& p) {
  auto xx = f.reduce(f.sqr(p.x));
  auto yy = f.reduce(f.sqr(p.y));
  auto yyyy = f.reduce(f.sqr(yy));
  // S = 2*((X + YY)^2 - XX - YYYY)
  auto t = f.reduce(f.sub(f.sqr(f.reduce(f.add(p.x, yy))), f.add(xx, yyyy)));
  auto s = f.reduce(f.dbl(t));
  auto m = f.reduce(f.add(f.dbl(xx), xx));
  if (!c.a_is_zero) m = f.reduce(f.add(m, f.mul(c.a, f.reduce(f.sqr(f.reduce(f.sqr(p.z)))))));
  Jacobian<F> out;
  out.x = f.reduce(f.sub(f.sqr(m), f.dbl(s)));
  auto eight_yyyy = f.reduce(f.dbl(f.dbl(f.dbl(yyyy))));
  out.y = f.reduce(f.sub(f.mul(m, f.sub(s, out.x)), eight_yyyy));
  out.z = f.reduce(f.dbl(f.mul(p.y, p.z)));
  return out;
}

/// EFD madd-2007-bl: 7M + 4S.
template <class F>
QUIVER_NOINLINE Jacobian<F> add_affine(const F& f, const Coefficients<F>& c, const Jacobian<F>& a, const Affine<F>& b) {
  auto z1z1 = f.reduce(f.sqr(a.z));
  auto u2 = f.mul(b.x, z1z1);
  auto s2 = f.mul(f.reduce(f.mul(b.y, a.z)), z1z1);
  auto h = f.reduce(f.sub(u2, a.x));
  auto hh = f.reduce(f.sqr(h));
  auto i = f.reduce(f.dbl(f.dbl(hh)));
  auto j = f.reduce(f.mul(h, i));
  auto half_r = f.reduce(f.sub(s2, a.y));
  auto r = f.reduce(f.dbl(half_r));
  auto v = f.reduce(f.mul(a.x, i));
  Jacobian<F> out;
  out.x = f.reduce(f.sub(f.sqr(r), f.add(j, f.dbl(v))));
  out.y = f.reduce(f.sub(f.mul(r, f.sub(v, out.x)), f.dbl(f.reduce(f.mul(a.y, j)))));
  out.z = f.reduce(f.sub(f.sqr(f.reduce(f.add(a.z, h))), f.add(z1z1, hh)));

  LaneMask a_id = is_identity(f, a), b_id = is_identity(f, b);
  LaneMask same = f.is_zero(h) & f.is_zero(half_r) & ~a_id & ~b_id;
  if (same != 0) out = select(f, same, dbl(f, c, to_jacobian(f, b)), out);
  if (b_id != 0) out = select(f, b_id, a, out);
  if (a_id != 0) out = select(f, a_id, to_jacobian(f, b), out);
  return out;
}

/// EFD add-2007-bl: 11M + 5S.
template <class F>
QUIVER_NOINLINE Jacobian<F> add(const F& f, const Coefficients<F>& c, const Jacobian<F>& a, const Jacobian<F>& b) {
  auto z1z1 = f.reduce(f.sqr(a.z));
  auto z2z2 = f.reduce(f.sqr(b.z));
  auto u1 = f.reduce(f.mul(a.x, z2z2));
  auto u2 = f.mul(b.x, z1z1);
  auto s1 = f.reduce(f.mul(f.reduce(f.mul(a.y, b.z)), z2z2));
  auto s2 = f.mul(f.reduce(f.mul(b.y, a.z)), z1z1);
  auto h = f.reduce(f.sub(u2, u1));
  auto i = f.reduce(f.sqr(f.reduce(f.dbl(h))));
  auto j = f.reduce(f.mul(h, i));
  auto half_r = f.reduce(f.sub(s2, s1));
  auto r = f.reduce(f.dbl(half_r));
  auto v = f.reduce(f.mul(u1, i));
  Jacobian<F> out;
  out.x = f.reduce(f.sub(f.sqr(r), f.add(j, f.dbl(v))));
  out.y = f.reduce(f.sub(f.mul(r, f.sub(v, out.x)), f.dbl(f.reduce(f.mul(s1, j)))));
  out.z = f.reduce(f.mul(f.reduce(f.sub(f.sqr(f.reduce(f.add(a.z, b.z))), f.add(z1z1, z2z2))), h));

  LaneMask a_id = is_identity(f, a), b_id = is_identity(f, b);
  LaneMask same = f.is_zero(h) & f.is_zero(half_r) & ~a_id & ~b_id;
  if (same != 0) out = select(f, same, dbl(f, c, a), out);
  if (b_id != 0) out = select(f, b_id, a, out);
  if (a_id != 0) out = select(f, a_id, b, out);
  return out;
}

/// Affine from Jacobian: one inversion, 3M + 1S. For single points; many share an inversion in the kernels.
template <class F> Affine<F> to_affine(const F& f, const Jacobian<F>& p) {
  LaneMask id = is_identity(f, p);
  auto inverse = f.inverse(f.select(id, f.one(), p.z));
  auto square = f.reduce(f.sqr(inverse));
  Affine<F> out;
  out.x = f.reduce(f.mul(p.x, square));
  out.y = f.reduce(f.mul(p.y, f.reduce(f.mul(square, inverse))));
  return select(f, id, affine_identity(f), out);
}

} // namespace quiver
