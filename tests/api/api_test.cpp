// The C ABI, function by function: results, refusals, what is left untouched, and structs of other versions.
#include <algorithm>
#include <cctype>

#include "api_rig.hpp"

// tests/api/api_c_test.c: the header as a C compiler sees it. Null, or the complaint.
extern "C" const char* quiver_api_c_test(void) __attribute__((weak));

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

constexpr std::size_t kTile = 4096; // points that are checked and converted together

const Group& bn254() { return *find_group("bn254", "g1"); }

std::string zeros(std::size_t n) { return std::string(n, '\0'); }

// ---- names and lists -------------------------------------------------------------------------------------------------

TEST(ApiC, header_and_library_serve_c) {
  if (quiver_api_c_test == nullptr) GTEST_SKIP() << "api_c_test.c is not part of this program";
  EXPECT_STREQ(quiver_api_c_test(), nullptr);
}

TEST(ApiInfo, version_and_status_names) {
  EXPECT_EQ(std::string(quiver_version()), std::to_string(QUIVER_VERSION_MAJOR) + "." +
                                               std::to_string(QUIVER_VERSION_MINOR) + "." +
                                               std::to_string(QUIVER_VERSION_PATCH));
  std::vector<std::string> names;
  for (int status = QUIVER_OK; status <= QUIVER_INTERNAL; status++) {
    names.push_back(quiver_status_name(static_cast<quiver_status>(status)));
    EXPECT_FALSE(names.back().empty());
  }
  EXPECT_EQ(names[QUIVER_OK], "ok");
  EXPECT_EQ(names[QUIVER_BAD_DATA], "bad data");
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
  EXPECT_NE(quiver_status_name(static_cast<quiver_status>(7 + 1)), nullptr);
  ASSERT_NE(quiver_cpu_features(), nullptr);
}

TEST(ApiGroups, list_and_spellings) {
  ASSERT_EQ(quiver_group_count(), group_count());
  EXPECT_EQ(quiver_group_at(quiver_group_count()), nullptr);
  EXPECT_EQ(quiver_group_at(SIZE_MAX), nullptr);
  const quiver_group* g1 = quiver_group_find("bls12-381", nullptr);
  ASSERT_NE(g1, nullptr);
  for (const char* name : {"bls12-381", "bls12_381", "bls12-381-g1", "bls12_381_g1", "bls12_381-g1"})
    EXPECT_EQ(quiver_group_find(name, nullptr), g1) << name;
  EXPECT_EQ(quiver_group_find("bls12-381", "g1"), g1);
  const quiver_group* g2 = quiver_group_find("bls12-381", "g2");
  ASSERT_NE(g2, nullptr);
  EXPECT_NE(g2, g1);
  EXPECT_EQ(quiver_group_find("bls12_381-g2", nullptr), g2);
  EXPECT_EQ(quiver_group_find("bls12_381-g2", "g1"), g2); // the suffix decides
  EXPECT_EQ(quiver_group_find(nullptr, nullptr), nullptr);
  EXPECT_EQ(quiver_group_find("", nullptr), nullptr);
  EXPECT_EQ(quiver_group_find("bls12-382", nullptr), nullptr);
  EXPECT_EQ(quiver_group_find("bls12-381", "g3"), nullptr);
  EXPECT_EQ(quiver_group_find("pallas", "g2"), nullptr);
}

TEST(ApiGroups, contents) {
  for (std::size_t i = 0; i < quiver_group_count(); i++) {
    const quiver_group* group = quiver_group_at(i);
    quiver_group_info info;
    std::memset(&info, 0xcc, sizeof info);
    info.struct_size = sizeof info;
    ASSERT_EQ(quiver_group_get_info(group, &info), QUIVER_OK);
    EXPECT_EQ(quiver_group_find(info.curve, info.group), group) << info.curve;
    EXPECT_EQ(std::strchr(info.curve, '_'), nullptr) << info.curve;
    EXPECT_TRUE(info.field_words == 1 || info.field_words == 4 || info.field_words == 6);

    // The generator, from the numbers alone, is on the curve and of order r.
    Group plain = group_at(static_cast<unsigned>(i));
    EXPECT_EQ(info.field_words, plain.words);
    EXPECT_EQ(info.degree, plain.degree);
    EXPECT_EQ(info.non_residue, plain.degree == 2 ? plain.non_residue : 0);
    mpz_class p = integer(info.modulus, 6), r = integer(info.order, 4);
    EXPECT_EQ(mpz_sizeinbase(r.get_mpz_t(), 2), info.order_bits);
    auto field_constant = [&](const std::uint64_t* words) {
      FieldConstant c{};
      for (unsigned d = 0; d < info.degree; d++) copy_words(c.c[d], words + d * info.field_words, info.field_words);
      return c;
    };
    plain.a = field_constant(info.a);
    plain.b = field_constant(info.b);
    plain.generator_x = field_constant(info.generator);
    plain.generator_y = field_constant(info.generator + info.degree * info.field_words);
    Curve curve(plain);
    EXPECT_TRUE(curve.p() == p);
    EXPECT_TRUE(curve.contains(curve.generator()));
    EXPECT_TRUE(curve.times(r, curve.generator()).identity);
    EXPECT_EQ(info.cofactor_is_one != 0, group_at(static_cast<unsigned>(i)).cofactor[0] == 1 &&
                                             is_zero_words(group_at(static_cast<unsigned>(i)).cofactor + 1, 7));
    for (unsigned w = 2 * info.degree * info.field_words; w < 24; w++) EXPECT_EQ(info.generator[w], 0u);
  }
  quiver_group_info info{};
  info.struct_size = sizeof info;
  ASSERT_EQ(quiver_group_get_info(quiver_group_find("bls12_381", "g2"), &info), QUIVER_OK);
  EXPECT_STREQ(info.curve, "bls12-381");
  EXPECT_STREQ(info.group, "g2");
  EXPECT_EQ(info.field_words, 6u);
  EXPECT_EQ(info.degree, 2u);
  EXPECT_EQ(info.non_residue, -1);
  EXPECT_EQ(info.order_bits, 255u);
  EXPECT_EQ(info.cofactor_is_one, 0u);
  EXPECT_EQ(info.b[0], 4u);
  EXPECT_EQ(info.b[6], 4u);
  EXPECT_EQ(quiver_group_get_info(nullptr, &info), QUIVER_INVALID_ARGUMENT);
  EXPECT_EQ(quiver_group_get_info(quiver_group_at(0), nullptr), QUIVER_INVALID_ARGUMENT);
}

