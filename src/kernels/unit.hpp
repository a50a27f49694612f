// A kernel unit's table, made from one field class. Each unit's .cpp file names the field and the back end, nothing
// else; CMake compiles it once for every (words, degree) and isolates its symbols (cmake/KernelUnit.cmake).
#pragma once

#include "field/fp2.hpp"
#include "kernels/unit_affine.hpp"
#include "kernels/unit_check.hpp"
#include "kernels/unit_convert.hpp"
#include "kernels/unit_serial.hpp"
#include "kernels/unit_xyzz.hpp"

namespace quiver {

template <class F> struct UnitCalls {
  inline static std::uint64_t count = 0;
};

/// Fn, counting its calls.
template <class F, auto Fn> struct Counted;
template <class F, class R, class... Args, R (*Fn)(Context*, Args...)> struct Counted<F, Fn> {
  static R call(Context* ctx, Args... args) {
    __atomic_fetch_add(&UnitCalls<F>::count, 1, __ATOMIC_RELAXED);
    return Fn(ctx, args...);
  }
};

template <class F> bool init_unit(void* constants, const Group& group) {
  if (group.words != F::kWords || group.degree != F::kDegree) return false;
  return (new (constants) UnitConstants<F>)->init(group);
}

template <class F> constexpr Kernels unit_table(const char* backend) {
  static_assert(sizeof(Affine<F>) == 2 * sizeof(typename F::Element));
  Kernels t{};
  t.backend = backend;
  t.words = F::kWords;
  t.degree = F::kDegree;
  t.lanes = F::kLanes;
  t.packed_bytes = UnitConstants<F>::kPackedWords * sizeof(std::uint64_t);
  t.affine_bytes = sizeof(Affine<F>);
  t.xyzz_bytes = sizeof(Xyzz<F>);
  t.constants_bytes = sizeof(UnitConstants<F>);
  t.scratch_bytes = sizeof(typename UnitAffine<F>::Scratch);
  t.calls = &UnitCalls<F>::count;
  t.init = init_unit<F>;
  t.import_points = Counted<F, UnitConvert<F>::import_points>::call;
  t.export_points = Counted<F, UnitConvert<F>::export_points>::call;
  t.gather = Counted<F, UnitConvert<F>::gather>::call;
  t.scatter = Counted<F, UnitConvert<F>::scatter>::call;
  t.bucket_step = Counted<F, UnitAffine<F>::bucket_step>::call;
  t.add = Counted<F, UnitAffine<F>::add>::call;
  t.add_sub = Counted<F, UnitAffine<F>::add_sub>::call;
  t.dbl = Counted<F, UnitAffine<F>::dbl>::call;
  t.xyzz_clear = Counted<F, UnitXyzz<F>::clear>::call;
  t.xyzz_accumulate = Counted<F, UnitXyzz<F>::accumulate>::call;
  t.xyzz_add = Counted<F, UnitXyzz<F>::add>::call;
  t.xyzz_dbl = Counted<F, UnitXyzz<F>::dbl>::call;
  t.normalise = Counted<F, UnitXyzz<F>::normalise>::call;
  t.running_sum = Counted<F, UnitXyzz<F>::running_sum>::call;
  t.on_curve = Counted<F, UnitCheck<F>::on_curve>::call;
  t.in_subgroup = Counted<F, UnitCheck<F>::in_subgroup>::call;
  t.decompress = Counted<F, UnitCheck<F>::decompress>::call;
  t.equal = Counted<F, UnitCheck<F>::equal>::call;
  if constexpr (F::kLanes == 1) {
    t.combine = Counted<F, UnitSerial<F>::combine>::call;
    t.double_and_add = Counted<F, UnitSerial<F>::double_and_add>::call;
  }
  t.field_op = Counted<F, UnitConvert<F>::field_op>::call;
  return t;
}

/// Fp or Fp2 over B.
template <class B, unsigned degree> struct Coordinates;
template <class B> struct Coordinates<B, 1> {
  using Field = B;
};
template <class B> struct Coordinates<B, 2> {
  using Field = Fp2<B>;
};

} // namespace quiver
