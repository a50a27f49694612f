// Sums over points that collide: the input picks multiples of few points, signs and scalars on the tiny curve (order
// 86017), where doublings, opposites and identities are everywhere. One window of buckets, Pippenger, Straus, naive sums and the
// sum of logarithms have to agree.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "curve/groups.hpp"
#include "msm/naive.hpp"
#include "msm/msm.hpp"
#include "support/one_window.hpp"

using namespace quiver;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const Group& group = *find_group("tiny_85453_b15", nullptr);
  static Engine engine = std::move(Engine::create(group, "portable").value());
  const Kernels& k = engine.kernels();
  const unsigned log_buckets = data[0] % 7;
  const std::uint32_t buckets = 1u << log_buckets;
  const test::WindowForm form = test::kWindowForms[data[0] / 64];
  const std::uint64_t spread = data[1] % 16 + 1; // few distinct points: collisions
  const std::size_t n = (size - 2) / 4 < 200 ? (size - 2) / 4 : 200;

  const Executor executor = serial_executor();
  const Runner runner{engine, executor, data[1] / 16u + 1};
  Workspace workspace = std::move(Workspace::create(engine, runner.batch).value());
  Context* ctx = workspace.context();
  std::uint64_t generator[2] = {group.generator_x.c[0][0], group.generator_y.c[0][0]};
  PointLayout layout;
  layout.base = reinterpret_cast<unsigned char*>(generator);
  layout.stride = 16;
  layout.y_offset = 8;
  std::uint64_t one[2], sum[2], expected[2];
  require(k.import_points(ctx, one, layout, 0, 1) == 1);

  std::vector<std::uint64_t> points(2 * n + 2), scalars(4 * n + 4);
  std::vector<std::int32_t> digits(n + 1);
  std::uint64_t by_digit = 0, by_scalar = 0;
  const std::uint64_t r = group.order[0];
  for (std::size_t i = 0; i < n; i++) {
    const std::uint8_t* in = data + 2 + 4 * i;
    std::uint64_t log[4] = {in[0] % spread * (in[0] & 128 ? 1 : r - 1) % r, 0, 0, 0};
    k.double_and_add(ctx, &points[2 * i], one, reinterpret_cast<unsigned char*>(log), 32, 1);
    digits[i] = static_cast<std::int32_t>(in[1] % (buckets + 1));
    if (in[2] & 1) digits[i] = -digits[i];
    scalars[4 * i] = static_cast<std::uint64_t>(in[3]) << (in[2] >> 2);
    std::uint64_t digit = static_cast<std::uint64_t>(digits[i] < 0 ? -digits[i] : digits[i]);
    by_digit = (by_digit + log[0] * (digits[i] < 0 ? r - digit : digit)) % r;
    by_scalar = (by_scalar + log[0] * (scalars[4 * i] % r)) % r;
  }
  auto multiple = [&](std::uint64_t log) {
    std::uint64_t words[4] = {log, 0, 0, 0};
    k.double_and_add(ctx, expected, one, reinterpret_cast<unsigned char*>(words), 32, 1);
  };
  require(test::window_sum(runner, sum, points.data(), digits.data(), n, log_buckets, form).ok());
  multiple(by_digit);
  require(std::memcmp(sum, expected, sizeof sum) == 0);

  ScalarView view;
  view.base = reinterpret_cast<unsigned char*>(scalars.data());
  const PointSource source = packed_source(points.data(), n);
  multiple(by_scalar);
  require(naive_msm(runner, sum, source, view).ok());
  require(std::memcmp(sum, expected, sizeof sum) == 0);
  MsmOptions options;
  options.signed_digits = (data[0] & 32) != 0;
  options.batch_affine_accumulate = form.batch_affine_accumulate;
  options.batch_affine_reduce = form.batch_affine_reduce;
  options.width = log_buckets;
  for (const Algorithm algorithm : {Algorithm::pippenger, Algorithm::straus}) {
    options.algorithm = algorithm;
    MsmReport report;
    require(msm(runner, sum, source, view, true, options, report).ok());
    require(std::memcmp(sum, expected, sizeof sum) == 0);
  }
  return 0;
}
