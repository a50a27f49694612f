// Montgomery multiplication and squaring with mulx/adcx/adox, for 4 and 6 words of 64 bits, modulus given at run time.
//
// Shapes:   elements and p are w words, least significant first; w is the digit in the name.
// Form:     p odd, p < 2^(64w - 1), smaller values and zero top words allowed; n0 = -p^-1 mod 2^64;
//           a, b canonical (< p); out canonical.
// Result:   montmul: a * b * 2^(-64w) mod p.  montsqr: the same as montmul with b = a.
// Aliasing: out may be a, b or both; not p.
// Cost:     Skylake-X, core cycles per independent product / per product in a chain, call included:
//           montmul4 59 / 61, montsqr4 51 / 53, montmul6 108 / 112, montsqr6 93 / 97 (bench/peers/field.sh: in ns, with peers).
// Errors:   none; the caller has checked for BMI2 and ADX, and the preconditions are not checked.
// Timing:   independent of a and b.
// Source:   the first lines of each .S file.
#ifndef QUIVER_FIELD_X64_ADX_MONTGOMERY_X64_ADX_H
#define QUIVER_FIELD_X64_ADX_MONTGOMERY_X64_ADX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void quiver_montmul4_adx(uint64_t out[4], const uint64_t a[4], const uint64_t b[4], const uint64_t p[4], uint64_t n0);
void quiver_montsqr4_adx(uint64_t out[4], const uint64_t a[4], const uint64_t p[4], uint64_t n0);
void quiver_montmul6_adx(uint64_t out[6], const uint64_t a[6], const uint64_t b[6], const uint64_t p[6], uint64_t n0);
void quiver_montsqr6_adx(uint64_t out[6], const uint64_t a[6], const uint64_t p[6], uint64_t n0);

#ifdef __cplusplus
}
#endif

#endif
