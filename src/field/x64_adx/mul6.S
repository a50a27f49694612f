// out = a * b * 2^-384 mod p, 6 words of 64 bits, modulus given at run time.
//
//   void quiver_montmul6_adx(uint64_t out[6], const uint64_t a[6], const uint64_t b[6], const uint64_t p[6], uint64_t n0);
//
// Precondition: p odd, p < 2^383, a < p, b < p, n0 = -p^-1 mod 2^64.  out < p.  out may be a or b, not p.
// Needs BMI2 and ADX.  No branch and no address depends on the operands.
//
// Source: Koc, Acar, Kaliski, "Analyzing and Comparing Montgomery Multiplication Algorithms" (1996), CIOS; the top
// bit of p being free, no row carries out of TOP (gnark's "no-carry" form), so the sum is T5..T0 and TOP.

#define OUT  %rdi
#define A    %rsi
#define B    %rax       /* comes in rdx, which mulx needs */
#define P    %rcx
#define N0   %r8
#define T0   %r9
#define T1   %r10
#define T2   %r11
#define T3   %rbx
#define T4   %rbp
#define T5   %r12
#define TOP  %r13
#define LO   %r14
#define ONES -8(%rsp)   /* both in the red zone: as a register, ZERO costs 3 % here */
#define ZERO -16(%rsp)

#include "asm_abi.inc"

// (TOP, T5..T0) += a * b[i]
.macro ROW i
    xor    LO, LO
    mov    8*\i(B), %rdx
    COLUMN (A), T0, T1
    COLUMN 8(A), T1, T2
    COLUMN 16(A), T2, T3
    COLUMN 24(A), T3, T4
    COLUMN 32(A), T4, T5
    TOP_COLUMN 40(A), T5
.endm

// T5..T0 = ((TOP, T5..T0) + m * p) / 2^64
.macro REDUCE
    REDUCE_LOWEST LO
    REDUCE_COLUMN 1, T0, T1, T2
    REDUCE_COLUMN 2, T1, T2, T3
    REDUCE_COLUMN 3, T2, T3, T4
    REDUCE_COLUMN 4, T3, T4, T5
    REDUCE_COLUMN 5, T4, T5, TOP
    adox   ZERO, T5
.endm

FUNCTION_BEGIN QUIVER_SYMBOL(quiver_montmul6_adx)
    SAVE   %rbx, %rbp, %r12, %r13, %r14
    movq   $-1, ONES
    movq   $0, ZERO
    mov    %rdx, B

    // (TOP, T5..T0) = a * b[0]
    mov    (%rdx), %rdx
    mulx   (A), T0, T1
    mulx   8(A), LO, T2
    add    LO, T1
    mulx   16(A), LO, T3
    adc    LO, T2
    mulx   24(A), LO, T4
    adc    LO, T3
    mulx   32(A), LO, T5
    adc    LO, T4
    mulx   40(A), LO, TOP
    adc    LO, T5
    adc    $0, TOP

    REDUCE
    .irp   i, 1, 2, 3, 4, 5
    ROW    \i
    REDUCE
    .endr

    // T < 2p: out = T - p, or T where that borrows
    mov    T0, %rdx
    mov    T1, A
    mov    T2, B
    mov    T3, TOP
    mov    T4, LO
    mov    T5, N0
    sub    (P), T0
    sbb    8(P), T1
    sbb    16(P), T2
    sbb    24(P), T3
    sbb    32(P), T4
    sbb    40(P), T5
    cmovc  %rdx, T0
    cmovc  A, T1
    cmovc  B, T2
    cmovc  TOP, T3
    cmovc  LO, T4
    cmovc  N0, T5
    mov    T0, (OUT)
    mov    T1, 8(OUT)
    mov    T2, 16(OUT)
    mov    T3, 24(OUT)
    mov    T4, 32(OUT)
    mov    T5, 40(OUT)
    RESTORE %r14, %r13, %r12, %rbp, %rbx
    ret
FUNCTION_END QUIVER_SYMBOL(quiver_montmul6_adx)
