// out = a^2 * 2^-256 mod p, 4 words of 64 bits, modulus given at run time.
//
//   void quiver_montsqr4_adx(uint64_t out[4], const uint64_t a[4], const uint64_t p[4], uint64_t n0);
//
// Precondition: p odd, p < 2^255, a < p, n0 = -p^-1 mod 2^64.  out < p.  out may be a, not p.
// Needs BMI2 and ADX.  No branch and no address depends on a.
//
// Row i is a[i] * (a[i] + 2 * (a[i+1], ..., a[3])), from column i up: 10 products for 16, interleaved with the reductions
// as in mul4.S.  The factor 2 * (a[i+1], ...) is the words of 2a, but for its lowest, which takes no bit from a[i].
// Between rows the sum is below 2a + p < 3p, not 2p, so this needs 3p < 2^256: a larger p goes to the multiplication.
// Tried and lost: the whole square first, off-diagonal products doubled together, and then the reduction: 63 cycles
// against 51 on Skylake-X.
// Source: Koc, Acar, Kaliski (1996), CIOS; the rows follow from the sum above.

#define OUT  %rdi
#define A    %rsi
#define P    %r9        /* comes in rdx, which mulx needs */
#define N0   %rcx
#define T0   %r10
#define T1   %r11
#define T2   %rax
#define T3   %rbx
#define TOP  %rbp
#define LO   %r12
#define ZERO %r13
#define D3   %r8        /* word 3 of 2a */
#define ONES -8(%rsp)   /* in the red zone: a register would have to be saved */

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

// T3..T0 = ((TOP, T3..T0) + m * p) / 2^64
.macro REDUCE
    REDUCE_LOWEST ZERO
    REDUCE_COLUMN 1, T0, T1, T2
    REDUCE_COLUMN 2, T1, T2, T3
    REDUCE_COLUMN 3, T2, T3, TOP
    adox   ZERO, T3
.endm

FUNCTION_BEGIN QUIVER_SYMBOL(quiver_montsqr4_adx)
    cmpb   $0x54, 31(%rdx)      // p < 0x55 * 2^248 < 2^256 / 3
    ja     1f
    SAVE   %rbx, %rbp, %r12, %r13
    mov    %rdx, P
    movq   $-1, ONES

    // (TOP, T3..T0) = a[0] * (a[0] + 2 * (a[1], a[2], a[3])); T2 and T3 are words 1 and 2 of 2a at first
    mov    8(A), T2
    mov    16(A), T3
    mov    24(A), D3
    mov    (A), %rdx
    add    T2, T2
    adc    T3, T3
    adc    D3, D3
    mulx   %rdx, T0, T1
    mulx   T2, LO, T2
    add    LO, T1
    mulx   T3, LO, T3
    adc    LO, T2
    mulx   D3, LO, TOP
    adc    LO, T3
    adc    $0, TOP

    REDUCE
    ROW_BEGIN 1
    COLUMN %rdx, T1, T2
    TWICE  2
    COLUMN TOP, T2, T3
    TOP_COLUMN D3, T3
    REDUCE
    ROW_BEGIN 2
    COLUMN %rdx, T2, T3
    TWICE  3
    TOP_COLUMN TOP, T3
    REDUCE
    ROW_BEGIN 3
    TOP_COLUMN %rdx, T3
    REDUCE

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
1:  mov    %rcx, %r8            // n0
    mov    %rdx, %rcx           // p
    mov    %rsi, %rdx           // b = a
    jmp    QUIVER_SYMBOL(quiver_montmul4_adx)
FUNCTION_END QUIVER_SYMBOL(quiver_montsqr4_adx)
