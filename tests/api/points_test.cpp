// The C ABI: prepared points, from every layout, checked in every mode, and read back.
#include <algorithm>

#include "api_rig.hpp"

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

struct Layout {
  const char* what;
  std::uint64_t stride, x, y, flag;
  bool has_flag;
  quiver_form form;
};

quiver_point_layout c_layout(const Layout& l) {
  quiver_point_layout out{};
  out.struct_size = sizeof out;
  out.form = l.form;
  out.stride = l.stride;
  out.x_offset = l.x;
  out.y_offset = l.y;
  out.flag_offset = l.flag;
  out.flag_size = l.has_flag;
  return out;
}

TEST(ApiPoints, every_layout_in_and_out) {
  for (const char* name : {"bn254-g1", "bls12-381-g2", "bls12-377-g1", "goldilocks-a1-b38"}) {
    const Group& group = *find_group(name, nullptr);
    const Known& k = known(group);
    const std::size_t c = k.curve.coordinate_bytes(), n = 19;
    PointSet set = k.troubled_points(n, 3);
    const Layout layouts[] = {
        {"packed", 0, 0, 0, 0, false, QUIVER_CANONICAL},
        {"packed, written out", 2 * c, 0, c, 0, false, QUIVER_CANONICAL},
        {"montgomery", 0, 0, 0, 0, false, QUIVER_MONTGOMERY},
        {"odd stride", 2 * c + 13, 0, 0, 0, false, QUIVER_MONTGOMERY},
        {"odd offsets", 2 * c + 40, 5, c + 11, 0, false, QUIVER_CANONICAL},
        {"y first", 2 * c + 24, c + 16, 8, 0, false, QUIVER_CANONICAL},
        {"flag behind", 2 * c + 8, 0, 0, 2 * c, true, QUIVER_MONTGOMERY}, // arkworks
        {"flag in front", 0, 8, 0, 0, true, QUIVER_CANONICAL},
        {"flag between", 0, 0, c + 1, c, true, QUIVER_CANONICAL},
        {"no stride, gaps", 0, 3, c + 9, 0, false, QUIVER_CANONICAL},
    };
    for (const char* backend : curve_backends(group))
      for (const Layout& l : layouts)
        for (std::size_t skew : {0u, 1u}) {
          SCOPED_TRACE(std::string(name) + ", " + backend + ": " + l.what);
          std::size_t y = l.y != 0 ? l.y : l.x + c;
          std::size_t end = std::max({l.x + c, y + c, l.has_flag ? l.flag + 1 : 0}), stride = l.stride ? l.stride : end;
          std::string memory(skew + (n - 1) * stride + end, '\x77'), canonical;
          for (std::size_t i = 0; i < n; i++) {
            char* at = memory.data() + skew + i * stride;
            CurvePoint p = set.points[i];
            bool flagged = l.has_flag && p.identity;
            // A flagged identity may hold anything in its coordinates; elsewhere it is (0, 0).
            if (!flagged) {
              k.curve.put(at + l.x, p.identity ? Curve::Element{0, 0} : p.x, l.form == QUIVER_MONTGOMERY);
              k.curve.put(at + y, p.identity ? Curve::Element{0, 0} : p.y, l.form == QUIVER_MONTGOMERY);
            } else {
              std::memset(at + l.x, 0xff, c);
            }
            if (l.has_flag) at[l.flag] = flagged ? static_cast<char>(i == 3 ? 0x80 : 1) : 0;
          }
          quiver_point_layout layout = c_layout(l);
          quiver_run_options options = run_on(backend);
          quiver_points* raw = nullptr;
          ErrorBox error;
          ASSERT_EQ(quiver_points_create(handle(group), &raw, memory.data() + skew, n, &layout,
                                         QUIVER_VALIDATE_SUBGROUP, &options, error),
                    QUIVER_OK)
              << error.error.message;
          Points points(raw);
          std::string back(n * 2 * c, 'u');
          ASSERT_EQ(quiver_points_read(raw, back.data(), 0, n, nullptr, error), QUIVER_OK);
          EXPECT_EQ(back, encode(k.curve, set.points));

          // Written in the same layout, with every byte in between left alone.
          std::string again(memory.size() + 7, '\x33'), wanted = again;
          for (std::size_t i = 0; i < n; i++) {
            char* at = wanted.data() + skew + i * stride;
            CurvePoint p = set.points[i];
            k.curve.put(at + l.x, p.identity ? Curve::Element{0, 0} : p.x, l.form == QUIVER_MONTGOMERY);
            k.curve.put(at + y, p.identity ? Curve::Element{0, 0} : p.y, l.form == QUIVER_MONTGOMERY);
            if (l.has_flag) at[l.flag] = p.identity;
          }
          ASSERT_EQ(quiver_points_read(raw, again.data() + skew, 0, n, &layout, error), QUIVER_OK);
          EXPECT_EQ(again, wanted);
        }
  }
}

