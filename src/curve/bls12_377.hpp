// BLS12-377: y^2 = x^3 + 1 over Fp, and its twist y^2 = x^3 + 1/u over Fp2 = Fp[u]/(u^2 + 5).
// Seed x = 0x8508c00000000001, p = (x - 1)^2 (x^4 - x^2 + 1)/3 + x, r = x^4 - x^2 + 1.
// Source: Bowe et al., Zexe (ePrint 2018/962); [tags] are those of the script.
// Written by tools/derive_constants.py; do not edit.
#pragma once

#include "curve/group.hpp"

// clang-format off
namespace quiver {

inline constexpr Endomorphism kBls12_377G1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0xffffffffffffffff, 0xd1e945779fffffff, 0x59064ee822fb5bff,
                0xb8882a75cc9bc8e3, 0xbc8756ba8f8c524e, 0x01ae3a4617c510ea}}},
  .cy = {.c = {{1}}},
  .lambda = {0x0000000000000000, 0x14885f3240000000, 0x60b44d1e5c37b001, 0x12ab655e9a2ca556},
  .basis = {
    {{false, {0x0a11800000000001, 0x452217cc90000001}}, {false, {1}}},
    {{true, {1}}, {false, {0x0a11800000000000, 0x452217cc90000001}}}},
  .reciprocal = {
    {false, {0x7d14b4d66c5a9efc, 0x7f72ed32af90181e, 0xb3f7aa969fd37160, 0x0000000000000003}},
    {true, {0xb65247b102cb27b9, 0x000000000000000d}}},
  .shift = 320,
  .bits = 126,
};

// Cofactor (x - 1)^2/3. psi(P) = -x^2 P on the subgroup; membership: x^2 P + psi(P) = 0 [S21].
inline constexpr Group kBls12_377G1 = {
  .curve = "bls12_377",
  .name = "bls12-377",
  .group = "g1",
  .words = 6,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0x8508c00000000001, 0x170b5d4430000000, 0x1ef3622fba094800,
              0x1a22d9f300f5138f, 0xc63b05c06ca1493b, 0x01ae3a4617c510ea},
  .a = {},
  .b = {.c = {{1}}},
  .generator_x = {.c = {{0xeab9b16eb21be9ef, 0xd5481512ffcd394e, 0x188282c8bd37cb5c,
                         0x85951e2caa9d41bb, 0xc8fc6225bf87ff54, 0x008848defe740a67}}},
  .generator_y = {.c = {{0xfd82de55559c8ea6, 0xc2fe3d3634a9591a, 0x6d182ad44fb82305,
                         0xbd7fb348ca3e52d9, 0x1f674f5d30afeec4, 0x01914a69c5102eff}}},
  .order = {0x0a11800000000001, 0x59aa76fed0000001, 0x60b44d1e5c37b001, 0x12ab655e9a2ca556},
  .order_bits = 253,
  .cofactor = {0x0000000000000000, 0x170b5d4430000000},
  .endomorphism = &kBls12_377G1Endo,
  .subgroup_test = SubgroupTest::relation,
  .relation = {{false, {0x0a11800000000001, 0x452217cc90000001}}, {false, {1}}},
};

inline constexpr Endomorphism kBls12_377G2Endo = {
  .dimension = 4,
  .conjugate = true,
  .cx = {.c = {{0x8508c00000000002, 0x452217cc90000000, 0xc5ed1347970dec00, 0x619aaf7d34594aab, 0x09b3af05dd14f6ec}}},
  .cy = {.c = {{0x6e76d5ecf1391c63, 0x99588459bff27d8e, 0xbce649cf436b0f62,
                0x400398f50ad1dec1, 0xc0c534db1a79beb1, 0x01680a40796537ca}}},
  .lambda = {0x8508c00000000001},
  .basis = {
    {{false, {0x8508c00000000001}}, {true, {1}}, {}, {}},
    {{}, {false, {0x8508c00000000001}}, {true, {1}}, {}},
    {{}, {}, {false, {0x8508c00000000001}}, {true, {1}}},
    {{false, {1}}, {}, {true, {1}}, {false, {0x8508c00000000001}}}},
  .reciprocal = {
    {false, {0x6aa368887d66a924, 0x2979759b442f60d0, 0xf63abaff9084ce15, 0xeca0125755aed064, 0x0000000000000001}},
    {false, {0x7d14b4d66c5a9efc, 0x7f72ed32af90181e, 0xb3f7aa969fd37160, 0x0000000000000003}},
    {false, {0x8ca92bff12f22700, 0x2030ba8ee9c06422, 0x0000000000000007}},
    {false, {0xb65247b102cb27b9, 0x000000000000000d}}},
  .shift = 320,
  .bits = 63,
};

// psi(P) = x P on the subgroup (p = x mod r); membership: psi(P) = x P [S21].
inline constexpr Group kBls12_377G2 = {
  .curve = "bls12_377",
  .name = "bls12-377",
  .group = "g2",
  .words = 6,
  .degree = 2,
  .non_residue = -5,
  .modulus = {0x8508c00000000001, 0x170b5d4430000000, 0x1ef3622fba094800,
              0x1a22d9f300f5138f, 0xc63b05c06ca1493b, 0x01ae3a4617c510ea},
  .a = {},
  .b = {.c = {
    {},
    {0x1c9ed9999999999a, 0x0dd39e5c1ccccccd, 0x129207b63c6bf800,
     0xdc7b4f91cd5fd889, 0x43bd03737460c589, 0x010222f6db0fd6f3}}},
  .generator_x = {.c = {
    {0x74e3e48f7c005196, 0x71889f52bb535402, 0x7ea501f557db6b9b,
     0xc565f071203e5031, 0xc89630a2a3841d01, 0x018480be71c785fe},
    {0xb26bfefa6ea16afe, 0x5cf89984bff76fe6, 0xe7223ece0799c9de,
     0x532777ee6651cecb, 0x70dc5a51b1b140d5, 0x00ea6040e7004031}}},
  .generator_y = {.c = {
    {0xf094094409fd4ddf, 0xf2cf88886d8c7c2e, 0xe458c282f832d204,
     0xde03ed7274b49a58, 0xd960736bcbb2efb4, 0x00690d665d446f7b},
    {0xd9a1cdd185eb8f93, 0x4279b83f5e52270b, 0x2463b01acee304c2,
     0x61ef11ac3d591bf1, 0x9e549da3151a70aa, 0x00f8169fd2835518}}},
  .order = {0x0a11800000000001, 0x59aa76fed0000001, 0x60b44d1e5c37b001, 0x12ab655e9a2ca556},
  .order_bits = 253,
  .cofactor = {0x0000000000000001, 0x452217cc90000000, 0xa0f3622fba094800, 0xd693e8c36676bd09,
               0x8c505634fae2e189, 0xfbb36b00e1dcc40c, 0xddd88d99a6f6a829, 0x0026ba558ae9562a},
  .endomorphism = &kBls12_377G2Endo,
  .subgroup_test = SubgroupTest::relation,
  .relation = {{true, {0x8508c00000000001}}, {false, {1}}},
};

} // namespace quiver
// clang-format on
