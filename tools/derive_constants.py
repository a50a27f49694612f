#!/usr/bin/env python3
"""Derives every constant in src/curve/{bls12_377,bls12_381,bn254,pasta,small}.hpp from the published parameters below.

  derive_constants.py           write the headers
  derive_constants.py --check   compare them with what would be written; print the difference and exit 1

Nothing is taken on trust beyond the parameters: each group passes the assertions in this file before it is written.
What they prove, and how:

  order         #E is one of a few candidates (six sextic twists where a = 0); random points rule out all but one.
                See prove_order.
  endomorphism  psi multiplies by lambda on the subgroup of order r. That subgroup is the only one of its order and
                cyclic, so one point decides. See Endomorphism.
  decomposition |k_i| < 2^bits for every 0 <= k < 2^256, from the column sums of the basis. See babai_bound.
  membership    a point of the curve that satisfies the relation has order r. See prove_relation.

Sources
  [BLS02]  Barreto, Lynn, Scott: Constructing elliptic curves with prescribed embedding degrees (ePrint 2002/088)
  [BN05]   Barreto, Naehrig: Pairing-friendly elliptic curves of prime order (ePrint 2005/133)
  [HSV06]  Hess, Smart, Vercauteren: The eta pairing revisited (ePrint 2006/110); orders of the twists
  [GLV01]  Gallant, Lambert, Vanstone: Faster point multiplication with efficient endomorphisms (CRYPTO 2001)
  [GLS09]  Galbraith, Lin, Scott: Endomorphisms for faster elliptic curve cryptography (ePrint 2008/194)
  [Bab86]  Babai: On Lovasz' lattice reduction and the nearest lattice point problem
  [S21]    Scott: A note on group membership tests for G1, G2 and GT (ePrint 2021/1130)
  [EGP22]  El Housni, Guillevic, Piellard: Co-factor clearing and subgroup membership testing (ePrint 2022/352)
Standard library only.
"""

import difflib
import math
import pathlib
import random
import sys
from dataclasses import dataclass, field
from fractions import Fraction

from elliptic import is_prime, Field, Curve, prove_order

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src" / "curve"
WORD = 64
SHIFT = 320       # Babai reciprocals are scaled by 2^SHIFT: 256 bits of scalar and 64 of precision
SCALAR_BITS = 256
SIGNED_WORDS = 3  # words of SignedWords; decompose() computes modulo 2^192
TRIALS = 400      # random scalars a group, beside the extreme ones

# ---------------------------------------------------------------------------------------------------------------------
# Published parameters
# ---------------------------------------------------------------------------------------------------------------------

# Seeds of the families. BLS12-377: Bowe, Chiesa, Green, Miers, Mishra, Wu: Zexe (ePrint 2018/962). BLS12-381:
# draft-irtf-cfrg-pairing-friendly-curves. BN254: EIP-197, also alt_bn128. `twist` gives G2: "D" y^2 = x^3 + b/xi,
# "M" y^2 = x^3 + b*xi. Generators are the standard ones of the same documents.
BLS12_377 = dict(
    curve="bls12_377", x=0x8508C00000000001, b=1, non_residue=-5, xi=(0, 1), twist="D",
    g1=(0x8848DEFE740A67C8FC6225BF87FF5485951E2CAA9D41BB188282C8BD37CB5CD5481512FFCD394EEAB9B16EB21BE9EF,
        0x1914A69C5102EFF1F674F5D30AFEEC4BD7FB348CA3E52D96D182AD44FB82305C2FE3D3634A9591AFD82DE55559C8EA6),
    g2=((0x18480BE71C785FEC89630A2A3841D01C565F071203E50317EA501F557DB6B9B71889F52BB53540274E3E48F7C005196,
         0xEA6040E700403170DC5A51B1B140D5532777EE6651CECBE7223ECE0799C9DE5CF89984BFF76FE6B26BFEFA6EA16AFE),
        (0x690D665D446F7BD960736BCBB2EFB4DE03ED7274B49A58E458C282F832D204F2CF88886D8C7C2EF094094409FD4DDF,
         0xF8169FD28355189E549DA3151A70AA61EF11AC3D591BF12463B01ACEE304C24279B83F5E52270BD9A1CDD185EB8F93)))
