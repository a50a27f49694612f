#include "support/one_window.hpp"

#include <cstdlib>
#include <vector>

#include "msm/buckets.hpp"
#include "msm/horner.hpp"
#include "msm/reduce.hpp"

namespace quiver::test {

Error window_sum(const Runner& runner, void* out, const void* packed, const std::int32_t* digits, std::size_t n,
                 unsigned log_buckets, WindowForm form) {
  const Kernels& k = runner.kernels();
  const Window window{0, log_buckets + 1, true};
  std::vector<Key> keys;
  for (std::size_t i = 0; i < n; i++) {
    const auto size = static_cast<std::uint32_t>(std::abs(digits[i]));
    keys.push_back(size == 0 ? kNoKey : (size & ((1u << log_buckets) - 1)) | (digits[i] < 0 ? 0x80000000 : 0));
  }
  const std::size_t blocks = bucket_blocks(k, window);
  const auto buckets = static_cast<std::uint32_t>(blocks * k.lanes);
  Result<Buffer> affine = Buffer::allocate(blocks, k.affine_bytes);
  if (!affine.ok()) return affine.error();
  const KeySpan span{keys.data(), n, 0, buckets, 0};
  Error done = run_tasks(runner, 1, Phase::accumulate, [&](Context* ctx, std::size_t) {
    return accumulate_buckets(runner, ctx, affine.value().data(), buckets, packed, &span, 1,
                              form.batch_affine_accumulate);
  });
  if (!done.ok()) return done;
  Result<Terms> terms = Terms::create(k, most_terms(k, window));
  if (!terms.ok()) return terms.error();
  done = reduce_windows(runner, terms.value(), affine.value().data(), &window, 1, form.batch_affine_reduce);
  if (!done.ok()) return done;
  return run_tasks(runner, 1, Phase::combine, [&](Context* ctx, std::size_t) {
    return horner(ctx, out, terms.value().points(), terms.value().shifts(), terms.value().count());
  });
}

} // namespace quiver::test
