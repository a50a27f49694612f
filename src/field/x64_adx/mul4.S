// out = a * b * 2^-256 mod p, 4 words of 64 bits, modulus given at run time.
//
//   void quiver_montmul4_adx(uint64_t out[4], const uint64_t a[4], const uint64_t b[4], const uint64_t p[4], uint64_t n0);
//
// Precondition: p odd, p < 2^255, a < p, b < p, n0 = -p^-1 mod 2^64.  out < p.  out may be a or b, not p.
// Needs BMI2 and ADX.  No branch and no address depends on the operands.
//
// Source: Koc, Acar, Kaliski, "Analyzing and Comparing Montgomery Multiplication Algorithms" (1996), CIOS; the top
// bit of p being free, no row carries out of TOP (gnark's "no-carry" form), so the sum is T3..T0 and TOP.

#define OUT  %rdi
#define A    %rsi
#define B    %r9        /* comes in rdx, which mulx needs */
#define P    %rcx
#define N0   %r8
#define T0   %r10
#define T1   %r11
#define T2   %rax
#define T3   %rbx
#define TOP  %rbp
#define LO   %r12
#define ZERO %r13
#define ONES -8(%rsp)   /* in the red zone: a register would have to be saved */

#include "asm_abi.inc"

// (TOP, T3..T0) += a * b[i]
.macro ROW i
    xor    ZERO, ZERO
    mov    8*\i(B), %rdx
    COLUMN (A), T0, T1
    COLUMN 8(A), T1, T2
    COLUMN 16(A), T2, T3
    TOP_COLUMN 24(A), T3
.endm

// T3..T0 = ((TOP, T3..T0) + m * p) / 2^64
.macro REDUCE
    REDUCE_LOWEST ZERO
    REDUCE_COLUMN 1, T0, T1, T2
    REDUCE_COLUMN 2, T1, T2, T3
    REDUCE_COLUMN 3, T2, T3, TOP
    adox   ZERO, T3
.endm

FUNCTION_BEGIN QUIVER_SYMBOL(quiver_montmul4_adx)
    SAVE   %rbx, %rbp, %r12, %r13
    mov    %rdx, B
    movq   $-1, ONES

    // (TOP, T3..T0) = a * b[0]
    mov    (%rdx), %rdx
    mulx   (A), T0, T1
    mulx   8(A), LO, T2
    add    LO, T1
    mulx   16(A), LO, T3
    adc    LO, T2
    mulx   24(A), LO, TOP
    adc    LO, T3
    adc    $0, TOP

    REDUCE
    .irp   i, 1, 2, 3
    ROW    \i
    REDUCE
    .endr

    // T < 2p: out = T - p, or T where that borrows
    mov    T0, %rdx
    mov    T1, TOP
    mov    T2, LO
    mov    T3, ZERO
    sub    (P), T0
    sbb    8(P), T1
    sbb    16(P), T2
    sbb    24(P), T3
    cmovc  %rdx, T0
    cmovc  TOP, T1
    cmovc  LO, T2
    cmovc  ZERO, T3
    mov    T0, (OUT)
    mov    T1, 8(OUT)
    mov    T2, 16(OUT)
    mov    T3, 24(OUT)
    RESTORE %r13, %r12, %rbp, %rbx
    ret
FUNCTION_END QUIVER_SYMBOL(quiver_montmul4_adx)
