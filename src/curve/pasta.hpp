// The Pasta cycle: Pallas over Fp has order q, Vesta over Fq has order p.
// Source: Hopwood, The Pasta curves for Halo 2 and beyond (2020).
// Written by tools/derive_constants.py; do not edit.
#pragma once

#include "curve/group.hpp"

// clang-format off
namespace quiver {

inline constexpr Endomorphism kPallasG1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0x1dad5ebdfdfe4ab9, 0x1d1f8bd237ad3149, 0x2caad5dc57aab1b0, 0x12ccca834acdba71}}},
  .cy = {.c = {{1}}},
  .lambda = {0x2aa9d2e050aa0e4f, 0x0fed467d47c033af, 0x511db4d81cf70f5a, 0x06819a58283e528e},
  .basis = {
    {{false, {0x7fcae1c700000001, 0x49e69d1640f04915}}, {true, {0x8cb1279300000000, 0x49e69d1640a89953}}},
    {{false, {0x8cb1279300000000, 0x49e69d1640a89953}}, {false, {0x0c7c095a00000001, 0x93cd3a2c8198e269}}}},
  .reciprocal = {
    {false, {0xc35fbd4d086862e0, 0x31f0256800000002, 0x4f34e8b2066389a4, 0x0000000000000002}},
    {false, {0x61afdea68480fa55, 0x32c49e4bffffffff, 0x279a745902a2654e, 0x0000000000000001}}},
  .shift = 320,
  .bits = 127,
};

// Pallas: y^2 = x^3 + 5. Cofactor 1.
inline constexpr Group kPallasG1 = {
  .curve = "pallas",
  .name = "pallas",
  .group = "g1",
  .words = 4,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0x992d30ed00000001, 0x224698fc094cf91b, 0x0000000000000000, 0x4000000000000000},
  .a = {},
  .b = {.c = {{5}}},
  .generator_x = {.c = {{0x992d30ed00000000, 0x224698fc094cf91b, 0x0000000000000000, 0x4000000000000000}}},
  .generator_y = {.c = {{2}}},
  .order = {0x8c46eb2100000001, 0x224698fc0994a8dd, 0x0000000000000000, 0x4000000000000000},
  .order_bits = 255,
  .cofactor = {1},
  .endomorphism = &kPallasG1Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

inline constexpr Endomorphism kVestaG1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0x2aa9d2e050aa0e4f, 0x0fed467d47c033af, 0x511db4d81cf70f5a, 0x06819a58283e528e}}},
  .cy = {.c = {{1}}},
  .lambda = {0x1dad5ebdfdfe4ab9, 0x1d1f8bd237ad3149, 0x2caad5dc57aab1b0, 0x12ccca834acdba71},
  .basis = {
    {{false, {0x7fcae1c700000000, 0x49e69d1640f04915}}, {true, {0x8cb1279300000001, 0x49e69d1640a89953}}},
    {{false, {0x8cb1279300000001, 0x49e69d1640a89953}}, {false, {0x0c7c095a00000001, 0x93cd3a2c8198e269}}}},
  .reciprocal = {
    {false, {0xc35fbd4d0afe9927, 0x31f0256800000002, 0x4f34e8b2066389a4, 0x0000000000000002}},
    {false, {0x61afdea685cc1579, 0x32c49e4c00000003, 0x279a745902a2654e, 0x0000000000000001}}},
  .shift = 320,
  .bits = 127,
};

// Vesta: y^2 = x^3 + 5. Cofactor 1.
inline constexpr Group kVestaG1 = {
  .curve = "vesta",
  .name = "vesta",
  .group = "g1",
  .words = 4,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0x8c46eb2100000001, 0x224698fc0994a8dd, 0x0000000000000000, 0x4000000000000000},
  .a = {},
  .b = {.c = {{5}}},
  .generator_x = {.c = {{0x8c46eb2100000000, 0x224698fc0994a8dd, 0x0000000000000000, 0x4000000000000000}}},
  .generator_y = {.c = {{2}}},
  .order = {0x992d30ed00000001, 0x224698fc094cf91b, 0x0000000000000000, 0x4000000000000000},
  .order_bits = 255,
  .cofactor = {1},
  .endomorphism = &kVestaG1Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

} // namespace quiver
// clang-format on