TEST(ApiPoints, impossible_layouts_are_refused) {
  const Known& k = known(bn254());
  std::string point = k.curve.encode(k.curve.generator()) + zeros(64), out(128, 'u');
  Points good = prepare(bn254(), point);
  auto refuse = [&](const char* what, quiver_point_layout layout) {
    quiver_points* points = nullptr;
    ErrorBox error;
    EXPECT_TRUE(failed(
        quiver_points_create(handle(bn254()), &points, point.data(), 1, &layout, QUIVER_VALIDATE_TRUST, nullptr, error),
        error.error, QUIVER_INVALID_ARGUMENT))
        << what;
    EXPECT_EQ(points, nullptr);
    EXPECT_TRUE(
        failed(quiver_points_read(good.get(), out.data(), 0, 1, &layout, error), error.error, QUIVER_INVALID_ARGUMENT))
        << what;
    EXPECT_EQ(out, std::string(128, 'u')) << what;
  };
  constexpr std::uint64_t huge = UINT64_MAX;
  refuse("y inside x", c_layout({"", 0, 0, 31, 0, false, QUIVER_CANONICAL}));
  refuse("x inside y", c_layout({"", 0, 31, 1, 0, false, QUIVER_CANONICAL}));
  refuse("x on y", c_layout({"", 0, 8, 8, 0, false, QUIVER_CANONICAL}));
  refuse("stride shorter than a point", c_layout({"", 63, 0, 0, 0, false, QUIVER_CANONICAL}));
  refuse("stride that the flag does not fit in", c_layout({"", 64, 0, 0, 64, true, QUIVER_CANONICAL}));
  refuse("flag in x", c_layout({"", 0, 0, 0, 0, true, QUIVER_CANONICAL}));
  refuse("flag in x's last byte", c_layout({"", 0, 0, 0, 31, true, QUIVER_CANONICAL}));
  refuse("flag in y", c_layout({"", 0, 0, 0, 63, true, QUIVER_CANONICAL}));
  for (std::uint64_t absurd : {huge, huge - 31, huge - 63, std::uint64_t{1} << 63, (std::uint64_t{1} << 40) + 1}) {
    refuse("absurd stride", c_layout({"", absurd, 0, 0, 0, false, QUIVER_CANONICAL}));
    refuse("absurd x", c_layout({"", 0, absurd, 0, 0, false, QUIVER_CANONICAL}));
    refuse("absurd y", c_layout({"", 0, 0, absurd, 0, false, QUIVER_CANONICAL}));
    refuse("absurd flag", c_layout({"", 0, 0, 0, absurd, true, QUIVER_CANONICAL}));
  }
  quiver_point_layout layout = c_layout({"", 0, 0, 0, 0, false, QUIVER_CANONICAL});
  layout.form = 2;
  refuse("unknown form", layout);
  layout.form = QUIVER_CANONICAL;
  layout.flag_size = 2;
  layout.flag_offset = 64;
  refuse("flag of two bytes", layout);
  // A shorter struct: the flag that it does not reach is none.
  layout.struct_size = offsetof(quiver_point_layout, flag_size);
  quiver_points* points = nullptr;
  EXPECT_EQ(quiver_points_create(handle(bn254()), &points, point.data(), 1, &layout, QUIVER_VALIDATE_ON_CURVE, nullptr,
                                 nullptr),
            QUIVER_OK);
  quiver_points_destroy(points);
}

