// A thousand points of BN254 prepared once, two sums over them, progress and a bad point.
//
//   c++ -std=c++20 msm.cpp $(pkg-config --cflags --libs quiver) -o msm && ./msm
#include <quiver/quiver.hpp>

#include <cstdio>

namespace {

void print(const char* name, const quiver::Words& point) {
  std::printf("%s: x = 0x", name);
  for (int i = 3; i >= 0; i--) std::printf("%016llx", static_cast<unsigned long long>(point[i]));
  std::printf("\n");
}

} // namespace

int main() {
  const quiver::Group group = *quiver::Group::find("bn254", "g1");
  constexpr std::size_t n = 1000;

  // G, 2*G, …, n*G; scalars 1, 2, … n and all 1.
  quiver::Words numbers(4 * n, 0), ones(4 * n, 0);
  for (std::size_t i = 0; i < n; i++) numbers[4 * i] = i + 1, ones[4 * i] = 1;
  quiver::Words coordinates = quiver::multiples(group, numbers).value();
  const quiver::Points points = quiver::Points::create(group, coordinates, quiver::Validation::subgroup).value();

  quiver::MsmOptions options;
  std::uint64_t steps = 0;
  options.control.progress = [&](std::uint64_t, std::uint64_t) { steps++; };
  const quiver::Job jobs[] = {{&points, 0, nullptr, numbers}, {&points, 0, nullptr, ones}};
  const std::vector<quiver::Words> sums = quiver::msm(jobs, options).value();
  print("sum of i*(i*G)", sums[0]);
  print("sum of i*G", sums[1]);
  std::printf("%s of progress on %s\n", steps > 0 ? "steps" : "no step", points.backend().c_str());

  // n*(n+1)/2 and n*(n+1)*(2n+1)/6 times G.
  const quiver::Words factors = {n * (n + 1) * (2 * n + 1) / 6, 0, 0, 0, n * (n + 1) / 2, 0, 0, 0};
  const quiver::Words known = quiver::multiples(group, factors).value();
  for (std::size_t i = 0; i < 2; i++)
    for (std::size_t w = 0; w < group.point_words(); w++)
      if (sums[i][w] != known[i * group.point_words() + w]) return std::printf("wrong\n"), 1;

  coordinates[8 * 41]++;
  const auto bad = quiver::Points::create(group, coordinates, quiver::Validation::on_curve);
  if (bad || bad.error().index != 41) return std::printf("point 41 is wrong, and nobody said so\n"), 1;
  std::printf("as it should: %s\n", bad.error().message.c_str());
}
