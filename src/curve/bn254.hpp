// BN254 (alt_bn128): y^2 = x^3 + 3 over Fp, and its twist y^2 = x^3 + 3/(9 + u) over Fp2 = Fp[u]/(u^2 + 1);
// and Grumpkin, the other curve of its cycle. Seed x = 0x44e992b44a6909f1,
// p = 36x^4 + 36x^3 + 24x^2 + 6x + 1, r = 36x^4 + 36x^3 + 18x^2 + 6x + 1.
// Source: EIP-196, EIP-197; [tags] are those of the script.
// Written by tools/derive_constants.py; do not edit.
#pragma once

#include "curve/group.hpp"

// clang-format off
namespace quiver {

inline constexpr Endomorphism kBn254G1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0x5763473177fffffe, 0xd4f263f1acdb5c4f, 0x59e26bcea0d48bac}}},
  .cy = {.c = {{1}}},
  .lambda = {0x8b17ea66b99c90dd, 0x5bfc41088d8daaa7, 0xb3c4d79d41a91758},
  .basis = {
    {{false, {0x0be4e1541221250b, 0x6f4d8248eeb859fd}}, {false, {0x89d3256894d213e3}}},
    {{true, {0x89d3256894d213e3}}, {false, {0x8211bbeb7d4f1128, 0x6f4d8248eeb859fc}}}},
  .reciprocal = {
    {false, {0xa5e38cfb5eaa26da, 0x7a7bd9d4391eb18d, 0x4ccef014a773d2cf, 0x0000000000000002}},
    {true, {0x6eb9c714773a6ef3, 0xd91d232ec7e0b3d7, 0x0000000000000002}}},
  .shift = 320,
  .bits = 126,
};

// Cofactor 1.
inline constexpr Group kBn254G1 = {
  .curve = "bn254",
  .name = "bn254",
  .group = "g1",
  .words = 4,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029},
  .a = {},
  .b = {.c = {{3}}},
  .generator_x = {.c = {{1}}},
  .generator_y = {.c = {{2}}},
  .order = {0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029},
  .order_bits = 254,
  .cofactor = {1},
  .endomorphism = &kBn254G1Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

inline constexpr Endomorphism kBn254G2Endo = {
  .dimension = 4,
  .conjugate = true,
  .cx = {.c = {
    {0x99e39557176f553d, 0xb78cc310c2c3330c, 0x4c0bec3cf559b143, 0x2fb347984f7911f7},
    {0x1665d51c640fcba2, 0x32ae2a1d0b7c9dce, 0x4ba4cc8bd75a0794, 0x16c9e55061ebae20}}},
  .cy = {.c = {
    {0xdc54014671a0135a, 0xdbaae0eda9c95998, 0xdc5ec698b6e2f9b9, 0x063cf305489af5dc},
    {0x82d37f632623b0e3, 0x21807dc98fa25bd2, 0x0704b5a7ec796f2b, 0x07c03cbcac41049a}}},
  .lambda = {0xf83e9682e87cfd46, 0x6f4d8248eeb859fb},
  .basis = {
    {
      {false, {0x89d3256894d213e2}},
      {false, {0x44e992b44a6909f2}},
      {true, {0x44e992b44a6909f1}},
      {false, {0x44e992b44a6909f1}}},
    {
      {false, {0x44e992b44a6909f1}},
      {true, {0x44e992b44a6909f1}},
      {false, {0x44e992b44a6909f1}},
      {false, {0x89d3256894d213e3}}},
    {
      {true, {0x44e992b44a6909f2}},
      {true, {0x44e992b44a6909f1}},
      {true, {0x44e992b44a6909f1}},
      {false, {0x89d3256894d213e2}}},
    {
      {false, {0x89d3256894d213e3}},
      {true, {0x44e992b44a6909f1}},
      {true, {0x44e992b44a6909f2}},
      {true, {0x44e992b44a6909f1}}}},
  .reciprocal = {
    {false, {0x7d1fff2e5ce18e26, 0x46f4bda995d51bb1, 0x08e5da66fc7184ae, 0x9e80318ab0d92b93}},
    {false, {0x353ccca0e558c73c, 0x2dff291532e42728, 0x55b4ca7ba3e5577f, 0x9e80318ab0d92b95}},
    {true, {0xa3f693b55c93362e, 0x071c4c43fac4daff, 0x55b4ca7ba3e55782, 0x9e80318ab0d92b95}},
    {false, {0x23038c29bb8bb500, 0xc170977dcef3cd3f, 0x55b4ca7ba3e5577d, 0x9e80318ab0d92b95}}},
  .shift = 320,
  .bits = 64,
};

