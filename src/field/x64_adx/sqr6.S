// out = a^2 * 2^-384 mod p, 6 words of 64 bits, modulus given at run time.
//
//   void quiver_montsqr6_adx(uint64_t out[6], const uint64_t a[6], const uint64_t p[6], uint64_t n0);
//
// Precondition: p odd, p < 2^383, a < p, n0 = -p^-1 mod 2^64.  out < p.  out may be a, not p.
// Needs BMI2 and ADX.  No branch and no address depends on a.
//
// Row i is a[i] * (a[i] + 2 * (a[i+1], ..., a[5])), from column i up: 21 products for 36, interleaved with the reductions
// as in mul6.S.  The factor 2 * (a[i+1], ...) is the words of 2a, but for its lowest, which takes no bit from a[i].
// Between rows the sum is below 2a + p < 3p, not 2p, so this needs 3p < 2^384: a larger p goes to the multiplication.
// Tried and lost: the whole square first, off-diagonal products doubled together, and then the reduction: 111 cycles
// against 93 on Skylake-X.
// Source: Koc, Acar, Kaliski (1996), CIOS; the rows follow from the sum above.

#define OUT  %rdi
#define A    %rsi
#define P    %r9        /* comes in rdx, which mulx needs */
#define N0   %rcx
#define T0   %r10
#define T1   %r11
#define T2   %rax
#define T3   %rbx
#define T4   %r14
#define T5   %r15
#define TOP  %rbp
#define LO   %r12
#define ZERO %r13
#define D5   %r8        /* word 5 of 2a */
#define ONES -8(%rsp)   /* in the red zone, for want of registers */
#define D4   -16(%rsp)
#define D3   -24(%rsp)

#include "asm_abi.inc"

.macro ROW_BEGIN i
    xor    ZERO, ZERO
    mov    8*\i(A), %rdx
.endm

// TOP = 2 * a[j] mod 2^64, without touching the carries
.macro TWICE j
    mov    8*\j(A), TOP
    lea    (TOP, TOP), TOP
.endm

// T5..T0 = ((TOP, T5..T0) + m * p) / 2^64
.macro REDUCE
    REDUCE_LOWEST ZERO
    REDUCE_COLUMN 1, T0, T1, T2
    REDUCE_COLUMN 2, T1, T2, T3
    REDUCE_COLUMN 3, T2, T3, T4
    REDUCE_COLUMN 4, T3, T4, T5
    REDUCE_COLUMN 5, T4, T5, TOP
    adox   ZERO, T5
.endm

FUNCTION_BEGIN QUIVER_SYMBOL(quiver_montsqr6_adx)
    cmpb   $0x54, 47(%rdx)      // p < 0x55 * 2^376 < 2^384 / 3
    ja     1f
    SAVE   %rbx, %rbp, %r12, %r13, %r14, %r15
    mov    %rdx, P
    movq   $-1, ONES

    // (TOP, T5..T0) = a[0] * (a[0] + 2 * (a[1], ..., a[5])); T2..T5 are words 1 to 4 of 2a at first
    mov    8(A), T2
    mov    16(A), T3
    mov    24(A), T4
    mov    32(A), T5
    mov    40(A), D5
    mov    (A), %rdx
    add    T2, T2
    adc    T3, T3
    adc    T4, T4
    mov    T4, D3
    adc    T5, T5
    mov    T5, D4
    adc    D5, D5
    mulx   %rdx, T0, T1
    mulx   T2, LO, T2
    add    LO, T1
    mulx   T3, LO, T3
    adc    LO, T2
    mulx   T4, LO, T4
    adc    LO, T3
    mulx   T5, LO, T5
    adc    LO, T4
    mulx   D5, LO, TOP
    adc    LO, T5
    adc    $0, TOP

    REDUCE
    ROW_BEGIN 1
    COLUMN %rdx, T1, T2
    TWICE  2
    COLUMN TOP, T2, T3
    COLUMN D3, T3, T4
    COLUMN D4, T4, T5
    TOP_COLUMN D5, T5
    REDUCE
    ROW_BEGIN 2
    COLUMN %rdx, T2, T3
    TWICE  3
    COLUMN TOP, T3, T4
    COLUMN D4, T4, T5
    TOP_COLUMN D5, T5
    REDUCE
    ROW_BEGIN 3
    COLUMN %rdx, T3, T4
    TWICE  4
    COLUMN TOP, T4, T5
    TOP_COLUMN D5, T5
    REDUCE
    ROW_BEGIN 4
    COLUMN %rdx, T4, T5
    TWICE  5
    TOP_COLUMN TOP, T5
    REDUCE
    ROW_BEGIN 5
    TOP_COLUMN %rdx, T5
    REDUCE

    // T < 2p: out = T - p, or T where that borrows
    mov    T0, %rdx
    mov    T1, A
    mov    T2, D5
    mov    T3, TOP
    mov    T4, LO
    mov    T5, ZERO
    sub    (P), T0
    sbb    8(P), T1
    sbb    16(P), T2
    sbb    24(P), T3
    sbb    32(P), T4
    sbb    40(P), T5
    cmovc  %rdx, T0
    cmovc  A, T1
    cmovc  D5, T2
    cmovc  TOP, T3
    cmovc  LO, T4
    cmovc  ZERO, T5
    mov    T0, (OUT)
    mov    T1, 8(OUT)
    mov    T2, 16(OUT)
    mov    T3, 24(OUT)
    mov    T4, 32(OUT)
    mov    T5, 40(OUT)
    RESTORE %r15, %r14, %r13, %r12, %rbp, %rbx
    ret
1:  mov    %rcx, %r8            // n0
    mov    %rdx, %rcx           // p
    mov    %rsi, %rdx           // b = a
    jmp    QUIVER_SYMBOL(quiver_montmul6_adx)
FUNCTION_END QUIVER_SYMBOL(quiver_montsqr6_adx)
