/* 3*G + 5*(7*G) on every group whose curve the library has, against 38*G. */
#include <quiver/quiver.h>
#include <stdio.h>
#include <string.h>

static int fail(const char *what, quiver_status status, const quiver_error *error) {
  fprintf(stderr, "%s: %s: %s\n", what, quiver_status_name(status), error->message);
  return 1;
}

int main(void) {
  printf("quiver %s\n", quiver_version());
  for (size_t i = 0; i < quiver_group_count(); i++) {
    const quiver_group *group = quiver_group_at(i);
    quiver_group_info info = {.struct_size = sizeof info};
    quiver_error error = {.struct_size = sizeof error};
    quiver_status status = quiver_group_get_info(group, &info);
    if (status != QUIVER_OK) return fail("info", status, &error);
    if (info.field_words == 1) continue; /* the small curves of the tests */

    const uint64_t factors[3][4] = {{1}, {7}, {38}};
    const uint64_t scalars[2][4] = {{3}, {5}};
    uint64_t multiples[3 * 24], result[24];
    status = quiver_multiples(group, multiples, NULL, factors[0], 3, NULL, &error);
    if (status != QUIVER_OK) return fail("multiples", status, &error);

    quiver_points *points = NULL;
    status = quiver_points_create(group, &points, multiples, 2, NULL, QUIVER_VALIDATE_SUBGROUP, NULL, &error);
    if (status != QUIVER_OK) return fail("points", status, &error);
    quiver_msm_job job = {.struct_size = sizeof job, .points = points, .scalars = scalars, .n = 2};
    status = quiver_msm(result, &job, 1, NULL, &error);
    quiver_points_destroy(points);
    if (status != QUIVER_OK) return fail("msm", status, &error);

    size_t point_words = (size_t)2 * info.degree * info.field_words;
    if (memcmp(result, multiples + 2 * point_words, 8 * point_words) != 0) {
      fprintf(stderr, "%s %s: wrong sum\n", info.curve, info.group);
      return 1;
    }
    printf("%s %s: 3*G + 5*(7*G) = 38*G\n", info.curve, info.group);
  }
  return 0;
}