TEST(ApiPoints, null_arguments_and_modes) {
  const Known& k = known(bn254());
  std::string point = k.curve.encode(k.curve.generator());
  quiver_points* points = nullptr;
  ErrorBox error;
  EXPECT_TRUE(
      failed(quiver_points_create(nullptr, &points, point.data(), 1, nullptr, QUIVER_VALIDATE_TRUST, nullptr, error),
             error.error, QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(failed(
      quiver_points_create(handle(bn254()), nullptr, point.data(), 1, nullptr, QUIVER_VALIDATE_TRUST, nullptr, error),
      error.error, QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(
      failed(quiver_points_create(handle(bn254()), &points, nullptr, 1, nullptr, QUIVER_VALIDATE_TRUST, nullptr, error),
             error.error, QUIVER_INVALID_ARGUMENT));
  for (int mode : {0, 4, 100, -1})
    EXPECT_TRUE(failed(quiver_points_create(handle(bn254()), &points, point.data(), 1, nullptr,
                                            static_cast<quiver_validation>(mode & 0xff), nullptr, error),
                       error.error, QUIVER_INVALID_ARGUMENT))
        << mode;
  EXPECT_EQ(points, nullptr);
  EXPECT_EQ(quiver_points_create(nullptr, &points, nullptr, 1, nullptr, QUIVER_VALIDATE_TRUST, nullptr, nullptr),
            QUIVER_INVALID_ARGUMENT); // no error wanted
  quiver_points_destroy(nullptr);

  // None at all is fine, from a null pointer too.
  for (int mode = QUIVER_VALIDATE_TRUST; mode <= QUIVER_VALIDATE_SUBGROUP; mode++) {
    ASSERT_EQ(quiver_points_create(handle(bn254()), &points, nullptr, 0, nullptr, static_cast<quiver_validation>(mode),
                                   nullptr, error),
              QUIVER_OK);
    EXPECT_EQ(quiver_points_count(points), 0u);
    EXPECT_EQ(quiver_points_read(points, nullptr, 0, 0, nullptr, error), QUIVER_OK);
    quiver_points_destroy(points);
    points = nullptr;
  }
  // Options of a caller with a shorter struct, and all zero.
  quiver_run_options options{8, 2, "this must not be read"};
  ASSERT_EQ(
      quiver_points_create(handle(bn254()), &points, point.data(), 1, nullptr, QUIVER_VALIDATE_TRUST, &options, error),
      QUIVER_OK);
  quiver_points_destroy(points);
}

// More points than memory can hold: refused, whatever the product of sizes wraps to.
TEST(ApiPoints, absurd_lengths_run_out_of_memory) {
  std::string bytes(4096, '\0'), out(4096, 'u');
  for (std::size_t n : {SIZE_MAX, SIZE_MAX / 64, SIZE_MAX / 64 + 1, SIZE_MAX / 32 + 1, std::size_t{1} << 55}) {
    ErrorBox error;
    quiver_points* points = nullptr;
    EXPECT_TRUE(failed(
        quiver_points_create(handle(bn254()), &points, bytes.data(), n, nullptr, QUIVER_VALIDATE_TRUST, nullptr, error),
        error.error, QUIVER_OUT_OF_MEMORY))
        << n;
    EXPECT_EQ(points, nullptr);
    EXPECT_TRUE(failed(quiver_decompress(handle(bn254()), out.data(), bytes.data(),
                                         reinterpret_cast<const std::uint8_t*>(bytes.data()), n, QUIVER_SIGN_ODD,
                                         nullptr, error),
                       error.error, QUIVER_OUT_OF_MEMORY))
        << n;
    EXPECT_TRUE(failed(quiver_multiples(handle(bn254()), out.data(), nullptr,
                                        reinterpret_cast<const std::uint64_t*>(bytes.data()), n, nullptr, error),
                       error.error, QUIVER_OUT_OF_MEMORY))
        << n;
    EXPECT_EQ(out, std::string(4096, 'u'));
  }
}

TEST(ApiPoints, what_is_known_of_them) {
  for (std::size_t g = 0; g < quiver_group_count(); g++) {
    const Group& group = group_at(static_cast<unsigned>(g));
    const Known& k = known(group);
    std::string bytes = encode(k.curve, k.random_points(5, 1).points);
    bool cofactor_one = group.subgroup_test == SubgroupTest::cofactor_one;
    EXPECT_EQ(quiver_points_subgroup(prepare(group, bytes, nullptr, QUIVER_VALIDATE_TRUST).get()),
              QUIVER_SUBGROUP_ASSUMED);
    EXPECT_EQ(quiver_points_subgroup(prepare(group, bytes, nullptr, QUIVER_VALIDATE_ON_CURVE).get()),
              cofactor_one ? QUIVER_SUBGROUP_CHECKED : QUIVER_SUBGROUP_UNKNOWN);
    Points points = prepare(group, bytes, nullptr, QUIVER_VALIDATE_SUBGROUP);
    EXPECT_EQ(quiver_points_subgroup(points.get()), QUIVER_SUBGROUP_CHECKED);
    EXPECT_EQ(quiver_points_group(points.get()), quiver_group_at(g));
    EXPECT_EQ(quiver_points_count(points.get()), 5u);
    const char* best = nullptr;
    ASSERT_EQ(quiver_backend_select(quiver_group_at(g), &best, nullptr, nullptr), QUIVER_OK);
    EXPECT_STREQ(quiver_points_backend(points.get()), best);
  }
}

TEST(ApiPoints, memory_is_the_points_and_little_more) {
  const Known& k = known(bn254());
  std::string one = k.curve.encode(k.curve.generator()), bytes;
  std::size_t empty = quiver_points_memory(prepare(bn254(), "").get());
  EXPECT_GT(empty, 0u);
  EXPECT_LT(empty, 32768u);
  for (std::size_t n : {1u, 1000u}) {
    while (bytes.size() < n * one.size()) bytes += one;
    for (const char* backend : curve_backends(bn254())) {
      std::size_t memory = quiver_points_memory(prepare(bn254(), bytes, backend).get());
      EXPECT_GE(memory, n * 64) << backend;
      EXPECT_LE(memory, n * 64 + 32768) << backend;
    }
  }
}

// A bad point is named by its number, the first one if there are several, wherever tiles and lanes begin.
TEST(ApiPoints, bad_points_are_named) {
  const Known& k = known(bn254());
  const std::size_t n = 2 * kTile + 45;
  std::string one = k.curve.encode(k.curve.generator()), good;
  for (std::size_t i = 0; i < n; i++) good += one;
  std::string off_curve = one, x_at_modulus = one, y_at_modulus = one;
  off_curve[40]++;
  put_words(x_at_modulus.data(), k.curve.p(), 4);
  std::memset(y_at_modulus.data() + 32, 0xff, 32);
  for (const char* backend : curve_backends(bn254()))
    for (std::size_t at : {std::size_t{0}, std::size_t{7}, std::size_t{8}, kTile - 1, kTile, 2 * kTile - 1, n - 1}) {
      for (const std::string* bad : {&off_curve, &x_at_modulus, &y_at_modulus}) {
        std::string bytes = good;
        bytes.replace(at * 64, 64, *bad);
        if (at + 1 < n) bytes.replace((n - 1) * 64, 64, *bad); // and a later one
        for (quiver_validation mode : {QUIVER_VALIDATE_TRUST, QUIVER_VALIDATE_ON_CURVE, QUIVER_VALIDATE_SUBGROUP}) {
          if (mode == QUIVER_VALIDATE_SUBGROUP && at != kTile) continue;
          if (mode == QUIVER_VALIDATE_TRUST && at != kTile && at != 0) continue;
          quiver_points* points = nullptr;
          quiver_run_options options = run_on(backend, 3);
          ErrorBox error;
          quiver_status status =
              quiver_points_create(handle(bn254()), &points, bytes.data(), n, nullptr, mode, &options, error);
          if (bad == &off_curve && mode == QUIVER_VALIDATE_TRUST) {
            EXPECT_EQ(status, QUIVER_OK); // the caller vouches
            quiver_points_destroy(points);
            continue;
          }
          EXPECT_TRUE(failed(status, error.error, QUIVER_BAD_DATA, at)) << backend << ", mode " << mode;
          EXPECT_NE(std::string(error.error.message).find(std::to_string(at)), std::string::npos);
          EXPECT_EQ(points, nullptr);
        }
      }
    }
}

TEST(ApiPoints, points_outside_the_subgroup_are_named) {
  for (const SmallOrder& s : small_orders()) {
    const Group* found = find_group(s.group.curve, s.group.group);
    if (found == nullptr || s.name.find("field") != std::string::npos) continue; // the curve is no group of the list
    const Group& group = *found;
    const Known& k = known(group);
    const std::size_t n = s.m != 3 ? 20 : too_many(kTile) ? 70 : kTile + 20;
    std::string one = k.curve.encode(k.curve.generator()), good, bad = k.curve.encode(s.multiples[1]);
    for (std::size_t i = 0; i < n; i++) good += one;
    // A sum of a good point and one of small order, too.
    std::string mixed = k.curve.encode(k.curve.sum(s.multiples[1], k.curve.generator()));
    for (const char* backend : curve_backends(group)) {
      if (n > 1000 && backend != std::string(quiver_points_backend(prepare(group, one).get()))) continue; // the fastest
      for (std::size_t at : {std::size_t{0}, std::size_t{9}, kTile - 1, kTile, n - 1}) {
        if (at >= n || (n > 1000 && at != kTile - 1 && at != kTile)) continue;
        for (const std::string& point : {bad, mixed}) {
          if (n > 1000 && &point != &bad) continue;
          std::string bytes = good;
          bytes.replace(at * one.size(), one.size(), point);
          quiver_points* points = nullptr;
          quiver_run_options options = run_on(backend, 2);
          ErrorBox error;
          EXPECT_TRUE(failed(quiver_points_create(handle(group), &points, bytes.data(), n, nullptr,
                                                  QUIVER_VALIDATE_SUBGROUP, &options, error),
                             error.error, QUIVER_BAD_DATA, at))
              << s.name << " on " << backend;
          EXPECT_EQ(points, nullptr);
          if (n < 1000) {
            EXPECT_EQ(quiver_points_subgroup(prepare(group, bytes, backend, QUIVER_VALIDATE_ON_CURVE).get()),
                      QUIVER_SUBGROUP_UNKNOWN);
          }
        }
      }
    }
  }
}

TEST(ApiPoints, read_ranges) {
  const Known& k = known(bn254());
  PointSet set = k.troubled_points(23, 8);
  std::string bytes = encode(k.curve, set.points);
  for (const char* backend : curve_backends(bn254())) {
    Points points = prepare(bn254(), bytes, backend);
    for (std::size_t first : {0u, 1u, 7u, 8u, 15u, 22u, 23u})
      for (std::size_t n : {0u, 1u, 8u, 9u, 23u}) {
        std::string out((n + 1) * 64, 'u');
        ErrorBox error;
        quiver_status status = quiver_points_read(points.get(), out.data(), first, n, nullptr, error);
        if (first + n > 23) {
          EXPECT_TRUE(failed(status, error.error, QUIVER_INVALID_ARGUMENT)) << first << " + " << n;
          EXPECT_EQ(out, std::string(out.size(), 'u'));
        } else {
          ASSERT_EQ(status, QUIVER_OK);
          EXPECT_EQ(out, bytes.substr(first * 64, n * 64) + std::string(64, 'u')) << first << " + " << n;
        }
      }
    std::string out(64, 'u');
    ErrorBox error;
    for (auto [first, n] :
         {std::pair<std::size_t, std::size_t>{SIZE_MAX, 1}, {1, SIZE_MAX}, {24, 0}, {SIZE_MAX, SIZE_MAX}})
      EXPECT_TRUE(failed(quiver_points_read(points.get(), out.data(), first, n, nullptr, error), error.error,
                         QUIVER_INVALID_ARGUMENT));
    EXPECT_TRUE(
        failed(quiver_points_read(points.get(), nullptr, 0, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
    EXPECT_TRUE(
        failed(quiver_points_read(nullptr, out.data(), 0, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  }
}

} // namespace
} // namespace quiver