/// A T of `size` bytes between guards, as callers of other versions have it.
template <class T> struct Foreign {
  explicit Foreign(std::uint32_t size) : bytes(size + 64 + sizeof(T), '\x5a') {
    std::memcpy(bytes.data(), &size, sizeof size);
  }
  T* get() { return reinterpret_cast<T*>(bytes.data()); }
  /// Whether nothing changed from `offset` on.
  bool untouched_from(std::size_t offset) const { return bytes.find_first_not_of('\x5a', offset) == std::string::npos; }
  std::uint32_t size() const {
    std::uint32_t out;
    std::memcpy(&out, bytes.data(), sizeof out);
    return out;
  }
  alignas(8) std::string bytes;
};

TEST(ApiStructs, older_callers_get_what_they_have_room_for) {
  quiver_group_info full{};
  full.struct_size = sizeof full;
  ASSERT_EQ(quiver_group_get_info(quiver_group_at(0), &full), QUIVER_OK);
  for (std::uint32_t size : {0u, 4u, 8u, 20u, 24u, 40u, static_cast<unsigned>(sizeof full)}) {
    Foreign<quiver_group_info> old(size);
    ASSERT_EQ(quiver_group_get_info(quiver_group_at(0), old.get()), QUIVER_OK);
    EXPECT_EQ(old.size(), size);
    EXPECT_TRUE(old.untouched_from(std::max(size, 4u)));
    if (size > 4) {
      EXPECT_EQ(std::memcmp(old.bytes.data() + 4, reinterpret_cast<char*>(&full) + 4, size - 4), 0);
    }
  }
  for (std::uint32_t size : {4u, 16u, 24u}) {
    Foreign<quiver_backend_info> old(size);
    ASSERT_EQ(quiver_backend_at(0, old.get()), QUIVER_OK);
    EXPECT_TRUE(old.untouched_from(size));
    EXPECT_EQ(old.size(), size);
  }
  for (std::uint32_t size : {0u, 4u, 8u, 16u, 17u, 24u, 40u, 271u}) {
    Foreign<quiver_error> old(size);
    EXPECT_EQ(quiver_points_create(nullptr, nullptr, nullptr, 0, nullptr, QUIVER_VALIDATE_TRUST, nullptr, old.get()),
              QUIVER_INVALID_ARGUMENT);
    EXPECT_TRUE(old.untouched_from(std::max(size, 4u))) << size;
    EXPECT_EQ(old.size(), size);
    // Whatever part of the message there is room for ends there.
    if (size > 16) {
      EXPECT_NE(std::memchr(old.bytes.data() + 16, '\0', size - 16), nullptr) << size;
    }
  }
}

TEST(ApiStructs, future_callers_keep_what_we_do_not_know) {
  Foreign<quiver_group_info> info(sizeof(quiver_group_info) + 32);
  ASSERT_EQ(quiver_group_get_info(quiver_group_at(0), info.get()), QUIVER_OK);
  EXPECT_TRUE(info.untouched_from(sizeof(quiver_group_info)));
  EXPECT_EQ(info.size(), sizeof(quiver_group_info) + 32);
  Foreign<quiver_error> error(sizeof(quiver_error) + 8);
  EXPECT_EQ(quiver_points_create(nullptr, nullptr, nullptr, 0, nullptr, QUIVER_VALIDATE_TRUST, nullptr, error.get()),
            QUIVER_INVALID_ARGUMENT);
  EXPECT_TRUE(error.untouched_from(sizeof(quiver_error)));
}

// ---- back ends -------------------------------------------------------------------------------------------------------

