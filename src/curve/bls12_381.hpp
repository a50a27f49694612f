// BLS12-381: y^2 = x^3 + 4 over Fp, and its twist y^2 = x^3 + 4(1 + u) over Fp2 = Fp[u]/(u^2 + 1).
// Seed x = -0xd201000000010000, p = (x - 1)^2 (x^4 - x^2 + 1)/3 + x, r = x^4 - x^2 + 1.
// Source: draft-irtf-cfrg-pairing-friendly-curves; [tags] are those of the script.
// Written by tools/derive_constants.py; do not edit.
#pragma once

#include "curve/group.hpp"

// clang-format off
namespace quiver {

inline constexpr Endomorphism kBls12_381G1Endo = {
  .dimension = 2,
  .conjugate = false,
  .cx = {.c = {{0x2e01fffffffefffe, 0xde17d813620a0002, 0xddb3a93be6f89688, 0xba69c6076a0f77ea, 0x5f19672fdf76ce51}}},
  .cy = {.c = {{1}}},
  .lambda = {0xfffffffe00000001, 0xa7780001fffcb7fc, 0x3339d80809a1d804, 0x73eda753299d7d48},
  .basis = {
    {{false, {0x0000000100000000, 0xac45a4010001a402}}, {false, {1}}},
    {{true, {1}}, {false, {0x00000000ffffffff, 0xac45a4010001a402}}}},
  .reciprocal = {
    {false, {0x034eb4b927adc028, 0x63f6e522f6cfee2e, 0x7c6becf1e01faadd, 0x0000000000000001}},
    {true, {0x355094edfede377c, 0x0000000000000002}}},
  .shift = 320,
  .bits = 127,
};

// Cofactor (x - 1)^2/3. psi(P) = -x^2 P on the subgroup; membership: x^2 P + psi(P) = 0 [S21].
inline constexpr Group kBls12_381G1 = {
  .curve = "bls12_381",
  .name = "bls12-381",
  .group = "g1",
  .words = 6,
  .degree = 1,
  .non_residue = 0,
  .modulus = {0xb9feffffffffaaab, 0x1eabfffeb153ffff, 0x6730d2a0f6b0f624,
              0x64774b84f38512bf, 0x4b1ba7b6434bacd7, 0x1a0111ea397fe69a},
  .a = {},
  .b = {.c = {{4}}},
  .generator_x = {.c = {{0xfb3af00adb22c6bb, 0x6c55e83ff97a1aef, 0xa14e3a3f171bac58,
                         0xc3688c4f9774b905, 0x2695638c4fa9ac0f, 0x17f1d3a73197d794}}},
  .generator_y = {.c = {{0x0caa232946c5e7e1, 0xd03cc744a2888ae4, 0x00db18cb2c04b3ed,
                         0xfcf5e095d5d00af6, 0xa09e30ed741d8ae4, 0x08b3f481e3aaa0f1}}},
  .order = {0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48},
  .order_bits = 255,
  .cofactor = {0x8c00aaab0000aaab, 0x396c8c005555e156},
  .endomorphism = &kBls12_381G1Endo,
  .subgroup_test = SubgroupTest::relation,
  .relation = {{false, {0x0000000100000000, 0xac45a4010001a402}}, {false, {1}}},
};

inline constexpr Endomorphism kBls12_381G2Endo = {
  .dimension = 4,
  .conjugate = true,
  .cx = {.c = {
    {},
    {0x8bfd00000000aaad, 0x409427eb4f49fffd, 0x897d29650fb85f9b,
     0xaa0d857d89759ad4, 0xec02408663d4de85, 0x1a0111ea397fe699}}},
  .cy = {.c = {
    {0xf1ee7b04121bdea2, 0x304466cf3e67fa0a, 0xef396489f61eb45e,
     0x1c3dedd930b1cf60, 0xe2e9c448d77a2cd9, 0x135203e60180a68e},
    {0xc81084fbede3cc09, 0xee67992f72ec05f4, 0x77f76e17009241c5,
     0x48395dabc2d3435e, 0x6831e36d6bd17ffe, 0x06af0e0437ff400b}}},
  .lambda = {0x2dfefffeffff0001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48},
  .basis = {
    {{false, {0xd201000000010000}}, {false, {1}}, {}, {}},
    {{}, {false, {0xd201000000010000}}, {false, {1}}, {}},
    {{}, {}, {false, {0xd201000000010000}}, {false, {1}}},
    {{true, {1}}, {}, {false, {1}}, {false, {0xd201000000010000}}}},
  .reciprocal = {
    {false, {0xf77cf78a2942e442, 0x92078a5e8573b29c, 0x33cfcc0d3e76ec28, 0x381204ca56cd56b5, 0x0000000000000001}},
    {true, {0x034eb4b927adc028, 0x63f6e522f6cfee2e, 0x7c6becf1e01faadd, 0x0000000000000001}},
    {false, {0xb2ef66a238a975c0, 0xcfbe4f7bd0027db2, 0x0000000000000001}},
    {true, {0x355094edfede377c, 0x0000000000000002}}},
  .shift = 320,
  .bits = 63,
};

// psi(P) = x P on the subgroup (p = x mod r); membership: psi(P) = x P [S21].
inline constexpr Group kBls12_381G2 = {
  .curve = "bls12_381",
  .name = "bls12-381",
  .group = "g2",
  .words = 6,
  .degree = 2,
  .non_residue = -1,
  .modulus = {0xb9feffffffffaaab, 0x1eabfffeb153ffff, 0x6730d2a0f6b0f624,
              0x64774b84f38512bf, 0x4b1ba7b6434bacd7, 0x1a0111ea397fe69a},
  .a = {},
  .b = {.c = {{4}, {4}}},
  .generator_x = {.c = {
    {0xd48056c8c121bdb8, 0x0bac0326a805bbef, 0xb4510b647ae3d177,
     0xc6e47ad4fa403b02, 0x260805272dc51051, 0x024aa2b2f08f0a91},
    {0xe5ac7d055d042b7e, 0x334cf11213945d57, 0xb5da61bbdc7f5049,
     0x596bd0d09920b61a, 0x7dacd3a088274f65, 0x13e02b6052719f60}}},
  .generator_y = {.c = {
    {0xe193548608b82801, 0x923ac9cc3baca289, 0x6d429a695160d12c,
     0xadfd9baa8cbdd3a7, 0x8cc9cdc6da2e351a, 0x0ce5d527727d6e11},
    {0xaaa9075ff05f79be, 0x3f370d275cec1da1, 0x267492ab572e99ab,
     0xcb3e287e85a763af, 0x32acd2b02bc28b99, 0x0606c4a02ea734cc}}},
  .order = {0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48},
  .order_bits = 255,
  .cofactor = {0xcf1c38e31c7238e5, 0x1616ec6e786f0c70, 0x21537e293a6691ae, 0xa628f1cb4d9e82ef,
               0xa68a205b2e5a7ddf, 0xcd91de4547085aba, 0x091d50792876a202, 0x05d543a95414e7f1},
  .endomorphism = &kBls12_381G2Endo,
  .subgroup_test = SubgroupTest::relation,
  .relation = {{false, {0xd201000000010000}}, {false, {1}}},
};

} // namespace quiver
// clang-format on
