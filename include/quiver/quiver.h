/* Quiver: multi-scalar multiplication over elliptic curves. The C ABI.
 *
 * Argument order, everywhere: the group or handle, outputs, inputs (an array's length right after its pointer),
 * options (NULL: defaults), error (NULL: not wanted).
 *
 * Every call returns a status; on failure `error`, if given, says which index and why, and outputs are untouched
 * unless said. Nothing prints, exits or throws. Memory that the caller passes stays the caller's. Everything is
 * variable time: see SECURITY.md before giving it secrets.
 *
 * Structs begin with struct_size, to be set to sizeof by the caller: a library that knows a longer struct treats
 * what is missing as zero, and zero is always the default.
 *
 * Threads: handles are immutable after creation and may be shared; everything else is reentrant. */
#ifndef QUIVER_QUIVER_H
#define QUIVER_QUIVER_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define QUIVER_API
#else
#define QUIVER_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define QUIVER_VERSION_MAJOR 0
#define QUIVER_VERSION_MINOR 1
#define QUIVER_VERSION_PATCH 0

/* ---- Status ---------------------------------------------------------------------------------------------------- */

typedef enum quiver_status {
  QUIVER_OK = 0,
  QUIVER_INVALID_ARGUMENT = 1, /* a call that can never be right */
  QUIVER_OUT_OF_MEMORY = 2,
  QUIVER_UNSUPPORTED = 3,      /* right, but not here: group, back end or algorithm */
  QUIVER_BAD_DATA = 4,         /* a coordinate, point or encoding is wrong; error.index says which */
  QUIVER_CANCELLED = 5,
  QUIVER_MEMORY_CAP = 6,       /* the cap is below what the plan needs; the message names the minimum */
  QUIVER_INTERNAL = 7
} quiver_status;

#define QUIVER_NO_INDEX UINT64_MAX

typedef struct quiver_error {
  uint32_t struct_size;
  uint32_t status;   /* a quiver_status */
  uint64_t index;    /* of the offending element, or QUIVER_NO_INDEX */
  char message[256]; /* zero-terminated, without a final full stop */
} quiver_error;

/* The name of a status, "ok", "bad data", …; never NULL. */
QUIVER_API const char *quiver_status_name(quiver_status status);

/* Memory that calls have freed is kept for the next ones, up to 32 MiB, but not during or before calls with a memory cap.
 * This gives it back to the system and returns the number of bytes. */
QUIVER_API size_t quiver_release_memory(void);

/* The version of the library that runs, "major.minor.patch". */
QUIVER_API const char *quiver_version(void);

/* ---- Groups ---------------------------------------------------------------------------------------------------- */

/* A curve group of prime order r inside a short Weierstrass curve over Fp or Fp2. Static; never freed. */
typedef struct quiver_group quiver_group;

typedef struct quiver_group_info {
  uint32_t struct_size;
  uint32_t field_words;      /* 64-bit words of Fp: 1, 4 or 6 */
  uint32_t degree;           /* 1: coordinates in Fp; 2: in Fp2, c0 before c1 */
  int32_t non_residue;       /* u^2 of Fp2 (-1 or -5); 0 in degree 1 */
  uint32_t order_bits;
  uint32_t cofactor_is_one;
  const char *curve;         /* "bls12-381" */
  const char *group;         /* "g1" or "g2" */
  uint64_t modulus[6];       /* p, little-endian words */
  uint64_t order[4];         /* r */
  uint64_t a[12], b[12];     /* canonical: c0 then c1, field_words words each */
  uint64_t generator[24];    /* x then y, likewise */
} quiver_group_info;

QUIVER_API size_t quiver_group_count(void);
QUIVER_API const quiver_group *quiver_group_at(size_t index); /* NULL past the end */

/* "bls12-381", "bls12_381-g2", …: '-' and '_' are the same, a suffix g1 or g2 may be part of the name, `group` (may be
 * NULL) gives it otherwise, g1 by default. NULL if there is none. */
QUIVER_API const quiver_group *quiver_group_find(const char *curve, const char *group);

QUIVER_API quiver_status quiver_group_get_info(const quiver_group *group, quiver_group_info *info);

