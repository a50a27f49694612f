// Field operations, value by value: field/<field>/<class>/<operation>. An iteration is one operation on kLanes values,
// each on the result of the one before (latency); "throughput" runs over independent values.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>

#include "curve/groups.hpp"
#include "field/fp.hpp"
#include "field/fp_lanes.hpp"
#include "field/vec_portable.hpp"
#include "micro.hpp"
#if QUIVER_BENCH_X64
#include "field/fp_x64_adx.hpp"
#endif

namespace quiver::bench {
namespace {

template <class F> std::shared_ptr<F> make_field(const Group& g) {
  auto field = std::make_shared<F>();
  return field->init(g.modulus, g.non_residue) ? field : nullptr;
}

/// Some element that is neither 0 nor 1.
template <class F> typename F::Element sample(const F& f, unsigned seed) {
  auto x = f.one();
  for (unsigned i = 0; i < 70 + seed; i++) x = f.reduce(f.add(f.reduce(f.mul(f.reduce(f.dbl(x)), x)), f.one()));
  return x;
}

/// x^(p - 2) by squarings and multiplications, bit by bit: what an inversion is measured against.
template <class F> typename F::Element fermat_inverse(const F& f, const std::uint64_t* p, unsigned bits,
                                                      const typename F::Element& x) {
  std::uint64_t exponent[F::kWords];
  const std::uint64_t two[F::kWords] = {2};
  sub_words(exponent, p, two, F::kWords);
  auto power = x;
  for (unsigned i = bits - 1; i-- > 0;) {
    power = f.reduce(f.sqr(power));
    if (exponent[i / 64] >> (i % 64) & 1) power = f.reduce(f.mul(power, x));
  }
  return power;
}

template <class F> void add_field(const Group& g, const char* name) {
  auto field = make_field<F>(g);
  if (!field) return;
  const std::string prefix = std::string("field/") + g.curve + "/" + name + "/";
  const unsigned bits = bit_length(g.modulus, g.words);
  const Group* group = &g;

  add((prefix + "mul/latency").c_str(), F::kLanes, [field](benchmark::State& state) {
    auto x = sample(*field, 1), y = sample(*field, 2);
    for (auto _ : state) x = field->reduce(field->mul(x, y));
    benchmark::DoNotOptimize(x);
  });
  add((prefix + "sqr/latency").c_str(), F::kLanes, [field](benchmark::State& state) {
    auto x = sample(*field, 1);
    for (auto _ : state) x = field->reduce(field->sqr(x));
    benchmark::DoNotOptimize(x);
  });
  add((prefix + "mul/throughput").c_str(), 16 * F::kLanes, [field](benchmark::State& state) {
    typename F::Element x[16];
    for (unsigned i = 0; i < 16; i++) x[i] = sample(*field, i);
    const auto y = sample(*field, 17);
    for (auto _ : state)
      for (auto& value : x) value = field->reduce(field->mul(value, y));
    benchmark::DoNotOptimize(x);
  });
  add((prefix + "add/latency").c_str(), F::kLanes, [field](benchmark::State& state) {
    auto x = sample(*field, 1), y = sample(*field, 2);
    for (auto _ : state) x = field->reduce(field->add(x, y));
    benchmark::DoNotOptimize(x);
  });
  // All lanes share one integer inversion.
  add((prefix + "inverse").c_str(), 1, [field](benchmark::State& state) {
    auto x = sample(*field, 1);
    for (auto _ : state) x = field->inverse(x);
    benchmark::DoNotOptimize(x);
  });
  if constexpr (F::kLanes == 1)
    add((prefix + "inverse_fermat").c_str(), 1, [field, group, bits](benchmark::State& state) {
      auto x = sample(*field, 1);
      for (auto _ : state) x = fermat_inverse(*field, group->modulus, bits, x);
      benchmark::DoNotOptimize(x);
    });
}

template <unsigned W> void add_fields(const Group& g) {
  add_field<Fp<W>>(g, "portable");
  if constexpr (W != 1) {
    add_field<FpLanes<W, VecPortable>>(g, "portable_x8");
#if QUIVER_BENCH_X64
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("adx")) add_field<FpAdx<W>>(g, "x64_adx");
#endif
  }
}

} // namespace

void add_field_benchmarks() {
  for (unsigned i = 0; i < group_count(); i++) {
    const Group& g = group_at(i);
    if (g.degree != 1) continue; // G2 has its field from G1
    if (g.words == 1) add_fields<1>(g);
    if (g.words == 4) add_fields<4>(g);
    if (g.words == 6) add_fields<6>(g);
  }
}

} // namespace quiver::bench
