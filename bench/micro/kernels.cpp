// The bulk primitives of every back end that serves a group here, on points that fit the second-level cache: time per
// point of one call over a default batch.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "curve/groups.hpp"
#include "kernels/dispatch.hpp"
#include "micro.hpp"

namespace quiver::bench {
namespace {

template <class T> T take(Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "quiver_bench_micro: %s\n", result.error().message);
    std::exit(EXIT_FAILURE);
  }
  return std::move(result.value());
}

/// A batch of different multiples of the generator on a back end, in every form.
class Bench {
public:
  Bench(const Group& group, const char* backend) : engine_(take(Engine::create(group, backend))) {
    const Kernels& k = engine_.kernels();
    blocks_ = default_batch(k);
    workspace_ = take(Workspace::create(engine_, blocks_));
    n_ = blocks_ * k.lanes;
    packed = take(Buffer::allocate(n_, k.packed_bytes));
    for (Buffer* b : {&affine, &other, &sum, &difference}) *b = take(Buffer::allocate(blocks_, k.affine_bytes));
    xyzz = take(Buffer::allocate(blocks_, k.xyzz_bytes));
    xyzz_other = take(Buffer::allocate(blocks_, k.xyzz_bytes));
    prepare();
  }

  Context* context() { return workspace_.context(); }
  const Kernels& kernels() const { return engine_.kernels(); }
  std::size_t n() const { return n_; }
  std::size_t blocks() const { return blocks_; }

  Buffer packed, affine, other, sum, difference, xyzz, xyzz_other;
  std::vector<Entry> entries, shuffled;

private:
  // G, 2G, 4G, … by doubling; then point i + half the batch, so that no two operands are equal or opposite.
  void prepare() {
    const Kernels& k = kernels();
    const Group& g = engine_.group();
    PointLayout layout;
    std::vector<std::uint64_t> generator(2 * g.words * g.degree);
    for (unsigned c = 0; c < g.degree; c++)
      for (unsigned w = 0; w < g.words; w++) {
        generator[c * g.words + w] = g.generator_x.c[c][w];
        generator[(g.degree + c) * g.words + w] = g.generator_y.c[c][w];
      }
    layout.base = reinterpret_cast<unsigned char*>(generator.data());
    layout.stride = 8 * generator.size();
    layout.y_offset = layout.stride / 2;
    k.import_points(context(), packed.data(), layout, 0, 1);
    // Point 2i from point i, point 2i + 1 from points 2i and 0: multiples 1 … n.
    for (std::size_t have = 1; have < n_; have *= 2) {
      entries.assign(n_, kNoEntry);
      for (std::size_t i = 0; i < have; i++) entries[i] = make_entry(static_cast<std::uint32_t>(i), false);
      const std::size_t blocks = (have + k.lanes - 1) / k.lanes;
      k.gather(context(), affine.data(), packed.data(), entries.data(), blocks);
      std::vector<Entry> top(n_, kNoEntry);
      for (std::size_t i = 0; i < have; i++) top[i] = make_entry(static_cast<std::uint32_t>(have - 1), false);
      k.bucket_step(context(), affine.data(), packed.data(), top.data(), blocks, nullptr);
      Buffer added = take(Buffer::allocate(blocks * k.lanes, k.packed_bytes));
      k.scatter(context(), added.data(), affine.data(), have);
      std::copy_n(added.as<unsigned char>(), std::min(have, n_ - have) * k.packed_bytes,
                  packed.as<unsigned char>() + have * k.packed_bytes);
    }
    entries.resize(n_);
    shuffled.resize(n_);
    for (std::size_t i = 0; i < n_; i++) {
      entries[i] = make_entry(static_cast<std::uint32_t>(i), false);
      shuffled[i] = make_entry(static_cast<std::uint32_t>((i * 389 + n_ / 2 + 1) % n_), i % 2 == 1);
    }
    k.gather(context(), affine.data(), packed.data(), entries.data(), blocks_);
    k.gather(context(), other.data(), packed.data(), shuffled.data(), blocks_);
    for (Buffer* b : {&xyzz, &xyzz_other}) k.xyzz_clear(context(), b->data(), blocks_);
    for (int step = 0; step < 2; step++) {
      k.xyzz_accumulate(context(), xyzz.data(), packed.data(), entries.data(), blocks_);
      k.xyzz_accumulate(context(), xyzz_other.data(), packed.data(), shuffled.data(), blocks_);
    }
  }

  Engine engine_;
  Workspace workspace_;
  std::size_t blocks_ = 0, n_ = 0;
};

using Primitive = void (*)(Bench&);
struct Named {
  const char* name;
  Primitive run;
};

// Inputs stay what they are: outputs go elsewhere, but for the accumulators, which wander from point to point.
constexpr Named kPrimitives[] = {
    {"gather",
     [](Bench& b) { b.kernels().gather(b.context(), b.sum.data(), b.packed.data(), b.shuffled.data(), b.blocks()); }},
    {"bucket_step",
     [](Bench& b) {
       b.kernels().bucket_step(b.context(), b.affine.data(), b.packed.data(), b.shuffled.data(), b.blocks(),
                               b.entries.data());
     }},
    {"add",
     [](Bench& b) { b.kernels().add(b.context(), b.sum.data(), b.affine.data(), b.other.data(), b.blocks()); }},
    {"add_sub",
     [](Bench& b) {
       b.kernels().add_sub(b.context(), b.sum.data(), b.difference.data(), b.affine.data(), b.other.data(), b.blocks());
     }},
    {"dbl", [](Bench& b) { b.kernels().dbl(b.context(), b.sum.data(), b.affine.data(), b.blocks()); }},
    {"xyzz_accumulate",
     [](Bench& b) {
       b.kernels().xyzz_accumulate(b.context(), b.xyzz.data(), b.packed.data(), b.shuffled.data(), b.blocks());
     }},
    {"xyzz_add",
     [](Bench& b) { b.kernels().xyzz_add(b.context(), b.xyzz.data(), b.xyzz.data(), b.xyzz_other.data(), b.blocks()); }},
    {"xyzz_dbl", [](Bench& b) { b.kernels().xyzz_dbl(b.context(), b.xyzz.data(), b.xyzz.data(), b.blocks()); }},
    {"normalise", [](Bench& b) { b.kernels().normalise(b.context(), b.sum.data(), b.xyzz.data(), b.blocks()); }},
};

} // namespace

void add_kernel_benchmarks() {
  for (unsigned i = 0; i < group_count(); i++) {
    const Group& group = group_at(i);
    if (group.words == 1) continue;
    for (std::size_t j = 0; j < backend_count(); j++) {
      const Backend backend = backend_at(j);
      if (!backend.computes || !select_kernels(group, backend.name).ok()) continue;
      for (const Named& primitive : kPrimitives) {
        const std::string name =
            std::string("kernel/") + group.curve + "-" + group.group + "/" + backend.name + "/" + primitive.name;
        const Group* g = &group;
        add(name.c_str(), static_cast<double>(kDefaultBatchPoints), [g, backend, primitive](benchmark::State& state) {
          Bench bench(*g, backend.name);
          for (auto _ : state) primitive.run(bench);
        });
      }
    }
  }
}

} // namespace quiver::bench
