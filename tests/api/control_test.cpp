// What a host gives and gets while a call runs: its own executor, progress, cancellation, a cap on memory.
#include <functional>

#include "api_rig.hpp"
#include "base/buffer.hpp"
#include "base/parallel.hpp"

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

constexpr std::uint32_t kAlgorithms[] = {QUIVER_ALGORITHM_NAIVE, QUIVER_ALGORITHM_STRAUS, QUIVER_ALGORITHM_PIPPENGER};

/// A host that runs tasks one by one, last first, and notes what it was asked.
struct Host {
  std::uint32_t width = 3;
  unsigned depth = 0;
  std::size_t forks = 0, most = 0;

  quiver_executor executor() {
    quiver_executor e{};
    e.struct_size = sizeof e;
    e.self = this;
    e.width = [](void* self) { return static_cast<Host*>(self)->width; };
    e.run = [](void* self, std::size_t n, void (*task)(void*, std::size_t), void* context) {
      Host& host = *static_cast<Host*>(self);
      EXPECT_EQ(host.depth++, 0u) << "nested";
      host.forks++;
      host.most = std::max(host.most, n);
      for (std::size_t i = n; i-- > 0;) task(context, i);
      host.depth--;
    };
    return e;
  }
};

/// Listens, and wants to stop at the `stop_at`-th question.
struct Ear {
  std::vector<std::uint64_t> heard;
  std::uint64_t total = 0, questions = 0, stop_at = UINT64_MAX;
  int inside = 0;

  quiver_control control() {
    quiver_control c{};
    c.struct_size = sizeof c;
    c.user = this;
    c.progress = [](void* user, std::uint64_t done, std::uint64_t of) {
      Ear& ear = *static_cast<Ear*>(user);
      EXPECT_EQ(ear.inside++, 0) << "two at once";
      ear.heard.push_back(done);
      ear.total = of;
      ear.inside--;
    };
    c.cancelled = [](void* user) {
      Ear& ear = *static_cast<Ear*>(user);
      EXPECT_EQ(ear.inside++, 0) << "two at once";
      const int answer = ++ear.questions >= ear.stop_at;
      ear.inside--;
      return answer;
    };
    return c;
  }
  void expect_rising_to_the_end(std::size_t least) const {
    EXPECT_GE(heard.size(), least);
    for (std::size_t i = 1; i < heard.size(); i++) EXPECT_LT(heard[i - 1], heard[i]);
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(heard.back(), total);
  }
};

/// n scalars of 256 scattered bits, and sixteen points over and over.
class Control : public testing::Test {
protected:
  const Group& group = bn254();
  const Known& k = known(group);
  PointSet few = k.random_points(16, 70);
  std::string bytes;
  std::vector<std::uint64_t> scalars;
  std::string expected;
  Points points;

  void make(std::size_t n) {
    bytes.clear();
    scalars.clear();
    const std::string sixteen = encode(k.curve, few.points);
    while (bytes.size() < n * 64) bytes += sixteen;
    bytes.resize(n * 64);
    std::uint64_t state = n;
    for (std::size_t i = 0; i < 4 * n; i++) scalars.push_back(state = state * 6364136223846793005u + (state >> 29) + i);
    mpz_class log = 0;
    for (std::size_t i = 0; i < n; i++) log += integer(&scalars[4 * i], 4) * few.logs[i % 16];
    expected = k.curve.encode(k.times(log));
    points = prepare(group, bytes);
  }
  std::size_t size() const { return scalars.size() / 4; }
  quiver_msm_job job() const { return job_over(points.get(), scalars.data(), size()); }
  quiver_status sum(std::string& out, const quiver_msm_options& options, quiver_error* error = nullptr) const {
    const quiver_msm_job one = job();
    out.assign(64, 'u');
    return quiver_msm(out.data(), &one, 1, &options, error);
  }
  static quiver_msm_options options_with(const quiver_control* control, unsigned threads = 1) {
    quiver_msm_options o{};
    o.struct_size = sizeof o;
    o.threads = threads;
    o.control = control;
    return o;
  }
};

