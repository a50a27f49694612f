// Registration of the micro-benchmarks; names say what is measured: kernel/<curve>-<group>/<back end>/<primitive>.
#pragma once

#include <benchmark/benchmark.h>

namespace quiver::bench {

/// A benchmark whose iteration does `items` operations; reports the time of one as "s_per_item".
template <class Fn> void add(const char* name, double items, Fn fn) {
  benchmark::RegisterBenchmark(name, [fn, items](benchmark::State& state) {
    fn(state);
    state.counters["s_per_item"] =
        benchmark::Counter(items, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  });
}

void add_field_benchmarks();
void add_kernel_benchmarks();

} // namespace quiver::bench
