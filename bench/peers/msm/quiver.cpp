// The inputs that all programs of bench/peers/msm share, and quiver's own sum over them through the C ABI.
//
//   quiver_msm_peer gen --group G --sizes 8,4096 --dir DIR [--seed S]   points.bin, scalars.bin, expected.json
//   quiver_msm_peer run --group G --n N --dir DIR --repeat R --threads T [--backend B]   one line of JSON
//
// points.bin: affine x, y, canonical, little-endian, Fp2 as c0, c1; scalars.bin: 32 bytes each, little-endian. expected.json:
// for each size the sum of the first n, known from the points' logarithms.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "setup/known_sums.hpp"

namespace {

using namespace quiver::setup;
using Words = std::vector<std::uint64_t>;

struct Options {
  std::string group, dir, backend;
  std::vector<std::size_t> sizes;
  std::size_t n = 0;
  unsigned repeat = 3, threads = 1;
  std::uint64_t seed = 0;

  quiver_run_options run() const {
    quiver_run_options options = {};
    options.struct_size = sizeof options;
    options.threads = threads;
    options.backend = backend.empty() ? nullptr : backend.c_str();
    return options;
  }
};

Group find(const std::string& name) {
  const quiver_group* handle = quiver_group_find(name.c_str(), nullptr);
  if (handle == nullptr) std::exit(5);
  return describe(handle);
}

void fail_unless_ok(quiver_status status, const quiver_error& error) {
  if (status != QUIVER_OK) throw LibraryError(status, error_text(status, error));
}

Words read(const std::string& path, std::size_t words) {
  Words out(words);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(8 * words));
  if (!file) throw std::runtime_error(path + ": too short, or not there");
  return out;
}

void write(const std::string& path, const void* bytes, std::size_t n) {
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(n));
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

/// x and y, c0 and c1 each, as "0x…".
nlohmann::json integers(const Group& group, const std::uint64_t* point) {
  auto out = nlohmann::json::array();
  for (const auto& coordinate : point_to_json(group, point)) {
    if (coordinate.is_array())
      for (const auto& part : coordinate) out.push_back(part.get<std::string>());
    else out.push_back(coordinate.get<std::string>());
  }
  return out;
}

void generate(const Options& options) {
  const Group group = find(options.group);
  const std::size_t n = *std::max_element(options.sizes.begin(), options.sizes.end());
  SplitMix64 stream(options.seed);
  const Words logarithms = draw_logarithms(stream, group, n, 256);
  const Words scalars = draw_scalars(stream, group, n, 256);
  const Words points = multiples_of_generator(group, logarithms.data(), n, options.run());
  write(options.dir + "/points.bin", points.data(), 8 * points.size());
  write(options.dir + "/scalars.bin", scalars.data(), 8 * scalars.size());
  nlohmann::json expected;
  for (const std::size_t size : options.sizes) {
    const auto end = scalars.begin() + static_cast<std::ptrdiff_t>(4 * size);
    const Words sum = known_sum(group, logarithms, Words(scalars.begin(), end), options.run());
    expected[std::to_string(size)] = integers(group, sum.data());
  }
  const std::string text = expected.dump(1);
  write(options.dir + "/expected.json", text.data(), text.size());
}

double now_ms(clockid_t clock) {
  timespec t = {};
  ::clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

void run(const Options& options) {
  const Group group = find(options.group);
  const quiver_run_options how = options.run();
  quiver_msm_options sum_options = {};
  sum_options.struct_size = sizeof sum_options;
  sum_options.threads = options.threads;
  quiver_error error = empty_error();
  const Words scalars = read(options.dir + "/scalars.bin", 4 * options.n);

  // In Montgomery form, as other libraries hold their points.
  quiver_point_layout layout = {};
  layout.struct_size = sizeof layout;
  layout.form = QUIVER_MONTGOMERY;
  Words points = read(options.dir + "/points.bin", group.point_words() * options.n);
  quiver_points* handle = nullptr;
  fail_unless_ok(quiver_points_create(group.handle, &handle, points.data(), options.n, nullptr, QUIVER_VALIDATE_TRUST,
                                      &how, &error), error);
  fail_unless_ok(quiver_points_read(handle, points.data(), 0, options.n, &layout, &error), error);
  quiver_points_destroy(handle);

  Words sum(group.point_words());
  double wall_ms = 1e300, cpu_ms = 1e300;
  std::string backend;
  for (unsigned i = 0; i <= options.repeat; ++i) {
    const double wall = now_ms(CLOCK_MONOTONIC), cpu = now_ms(CLOCK_PROCESS_CPUTIME_ID);
    fail_unless_ok(quiver_points_create(group.handle, &handle, points.data(), options.n, &layout,
                                        QUIVER_VALIDATE_TRUST, &how, &error), error);
    quiver_msm_job job = {};
    job.struct_size = sizeof job;
    job.points = handle;
    job.scalars = scalars.data();
    job.n = options.n;
    const quiver_status status = quiver_msm(sum.data(), &job, 1, &sum_options, &error);
    backend = quiver_points_backend(handle);
    quiver_points_destroy(handle);
    const double wall_now = now_ms(CLOCK_MONOTONIC), cpu_now = now_ms(CLOCK_PROCESS_CPUTIME_ID);
    fail_unless_ok(status, error);
    if (i == 0) continue; // not counted, like every program's first
    wall_ms = std::min(wall_ms, wall_now - wall);
    cpu_ms = std::min(cpu_ms, cpu_now - cpu);
  }
  const nlohmann::json out = {{"peer", "quiver"},   {"version", quiver_version()}, {"backend", backend},
                              {"group", options.group}, {"n", options.n},              {"cpu_ms", cpu_ms},
                              {"wall_ms", wall_ms}, {"result", integers(group, sum.data())}};
  std::cout << out.dump() << std::endl;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app;
  app.require_subcommand(1);
  CLI::App* gen = app.add_subcommand("gen", "Write the inputs");
  CLI::App* sum = app.add_subcommand("run", "Time quiver");
  for (CLI::App* command : {gen, sum}) {
    command->add_option("--group", options.group)->required();
    command->add_option("--dir", options.dir)->required();
    command->add_option("--threads", options.threads);
  }
  gen->add_option("--sizes", options.sizes)->required()->delimiter(',');
  gen->add_option("--seed", options.seed);
  sum->add_option("--n", options.n)->required();
  sum->add_option("--repeat", options.repeat)->check(CLI::PositiveNumber);
  sum->add_option("--backend", options.backend);
  CLI11_PARSE(app, argc, argv);
  try {
    if (gen->parsed()) generate(options);
    else run(options);
  } catch (const std::exception& error) {
    std::cerr << "quiver_msm_peer: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
