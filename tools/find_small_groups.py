#!/usr/bin/env python3
"""Finds the smallest curves y^2 = x^3 + b of prime order 13 and 199, and writes tests/support/tiny_groups.hpp.

  find_small_groups.py           print them and write the header
  find_small_groups.py --check   compare it with what would be written; print the difference and exit 1

For each order: the smallest prime p >= 5 and for it the least b >= 1, points counted one by one. On groups this small
a test can try every pair of points and every scalar, as libsecp256k1's exhaustive tests do for its curve. Both orders
are 1 mod 3, so GLV works on them as on the large curves. Standard library only.
"""

import itertools
import pathlib
import sys

import derive_constants as derive

HEADER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "support" / "tiny_groups.hpp"
ORDERS = (13, 199)


def count_points(p, b):
    """#{(x, y) : y^2 = x^3 + b} + 1, by a table of how many roots each value has."""
    roots = [0] * p
    for y in range(p):
        roots[y * y % p] += 1
    return 1 + sum(roots[(x**3 + b) % p] for x in range(p))


def smallest_curve(order):
    for p in itertools.count(5):
        if not derive.is_prime(p):
            continue
        for b in range(1, p):
            if count_points(p, b) == order:
                return p, b


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    groups = []
    for order in ORDERS:
        p, b = smallest_curve(order)
        group = derive.plain_group(f"order{order}", p, 0, b, order, comment=[f"y^2 = x^3 + {b} over F_{p}."])
        groups.append(group)
        if not arguments:
            (x, _), (y, _) = group.generator
            print(f"order {order}: p = {p}, b = {b}, generator ({x}, {y}), beta = {group.psi.cx[0]}, "
                  f"lambda = {group.psi.lam}, {group.psi.dimension} x {group.psi.bits} bits")
    text = derive.header(
        ["Curves of order 13 and 199, for tests that try every pair of points and every scalar.",
         "Each is the one with the smallest prime p >= 5 and for it the least b."],
        groups, [f"kOrder{order}" for order in ORDERS], "tools/find_small_groups.py")
    return derive.write_or_check({HEADER: text}, check=bool(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
