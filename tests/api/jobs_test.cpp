// Jobs over arrays of points, alone and after prepared points; sums cut by points and by bits and joined again.
#include "api_rig.hpp"

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

class ApiJobs : public testing::TestWithParam<const char*> {
protected:
  static constexpr std::size_t n = 90, fixed = 37;
  const Group& group = *find_group(GetParam(), nullptr);
  const Known& k = known(group);
  const std::size_t point = k.curve.point_bytes();
  PointSet set = k.troubled_points(n, 80);
  std::string bytes = encode(k.curve, set.points);
  std::vector<mpz_class> scalars = mixed_scalars(n, k.r, 81);
  ScalarArray array{scalars};
  std::string expected = k.curve.encode(k.times(inner_product(scalars, set.logs)));

  quiver_point_array changing(std::size_t from, std::uint32_t validation = QUIVER_VALIDATE_ON_CURVE) const {
    quiver_point_array a{};
    a.struct_size = sizeof a;
    a.validation = validation;
    a.group = handle(group);
    a.base = bytes.data() + from * point;
    a.n = n - from;
    return a;
  }
  std::string sum(const quiver_msm_job& job, const quiver_msm_options* options = nullptr) const {
    std::string out(point, 'u');
    ErrorBox error;
    EXPECT_EQ(quiver_msm(out.data(), &job, 1, options, error), QUIVER_OK) << error.error.message;
    return out;
  }
};

