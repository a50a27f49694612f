// How buckets are dealt out to tasks.
#include "msm/layout.hpp"

#include <algorithm>
#include <vector>

#include "curve/groups.hpp"
#include "kernels/dispatch.hpp"
#include "support/rig.hpp"

namespace quiver {
namespace {

const Kernels& kernels_of(const char* backend) {
  static std::vector<Engine> engines;
  engines.push_back(std::move(Engine::create(*find_group("pallas", "g1"), backend).value()));
  return engines.back().kernels();
}

TEST(Layout, tasks_cover_every_bucket_once) {
  for (const char* backend : {"portable", "portable_x8"}) {
    const Kernels& k = kernels_of(backend);
    for (unsigned bits : {1u, 64u, 128u, 255u})
      for (unsigned count : {1u, 2u, 7u, 11u, 26u, 128u})
        for (unsigned width : {1u, 2u, 3u, 7u, 64u, 1000u}) {
          const unsigned covered = Windows::covered(bits, true);
          if (count > covered || (covered + count - 1) / count > 20) continue;
          const Windows windows = Windows::split(bits, count, true);
          const Layout layout(k, windows, 5000, width);
          std::vector<std::pair<std::uint32_t, std::uint32_t>> slices;
          for (std::size_t t = 0; t < layout.tasks(); t++) {
            const Layout::Slice s = layout.slice(t);
            ASSERT_LE(s.first, s.last);
            if (s.first == s.last) continue;
            slices.emplace_back(s.first, s.last);
            ASSERT_LT(s.first_window, s.end_window);
            ASSERT_LE(layout.first_bucket(s.first_window), s.first);
            ASSERT_GT(layout.first_bucket(s.first_window + 1), s.first);
            ASSERT_LT(layout.first_bucket(s.end_window - 1), s.last);
            ASSERT_GE(layout.first_bucket(s.end_window), s.last);
            ASSERT_EQ(s.first % k.lanes, 0u);
          }
          std::sort(slices.begin(), slices.end());
          std::uint32_t at = 0;
          for (auto [first, last] : slices) {
            ASSERT_EQ(first, at);
            at = last;
          }
          ASSERT_EQ(at, layout.buckets());
        }
  }
}

// Threads take the next task when they are free: how long the busiest works, in windows, against an equal share.
TEST(Layout, threads_finish_together) {
  const Kernels& k = kernels_of("portable");
  for (unsigned count = 8; count <= 16; count++)
    for (unsigned width : {2u, 3u, 4u, 7u}) {
      const Windows windows = Windows::split(128, count, true);
      const Layout layout(k, windows, 8192, width);
      const auto place = [&](std::uint32_t bucket, unsigned window) {
        const double size = layout.first_bucket(window + 1) - layout.first_bucket(window);
        return window + (bucket - layout.first_bucket(window)) / size;
      };
      std::vector<double> busy(width, 0);
      for (std::size_t t = 0; t < layout.tasks(); t++) {
        const Layout::Slice s = layout.slice(t);
        *std::min_element(busy.begin(), busy.end()) += place(s.last, s.end_window - 1) - place(s.first, s.first_window);
      }
      EXPECT_LE(*std::max_element(busy.begin(), busy.end()), 1.15 * count / width)
          << count << " windows, " << width << " threads";
    }
}

} // namespace
} // namespace quiver