TEST(ApiBackends, list) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < quiver_backend_count(); i++) {
    quiver_backend_info info;
    std::memset(&info, 0xcc, sizeof info);
    info.struct_size = sizeof info;
    ASSERT_EQ(quiver_backend_at(i, &info), QUIVER_OK);
    names.push_back(info.name);
    ASSERT_NE(info.reason, nullptr);
    EXPECT_EQ(info.available != 0, info.reason[0] == '\0') << info.name;
    if (info.available != 0) {
      EXPECT_GE(info.lanes, 1u) << info.name;
    }
    EXPECT_EQ(info.computes != 0, names.back() != "counting");
    if (names.back() == "portable") {
      EXPECT_EQ(info.available, 1u);
      EXPECT_EQ(info.lanes, 1u);
    }
    if (names.back() == "portable_x8" && info.available != 0) {
      EXPECT_EQ(info.lanes, 8u);
    }
  }
  for (const char* name : {"portable", "portable_x8", "x64_adx", "counting"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  quiver_backend_info info{};
  info.struct_size = sizeof info;
  EXPECT_EQ(quiver_backend_at(quiver_backend_count(), &info), QUIVER_INVALID_ARGUMENT);
  EXPECT_EQ(quiver_backend_at(SIZE_MAX, &info), QUIVER_INVALID_ARGUMENT);
  EXPECT_EQ(quiver_backend_at(0, nullptr), QUIVER_INVALID_ARGUMENT);
}

TEST(ApiBackends, selection) {
  Environment none("QUIVER_BACKEND", nullptr);
  for (std::size_t g = 0; g < quiver_group_count(); g++) {
    const quiver_group* group = quiver_group_at(g);
    unsigned words = group_at(static_cast<unsigned>(g)).words;
    const char *best = nullptr, *name = nullptr;
    ErrorBox error;
    ASSERT_EQ(quiver_backend_select(group, &best, nullptr, error), QUIVER_OK);
    EXPECT_EQ(error.error.status, 0u);
    for (const char* automatic : {"auto", ""}) {
      ASSERT_EQ(quiver_backend_select(group, &name, automatic, error), QUIVER_OK);
      EXPECT_STREQ(name, best);
    }
    for (std::size_t i = 0; i < quiver_backend_count(); i++) {
      Backend b = backend_at(i);
      bool serves = b.available && (words > 1 || std::strcmp(b.name, "portable") == 0 || !b.computes);
      name = "untouched";
      ErrorBox e;
      quiver_status status = quiver_backend_select(group, &name, b.name, e);
      if (serves) {
        EXPECT_EQ(status, QUIVER_OK) << b.name;
        EXPECT_STREQ(name, b.name);
      } else {
        EXPECT_TRUE(failed(status, e.error, QUIVER_UNSUPPORTED)) << b.name;
        EXPECT_STREQ(name, "untouched");
      }
      // The environment asks in the same way, and an argument overrules it.
      Environment forced("QUIVER_BACKEND", b.name);
      EXPECT_EQ(quiver_backend_select(group, &name, nullptr, nullptr), status);
      EXPECT_EQ(quiver_backend_select(group, &name, "auto", nullptr), status);
      if (serves) {
        EXPECT_STREQ(name, b.name);
      }
      ASSERT_EQ(quiver_backend_select(group, &name, "portable", nullptr), QUIVER_OK);
      EXPECT_STREQ(name, "portable");
    }
    ErrorBox e;
    EXPECT_TRUE(failed(quiver_backend_select(group, &name, "Portable", e), e.error, QUIVER_INVALID_ARGUMENT));
    Environment unknown("QUIVER_BACKEND", "no such thing");
    EXPECT_TRUE(failed(quiver_backend_select(group, &name, nullptr, e), e.error, QUIVER_INVALID_ARGUMENT));
  }
  ErrorBox error;
  const char* name = nullptr;
  EXPECT_TRUE(failed(quiver_backend_select(nullptr, &name, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(
      failed(quiver_backend_select(quiver_group_at(0), nullptr, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
}

TEST(ApiBackends, every_call_refuses_what_cannot_serve_it) {
  const Known& k = known(bn254());
  std::string point = k.curve.encode(k.curve.generator()), out(64, 'u');
  std::uint64_t scalar[4] = {5};
  std::uint8_t sign = 0;
  const std::pair<const char*, quiver_status> cases[] = {{"nonsense", QUIVER_INVALID_ARGUMENT},
                                                         {"counting", QUIVER_UNSUPPORTED}};
  for (auto [backend, status] : cases)
    for (bool environment : {false, true}) {
      Environment forced("QUIVER_BACKEND", environment ? backend : nullptr);
      quiver_run_options options = run_on(environment ? nullptr : backend);
      quiver_points* points = nullptr;
      ErrorBox error;
      EXPECT_TRUE(failed(quiver_points_create(handle(bn254()), &points, point.data(), 1, nullptr, QUIVER_VALIDATE_TRUST,
                                              &options, error),
                         error.error, status));
      EXPECT_EQ(points, nullptr);
      EXPECT_TRUE(failed(
          quiver_decompress(handle(bn254()), out.data(), point.data(), &sign, 1, QUIVER_SIGN_ODD, &options, error),
          error.error, status));
      EXPECT_TRUE(failed(quiver_multiples(handle(bn254()), out.data(), nullptr, scalar, 1, &options, error),
                         error.error, status));
      EXPECT_EQ(out, std::string(64, 'u'));
    }
}

/// Calls so far, by back end.
std::map<std::string, std::uint64_t> calls() {
  std::map<std::string, std::uint64_t> out;
  for (std::size_t i = 0; i < quiver_backend_count(); i++) {
    quiver_backend_info info{};
    info.struct_size = sizeof info;
    EXPECT_EQ(quiver_backend_at(i, &info), QUIVER_OK);
    out[info.name] = info.calls;
  }
  return out;
}

TEST(ApiBackends, the_forced_one_runs_and_no_other_with_the_same_bits) {
  std::vector<mpz_class> scalars;
  gmp_randclass random(gmp_randinit_mt);
  random.seed(1);
  constexpr std::size_t n = 11;
  for (std::size_t i = 0; i < n; i++) scalars.push_back(random.get_z_bits(i < 9 ? 96 : 256));
  ScalarArray array(scalars);
  for (std::size_t g = 0; g < quiver_group_count(); g++) {
    const Group& group = group_at(static_cast<unsigned>(g));
    const Known& k = known(group);
    PointSet set = k.troubled_points(n, g);
    std::string bytes = encode(k.curve, set.points), x, signs_of_zero(n, '\0');
    for (const CurvePoint& p : set.points) {
      std::string one(k.curve.coordinate_bytes(), '\0');
      k.curve.put(one.data(), p.identity ? k.curve.generator().x : p.x);
      x += one;
    }
    mpz_class log = 0;
    for (std::size_t i = 0; i < n; i++) log += scalars[i] * set.logs[i];
    std::string expected = k.curve.encode(k.times(log)), first_roots;
    for (const char* backend : curve_backends(group))
      for (bool environment : {false, true}) {
        Environment forced("QUIVER_BACKEND", environment ? backend : nullptr);
        // A lane back end combines on the machine's best scalar one.
        std::string serial = backend;
        if (backend == std::string("portable_x8"))
          serial = select_kernels(group, "x64_adx").ok() ? "x64_adx" : "portable";
        auto before = calls();
        for (unsigned threads : {environment ? 3u : 1u}) {
          Points points = prepare(group, bytes, environment ? nullptr : backend, QUIVER_VALIDATE_SUBGROUP, threads);
          ASSERT_NE(points, nullptr);
          EXPECT_STREQ(quiver_points_backend(points.get()), backend);
          quiver_msm_job job = job_over(points.get(), array.view.base, n);
          quiver_msm_options options{sizeof options, QUIVER_ALGORITHM_AUTO, threads, 0};
          std::string result(k.curve.point_bytes(), 'u'), roots(n * k.curve.point_bytes(), 'u'), products = roots;
          EXPECT_EQ(quiver_msm(result.data(), &job, 1, &options, nullptr), QUIVER_OK);
          EXPECT_EQ(result, expected) << backend << ", " << threads << " threads";
          quiver_run_options run = run_on(environment ? nullptr : backend, threads);
          EXPECT_EQ(quiver_decompress(handle(group), roots.data(), x.data(),
                                      reinterpret_cast<const std::uint8_t*>(signs_of_zero.data()), n,
                                      QUIVER_SIGN_LARGER, &run, nullptr),
                    QUIVER_OK);
          if (first_roots.empty()) first_roots = roots;
          EXPECT_EQ(roots, first_roots) << backend;
          EXPECT_EQ(quiver_multiples(handle(group), products.data(), nullptr, array.words(), n, &run, nullptr),
                    QUIVER_OK);
          EXPECT_EQ(products.substr(0, result.size()), k.curve.encode(k.times(scalars[0]))) << backend;
        }
        auto after = calls();
        EXPECT_GT(after[backend], before[backend]) << backend;
        for (const auto& [name, count] : after)
          if (name != backend && name != serial) {
            EXPECT_EQ(count, before[name]) << name << " ran, though " << backend << " was asked for";
          }
      }
  }
}

// ---- points ----------------------------------------------------------------------------------------------------------

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

// ---- decompression ---------------------------------------------------------------------------------------------------

bool larger(const Curve& curve, const Curve::Element& y, const Curve::Element& negated) {
  if (curve.group().degree == 2 && y.second != negated.second) return y.second > negated.second;
  return y.first > negated.first;
}
bool odd(const Curve& curve, const Curve::Element& y) {
  const mpz_class& c = curve.group().degree == 2 && y.first == 0 ? y.second : y.first;
  return mpz_odd_p(c.get_mpz_t()) != 0;
}

/// Both signs of each point come back under each rule.
void decompress_all(const Curve& curve, const std::vector<CurvePoint>& points) {
  const Group& group = curve.group();
  const std::size_t c = curve.coordinate_bytes(), n = points.size();
  for (quiver_sign_rule rule : {QUIVER_SIGN_LARGER, QUIVER_SIGN_ODD}) {
    std::string x(n * c, '\0'), wanted = encode(curve, points);
    std::vector<std::uint8_t> signs(n);
    for (std::size_t i = 0; i < n; i++) {
      const CurvePoint& p = points[i];
      if (!p.identity) curve.put(x.data() + i * c, p.x);
      bool set = !p.identity && (rule == QUIVER_SIGN_ODD ? odd(curve, p.y) : larger(curve, p.y, curve.negate(p).y));
      signs[i] = static_cast<std::uint8_t>(set | p.identity << 1);
    }
    for (const char* backend : curve_backends(group))
      for (std::size_t skew : {0u, 3u}) { // x and out may lie anywhere
        std::string in = std::string(skew, 'x') + x, out(n * 2 * c + skew + 1, 'u');
        quiver_run_options options = run_on(backend, 2);
        ErrorBox error;
        ASSERT_EQ(quiver_decompress(handle(group), out.data() + skew, in.data() + skew, signs.data(), n, rule, &options,
                                    error),
                  QUIVER_OK)
            << backend << ": " << error.error.message;
        EXPECT_EQ(out, std::string(skew, 'u') + wanted + "u") << group.curve << group.group << " on " << backend;
      }
  }
}

TEST(ApiDecompress, both_rules_and_both_signs) {
  for (unsigned g = 0; g < group_count(); g++) {
    const Known& k = known(group_at(g));
    std::vector<CurvePoint> points;
    for (const CurvePoint& p : k.troubled_points(13, 40).points) {
      points.push_back(p);
      points.push_back(k.curve.negate(p));
    }
    decompress_all(k.curve, points);
  }
}

// y in Fp2 with one coordinate zero: found from the other side, as cube roots of y^2 - b.
TEST(ApiDecompress, ordinates_with_a_zero_coordinate) {
  for (const char* name : {"bn254-g2", "bls12-381-g2", "bls12-377-g2"}) {
    const Group& group = *find_group(name, nullptr);
    Curve curve(group);
    const mpz_class& p = curve.p();
    mpz_class m = p * p - 1;
    while (m % 3 == 0) m /= 3;
    mpz_class e;
    mpz_invert(e.get_mpz_t(), mpz_class(3).get_mpz_t(), m.get_mpz_t());
    auto mul = [&](const Curve::Element& a, const Curve::Element& b) {
      return Curve::Element{mod(a.first * b.first + group.non_residue * a.second * b.second, p),
                            mod(a.first * b.second + a.second * b.first, p)};
    };
    std::vector<CurvePoint> points;
    unsigned found[2] = {};
    for (unsigned long v = 1; (found[0] < 2 || found[1] < 2) && v < 4000; v++) {
      unsigned which = v % 2;
      if (found[which] >= 2) continue;
      mpz_class value = mod(mpz_class(v) * v * v * 12345678901234567u + v, p);
      Curve::Element y = which == 0 ? Curve::Element{value, 0} : Curve::Element{0, value}, b = curve.element(group.b);
      Curve::Element square = mul(y, y), t{mod(square.first - b.first, p), mod(square.second - b.second, p)}, x{1, 0};
      for (std::size_t bit = mpz_sizeinbase(e.get_mpz_t(), 2); bit-- > 0;) {
        x = mul(x, x);
        if (mpz_tstbit(e.get_mpz_t(), bit)) x = mul(x, t);
      }
      if (mul(mul(x, x), x) != t) continue;
      found[which]++;
      CurvePoint point{false, x, y};
      ASSERT_TRUE(curve.contains(point));
      points.push_back(point);
      points.push_back(curve.negate(point));
    }
    ASSERT_EQ(points.size(), 8u) << name;
    decompress_all(curve, points);
  }
}

TEST(ApiDecompress, bad_input_is_named) {
  const Known& k = known(bn254());
  const std::size_t most = kTile + 11;
  std::string good;
  for (std::size_t i = 0; i < most; i++) good += k.curve.encode(k.curve.generator()).substr(0, 32);
  std::string no_point(32, '\0'), at_modulus(32, '\0');
  for (no_point[0] = 1;; no_point[0]++) { // the first x that no point has
    mpz_class x = no_point[0], right = x * x * x + 3;
    if (mpz_legendre(right.get_mpz_t(), k.curve.p().get_mpz_t()) < 0) break;
  }
  put_words(at_modulus.data(), k.curve.p() + 1, 4); // x = 1 if it were reduced
  struct Case {
    std::string x;
    std::uint8_t sign;
  };
  const Case cases[] = {{no_point, 0}, {at_modulus, 0}, {std::string(32, '\xff'), 1}, {good.substr(0, 32), 2}};
  for (const char* backend : curve_backends(bn254()))
    for (std::size_t at : {std::size_t{0}, std::size_t{9}, std::size_t{19}, kTile - 1, kTile})
      for (const Case& c : cases) {
        if (at > 19 && (c.sign != 2 || std::strcmp(backend, "portable") != 0)) continue; // slow, and tiles are alike
        const std::size_t n = at > 19 ? most : 20;
        std::string x = good.substr(0, n * 32), out(n * 64, 'u');
        std::vector<std::uint8_t> signs(n);
        x.replace(at * 32, 32, c.x);
        signs[at] = c.sign;
        if (at + 2 < n) x.replace((n - 1) * 32, 32, no_point);
        quiver_run_options options = run_on(backend, 2);
        ErrorBox error;
        EXPECT_TRUE(failed(
            quiver_decompress(handle(bn254()), out.data(), x.data(), signs.data(), n, QUIVER_SIGN_ODD, &options, error),
            error.error, QUIVER_BAD_DATA, at))
            << backend;
        EXPECT_EQ(out, std::string(n * 64, 'u'));
      }
}

TEST(ApiDecompress, arguments) {
  std::string x(32, '\0'), out(64, 'u');
  std::uint8_t sign = 2;
  ErrorBox error;
  const quiver_group* g = handle(bn254());
  auto refuse = [&](quiver_status status) {
    EXPECT_TRUE(failed(status, error.error, QUIVER_INVALID_ARGUMENT));
    EXPECT_EQ(out, std::string(64, 'u'));
  };
  refuse(quiver_decompress(nullptr, out.data(), x.data(), &sign, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, nullptr, x.data(), &sign, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, out.data(), nullptr, &sign, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, out.data(), x.data(), nullptr, 1, QUIVER_SIGN_ODD, nullptr, error));
  refuse(quiver_decompress(g, out.data(), x.data(), &sign, 1, static_cast<quiver_sign_rule>(2), nullptr, error));
  EXPECT_EQ(quiver_decompress(g, nullptr, nullptr, nullptr, 0, QUIVER_SIGN_ODD, nullptr, error), QUIVER_OK);
  EXPECT_EQ(quiver_decompress(g, out.data(), x.data(), &sign, 1, QUIVER_SIGN_ODD, nullptr, nullptr), QUIVER_OK);
  EXPECT_EQ(out, zeros(64));
}

// Three different points in turn, and 4096 is no multiple of three: a tile that took another one's would show.
TEST(ApiTiles, keep_their_place) {
  const Known& k = known(bn254());
  const std::size_t n = kTile + 10;
  const CurvePoint g = k.curve.generator();
  const CurvePoint turn[3] = {g, k.curve.negate(k.curve.sum(g, g)), k.times(3)};
  std::string bytes, x;
  std::vector<std::uint8_t> signs;
  for (std::size_t i = 0; i < n; i++) {
    bytes += k.curve.encode(turn[i % 3]);
    x += k.curve.encode(turn[i % 3]).substr(0, 32);
    signs.push_back(odd(k.curve, turn[i % 3].y));
  }
  for (const char* backend : curve_backends(bn254())) {
    Points points = prepare(bn254(), bytes, backend, QUIVER_VALIDATE_SUBGROUP, 2);
    std::string back(bytes.size(), 'u');
    ASSERT_EQ(quiver_points_read(points.get(), back.data(), 0, n, nullptr, nullptr), QUIVER_OK);
    EXPECT_TRUE(back == bytes) << backend;
    back.assign(bytes.size(), 'u');
    quiver_run_options options = run_on(backend, 2);
    ASSERT_EQ(
        quiver_decompress(handle(bn254()), back.data(), x.data(), signs.data(), n, QUIVER_SIGN_ODD, &options, nullptr),
        QUIVER_OK);
    EXPECT_TRUE(back == bytes) << backend;
  }
}

// ---- multiples -------------------------------------------------------------------------------------------------------

TEST(ApiMultiples, values_and_refusals) {
  for (unsigned g = 0; g < group_count(); g++) {
    const Group& group = group_at(g);
    const Known& k = known(group);
    std::vector<mpz_class> scalars = edge_scalars(k.r);
    ScalarArray array(scalars);
    const std::size_t n = scalars.size(), point = k.curve.point_bytes();
    PointSet one = k.random_points(1, 50);
    std::string base = " " + k.curve.encode(one.points[0]); // unaligned
    for (const char* backend : curve_backends(group)) {
      quiver_run_options options = run_on(backend);
      std::string out(n * point + 1, 'u');
      ErrorBox error;
      ASSERT_EQ(quiver_multiples(handle(group), out.data() + 1, base.data() + 1, array.words(), n, &options, error),
                QUIVER_OK);
      for (std::size_t i = 0; i < n; i++)
        ASSERT_EQ(out.substr(1 + i * point, point), k.curve.encode(k.times(scalars[i] * one.logs[0]))) << backend;
      ASSERT_EQ(quiver_multiples(handle(group), out.data() + 1, nullptr, array.words(), n, &options, error), QUIVER_OK);
      for (std::size_t i = 0; i < n; i++)
        ASSERT_EQ(out.substr(1 + i * point, point), k.curve.encode(k.times(scalars[i]))) << backend;
      std::string identity = zeros(point);
      ASSERT_EQ(quiver_multiples(handle(group), out.data(), identity.data(), array.words(), n, &options, error),
                QUIVER_OK);
      EXPECT_EQ(out.substr(0, n * point), zeros(n * point));
    }
  }
  const Known& k = known(bn254());
  std::string out(64, 'u'), bad = k.curve.encode(k.curve.generator());
  bad[0]++;
  std::uint64_t scalar[4] = {3};
  ErrorBox error;
  const quiver_group* g = handle(bn254());
  EXPECT_TRUE(
      failed(quiver_multiples(g, out.data(), bad.data(), scalar, 1, nullptr, error), error.error, QUIVER_BAD_DATA, 0));
  EXPECT_TRUE(failed(quiver_multiples(nullptr, out.data(), nullptr, scalar, 1, nullptr, error), error.error,
                     QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(
      failed(quiver_multiples(g, nullptr, nullptr, scalar, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  EXPECT_TRUE(failed(quiver_multiples(g, out.data(), nullptr, nullptr, 1, nullptr, error), error.error,
                     QUIVER_INVALID_ARGUMENT));
  EXPECT_EQ(out, std::string(64, 'u'));
  EXPECT_EQ(quiver_multiples(g, nullptr, nullptr, nullptr, 0, nullptr, error), QUIVER_OK);
}

// ---- multi-scalar multiplication ---------------------------------------------------------------------------------------

class ApiMsm : public testing::Test {
protected:
  static constexpr std::size_t n = 12;
  const Known& k = known(bn254());
  PointSet set = k.troubled_points(n, 60);
  Points points = prepare(bn254(), encode(k.curve, set.points));
  std::vector<mpz_class> scalars = edge_scalars(k.r);
  ScalarArray array{scalars};

  std::string expected(std::size_t first, std::size_t count, std::size_t first_scalar = 0) const {
    mpz_class log = 0;
    for (std::size_t i = 0; i < count; i++) log += scalars[first_scalar + i] * set.logs[first + i];
    return k.curve.encode(k.times(log));
  }
  void refuse(const char* what, const quiver_msm_job* jobs, std::size_t n_jobs, std::uint64_t index,
              const quiver_msm_options* options = nullptr) {
    std::string out(64 * 4, 'u');
    ErrorBox error;
    EXPECT_TRUE(
        failed(quiver_msm(out.data(), jobs, n_jobs, options, error), error.error, QUIVER_INVALID_ARGUMENT, index))
        << what;
    EXPECT_EQ(out, std::string(64 * 4, 'u')) << what;
    EXPECT_EQ(quiver_msm(out.data(), jobs, n_jobs, options, nullptr), QUIVER_INVALID_ARGUMENT) << what;
  }
};

TEST_F(ApiMsm, many_jobs_over_ranges) {
  Points other = prepare(bn254(), encode(k.curve, set.points), "portable");
  std::vector<quiver_msm_job> jobs;
  std::string wanted;
  for (std::size_t first = 0; first <= n; first++)
    for (std::size_t count : {0u, 1u, 5u}) {
      if (first + count > n) continue;
      jobs.push_back(job_over(first % 2 == 0 ? points.get() : other.get(), array.view.base + 32 * count, count, first));
      wanted += expected(first, count, count);
    }
  for (std::size_t skew : {0u, 1u}) {
    std::string out(64 * jobs.size() + skew + 1, 'u');
    ErrorBox error;
    ASSERT_EQ(quiver_msm(out.data() + skew, jobs.data(), jobs.size(), nullptr, error), QUIVER_OK)
        << error.error.message;
    EXPECT_EQ(out, std::string(skew, 'u') + wanted + "u");
  }
}

TEST_F(ApiMsm, scalars_of_every_form_and_place) {
  std::vector<mpz_class> montgomery;
  for (const mpz_class& s : scalars) montgomery.push_back(mod(s * power_of_two(256), k.r));
  for (std::uint64_t stride : {0u, 32u, 33u, 48u}) {
    ScalarArray plain(scalars, stride != 0 ? stride : 32, 5), residues(montgomery, stride != 0 ? stride : 32, 5);
    quiver_msm_job jobs[2] = {job_over(points.get(), plain.view.base, n),
                              job_over(points.get(), residues.view.base, n)};
    jobs[0].scalar_stride = jobs[1].scalar_stride = stride;
    jobs[1].scalar_form = QUIVER_MONTGOMERY;
    std::string out(128, 'u');
    ASSERT_EQ(quiver_msm(out.data(), jobs, 2, nullptr, nullptr), QUIVER_OK);
    EXPECT_EQ(out, expected(0, n) + expected(0, n)) << stride;
  }
}

TEST_F(ApiMsm, nothing_to_do) {
  std::string out(64, 'u');
  ErrorBox error;
  EXPECT_EQ(quiver_msm(nullptr, nullptr, 0, nullptr, error), QUIVER_OK);
  EXPECT_EQ(error.error.status, 0u);
  quiver_msm_job job = job_over(points.get(), nullptr, 0, n);
  EXPECT_EQ(quiver_msm(out.data(), &job, 1, nullptr, error), QUIVER_OK);
  EXPECT_EQ(out, zeros(64));
  Points none = prepare(bn254(), "");
  job = job_over(none.get(), nullptr, 0);
  out.assign(64, 'u');
  EXPECT_EQ(quiver_msm(out.data(), &job, 1, nullptr, error), QUIVER_OK);
  EXPECT_EQ(out, zeros(64));
}

TEST_F(ApiMsm, refusals_name_the_job_and_leave_results_alone) {
  quiver_msm_job good = job_over(points.get(), array.view.base, n);
  auto with = [&](auto change) {
    quiver_msm_job bad = good;
    change(bad);
    return bad;
  };
  const std::pair<const char*, quiver_msm_job> cases[] = {
      {"no points", with([](auto& j) { j.points = nullptr; })},
      {"no scalars", with([](auto& j) { j.scalars = nullptr; })},
      {"more scalars than points", with([](auto& j) { j.n = n + 1; })},
      {"first beyond the end", with([](auto& j) { j.first = n + 1, j.n = 0; })},
      {"range beyond the end", with([](auto& j) { j.first = 1; })},
      {"range that wraps", with([](auto& j) { j.first = n, j.n = UINT64_MAX - 3; })},
      {"first that wraps", with([](auto& j) { j.first = UINT64_MAX - 2, j.n = 4; })},
      {"short stride", with([](auto& j) { j.scalar_stride = 31; })},
      {"stride of one", with([](auto& j) { j.scalar_stride = 1; })},
      {"unknown form", with([](auto& j) { j.scalar_form = 2; })},
      {"struct_size not set", with([](auto& j) { j.struct_size = 0; })},
  };
  for (const auto& [what, bad] : cases) {
    refuse(what, &bad, 1, 0);
    quiver_msm_job jobs[3] = {good, good, bad};
    refuse(what, jobs, 3, 2);
  }
  Points other = prepare(*find_group("pallas", nullptr), "");
  quiver_msm_job jobs[2] = {good, job_over(other.get(), array.view.base, 0)};
  refuse("another group", jobs, 2, 1);
  refuse("no jobs", nullptr, 1, QUIVER_NO_INDEX);
  ErrorBox error;
  EXPECT_TRUE(failed(quiver_msm(nullptr, &good, 1, nullptr, error), error.error, QUIVER_INVALID_ARGUMENT));
  quiver_msm_options options{sizeof options, 2, 1, 0};
  refuse("unknown algorithm", &good, 1, QUIVER_NO_INDEX, &options);
  for (std::uint32_t size : {1u, 16u, 39u, 41u, 50u}) {
    quiver_msm_job job = with([=](auto& j) { j.struct_size = size; });
    refuse("a struct_size that no version has", &job, 1, 0);
  }
}

TEST_F(ApiMsm, jobs_of_older_and_newer_callers) {
  constexpr std::size_t old_size = offsetof(quiver_msm_job, scalar_stride), new_size = sizeof(quiver_msm_job) + 24;
  for (std::size_t size : {old_size, sizeof(quiver_msm_job), new_size}) {
    std::vector<std::uint64_t> memory(3 * size / 8, 0x5555555555555555u);
    std::string wanted;
    for (std::size_t i = 0; i < 3; i++) {
      quiver_msm_job job = job_over(points.get(), array.view.base, 4 + i, i);
      job.struct_size = static_cast<std::uint32_t>(size);
      std::memcpy(reinterpret_cast<char*>(memory.data()) + i * size, &job, std::min(size, sizeof job));
      wanted += expected(i, 4 + i);
    }
    std::string out(3 * 64, 'u');
    ErrorBox error;
    ASSERT_EQ(quiver_msm(out.data(), reinterpret_cast<quiver_msm_job*>(memory.data()), 3, nullptr, error), QUIVER_OK)
        << size << ": " << error.error.message;
    EXPECT_EQ(out, wanted) << size;
  }
  quiver_msm_job job = job_over(points.get(), array.view.base, n);
  quiver_msm_options options{4, 77, 77, 77}; // what lies beyond struct_size is not ours
  std::string out(64, 'u');
  EXPECT_EQ(quiver_msm(out.data(), &job, 1, &options, nullptr), QUIVER_OK);
  EXPECT_EQ(out, expected(0, n));
}

TEST_F(ApiMsm, integers_outside_the_subgroup) {
  for (const SmallOrder& s : small_orders()) {
    if (s.name.find("field") != std::string::npos) continue;
    Curve curve(s.group);
    std::vector<unsigned long> which;
    for (unsigned long i = 0; i < n; i++) which.push_back(i * i + 1);
    PointSet small = s.set(which);
    mpz_class sum = 0;
    for (std::size_t i = 0; i < n; i++) sum += scalars[i] * small.logs[i];
    for (const char* backend : curve_backends(s.group)) {
      Points p = prepare(s.group, encode(curve, small.points), backend, QUIVER_VALIDATE_ON_CURVE);
      quiver_msm_job job = job_over(p.get(), array.view.base, n);
      std::string out(curve.point_bytes(), 'u');
      EXPECT_EQ(quiver_msm(out.data(), &job, 1, nullptr, nullptr), QUIVER_OK);
      EXPECT_EQ(out, curve.encode(s.multiples[mod(sum, s.m).get_ui()])) << s.name << " on " << backend;
    }
  }
}

} // namespace
} // namespace quiver