/* ---- Back ends ------------------------------------------------------------------------------------------------- */

/* One spelling everywhere: "portable", "portable_x8", "x64_adx", "counting", later "avx512ifma", "aarch64", "wasm128". */
typedef struct quiver_backend_info {
  uint32_t struct_size;
  uint32_t available;   /* this machine runs it */
  uint32_t lanes;       /* points per step */
  uint32_t computes;    /* 0 for back ends that compute something else than curve points (counting) */
  const char *name;
  const char *reason;   /* why it is not available; "" otherwise */
  uint64_t calls;       /* bulk calls so far in this process */
} quiver_backend_info;

QUIVER_API size_t quiver_backend_count(void);
QUIVER_API quiver_status quiver_backend_at(size_t index, quiver_backend_info *info);

/* The back end that serves `group` when `requested` is NULL or "auto" (QUIVER_BACKEND in the environment counts as a
 * request), or the requested one. QUIVER_UNSUPPORTED if this machine or this group cannot use it. */
QUIVER_API quiver_status quiver_backend_select(const quiver_group *group, const char **name, const char *requested,
                                               quiver_error *error);

/* The CPU's features that back ends ask for, as "bmi2 adx …". */
QUIVER_API const char *quiver_cpu_features(void);

/* ---- Points ---------------------------------------------------------------------------------------------------- */

typedef enum quiver_form {
  QUIVER_CANONICAL = 0, /* integers below p */
  QUIVER_MONTGOMERY = 1 /* x*2^(64*field_words) mod p */
} quiver_form;

/* How the caller's affine points lie in memory: at base + i*stride, x at x_offset and y at y_offset, each
 * degree*field_words little-endian 64-bit words (Fp2: c0 then c1). The identity is (0, 0), or, where flag_size is not
 * zero, any point whose flag byte at flag_offset is not zero. All zero: x and y packed one after the other. */
typedef struct quiver_point_layout {
  uint32_t struct_size;
  uint32_t form;        /* a quiver_form */
  uint64_t stride;      /* bytes; 0: packed */
  uint64_t x_offset;
  uint64_t y_offset;    /* 0: right after x */
  uint64_t flag_offset;
  uint32_t flag_size;   /* 0 or 1 */
  uint32_t reserved;
} quiver_point_layout;

/* What is known of points, and so which methods are right for them. */
typedef enum quiver_validation {
  QUIVER_VALIDATE_NONE = 0,     /* not a mode: calls refuse it, the caller has to name one */
  QUIVER_VALIDATE_TRUST = 1,    /* the caller vouches for curve and subgroup; coordinates are still checked to be < p */
  QUIVER_VALIDATE_ON_CURVE = 2, /* checked to be on the curve; subgroup unknown unless the cofactor is 1 */
  QUIVER_VALIDATE_SUBGROUP = 3  /* checked to be in the subgroup of order r */
} quiver_validation;

typedef enum quiver_subgroup {
  QUIVER_SUBGROUP_UNKNOWN = 0,
  QUIVER_SUBGROUP_ASSUMED = 1,
  QUIVER_SUBGROUP_CHECKED = 2
} quiver_subgroup;

/* A host's own threads in place of the library's: then the library starts none. run(self, n, task, context) calls
 * task(context, i) once for every i < n, in any order and from any threads, maybe serially, and returns when all calls
 * have; what they wrote is visible then. Calls are never nested. width(self) is how many can run at once. */
typedef struct quiver_executor {
  uint32_t struct_size;
  uint32_t reserved;
  void *self;
  uint32_t (*width)(void *self);
  void (*run)(void *self, size_t n, void (*task)(void *context, size_t index), void *context);
} quiver_executor;

/* What a host has to say and to hear while a call runs. The callbacks come from any of the threads that work, one at a
 * time; they must be quick, and must not call back into the call that runs. */
typedef struct quiver_control {
  uint32_t struct_size;
  uint32_t reserved;
  const quiver_executor *executor; /* NULL: the library's threads */
  void *user;                      /* handed to the callbacks */
  /* NULL, or called as work is done: `done` rises, and is `total` at the end of a call that succeeds. */
  void (*progress)(void *user, uint64_t done, uint64_t total);
  /* NULL, or asked every few milliseconds: other than 0 ends the call with QUIVER_CANCELLED, outputs untouched. */
  int (*cancelled)(void *user);
} quiver_control;