INSTANTIATE_TEST_SUITE_P(Groups, ApiJobs, testing::Values("bn254", "bls12-381", "bn254-g2"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

TEST_P(ApiJobs, arrays_alone_and_after_prepared_points) {
  Points prepared = prepare(group, bytes.substr(0, fixed * point));
  for (const char* backend : curve_backends(group))
    for (std::uint32_t algorithm : {0u, 1u, 2u})
      for (std::size_t from : {std::size_t{0}, fixed}) {
        if (algorithm == 1 && from == 0 && test::slow_build()) continue;
        const quiver_point_array changes = changing(from);
        quiver_msm_job job = job_over(from == 0 ? nullptr : prepared.get(), array.view.base, n);
        job.array = &changes;
        quiver_msm_options options{};
        options.struct_size = sizeof options;
        options.algorithm = algorithm;
        options.threads = 2;
        options.backend = backend;
        EXPECT_EQ(sum(job, &options), expected) << backend << ", algorithm " << algorithm << ", from " << from;
      }
  // A prepared tail before an array: points 30 … 36, then the others.
  const quiver_point_array changes = changing(fixed);
  quiver_msm_job job = job_over(prepared.get(), array.view.base + 32 * 30, n - 30, 30);
  job.array = &changes;
  const std::vector<mpz_class> k30(scalars.begin() + 30, scalars.end()), l30(set.logs.begin() + 30, set.logs.end());
  EXPECT_EQ(sum(job), k.curve.encode(k.times(inner_product(k30, l30))));
}

TEST_P(ApiJobs, bad_arrays_and_mismatches_are_refused) {
  Points prepared = prepare(group, bytes.substr(0, fixed * point));
  std::string out(point, 'u'), broken = bytes;
  broken[71 * point + 1]++;
  quiver_point_array changes = changing(0);
  changes.base = broken.data();
  quiver_msm_job job = job_over(nullptr, array.view.base, n);
  job.array = &changes;
  ErrorBox error;
  EXPECT_TRUE(failed(quiver_msm(out.data(), &job, 1, nullptr, error), error.error, QUIVER_BAD_DATA, 71));
  changes.validation = QUIVER_VALIDATE_NONE;
  EXPECT_TRUE(failed(quiver_msm(out.data(), &job, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  changes = changing(0);
  auto refused = [&](const quiver_msm_job& bad) {
    return failed(quiver_msm(out.data(), &bad, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT, 0);
  };
  job.n = n - 1;
  EXPECT_TRUE(refused(job));
  job.n = n;
  job.points = prepared.get(); // too many points now
  EXPECT_TRUE(refused(job));
  changes = changing(fixed);
  job.n = fixed - 1; // fewer scalars than prepared points
  EXPECT_TRUE(refused(job));
  job.n = n;
  changes.group = handle(*find_group("pallas", nullptr));
  EXPECT_TRUE(refused(job));
  changes.group = nullptr;
  EXPECT_TRUE(refused(job));
  changes = changing(fixed);
  changes.base = nullptr;
  EXPECT_TRUE(refused(job));
  EXPECT_TRUE(refused(job_over(nullptr, array.view.base, n)));
  EXPECT_EQ(out, std::string(point, 'u'));
}

TEST_P(ApiJobs, parts_join_to_the_whole) {
  Points prepared = prepare(group, bytes);
  // By bits and by points: eight cuts of unequal size.
  const std::uint32_t cuts[] = {0, 1, 64, 130, 256};
  std::string parts;
  std::vector<std::uint32_t> shifts;
  for (std::size_t b = 0; b + 1 < std::size(cuts); b++)
    for (auto [first, count] : {std::pair<std::size_t, std::size_t>{0, 33}, {33, n - 33}}) {
      quiver_msm_job job = job_over(prepared.get(), array.view.base + 32 * first, count, first);
      std::string part(point, 'u');
      ErrorBox error;
      ASSERT_EQ(quiver_msm_partial(part.data(), &job, 1, cuts[b], cuts[b + 1] - cuts[b], nullptr, error), QUIVER_OK)
          << error.error.message;
      parts += part;
      shifts.push_back(cuts[b]);
    }
  std::string joined(point, 'u');
  ErrorBox error;
  ASSERT_EQ(quiver_combine(handle(group), joined.data(), parts.data(), shifts.data(), shifts.size(), nullptr, error),
            QUIVER_OK);
  EXPECT_EQ(joined, expected);

  // Montgomery scalars are cut as the integers that they stand for.
  std::vector<mpz_class> reduced, montgomery;
  mpz_class log = 0;
  for (std::size_t i = 0; i < n; i++) {
    reduced.push_back(mod(scalars[i], k.r));
    montgomery.push_back(mod(scalars[i] * power_of_two(256), k.r));
    log += mod(reduced[i] / power_of_two(70), power_of_two(91)) * set.logs[i];
  }
  ScalarArray residues(montgomery);
  quiver_msm_job job = job_over(prepared.get(), residues.view.base, n);
  job.scalar_form = QUIVER_MONTGOMERY;
  ASSERT_EQ(quiver_msm_partial(joined.data(), &job, 1, 70, 91, nullptr, error), QUIVER_OK);
  EXPECT_EQ(joined, k.curve.encode(k.times(log)));
}

TEST_P(ApiJobs, combine_and_its_refusals) {
  const quiver_group* g = handle(group);
  std::string out(point, 'u'), broken = bytes;
  ErrorBox error;
  EXPECT_EQ(quiver_combine(g, out.data(), nullptr, nullptr, 0, nullptr, error), QUIVER_OK);
  EXPECT_EQ(out, zeros(point));
  EXPECT_EQ(quiver_combine(g, out.data(), bytes.data(), nullptr, n, nullptr, error), QUIVER_OK);
  mpz_class all = 0;
  for (const mpz_class& log : set.logs) all += log;
  EXPECT_EQ(out, k.curve.encode(k.times(all)));
  out.assign(point, 'u');
  broken[5 * point]++;
  EXPECT_TRUE(failed(quiver_combine(g, out.data(), broken.data(), nullptr, n, nullptr, error), error.error,
                     QUIVER_BAD_DATA, 5));
  const std::uint32_t shifts[] = {512, 513};
  EXPECT_TRUE(failed(quiver_combine(g, out.data(), bytes.data(), shifts, 2, nullptr, error), error.error,
                     QUIVER_INVALID_ARGUMENT, 1));
  EXPECT_TRUE(failed(quiver_combine(nullptr, out.data(), bytes.data(), nullptr, 1, nullptr, error), error.error,
                     QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(
      failed(quiver_combine(g, nullptr, bytes.data(), nullptr, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  Points prepared = prepare(group, bytes);
  const quiver_msm_job job = job_over(prepared.get(), array.view.base, n);
  for (auto [first, count] : {std::pair{256u, 1u}, {0u, 0u}, {0u, 257u}, {200u, 57u}, {1u, 0xffffffffu}})
    EXPECT_TRUE(failed(quiver_msm_partial(out.data(), &job, 1, first, count, nullptr, error), error.error,
                       QUIVER_INVALID_ARGUMENT));
  EXPECT_EQ(out, std::string(point, 'u'));
}

} // namespace
} // namespace quiver
