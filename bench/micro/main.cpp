#include <cstdlib>

#include "micro.hpp"

int main(int argc, char** argv) {
  quiver::bench::add_field_benchmarks();
  quiver::bench::add_kernel_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
