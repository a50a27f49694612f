// Curves of order 13 and 199, for tests that try every pair of points and every scalar.
// Each is the one with the smallest prime p >= 5 and for it the least b.
// Written by tools/find_small_groups.py; do not edit.
#pragma once

#include "curve/group.hpp"

// clang-format off
namespace quiver {

inline constexpr Endomorphism kOrder13Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{2}}},
  .cy = {.c = {{1}}},
  .lambda = {3},
  .basis = {{{false, {3}}, {true, {1}}}, {{false, {1}}, {false, {4}}}},
  .reciprocal = {
    {false, {0xec4ec4ec4ec4ec4f, 0x4ec4ec4ec4ec4ec4, 0xc4ec4ec4ec4ec4ec, 0xec4ec4ec4ec4ec4e, 0x4ec4ec4ec4ec4ec4}},
    {false, {0x3b13b13b13b13b14, 0x13b13b13b13b13b1, 0xb13b13b13b13b13b, 0x3b13b13b13b13b13, 0x13b13b13b13b13b1}}},
  .shift = 320,
  .bits = 2,
};

// y^2 = x^3 + 3 over F_7.
inline constexpr Group kOrder13 = {
  .curve = "order13",
  .name = "order13",
  .group = "g1",
  .words = 1,
  .degree = 1,
  .non_residue = 0,
  .modulus = {7},
  .a = {},
  .b = {.c = {{3}}},
  .generator_x = {.c = {{1}}},
  .generator_y = {.c = {{2}}},
  .order = {13},
  .order_bits = 4,
  .cofactor = {1},
  .endomorphism = &kOrder13Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

inline constexpr Endomorphism kOrder199Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{196}}},
  .cy = {.c = {{1}}},
  .lambda = {92},
  .basis = {{{true, {2}}, {false, {13}}}, {{false, {15}}, {false, {2}}}},
  .reciprocal = {
    {true, {0x7510b93f09014954, 0x480a4a9cf1d96833, 0x8ecb419ba885c9f8, 0x442e4fc2405254e7, 0x0292a73c765a0cdd}},
    {false, {0x78ecb419ba885ca0, 0xd442e4fc2405254e, 0x20292a73c765a0cd, 0x3b2d066ea21727e1, 0x10b93f090149539e}}},
  .shift = 320,
  .bits = 4,
};

// y^2 = x^3 + 2 over F_211.
inline constexpr Group kOrder199 = {
  .curve = "order199",
  .name = "order199",
  .group = "g1",
  .words = 1,
  .degree = 1,
  .non_residue = 0,
  .modulus = {211},
  .a = {},
  .b = {.c = {{2}}},
  .generator_x = {.c = {{4}}},
  .generator_y = {.c = {{53}}},
  .order = {199},
  .order_bits = 8,
  .cofactor = {1},
  .endomorphism = &kOrder199Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

} // namespace quiver
// clang-format on
