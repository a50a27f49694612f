/* 3*G + 5*(7*G) on BLS12-381 G1, from points in the caller's memory.
 *
 *   cc msm.c $(pkg-config --cflags --libs quiver) -o msm && ./msm */
#include <quiver/quiver.h>
#include <stdio.h>

static void print(const char *name, const uint64_t *words) {
  printf("%s = 0x", name);
  for (int i = 5; i >= 0; i--) printf("%016llx", (unsigned long long)words[i]);
  printf("\n");
}

int main(void) {
  const quiver_group *group = quiver_group_find("bls12-381", "g1");
  quiver_error error = {.struct_size = sizeof error};

  /* G and 7*G, as x and y of six little-endian words each. */
  const uint64_t factors[2][4] = {{1}, {7}};
  uint64_t points[2][12];
  quiver_status status = quiver_multiples(group, points, NULL, factors[0], 2, NULL, &error);

  /* Read where they lie, and checked. For many sums over one set, quiver_points_create does both once. */
  const uint64_t scalars[2][4] = {{3}, {5}};
  const quiver_point_array array = {
      .struct_size = sizeof array, .validation = QUIVER_VALIDATE_SUBGROUP, .group = group, .base = points, .n = 2};
  const quiver_msm_job job = {.struct_size = sizeof job, .array = &array, .scalars = scalars, .n = 2};
  quiver_msm_report report = {.struct_size = sizeof report};
  const quiver_msm_options options = {.struct_size = sizeof options, .threads = 1, .report = &report};
  uint64_t sum[12];
  if (status == QUIVER_OK) status = quiver_msm(sum, &job, 1, &options, &error);
  if (status != QUIVER_OK) {
    fprintf(stderr, "%s: %s\n", quiver_status_name(status), error.message);
    return 1;
  }
  print("x", sum);
  print("y", sum + 6);
  printf("algorithm %u, %u windows of up to %u bits\n", report.algorithm, report.windows, report.width);
  return 0;
}
