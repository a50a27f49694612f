/* quiver.h as a C11 compiler sees it, and one sum through it: 2*G + 3*G = 5*G on BLS12-381. */
#include <string.h>

#include "quiver/quiver.h"

/* Sizes and places are part of the ABI: 64-bit targets only have one layout. */
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(quiver_error) == 272, "quiver_error");
_Static_assert(sizeof(quiver_group_info) == 40 + 10 * 8 + 24 * 8 + 24 * 8, "quiver_group_info");
_Static_assert(sizeof(quiver_backend_info) == 40, "quiver_backend_info");
_Static_assert(sizeof(quiver_point_layout) == 48, "quiver_point_layout");
_Static_assert(sizeof(quiver_run_options) == 24, "quiver_run_options");
_Static_assert(sizeof(quiver_msm_job) == 56, "quiver_msm_job");
_Static_assert(sizeof(quiver_msm_options) == 56, "quiver_msm_options");
_Static_assert(sizeof(quiver_msm_report) == 48, "quiver_msm_report");
#endif
_Static_assert(QUIVER_OK == 0 && QUIVER_VALIDATE_NONE == 0, "zero is the default");

const char *quiver_api_c_test(void);

const char *quiver_api_c_test(void) {
  const quiver_group *group = quiver_group_find("bls12-381", NULL);
  quiver_group_info info = {.struct_size = sizeof info};
  quiver_error error = {.struct_size = sizeof error};
  quiver_points *points = NULL;
  uint64_t scalars[2][4] = {{2, 0, 0, 0}, {3, 0, 0, 0}}, five[4] = {5, 0, 0, 0};
  uint64_t bases[2][12], sum[12], expected[12];
  quiver_status status;

  if (group == NULL || quiver_group_get_info(group, &info) != QUIVER_OK) return "no group";
  memcpy(bases[0], info.generator, sizeof bases[0]);
  memcpy(bases[1], info.generator, sizeof bases[1]);
  status = quiver_points_create(group, &points, bases, 2, NULL, QUIVER_VALIDATE_SUBGROUP, NULL, &error);
  if (status != QUIVER_OK) return "points";
  {
    quiver_msm_job job = {.struct_size = sizeof job, .points = points, .scalars = scalars, .n = 2};
    quiver_msm_options options = {.struct_size = sizeof options, .threads = 1};
    status = quiver_msm(sum, &job, 1, &options, &error);
  }
  quiver_points_destroy(points);
  if (status != QUIVER_OK) return "msm";
  if (quiver_multiples(group, expected, NULL, five, 1, NULL, &error) != QUIVER_OK) return "multiples";
  return memcmp(sum, expected, sizeof sum) == 0 ? NULL : "2*G + 3*G is not 5*G";
}