BLS12_381 = dict(
    curve="bls12_381", x=-0xD201000000010000, b=4, non_residue=-1, xi=(1, 1), twist="M",
    g1=(0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB,
        0x8B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1),
    g2=((0x24AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
         0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E),
        (0xCE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
         0x606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE)))
BN254 = dict(
    curve="bn254", x=4965661367192848881, b=3, non_residue=-1, xi=(9, 1), twist="D",
    g1=(1, 2),
    g2=((0x1800DEEF121F1E76426A00665E5C4479674322D4F75EDADD46DEBD5CD992F6ED,
         0x198E9393920D483A7260BFB731FB5D25F1AA493335A9E71297E485B7AEF312C2),
        (0x12C85EA5DB8C6DEB4AAB71808DCB408FE3D1E7690C43D37B4CE6CC0166FA7DAA,
         0x90689D0585FF075EC9E99AD690C3395BC4B313370B38EF355ACDADCD122975B)))

# y^2 = x^3 - 17 over BN254's scalar field, its order BN254's base-field prime (Aztec). G = (1, least root of -16).
GRUMPKIN = dict(curve="grumpkin", b=-17, gx=1)

# Hopwood: The Pasta curves for Halo 2 and beyond (2020). Pallas is over P and has order Q, Vesta the other way round;
# both are y^2 = x^3 + 5 with G = (-1, 2).
PALLAS_P = 0x40000000000000000000000000000000224698FC094CF91B992D30ED00000001
PALLAS_Q = 0x40000000000000000000000000000000224698FC0994A8DD8C46EB2100000001

# Curves small enough for collisions and exhaustive tests. Generator: least x >= 1 whose point, y the smaller root,
# times the cofactor is not the identity.
GOLDILOCKS = 2**64 - 2**32 + 1
SMALL = [
    dict(curve="goldilocks_a1_b31445", p=GOLDILOCKS, a=1, b=31445, order=18446744074551789569, cofactor=1),
    dict(curve="goldilocks_a1_b38", p=GOLDILOCKS, a=1, b=38, order=18446744077729562113, cofactor=1),
    dict(curve="goldilocks_a0_b11", p=GOLDILOCKS, a=0, b=11, order=39463029637, cofactor=467443687),
    dict(curve="j0_61bit_b3", p=2305843009221580603, a=0, b=3, order=2305843007648268289, cofactor=1),
    dict(curve="tiny_85453_b15", p=85453, a=0, b=15, order=86017, cofactor=1),
]

# ---------------------------------------------------------------------------------------------------------------------
# Lattices
# ---------------------------------------------------------------------------------------------------------------------


def dot(u, v):
    return sum(x * y for x, y in zip(u, v))