// Cofactor 2p - r. Membership: (x + 1) P + x psi(P) + x psi^2(P) = 2x psi^3(P) [EGP22].
inline constexpr Group kBn254G2 = {
  .curve = "bn254",
  .name = "bn254",
  .group = "g2",
  .words = 4,
  .degree = 2,
  .non_residue = -1,
  .modulus = {0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029},
  .a = {},
  .b = {.c = {
    {0x3267e6dc24a138e5, 0xb5b4c5e559dbefa3, 0x81be18991be06ac3, 0x2b149d40ceb8aaae},
    {0xe4a2bd0685c315d2, 0xa74fa084e52d1852, 0xcd2cafadeed8fdf4, 0x009713b03af0fed4}}},
  .generator_x = {.c = {
    {0x46debd5cd992f6ed, 0x674322d4f75edadd, 0x426a00665e5c4479, 0x1800deef121f1e76},
    {0x97e485b7aef312c2, 0xf1aa493335a9e712, 0x7260bfb731fb5d25, 0x198e9393920d483a}}},
  .generator_y = {.c = {
    {0x4ce6cc0166fa7daa, 0xe3d1e7690c43d37b, 0x4aab71808dcb408f, 0x12c85ea5db8c6deb},
    {0x55acdadcd122975b, 0xbc4b313370b38ef3, 0xec9e99ad690c3395, 0x090689d0585ff075}}},
  .order = {0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029},
  .order_bits = 254,
  .cofactor = {0x345f2299c0f9fa8d, 0x06ceecda572a2489, 0xb85045b68181585e, 0x30644e72e131a029},
  .endomorphism = &kBn254G2Endo,
  .subgroup_test = SubgroupTest::relation,
  .relation = {
    {false, {0x44e992b44a6909f2}},
    {false, {0x44e992b44a6909f1}},
    {false, {0x44e992b44a6909f1}},
    {true, {0x89d3256894d213e2}}},
};

inline constexpr Endomorphism kGrumpkinG1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0x8b17ea66b99c90dd, 0x5bfc41088d8daaa7, 0xb3c4d79d41a91758}}},
  .cy = {.c = {{1}}},
  .lambda = {0x5763473177fffffe, 0xd4f263f1acdb5c4f, 0x59e26bcea0d48bac},
  .basis = {
    {{false, {0x0be4e1541221250b, 0x6f4d8248eeb859fd}}, {false, {0x89d3256894d213e2}}},
    {{true, {0x89d3256894d213e2}}, {false, {0x8211bbeb7d4f1129, 0x6f4d8248eeb859fc}}}},
  .reciprocal = {
    {false, {0xa5e38cfb5eaa26e7, 0x7a7bd9d4391eb18d, 0x4ccef014a773d2cf, 0x0000000000000002}},
    {true, {0x247280ee539a2471, 0xd91d232ec7e0b3d2, 0x0000000000000002}}},
  .shift = 320,
  .bits = 126,
};

// Grumpkin: y^2 = x^3 - 17 over BN254's scalar field, its order BN254's base prime.
inline constexpr Group kGrumpkinG1 = {
  .curve = "grumpkin",
  .name = "grumpkin",
  .group = "g1",
  .words = 4,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029},
  .a = {},
  .b = {.c = {{0x43e1f593effffff0, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029}}},
  .generator_x = {.c = {{1}}},
  .generator_y = {.c = {{0x833fc48d823f272c, 0x2d270d45f1181294, 0xcf135e7506a45d63, 0x0000000000000002}}},
  .order = {0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029},
  .order_bits = 254,
  .cofactor = {1},
  .endomorphism = &kGrumpkinG1Endo,
  .subgroup_test = SubgroupTest::cofactor_one,
  .relation = {},
};

} // namespace quiver
// clang-format on