TEST_F(Control, a_hosts_executor_does_all_the_work) {
  make(3000);
  Host host;
  const quiver_executor executor = host.executor();
  quiver_control control{};
  control.struct_size = sizeof control;
  control.executor = &executor;
  quiver_run_options run = run_on(nullptr, 64);
  run.control = &control;
  const unsigned threads = pool_thread_count();
  std::string out;
  for (std::uint32_t width : {0u, 1u, 3u, 5000u}) {
    host.width = width;
    host.forks = 0;
    for (std::uint32_t algorithm : kAlgorithms) {
      if (algorithm == QUIVER_ALGORITHM_NAIVE && width != 3) continue;
      quiver_msm_options options = options_with(&control, 64);
      options.algorithm = algorithm;
      ASSERT_EQ(sum(out, options), QUIVER_OK);
      EXPECT_EQ(out, expected) << "width " << width;
    }
    EXPECT_GT(host.forks, 0u);
  }
  host.forks = 0;
  quiver_points* made = nullptr;
  ASSERT_EQ(quiver_points_create(handle(group), &made, bytes.data(), size(), nullptr, QUIVER_VALIDATE_SUBGROUP, &run,
                                 nullptr),
            QUIVER_OK);
  quiver_points_destroy(made);
  std::string products(64 * size(), 'u');
  ASSERT_EQ(quiver_multiples(handle(group), products.data(), nullptr, scalars.data(), size(), &run, nullptr), QUIVER_OK);
  EXPECT_GT(host.forks, 1u);
  EXPECT_EQ(pool_thread_count(), threads);

  quiver_executor hollow = executor;
  hollow.run = nullptr;
  control.executor = &hollow;
  ErrorBox error;
  EXPECT_TRUE(failed(sum(out, options_with(&control), error), error.error, QUIVER_INVALID_ARGUMENT));
  EXPECT_EQ(out, std::string(64, 'u'));
}

TEST_F(Control, progress_rises_to_the_end) {
  make(too_many(1 << 18) ? 2000 : 1 << 18);
  for (unsigned threads : {1u, 2u}) {
    Ear ear;
    const quiver_control control = ear.control();
    std::string out;
    ASSERT_EQ(sum(out, options_with(&control, threads)), QUIVER_OK);
    EXPECT_EQ(out, expected);
    ear.expect_rising_to_the_end(size() == 2000 ? 3 : 20);
    // A call that is cancelled ends with the piece that its tasks are at: there are many of those.
    EXPECT_GE(ear.questions, size() == 2000 ? 3u : 200u);
  }
}

TEST_F(Control, every_call_reports_progress) {
  make(3000);
  Ear ear;
  quiver_control control = ear.control();
  quiver_run_options run = run_on(nullptr);
  run.control = &control;
  quiver_points* made = nullptr;
  ASSERT_EQ(quiver_points_create(handle(group), &made, bytes.data(), size(), nullptr, QUIVER_VALIDATE_ON_CURVE, &run,
                                 nullptr),
            QUIVER_OK);
  quiver_points_destroy(made);
  ear.expect_rising_to_the_end(20);
  Ear second;
  control = second.control();
  std::string products(64 * size(), 'u');
  ASSERT_EQ(quiver_multiples(handle(group), products.data(), nullptr, scalars.data(), size(), &run, nullptr), QUIVER_OK);
  second.expect_rising_to_the_end(20);
  Ear third; // several jobs are parts of one progress
  control = third.control();
  const quiver_msm_job jobs[3] = {job(), job(), job()};
  const quiver_msm_options options = options_with(&control);
  std::string out(3 * 64, 'u');
  ASSERT_EQ(quiver_msm(out.data(), jobs, 3, &options, nullptr), QUIVER_OK);
  third.expect_rising_to_the_end(9);
  EXPECT_EQ(out, expected + expected + expected);
}

