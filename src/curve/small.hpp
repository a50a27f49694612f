// Groups small enough for collisions and exhaustive tests.
// Source: the parameters in the script.
// Written by tools/derive_constants.py; do not edit.
#pragma once

#include "curve/group.hpp"

// clang-format off
namespace quiver {

// y^2 = x^3 + x + 31445 over F_18446744069414584321, order 18446744074551789569.
inline constexpr Group kGoldilocksA1B31445G1 = {
  .curve = "goldilocks_a1_b31445",
  .name = "goldilocks-a1-b31445",
  .group = "g1",
  .words = 1,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0xffffffff00000001},
  .a = {.c = {{1}}},
  .b = {.c = {{31445}}},
  .generator_x = {.c = {{1}}},
  .generator_y = {.c = {{0x0529496e2a9c953c}}},
  .order = {0x0000000032338801, 0x0000000000000001},
  .order_bits = 65,
  .cofactor = {1},
  .endomorphism = nullptr,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

// y^2 = x^3 + x + 38 over F_18446744069414584321, order 18446744077729562113.
inline constexpr Group kGoldilocksA1B38G1 = {
  .curve = "goldilocks_a1_b38",
  .name = "goldilocks-a1-b38",
  .group = "g1",
  .words = 1,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0xffffffff00000001},
  .a = {.c = {{1}}},
  .b = {.c = {{38}}},
  .generator_x = {.c = {{1}}},
  .generator_y = {.c = {{0x3eba2fd564e1af0a}}},
  .order = {0x00000000ef9c7e01, 0x0000000000000001},
  .order_bits = 65,
  .cofactor = {1},
  .endomorphism = nullptr,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

inline constexpr Endomorphism kGoldilocksA0B11G1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0xfffffffe00000001}}},
  .cy = {.c = {{1}}},
  .lambda = {0x00000004181705c2},
  .basis = {
    {{true, {0x0000000000011c27}}, {false, {0x00000000000251dc}}},
    {{false, {0x0000000000036e03}}, {false, {0x0000000000011c27}}}},
  .reciprocal = {
    {true, {0x0009c8fd0032af81, 0xfffcbd00ffef1ad5, 0x000116550005a1b8, 0xffffa338fffe1f6d, 0x00001eed0000a030}},
    {false, {0x00147341ffd7fac4, 0xfff92eea000d5714, 0x000245b1fffb8da3, 0xffff3e1a00017b74, 0x000040a1ffff8183}}},
  .shift = 320,
  .bits = 18,
};

// y^2 = x^3 + 11 over F_18446744069414584321, order 39463029637, cofactor 467443687.
inline constexpr Group kGoldilocksA0B11G1 = {
  .curve = "goldilocks_a0_b11",
  .name = "goldilocks-a0-b11",
  .group = "g1",
  .words = 1,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0xffffffff00000001},
  .a = {},
  .b = {.c = {{11}}},
  .generator_x = {.c = {{0x89832e810239f7b7}}},
  .generator_y = {.c = {{0x3d774b6229ef8dd4}}},
  .order = {0x00000009302e0b85},
  .order_bits = 36,
  .cofactor = {0x000000001bdc9fe7},
  .endomorphism = &kGoldilocksA0B11G1Endo,
  .subgroup_test = SubgroupTest::relation,
  .relation = {{true, {0x0000000000011c27}}, {false, {0x00000000000251dc}}},
};

inline constexpr Endomorphism kJ0_61bitB3G1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0x1bdbd46fe5eba95f}}},
  .cy = {.c = {{1}}},
  .lambda = {0x0a8654f0c9b5ad19},
  .basis = {
    {{true, {0x000000000230f910}}, {false, {0x000000005964e519}}},
    {{false, {0x000000005b95de29}}, {false, {0x000000000230f910}}}},
  .reciprocal = {
    {true, {0x6ab245a2dbc1d969, 0x877362ef1f8dbfc9, 0xf25fceeffc773bd9, 0x331d9fcbe2cd3912, 0x000000001187c880}},
    {false, {0x1039e118c2169c64, 0x382a0cb6ed01acf9, 0x43f2cb14b34249e4, 0x25442a96b1b0407d, 0x00000002cb2728d0}}},
  .shift = 320,
  .bits = 30,
};

// y^2 = x^3 + 3 over F_2305843009221580603, order 2305843007648268289.
inline constexpr Group kJ0_61bitB3G1 = {
  .curve = "j0_61bit_b3",
  .name = "j0-61bit-b3",
  .group = "g1",
  .words = 1,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0x200000000078573b},
  .a = {},
  .b = {.c = {{3}}},
  .generator_x = {.c = {{1}}},
  .generator_y = {.c = {{2}}},
  .order = {0x1fffffffa2b18001},
  .order_bits = 61,
  .cofactor = {1},
  .endomorphism = &kJ0_61bitB3G1Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

inline constexpr Endomorphism kTiny85453B15G1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{30052}}},
  .cy = {.c = {{1}}},
  .lambda = {40648},
  .basis = {{{false, {237}}, {true, {91}}}, {{false, {91}}, {false, {328}}}},
  .reciprocal = {
    {false, {0x38315b481bf9d24e, 0xc1502fc2e7cd063f, 0x7a10660be3032246, 0x6ae503e3cc463fca, 0x00f9e6e0132483b3}},
    {false, {0xa31a2e65f507a6d6, 0x7be064aa5df819ed, 0x8434f09ab6658d69, 0x24ae5df50dbf327a, 0x0045552082305fdb}}},
  .shift = 320,
  .bits = 8,
};

// y^2 = x^3 + 15 over F_85453, order 86017.
inline constexpr Group kTiny85453B15G1 = {
  .curve = "tiny_85453_b15",
  .name = "tiny-85453-b15",
  .group = "g1",
  .words = 1,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0x0000000000014dcd},
  .a = {},
  .b = {.c = {{15}}},
  .generator_x = {.c = {{1}}},
  .generator_y = {.c = {{4}}},
  .order = {0x0000000000015001},
  .order_bits = 17,
  .cofactor = {1},
  .endomorphism = &kTiny85453B15G1Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

} // namespace quiver
// clang-format on