/* How work is done, for every call that computes. */
typedef struct quiver_run_options {
  uint32_t struct_size;
  uint32_t threads;      /* 0: one per processor that this process may use; not read where there is an executor */
  const char *backend;   /* NULL: QUIVER_BACKEND, else the best */
  const quiver_control *control; /* NULL: none */
} quiver_run_options;

/* Prepared points: an own copy of the caller's, converted and validated for one back end. */
typedef struct quiver_points quiver_points;

/* Errors: BAD_DATA with the index of the first point with a coordinate >= p, off the curve, or outside the subgroup. */
QUIVER_API quiver_status quiver_points_create(const quiver_group *group, quiver_points **out, const void *points,
                                              size_t n, const quiver_point_layout *layout,
                                              quiver_validation validation, const quiver_run_options *options,
                                              quiver_error *error);
QUIVER_API void quiver_points_destroy(quiver_points *points); /* NULL is fine */

QUIVER_API size_t quiver_points_count(const quiver_points *points);
QUIVER_API size_t quiver_points_memory(const quiver_points *points); /* bytes owned */
QUIVER_API quiver_subgroup quiver_points_subgroup(const quiver_points *points);
QUIVER_API const quiver_group *quiver_points_group(const quiver_points *points);
QUIVER_API const char *quiver_points_backend(const quiver_points *points);

/* Points first … first+n-1 in the given layout. */
QUIVER_API quiver_status quiver_points_read(const quiver_points *points, void *out, size_t first, size_t n,
                                            const quiver_point_layout *layout, quiver_error *error);

/* Which of the two square roots a compressed point means. */
typedef enum quiver_sign_rule {
  QUIVER_SIGN_LARGER = 0, /* set: y is the larger of y and -y as integers (Fp2: c1 compared first, then c0) */
  QUIVER_SIGN_ODD = 1     /* set: y is odd (Fp2: c0, or c1 where c0 is zero) */
} quiver_sign_rule;

/* (x, sign) to affine points, packed and canonical. x: n coordinates of degree*field_words canonical words. signs[i]:
 * bit 0 the sign, bit 1 the identity (x must then be zero). Errors: BAD_DATA with the index of the first x that is
 * not below p or not the abscissa of a point. */
QUIVER_API quiver_status quiver_decompress(const quiver_group *group, void *out, const void *x, const uint8_t *signs,
                                           size_t n, quiver_sign_rule rule, const quiver_run_options *options,
                                           quiver_error *error);

/* out[i] = scalars[i] * base, packed and canonical; base NULL is the generator. Scalars: n times 4 words, any value. */
QUIVER_API quiver_status quiver_multiples(const quiver_group *group, void *out, const void *base,
                                          const uint64_t *scalars, size_t n, const quiver_run_options *options,
                                          quiver_error *error);

/* ---- Multi-scalar multiplication --------------------------------------------------------------------------------- */

typedef enum quiver_algorithm {
  QUIVER_ALGORITHM_AUTO = 0,
  QUIVER_ALGORITHM_NAIVE = 1,
  QUIVER_ALGORITHM_PIPPENGER = 2,
  QUIVER_ALGORITHM_STRAUS = 3
} quiver_algorithm;

/* The baseline form of a phase instead of the optimised one, for comparison: the result is the same. Those of phases with
 * buckets make AUTO choose PIPPENGER; a named algorithm without such a phase ignores them. */
typedef enum quiver_msm_baseline {
  QUIVER_MSM_UNSIGNED = 1,        /* digits 0 … 2^c - 1 */
  QUIVER_MSM_XYZZ_ACCUMULATE = 2, /* not batch-affine */
  QUIVER_MSM_RUNNING_REDUCE = 4,  /* running sums in XYZZ, not batch-affine */
  QUIVER_MSM_NO_ENDOMORPHISM = 8  /* neither GLV nor GLS */
} quiver_msm_baseline;

