"""Arithmetic for tools/derive_constants.py: primality, Fp and Fp2, points of short Weierstrass curves and their orders.
Plain and slow, so that it can be read and trusted."""

import itertools
import math
import random

# ---------------------------------------------------------------------------------------------------------------------
# Integers and fields
# ---------------------------------------------------------------------------------------------------------------------


def is_prime(n):
    """Miller-Rabin. The first 13 prime bases decide below 3.3e24 (Sorenson, Webster 2015); 64 more bases, fixed by n,
    leave a chance below 2^-128 above it."""
    if n < 2:
        return False
    small = [q for q in range(2, 42) if all(q % d for d in range(2, q))]
    if any(n % q == 0 for q in small):
        return n in small
    s = ((n - 1) & -(n - 1)).bit_length() - 1
    rng = random.Random(n)
    for base in small + [rng.randrange(2, n - 1) for _ in range(64)]:
        y = pow(base, (n - 1) >> s, n)
        if y in (1, n - 1):
            continue
        for _ in range(s - 1):
            y = y * y % n
            if y == n - 1:
                break
        else:
            return False
    return True


class Field:
    """Fp (degree 1) or Fp[u]/(u^2 - non_residue) (degree 2). Elements are pairs (c0, c1); c1 = 0 in degree 1."""

    def __init__(self, p, degree=1, non_residue=0):
        assert is_prime(p), "the modulus is not prime"
        assert degree == 1 or pow(non_residue, (p - 1) // 2, p) == p - 1, "u^2 is a square: Fp[u] is not a field"
        self.p, self.degree, self.non_residue, self.size = p, degree, non_residue, p**degree

    def __call__(self, c0, c1=0):
        return (c0 % self.p, c1 % self.p)

    def add(self, x, y):
        return ((x[0] + y[0]) % self.p, (x[1] + y[1]) % self.p)

    def sub(self, x, y):
        return ((x[0] - y[0]) % self.p, (x[1] - y[1]) % self.p)

    def mul(self, x, y):
        return ((x[0] * y[0] + self.non_residue * x[1] * y[1]) % self.p, (x[0] * y[1] + x[1] * y[0]) % self.p)

    def conjugate(self, x):
        return (x[0], -x[1] % self.p)

    def inv(self, x):
        inverse_norm = pow(x[0] * x[0] - self.non_residue * x[1] * x[1], -1, self.p)
        return (x[0] * inverse_norm % self.p, -x[1] * inverse_norm % self.p)

    def pow(self, x, e):
        result = (1, 0)
        for bit in bin(e)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, x)
        return result

    def random(self, rng):
        return (rng.randrange(self.p), rng.randrange(self.p) if self.degree == 2 else 0)

    def sqrt(self, x):
        """A square root, or None (Tonelli-Shanks)."""
        if x == (0, 0):
            return x
        q = self.size
        if self.pow(x, (q - 1) // 2) != (1, 0):
            return None
        s = ((q - 1) & -(q - 1)).bit_length() - 1
        odd = (q - 1) >> s
        rng = random.Random(q)
        while True:
            z = self.random(rng)
            if z != (0, 0) and self.pow(z, (q - 1) // 2) != (1, 0):
                break
        c, t, root = self.pow(z, odd), self.pow(x, odd), self.pow(x, (odd + 1) // 2)
        while t != (1, 0):
            i, y = 0, t
            while y != (1, 0):
                y, i = self.mul(y, y), i + 1
            for _ in range(s - i - 1):
                c = self.mul(c, c)
            root, c = self.mul(root, c), self.mul(c, c)
            t, s = self.mul(t, c), i
        return root


# ---------------------------------------------------------------------------------------------------------------------
# Curves
# ---------------------------------------------------------------------------------------------------------------------


class Curve:
    """y^2 = x^3 + a*x + b. Points are (x, y); the identity is None."""

    def __init__(self, fq, a, b):
        self.fq, self.a, self.b = fq, a, b
        discriminant = 4 * a[0]**3 + 27 * b[0]**2 if a != (0, 0) else 1
        assert discriminant % fq.p != 0 and b != (0, 0), "the curve is singular"

    def rhs(self, x):
        fq = self.fq
        return fq.add(fq.mul(fq.add(fq.mul(x, x), self.a), x), self.b)

    def contains(self, point):
        return point is None or self.fq.mul(point[1], point[1]) == self.rhs(point[0])

    def neg(self, point):
        return None if point is None else (point[0], self.fq.sub((0, 0), point[1]))

    def add(self, left, right):
        if left is None or right is None:
            return right if left is None else left
        fq = self.fq
        (x1, y1), (x2, y2) = left, right
        if x1 == x2:
            if fq.add(y1, y2) == (0, 0):
                return None
            square = fq.mul(x1, x1)
            numerator, denominator = fq.add(fq.add(square, fq.add(square, square)), self.a), fq.add(y1, y1)
        else:
            numerator, denominator = fq.sub(y2, y1), fq.sub(x2, x1)
        slope = fq.mul(numerator, fq.inv(denominator))
        x3 = fq.sub(fq.sub(fq.mul(slope, slope), x1), x2)
        return (x3, fq.sub(fq.mul(slope, fq.sub(x1, x3)), y1))

    def mul(self, k, point):
        if k < 0:
            k, point = -k, self.neg(point)
        result = None
        for bit in bin(k)[2:]:
            result = self.add(result, result)
            if bit == "1":
                result = self.add(result, point)
        return result

    def random_point(self, rng):
        while True:
            x = self.fq.random(rng)
            y = self.fq.sqrt(self.rhs(x))
            if y is not None:
                return (x, y)

    def least_point(self, cofactor):
        """The point of least x >= 1, y the smaller root, whose cofactor multiple is not the identity; that multiple."""
        for x in itertools.count(1):
            y = self.fq.sqrt(self.rhs((x, 0)))
            if y is not None:
                generator = self.mul(cofactor, ((x, 0), min(y, self.fq.sub((0, 0), y))))
                if generator is not None:
                    return generator


def sextic_twist_orders(q, t):
    """Orders of the six curves y^2 = x^3 + b over a field of q elements, from the trace t of one of them: 4q = t^2 +
    3f^2, and the traces are +-t and +-(t +- 3f)/2 (Silverman, X.5; [HSV06] for the twist that holds G2)."""
    f = math.isqrt((4 * q - t * t) // 3)
    assert t * t + 3 * f * f == 4 * q, "the trace is not that of a curve with a = 0"
    traces = {t, -t, (t + 3 * f) // 2, -(t + 3 * f) // 2, (t - 3 * f) // 2, -(t - 3 * f) // 2}
    return {q + 1 - trace for trace in traces}


def prove_order(curve, order, trace_of_a_twist):
    """#E = order. #E kills every point, and it is one of the candidates; so once points have been seen that rule the
    others out, what is left is #E. Where a != 0 the candidates are the multiples of a prime point order that lie in
    the Hasse interval."""
    q, rng = curve.fq.size, random.Random(order)
    if curve.a == (0, 0):
        candidates = sextic_twist_orders(q, trace_of_a_twist)
    else:
        assert is_prime(order) and curve.mul(order, curve.random_point(rng)) is None, "the order does not kill a point"
        low, high = q + 1 - math.isqrt(4 * q) - 1, q + 1 + math.isqrt(4 * q) + 1
        candidates = {order * m for m in range(-(-low // order), high // order + 1)}
    assert order in candidates, "not the order of any curve in question"
    for _ in range(24):
        point = curve.random_point(rng)
        candidates = {n for n in candidates if curve.mul(n, point) is None}
        if candidates == {order}:
            return
    assert False, f"candidate orders left: {candidates}"