TEST_F(Control, cancelled_at_any_moment) {
  make(600);
  Ear all;
  quiver_control control = all.control();
  std::string out;
  ASSERT_EQ(sum(out, options_with(&control)), QUIVER_OK);
  ASSERT_GE(all.questions, 3u);
  const std::size_t before = memory_in_use();
  for (unsigned threads : {1u, 3u})
    for (std::uint32_t algorithm : kAlgorithms)
      for (std::uint64_t at = 1; at <= (threads == 1 ? 40u : 4u); at++) {
        Ear ear;
        ear.stop_at = at;
        control = ear.control();
        quiver_msm_options options = options_with(&control, threads);
        options.algorithm = algorithm;
        ErrorBox error;
        const quiver_status status = sum(out, options, error);
        if (status == QUIVER_OK) { // over before it was asked so often
          EXPECT_LT(ear.questions, at);
          EXPECT_EQ(out, expected);
          break;
        }
        EXPECT_TRUE(failed(status, error.error, QUIVER_CANCELLED));
        EXPECT_EQ(ear.questions, at) << "asked again after the answer";
        EXPECT_EQ(out, std::string(64, 'u'));
        EXPECT_EQ(memory_in_use(), before);
      }
  Ear ear;
  ear.stop_at = 2;
  control = ear.control();
  quiver_run_options run = run_on(nullptr);
  run.control = &control;
  quiver_points* made = nullptr;
  EXPECT_EQ(quiver_points_create(handle(group), &made, bytes.data(), size(), nullptr, QUIVER_VALIDATE_SUBGROUP, &run,
                                 nullptr),
            QUIVER_CANCELLED);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(memory_in_use(), before);
}

TEST_F(Control, memory_stays_within_the_cap_with_the_same_bits) {
  make(test::slow_build() ? 700 : 5000);
  // Spread scalars; then all the same, which fills few buckets with long chains.
  for (bool same : {false, true}) {
    if (same) {
      mpz_class log = 0;
      for (std::size_t i = 0; i < size(); i++) {
        for (unsigned w = 0; w < 4; w++) scalars[4 * i + w] = scalars[w];
        log += integer(&scalars[0], 4) * few.logs[i % 16];
      }
      expected = k.curve.encode(k.times(log));
    }
    constexpr std::uint32_t kPippenger = QUIVER_ALGORITHM_PIPPENGER, kStraus = QUIVER_ALGORITHM_STRAUS;
    for (auto [algorithm, baseline] : {std::pair{kPippenger, 0u}, {kPippenger, 7u}, {kPippenger, 8u}, {kPippenger, 15u},
                                       {kStraus, 0u}, {kStraus, 9u}})
      for (unsigned threads : {1u, 3u}) {
        quiver_msm_report report{};
        report.struct_size = sizeof report;
        quiver_msm_options options = options_with(nullptr, threads);
        options.algorithm = algorithm;
        options.baseline = baseline;
        options.report = &report;
        options.memory = 1;
        std::string out;
        ErrorBox error;
        ASSERT_TRUE(failed(sum(out, options, error), error.error, QUIVER_MEMORY_CAP));
        // The message ends with the least that does.
        const std::string message = error.error.message;
        const std::uint64_t least = std::stoull(message.substr(message.rfind(' ') + 1));
        options.memory = least - 1;
        EXPECT_EQ(sum(out, options), QUIVER_MEMORY_CAP);
        EXPECT_EQ(out, std::string(64, 'u'));
        for (std::uint64_t cap : {least, least + least / 3, 2 * least, 8 * least, std::uint64_t{0}}) {
          options.memory = cap;
          const std::size_t before = memory_in_use();
          restart_peak();
          ASSERT_EQ(sum(out, options), QUIVER_OK);
          EXPECT_EQ(out, expected);
          const std::size_t grown = memory_peak() - before;
          if (cap != 0) {
            EXPECT_EQ(quiver_release_memory(), 0u) << "memory kept beyond a cap";
            EXPECT_LE(grown, cap) << "baseline " << baseline << ", " << threads << " threads";
          }
          EXPECT_LE(grown, report.memory + 16384) << "baseline " << baseline << ", " << threads << " threads";
          if (cap == least && size() > 1000) {
            EXPECT_LT(report.tile, size());
          }
        }
      }
  }
}

} // namespace
} // namespace quiver