/* Points in the caller's memory, read in place and converted bit by bit: no copy of all of them is made. */
typedef struct quiver_point_array {
  uint32_t struct_size;
  uint32_t validation; /* a quiver_validation; checks are done in the call, each time */
  const quiver_group *group;
  const void *base;
  uint64_t n;
  const quiver_point_layout *layout; /* NULL: packed and canonical */
} quiver_point_array;

/* One sum over n scalars: the first go with the prepared points from `first` on, as many as there are, and the others
 * with those of the array. Either may be NULL; the numbers must match: where there is no array, n may be less than the
 * points from `first` on. Scalar i stands at scalars + i*scalar_stride: 32 bytes, little-endian, taken as the integer it
 * is (up to 2^256 - 1, not reduced) where the form is canonical. */
typedef struct quiver_msm_job {
  uint32_t struct_size;
  uint32_t scalar_form;   /* a quiver_form; Montgomery: s*2^256 mod r */
  const quiver_points *points;
  uint64_t first;
  const void *scalars;
  uint64_t n;
  uint64_t scalar_stride; /* bytes; 0: 32 */
  const quiver_point_array *array;
} quiver_msm_job;

/* What was done for the last job of a call. */
typedef struct quiver_msm_report {
  uint32_t struct_size;
  uint32_t algorithm; /* a quiver_algorithm, never AUTO */
  uint32_t baseline;  /* quiver_msm_baseline flags of the forms that ran */
  uint32_t bits;      /* of the longest scalar, or part of one */
  uint32_t parts;     /* per scalar: 2 with GLV, 4 with GLS, else 1 */
  uint32_t windows;   /* 0: naive, or no points */
  uint32_t width;     /* of the widest window */
  uint32_t threads;   /* tasks that could run at once */
  uint64_t tile;      /* scalars taken at once; 0: all */
  uint64_t memory;    /* bytes that the plan allocates at most, handles and results apart; 0: naive, or no points */
} quiver_msm_report;

typedef struct quiver_msm_options {
  uint32_t struct_size;
  uint32_t algorithm; /* a quiver_algorithm */
  uint32_t threads;   /* 0: one per processor that this process may use */
  uint32_t baseline;  /* quiver_msm_baseline flags, or 0 */
  uint32_t width;     /* bits of the widest window, up to 24 (STRAUS: 10); 0: chosen by size */
  uint32_t reserved;
  quiver_msm_report *report; /* NULL: not wanted */
  const quiver_control *control; /* NULL: none */
  const char *backend; /* of jobs without prepared points; NULL: QUIVER_BACKEND, else the best */
  uint64_t memory;     /* the most bytes that the call may allocate, or 0; less than the least that does is MEMORY_CAP */
} quiver_msm_options;

/* results: n_jobs affine points, packed and canonical, the identity as (0, 0). All jobs are of one group. The same input
 * gives the same bits on every back end, thread count, plan and memory cap. Errors: BAD_DATA with the index of the first
 * bad point of an array; INVALID_ARGUMENT with the index of the job. */
QUIVER_API quiver_status quiver_msm(void *results, const quiver_msm_job *jobs, size_t n_jobs,
                                    const quiver_msm_options *options, quiver_error *error);

/* The same sums with bits first_bit … first_bit + n_bits - 1 of each scalar in the place of the scalar, as integers that
 * begin with bit 0. What several machines or steps have of one sum, by points or by bits, quiver_combine joins. */
QUIVER_API quiver_status quiver_msm_partial(void *results, const quiver_msm_job *jobs, size_t n_jobs,
                                            uint32_t first_bit, uint32_t n_bits, const quiver_msm_options *options,
                                            quiver_error *error);

/* result = sum of 2^shifts[i] * points[i]: one point, packed and canonical, of n that are too. shifts NULL: all 0.
 * Errors: BAD_DATA with the index of a point that is not on the curve; a shift above 512 is INVALID_ARGUMENT. */
QUIVER_API quiver_status quiver_combine(const quiver_group *group, void *result, const void *points,
                                        const uint32_t *shifts, size_t n, const quiver_run_options *options,
                                        quiver_error *error);

#ifdef __cplusplus
}
#endif

#endif