def determinant(m):
    if not m:
        return 1
    return sum((-1)**j * m[0][j] * determinant([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))


def lll(basis):
    """Exact LLL with delta = 99/100; in two dimensions this ends on Gauss' shortest vectors here (rows are checked by
    what they give, babai_bound, so nothing rests on how well reduced they are)."""
    basis, n = [list(row) for row in basis], len(basis)

    def gram_schmidt():
        stars, mu = [], [[Fraction(0)] * n for _ in range(n)]
        for i in range(n):
            star = [Fraction(x) for x in basis[i]]
            for j in range(i):
                mu[i][j] = dot(basis[i], stars[j]) / dot(stars[j], stars[j])
                star = [x - mu[i][j] * y for x, y in zip(star, stars[j])]
            stars.append(star)
        return stars, mu

    k = 1
    while k < n:
        for j in reversed(range(k)):
            q = round(gram_schmidt()[1][k][j])
            basis[k] = [x - q * y for x, y in zip(basis[k], basis[j])]
        stars, mu = gram_schmidt()
        if dot(stars[k], stars[k]) >= (Fraction(99, 100) - mu[k][k - 1]**2) * dot(stars[k - 1], stars[k - 1]):
            k += 1
        else:
            basis[k], basis[k - 1] = basis[k - 1], basis[k]
            k = max(k - 1, 1)
    return basis


def kernel_basis(r, lam, dimension):
    """A short basis of {v : sum v_i lam^i = 0 mod r} ([GLV01], [GLS09])."""
    basis = lll([[r] + [0] * (dimension - 1)]
                + [[-pow(lam, i, r)] + [int(i == j) for j in range(1, dimension)] for i in range(1, dimension)])
    assert all(sum(v * lam**i for i, v in enumerate(row)) % r == 0 for row in basis), "a row is outside the lattice"
    assert abs(determinant(basis)) == r, "the rows span a sublattice only"
    # One sign for each row, its largest entry positive, so that the result does not hang on how LLL went.
    return [row if max(row, key=abs) > 0 else [-v for v in row] for row in basis]


def rounded(x):
    """Nearest integer to a Fraction; halves go away from zero, as in decompose()."""
    return (1 if x >= 0 else -1) * math.floor(abs(x) + Fraction(1, 2))


def babai_reciprocals(basis):
    """round(2^SHIFT * row 0 of basis^-1): (k, 0, ..) has the coordinates k * that row in the basis."""
    det = determinant(basis)
    exact = [Fraction((-1)**j * determinant([row[1:] for i, row in enumerate(basis) if i != j]), det)
             for j in range(len(basis))]
    assert all(sum(e * row[i] for e, row in zip(exact, basis)) == (i == 0) for i in range(len(basis)))
    return [rounded(e * 2**SHIFT) for e in exact]


def babai_bound(basis):
    """The largest |k_i| that decompose() can give for any 0 <= k < 2^256 [Bab86]. The exact coordinate c_j and the
    rounded one differ by at most 1/2 from the rounding plus k * (1/2) / 2^SHIFT from the reciprocal's; k_i is the sum
    of these differences times basis[j][i]."""
    error = Fraction(1, 2) + Fraction(2**SCALAR_BITS, 2 * 2**SHIFT)
    return max(math.floor(error * sum(abs(row[i]) for row in basis)) for i in range(len(basis)))


def decompose(basis, reciprocals, k):
    """What src/curve/glv.cpp computes."""
    c = [rounded(Fraction(k * m, 2**SHIFT)) for m in reciprocals]
    return [(k if i == 0 else 0) - sum(cj * row[i] for cj, row in zip(c, basis)) for i in range(len(basis))]


# ---------------------------------------------------------------------------------------------------------------------
# Endomorphisms and subgroup relations
# ---------------------------------------------------------------------------------------------------------------------


@dataclass
class Endomorphism:
    """psi(x, y) = (cx * x', cy * y'), a root of X^2 - trace*X + norm on the whole curve, lambda on the subgroup."""
    dimension: int
    conjugate: bool
    cx: tuple
    cy: tuple
    lam: int
    trace: int
    norm: int
    basis: list = None
    reciprocals: list = None
    bits: int = 0

    def apply(self, curve, point):
        if point is None:
            return None
        x, y = (curve.fq.conjugate(c) if self.conjugate else c for c in point)
        return (curve.fq.mul(self.cx, x), curve.fq.mul(self.cy, y))

    def combination(self, curve, coefficients, point):
        """sum coefficients[i] * psi^i(point)."""
        result = None
        for coefficient in coefficients:
            result, point = curve.add(result, curve.mul(coefficient, point)), self.apply(curve, point)
        return result

    def finish(self, curve, generator, r):
        """Checks the map, then adds the basis, the reciprocals and the proved bound."""
        assert self.apply(curve, generator) == curve.mul(self.lam, generator), "psi(G) != lambda*G"
        assert (self.lam**2 - self.trace * self.lam + self.norm) % r == 0, "lambda is no root of psi's polynomial"
        point = curve.random_point(random.Random(r))
        assert self.combination(curve, [self.norm, -self.trace, 1], point) is None, "psi's polynomial is wrong"

        self.basis = kernel_basis(r, self.lam, self.dimension)
        self.reciprocals = babai_reciprocals(self.basis)
        bound = babai_bound(self.basis)
        self.bits = bound.bit_length()
        assert self.bits < WORD * SIGNED_WORDS, "decompose() works modulo 2^192 and needs the sign bit"
        assert all(abs(m) < 2**(6 * WORD) for m in self.reciprocals), "a reciprocal needs more than six words"

        # The bound is proved; this looks for a mistake in the proof. Scalars half-way between lattice points, where
        # rounding is worst, are c = 1/2 mod 1 in one coordinate: k near (m + 1/2) / reciprocal.
        rng = random.Random(r + 1)
        samples = [0, 1, 2, r - 1, r - 2, r // 2, r // 2 + 1, self.lam, r - self.lam, 2**SCALAR_BITS - 1, r + 1]
        samples += [2**i for i in range(SCALAR_BITS)]
        samples += [rng.randrange(r) for _ in range(TRIALS)] + [rng.randrange(2**SCALAR_BITS) for _ in range(TRIALS)]
        for m in self.reciprocals:
            for _ in range(TRIALS // 4 if m else 0):
                k = (2 * rng.randrange(max(r * abs(m) >> SHIFT, 1)) + 1) * 2**(SHIFT - 1) // abs(m)
                samples += [k, k + 1]
        for k in samples:
            parts = decompose(self.basis, self.reciprocals, k)
            assert (sum(v * self.lam**i for i, v in enumerate(parts)) - k) % r == 0, "the parts do not recompose"
            assert max(map(abs, parts)) <= bound < 2**self.bits, "a part exceeds the proved bound"
        return self


def glv_endomorphism(curve, generator, r, lam=None):
    """(beta*x, y) with beta^3 = 1: phi^2 + phi + 1 = 0 on the curve [GLV01]. Of the two primitive cube roots mod r the
    smaller, unless one is given; beta is the one that goes with it."""
    if lam is None:
        g = next(g for g in range(2, r) if pow(g, (r - 1) // 3, r) != 1)
        lam = pow(g, (r - 1) // 3, r)
        lam = min(lam, r - 1 - lam)
    assert (lam * lam + lam + 1) % r == 0, "lambda is no primitive cube root of unity"
    p = curve.fq.p
    g = next(g for g in range(2, p) if pow(g, (p - 1) // 3, p) != 1)
    for exponent in (1, 2):
        beta = pow(g, exponent * (p - 1) // 3, p)
        assert beta != 1 and pow(beta, 3, p) == 1 and (beta * beta + beta + 1) % p == 0
        psi = Endomorphism(2, False, (beta, 0), (1, 0), lam, -1, 1)
        if psi.apply(curve, generator) == curve.mul(lam, generator):
            return psi.finish(curve, generator, r)
    assert False, "neither cube root of unity goes with lambda"


def gls_endomorphism(curve, generator, r, t, xi, twist):
    """Untwist, p-Frobenius, twist [GLS09]. With w^6 = xi the untwist is (w^2 x, w^3 y) from a D twist, (x/w^2, y/w^3)
    from an M twist, so cx = xi^(+-(p-1)/3) and cy = xi^(+-(p-1)/2). Frobenius is a root of X^2 - t*X + p, hence psi is;
    on G2 it multiplies by p."""
    fq = curve.fq
    base = xi if twist == "D" else fq.inv(xi)
    cx, cy = fq.pow(base, (fq.p - 1) // 3), fq.pow(base, (fq.p - 1) // 2)
    return Endomorphism(4, True, cx, cy, fq.p % r, t, fq.p).finish(curve, generator, r)


def prove_relation(curve, psi, relation, generator, r, cofactor):
    """f(psi)(P) = 0 with f = sum relation[i] X^i holds exactly on the subgroup of order r.

    Let chi = X^2 - trace*X + norm be psi's polynomial, f = c0 + c1*X mod chi, and N = c0^2 + c0*c1*trace + c1^2*norm,
    which is the resultant of f and chi. Then (c0 + c1*(trace - psi)) * f(psi) = N, so f(psi)(P) = 0 gives N*P = 0; and
    #E kills P too, so gcd(N, #E) does. Where this is r, P has order r or is the identity ([S21], [EGP22] argue so).
    r^2 does not divide #E, so there is one subgroup of order r; on it f(psi) multiplies by f(lambda) = 0 mod r."""
    order = r * cofactor
    assert order % (r * r) != 0, "more than one subgroup of order r is possible"
    assert sum(c * psi.lam**i for i, c in enumerate(relation)) % r == 0, "false on the subgroup"
    c = list(relation) + [0] * (2 - len(relation))
    while len(c) > 2:  # X^n = trace*X^(n-1) - norm*X^(n-2)
        top = c.pop()
        c[-1] += psi.trace * top
        c[-2] -= psi.norm * top
    n = c[0]**2 + c[0] * c[1] * psi.trace + c[1]**2 * psi.norm
    assert n != 0 and math.gcd(n, order) == r, "a point outside the subgroup may satisfy the relation"
    assert all(abs(v) < 2**(WORD * SIGNED_WORDS) for v in relation)

    assert psi.combination(curve, relation, generator) is None, "false for the generator"
    rng = random.Random(r + 2)
    for _ in range(8):
        point = curve.random_point(rng)
        inside = curve.mul(r, point) is None
        assert (psi.combination(curve, relation, point) is None) == inside, "the relation and the order disagree"
        assert psi.combination(curve, relation, curve.mul(cofactor, point)) is None, "false for a subgroup point"


# ---------------------------------------------------------------------------------------------------------------------
# Groups
# ---------------------------------------------------------------------------------------------------------------------


@dataclass
class Group:
    curve_name: str
    group_name: str
    curve: Curve
    generator: tuple
    order: int
    cofactor: int
    psi: Endomorphism = None
    test: str = "cofactor_one"
    relation: list = field(default_factory=list)
    comment: list = field(default_factory=list)

    def checked(self, trace_of_a_twist=None):
        """Everything that does not depend on psi."""
        assert is_prime(self.order), "the subgroup order is not prime"
        assert self.order.bit_length() < SCALAR_BITS and self.cofactor.bit_length() <= 8 * WORD
        assert self.generator is not None and self.curve.contains(self.generator), "the generator is off the curve"
        assert self.curve.mul(self.order, self.generator) is None, "the generator is not of order r"
        prove_order(self.curve, self.order * self.cofactor, trace_of_a_twist)
        assert (self.test == "cofactor_one") == (self.cofactor == 1)
        if self.test == "relation":
            prove_relation(self.curve, self.psi, self.relation, self.generator, self.order, self.cofactor)
        return self


def pairing_groups(parameters, p, r, t, cofactor1, cofactor2, lam1, relation1, relation2, comment1, comment2):
    """G1 and G2 of a curve with embedding degree 12."""
    name, b, xi = parameters["curve"], parameters["b"], parameters["xi"]
    assert p + 1 - t == r * cofactor1, "the family's cofactor is wrong"
    fp = Field(p)
    curve1 = Curve(fp, fp(0), fp(b))
    g1 = tuple(fp(c) for c in parameters["g1"])
    group1 = Group(name, "g1", curve1, g1, r, cofactor1, glv_endomorphism(curve1, g1, r, lam1),
                   "relation" if relation1 else "cofactor_one", relation1, comment1).checked(t)

    fp2 = Field(p, 2, parameters["non_residue"])
    xi = fp2(*xi)
    assert fp2.pow(xi, (p * p - 1) // 2) != (1, 0) and fp2.pow(xi, (p * p - 1) // 3) != (1, 0), "no sextic twist by xi"
    b2 = fp2.mul(fp2(b), fp2.inv(xi) if parameters["twist"] == "D" else xi)
    curve2 = Curve(fp2, fp2(0), b2)
    g2 = tuple(fp2(*c) for c in parameters["g2"])
    psi2 = gls_endomorphism(curve2, g2, r, t, xi, parameters["twist"])
    # The trace over Fp2 is t^2 - 2p: that of the curve of G1, whose sextic twist this is.
    group2 = Group(name, "g2", curve2, g2, r, cofactor2, psi2, "relation", relation2, comment2).checked(t * t - 2 * p)
    return group1, group2


def bls12(parameters):
    """[BLS02] with k = 12."""
    x = parameters["x"]
    r = x**4 - x**2 + 1
    p = (x - 1)**2 * r // 3 + x
    assert (x - 1) % 3 == 0
    cofactor1 = (x - 1)**2 // 3
    cofactor2, rest = divmod(x**8 - 4 * x**7 + 5 * x**6 - 4 * x**4 + 6 * x**3 - 4 * x**2 - 4 * x + 13, 9)
    assert rest == 0
    return pairing_groups(
        parameters, p, r, x + 1, cofactor1, cofactor2,
        lam1=-x**2 % r, relation1=[x**2, 1], relation2=[-x, 1],
        comment1=["Cofactor (x - 1)^2/3. psi(P) = -x^2 P on the subgroup; membership: x^2 P + psi(P) = 0 [S21]."],
        comment2=["psi(P) = x P on the subgroup (p = x mod r); membership: psi(P) = x P [S21]."])


def bn(parameters):
    """[BN05]."""
    x = parameters["x"]
    p = 36 * x**4 + 36 * x**3 + 24 * x**2 + 6 * x + 1
    r = 36 * x**4 + 36 * x**3 + 18 * x**2 + 6 * x + 1
    return pairing_groups(
        parameters, p, r, 6 * x**2 + 1, 1, 2 * p - r, lam1=None, relation1=[], relation2=[x + 1, x, x, -2 * x],
        comment1=["Cofactor 1."],
        comment2=["Cofactor 2p - r. Membership: (x + 1) P + x psi(P) + x psi^2(P) = 2x psi^3(P) [EGP22]."])


def plain_group(name, p, a, b, order, cofactor=1, generator=None, comment=()):
    """A group over Fp, with GLV where a = 0 and the subgroup has a cube root of unity."""
    fp = Field(p)
    curve = Curve(fp, fp(a), fp(b))
    generator = generator or curve.least_point(cofactor)
    generator = tuple(fp(*c) for c in generator)
    psi = glv_endomorphism(curve, generator, order) if a == 0 and order % 3 == 1 else None
    test, relation = "cofactor_one", []
    if cofactor != 1:
        # A shortest vector of the lattice has norm r (Z[omega] is a principal ideal domain), so it always does.
        test, relation = ("relation", psi.basis[0]) if psi else ("order", [])
    return Group(name, "g1", curve, generator, order, cofactor, psi, test, relation,
                 list(comment)).checked(p + 1 - order * cofactor)


def grumpkin(order_of_bn254, modulus_of_bn254):
    fp = Field(order_of_bn254)
    y = fp.sqrt(fp(GRUMPKIN["gx"] + GRUMPKIN["b"]))
    generator = (fp(GRUMPKIN["gx"]), min(y, fp.sub((0, 0), y)))
    return plain_group(GRUMPKIN["curve"], order_of_bn254, 0, GRUMPKIN["b"], modulus_of_bn254, generator=generator,
                       comment=["Grumpkin: y^2 = x^3 - 17 over BN254's scalar field, its order BN254's base prime."])


# ---------------------------------------------------------------------------------------------------------------------
# C++ text
# ---------------------------------------------------------------------------------------------------------------------

COLUMNS = 120


def words(n):
    """A non-negative integer as an initialiser of little-endian words; the words left out are zero."""
    if n < 2**16:
        return [str(n)] if n else []
    return [f"0x{n >> shift & 2**WORD - 1:016x}" for shift in range(0, n.bit_length(), WORD)]


def signed(n):
    """SignedWords or Reciprocal."""
    return ["true" if n < 0 else "false", words(abs(n))] if n else []


def constant(element):
    """FieldConstant."""
    c0, c1 = element
    return [(".c", [words(c0), words(c1)] if c1 else [words(c0)])] if c0 or c1 else []


def inline(node):
    if isinstance(node, str):
        return node
    if isinstance(node, tuple):
        return f"{node[0]} = {inline(node[1])}"
    return "{" + ", ".join(inline(item) for item in node) + "}"


def render(node, indent, used):
    """C++ for a nested initialiser; `used` columns of the line are taken, two more follow (a comma or a semicolon)."""
    text = inline(node)
    if used + len(text) + 2 <= COLUMNS:
        return text
    if isinstance(node, tuple):
        return f"{node[0]} = " + render(node[1], indent, used + len(node[0]) + 3)
    if len(node) == 1:
        return "{" + render(node[0], indent, used + 1) + "}"
    if all(isinstance(item, str) for item in node):  # words: two lines, aligned
        half = -(-len(node) // 2)
        return "{" + ", ".join(node[:half]) + ",\n" + " " * (used + 1) + ", ".join(node[half:]) + "}"
    pad = "\n" + " " * (indent + 2)
    return "{" + ",".join(pad + render(item, indent + 2, indent + 2) for item in node) + "}"


def definition(type_name, name, fields):
    lines = [f"inline constexpr {type_name} {name} = {{"]
    lines += [f"  {key} = {render(value, 2, len(key) + 5)}," for key, value in fields]
    return lines + ["};", ""]


def constant_name(group):
    """bls12_381, g1 -> kBls12_381G1: an underscore stays where it keeps digits apart."""
    parts = [part[:1].upper() + part[1:] for part in group.curve_name.split("_")]
    name = parts[0]
    for part in parts[1:]:
        name += ("_" if name[-1].isdigit() and part[0].isdigit() else "") + part
    return f"k{name}{group.group_name.upper()}"


def cpp(group, name=None):
    """The lines of one group."""
    name, curve, psi = name or constant_name(group), group.curve, group.psi
    lines = []
    if psi:
        assert psi.bits > 0
        lines += definition("Endomorphism", name + "Endo", [
            (".dimension", str(psi.dimension)),
            (".conjugate", "true" if psi.conjugate else "false"),
            (".cx", constant(psi.cx)),
            (".cy", constant(psi.cy)),
            (".lambda", words(psi.lam)),
            (".basis", [[signed(v) for v in row] for row in psi.basis]),
            (".reciprocal", [signed(m) for m in psi.reciprocals]),
            (".shift", str(SHIFT)),
            (".bits", str(psi.bits)),
        ])
    p, degree = curve.fq.p, curve.fq.degree
    lines += [f"// {line}" for line in group.comment]
    lines += definition("Group", name, [
        (".curve", f'"{group.curve_name}"'),
        (".name", '"' + group.curve_name.replace("_", "-") + '"'),
        (".group", f'"{group.group_name}"'),
        (".words", str(-(-p.bit_length() // WORD))),
        (".degree", str(degree)),
        (".non_residue", str(curve.fq.non_residue)),
        (".modulus", words(p)),
        (".a", constant(curve.a)),
        (".b", constant(curve.b)),
        (".generator_x", constant(group.generator[0])),
        (".generator_y", constant(group.generator[1])),
        (".order", words(group.order)),
        (".order_bits", str(group.order.bit_length())),
        (".cofactor", words(group.cofactor)),
        (".endomorphism", f"&{name}Endo" if psi else "nullptr"),
        (".subgroup_test", f"SubgroupTest::{group.test}"),
        (".relation", [signed(v) for v in group.relation]),
    ])
    return lines


def header(about, groups, names=None, written_by="tools/derive_constants.py"):
    lines = [f"// {line}" for line in about]
    lines += [f"// Written by {written_by}; do not edit.", "#pragma once", "", '#include "curve/group.hpp"', "",
              "// clang-format off", "namespace quiver {", ""]
    for i, group in enumerate(groups):
        lines += cpp(group, names[i] if names else None)
    lines += ["} // namespace quiver", "// clang-format on", ""]
    assert all(len(line) <= COLUMNS for text in lines for line in text.split("\n")), "a line is too long"
    return "\n".join(lines)


def write_or_check(files, check):
    """files: path -> text. Returns the exit status."""
    status = 0
    for path, text in files.items():
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            continue
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if old != text:
            status = 1
            sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True),
                                                       str(path), "derived"))
    return status


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    bls377, bls381, bn254 = bls12(BLS12_377), bls12(BLS12_381), bn(BN254)
    pasta_comment = "{}: y^2 = x^3 + 5. Cofactor 1."
    pasta = [
        plain_group("pallas", PALLAS_P, 0, 5, PALLAS_Q, generator=((-1,), (2,)),
                    comment=[pasta_comment.format("Pallas")]),
        plain_group("vesta", PALLAS_Q, 0, 5, PALLAS_P, generator=((-1,), (2,)),
                    comment=[pasta_comment.format("Vesta")])]
    small = [plain_group(s["curve"], s["p"], s["a"], s["b"], s["order"], s["cofactor"],
                         comment=["y^2 = x^3 + " + ("x + " if s["a"] else "") + f"{s['b']} over F_{s['p']},"
                                  f" order {s['order']}"
                                  + (f", cofactor {s['cofactor']}." if s["cofactor"] != 1 else ".")])
             for s in SMALL]
    files = {
        "bls12_377.hpp": header([
            "BLS12-377: y^2 = x^3 + 1 over Fp, and its twist y^2 = x^3 + 1/u over Fp2 = Fp[u]/(u^2 + 5).",
            "Seed x = 0x8508c00000000001, p = (x - 1)^2 (x^4 - x^2 + 1)/3 + x, r = x^4 - x^2 + 1.",
            "Source: Bowe et al., Zexe (ePrint 2018/962); [tags] are those of the script."], bls377),
        "bls12_381.hpp": header([
            "BLS12-381: y^2 = x^3 + 4 over Fp, and its twist y^2 = x^3 + 4(1 + u) over Fp2 = Fp[u]/(u^2 + 1).",
            "Seed x = -0xd201000000010000, p = (x - 1)^2 (x^4 - x^2 + 1)/3 + x, r = x^4 - x^2 + 1.",
            "Source: draft-irtf-cfrg-pairing-friendly-curves; [tags] are those of the script."], bls381),
        "bn254.hpp": header([
            "BN254 (alt_bn128): y^2 = x^3 + 3 over Fp, and its twist y^2 = x^3 + 3/(9 + u) over Fp2 = Fp[u]/(u^2 + 1);",
            "and Grumpkin, the other curve of its cycle. Seed x = 0x44e992b44a6909f1,",
            "p = 36x^4 + 36x^3 + 24x^2 + 6x + 1, r = 36x^4 + 36x^3 + 18x^2 + 6x + 1.",
            "Source: EIP-196, EIP-197; [tags] are those of the script."],
            [*bn254, grumpkin(bn254[0].order, bn254[0].curve.fq.p)]),
        "pasta.hpp": header([
            "The Pasta cycle: Pallas over Fp has order q, Vesta over Fq has order p.",
            "Source: Hopwood, The Pasta curves for Halo 2 and beyond (2020)."], pasta),
        "small.hpp": header([
            "Groups small enough for collisions and exhaustive tests.",
            "Source: the parameters in the script."], small),
    }
    status = write_or_check({SOURCE / name: text for name, text in files.items()}, check=bool(arguments))
    if not arguments:
        for group in (*bls377, *bls381, *bn254, *pasta, *small):
            bits = f"{group.psi.dimension} x {group.psi.bits} bits" if group.psi else "none"
            print(f"{group.curve_name:22}{group.group_name}  order {group.order.bit_length():3} bits, "
                  f"endomorphism {bits}, subgroup test {group.test}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
