// The C ABI: names, lists, structs of other versions, and which back end runs.
#include <algorithm>

#include "api_rig.hpp"

// tests/api/api_c_test.c: the header as a C compiler sees it. Null, or the complaint.
extern "C" const char* quiver_api_c_test(void) __attribute__((weak));

namespace quiver {
namespace {

using namespace api_rig;
using namespace msm_rig;

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
    if (test::slow_build() && !test::first_of_its_code(group)) continue;
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
          quiver_msm_options options{sizeof options, QUIVER_ALGORITHM_AUTO, threads, 0, 0, 0, nullptr};
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

} // namespace
} // namespace quiver
