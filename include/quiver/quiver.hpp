// Quiver for C++20: spans, owners and results over quiver.h, which documents what the calls mean. Header only.
//
//   quiver::Group group = *quiver::Group::find("bls12-381");
//   auto points = quiver::Points::create(group, coordinates, quiver::Validation::subgroup);
//   if (!points) return report(points.error().message);
//   auto sum = quiver::msm(*points, scalars); // both spans of words; sum: x and y
//
// Calls that can fail return Result<T>; with exceptions, value() throws Failure. Nothing else throws but std::bad_alloc.
#ifndef QUIVER_QUIVER_HPP
#define QUIVER_QUIVER_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <quiver/quiver.h>

namespace quiver {
// Of its own, so that no name meets one of the library's insides.
inline namespace abi0 {

using Words = std::vector<std::uint64_t>;

enum class Status : std::uint32_t {
  invalid_argument = QUIVER_INVALID_ARGUMENT,
  out_of_memory = QUIVER_OUT_OF_MEMORY,
  unsupported = QUIVER_UNSUPPORTED,
  bad_data = QUIVER_BAD_DATA,
  cancelled = QUIVER_CANCELLED,
  memory_cap = QUIVER_MEMORY_CAP,
  internal = QUIVER_INTERNAL
};

struct Error {
  Status status = Status::internal;
  std::optional<std::uint64_t> index; // of the offending point or job
  std::string message;
};

/// What value() of a failed Result throws.
class Failure : public std::runtime_error {
public:
  explicit Failure(Error error) : std::runtime_error(error.message), error_(std::move(error)) {}
  const Error& error() const { return error_; }

private:
  Error error_;
};

/// A value or an Error.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  /// Only of a failure.
  const Error& error() const { return *std::get_if<Error>(&state_); }

  /// Only of a success.
  T& operator*() & { return *std::get_if<T>(&state_); }
  const T& operator*() const& { return *std::get_if<T>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<T>(&state_)); }
  T* operator->() { return std::get_if<T>(&state_); }
  const T* operator->() const { return std::get_if<T>(&state_); }

  T& value() & {
    check();
    return **this;
  }
  const T& value() const& {
    check();
    return **this;
  }
  T&& value() && {
    check();
    return *std::move(*this);
  }

private:
  void check() const {
    if (ok()) return;
#if defined(__cpp_exceptions)
    throw Failure(error());
#else
    std::abort();
#endif
  }

  std::variant<T, Error> state_;
};

namespace detail {

/// `{}`, or the Error of a call that reports into the struct it is given.
template <class Call> std::optional<Error> run(Call&& call) {
  quiver_error error{};
  error.struct_size = sizeof error;
  const quiver_status status = call(&error);
  if (status == QUIVER_OK) return {};
  Error out{static_cast<Status>(status), {}, error.message};
  if (error.index != QUIVER_NO_INDEX) out.index = error.index;
  return out;
}

inline const char* c_name(const std::string& name) { return name.empty() ? nullptr : name.c_str(); }

} // namespace detail

/// A curve group of prime order.
class Group {
public:
  /// "bls12-381" and "g1" or "g2"; "bls12_381-g2" works too.
  static std::optional<Group> find(const std::string& curve, const std::string& group = {}) {
    const quiver_group* found = quiver_group_find(curve.c_str(), detail::c_name(group));
    return found != nullptr ? std::optional<Group>(Group(found)) : std::nullopt;
  }
  static std::vector<Group> all() {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < quiver_group_count(); i++) groups.push_back(Group(quiver_group_at(i)));
    return groups;
  }
  explicit Group(const quiver_group* handle) : handle_(handle) {}

  quiver_group_info info() const {
    quiver_group_info info{};
    info.struct_size = sizeof info;
    quiver_group_get_info(handle_, &info);
    return info;
  }
  /// Of x and y.
  std::size_t point_words() const {
    const quiver_group_info i = info();
    return std::size_t{2} * i.degree * i.field_words;
  }
  const quiver_group* handle() const { return handle_; }
  bool operator==(const Group&) const = default;

private:
  const quiver_group* handle_;
};

enum class Form : std::uint32_t { canonical = QUIVER_CANONICAL, montgomery = QUIVER_MONTGOMERY };

enum class Validation : std::uint32_t {
  trust = QUIVER_VALIDATE_TRUST,
  on_curve = QUIVER_VALIDATE_ON_CURVE,
  subgroup = QUIVER_VALIDATE_SUBGROUP
};

/// How points lie in memory: packed x and y by default.
struct PointLayout {
  Form form = Form::canonical;
  std::size_t stride = 0; // bytes; 0: packed
  std::size_t x_offset = 0, y_offset = 0;
  std::optional<std::size_t> flag_offset; // of a byte that is not 0 for the identity

  quiver_point_layout lower() const {
    quiver_point_layout out{};
    out.struct_size = sizeof out;
    out.form = static_cast<std::uint32_t>(form);
    out.stride = stride;
    out.x_offset = x_offset;
    out.y_offset = y_offset;
    out.flag_offset = flag_offset.value_or(0);
    out.flag_size = flag_offset ? 1 : 0;
    return out;
  }
};

/// Points in the caller's memory, read in place and checked in each call.
struct PointArray {
  Group group;
  const void* base = nullptr;
  std::size_t n = 0;
  Validation validation = Validation::subgroup;
  PointLayout layout{};
};

/// Scalars in the caller's memory: 32 bytes each, little-endian, any value below 2^256.
struct Scalars {
  const void* base = nullptr;
  std::size_t n = 0;
  std::size_t stride = 32;
  Form form = Form::canonical; // Montgomery: s*2^256 mod r

  Scalars() = default;
  Scalars(const void* at, std::size_t count, std::size_t bytes = 32, Form what = Form::canonical)
      : base(at), n(count), stride(bytes), form(what) {}
  /// Four words each.
  Scalars(std::span<const std::uint64_t> words) : base(words.data()), n(words.size() / 4) {}
  Scalars(const Words& words) : Scalars(std::span<const std::uint64_t>(words)) {}
};

/// What calls report and ask while they run, from any of the threads that work, one at a time.
struct Control {
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::function<bool()> cancelled;
  const quiver_executor* executor = nullptr; // a host's threads in place of the library's
};

/// How work is done.
struct RunOptions {
  unsigned threads = 0; // 0: one per processor that this process may use
  std::string backend;  // empty: QUIVER_BACKEND, else the best
  Control control{};
};

enum class Algorithm : std::uint32_t {
  automatic = QUIVER_ALGORITHM_AUTO,
  naive = QUIVER_ALGORITHM_NAIVE,
  pippenger = QUIVER_ALGORITHM_PIPPENGER,
  straus = QUIVER_ALGORITHM_STRAUS
};

struct MsmOptions : RunOptions {
  Algorithm algorithm = Algorithm::automatic;
  std::uint32_t baseline = 0;           // quiver_msm_baseline flags
  unsigned width = 0;                   // bits of the widest window; 0: chosen
  std::uint64_t memory = 0;             // the most bytes that the call may allocate; 0: any number
  quiver_msm_report* report = nullptr;  // filled where it is given; its struct_size is set here
};

namespace detail {

/// The C structs of options; they point into this and into the options.
class Lowered {
public:
  explicit Lowered(const RunOptions& options) : options_(options) {
    const Control& control = options.control;
    control_.struct_size = sizeof control_;
    control_.executor = control.executor;
    control_.user = const_cast<Control*>(&control);
    if (control.progress)
      control_.progress = [](void* user, std::uint64_t done, std::uint64_t total) {
        static_cast<Control*>(user)->progress(done, total);
      };
    if (control.cancelled)
      control_.cancelled = [](void* user) -> int { return static_cast<Control*>(user)->cancelled() ? 1 : 0; };
  }
  Lowered(const Lowered&) = delete;
  Lowered& operator=(const Lowered&) = delete;

  quiver_run_options run() const {
    quiver_run_options out{};
    out.struct_size = sizeof out;
    out.threads = options_.threads;
    out.backend = c_name(options_.backend);
    out.control = &control_;
    return out;
  }
  quiver_msm_options msm(const MsmOptions& options) const {
    quiver_msm_options out{};
    out.struct_size = sizeof out;
    out.algorithm = static_cast<std::uint32_t>(options.algorithm);
    out.threads = options.threads;
    out.baseline = options.baseline;
    out.width = options.width;
    out.memory = options.memory;
    out.backend = c_name(options.backend);
    out.control = &control_;
    out.report = options.report;
    if (options.report != nullptr) options.report->struct_size = sizeof *options.report;
    return out;
  }

private:
  const RunOptions& options_;
  quiver_control control_{};
};

} // namespace detail

/// A copy of points, converted and validated once, for many sums. May be shared between threads.
class Points {
public:
  static Result<Points> create(const PointArray& array, const RunOptions& options = {}) {
    const detail::Lowered lowered(options);
    const quiver_run_options how = lowered.run();
    const quiver_point_layout layout = array.layout.lower();
    quiver_points* made = nullptr;
    auto failed = detail::run([&](quiver_error* error) {
      return quiver_points_create(array.group.handle(), &made, array.base, array.n, &layout,
                                  static_cast<quiver_validation>(array.validation), &how, error);
    });
    if (failed) return *std::move(failed);
    return Points(made);
  }
  /// Packed canonical coordinates.
  static Result<Points> create(const Group& group, std::span<const std::uint64_t> coordinates, Validation validation,
                               const RunOptions& options = {}) {
    return create(PointArray{group, coordinates.data(), coordinates.size() / group.point_words(), validation}, options);
  }

  std::size_t size() const { return quiver_points_count(handle_.get()); }
  std::size_t memory() const { return quiver_points_memory(handle_.get()); }
  Group group() const { return Group(quiver_points_group(handle_.get())); }
  std::string backend() const { return quiver_points_backend(handle_.get()); }
  const quiver_points* handle() const { return handle_.get(); }

  /// Points first … first+n-1, packed and canonical.
  Result<Words> read(std::size_t first, std::size_t n) const {
    Words out(n * group().point_words());
    auto failed = detail::run([&](quiver_error* error) {
      return quiver_points_read(handle_.get(), out.data(), first, n, nullptr, error);
    });
    if (failed) return *std::move(failed);
    return out;
  }

private:
  struct Destroy {
    void operator()(quiver_points* points) const { quiver_points_destroy(points); }
  };
  explicit Points(quiver_points* handle) : handle_(handle) {}
  std::unique_ptr<quiver_points, Destroy> handle_;
};

/// One sum: the first scalars go with the prepared points from `first` on, the others with those of the array.
struct Job {
  const Points* points = nullptr;
  std::size_t first = 0;
  const PointArray* array = nullptr;
  Scalars scalars{};
};

/// Every job's sum, packed and canonical.
inline Result<std::vector<Words>> msm(std::span<const Job> jobs, const MsmOptions& options = {}) {
  std::vector<quiver_msm_job> lowered_jobs(jobs.size());
  std::vector<quiver_point_array> arrays(jobs.size());
  std::vector<quiver_point_layout> layouts(jobs.size());
  std::size_t words = 0;
  for (std::size_t i = 0; i < jobs.size(); i++) {
    const Job& job = jobs[i];
    quiver_msm_job& out = lowered_jobs[i];
    out.struct_size = sizeof out;
    out.scalar_form = static_cast<std::uint32_t>(job.scalars.form);
    out.scalars = job.scalars.base;
    out.scalar_stride = job.scalars.stride;
    out.n = job.scalars.n;
    if (job.points != nullptr) {
      out.points = job.points->handle();
      out.first = job.first;
      words = job.points->group().point_words();
    }
    if (job.array != nullptr) {
      layouts[i] = job.array->layout.lower();
      arrays[i].struct_size = sizeof arrays[i];
      arrays[i].validation = static_cast<std::uint32_t>(job.array->validation);
      arrays[i].group = job.array->group.handle();
      arrays[i].base = job.array->base;
      arrays[i].n = job.array->n;
      arrays[i].layout = &layouts[i];
      out.array = &arrays[i];
      words = job.array->group.point_words();
    }
  }
  Words all(words * jobs.size());
  const detail::Lowered lowered(options);
  const quiver_msm_options how = lowered.msm(options);
  auto failed = detail::run([&](quiver_error* error) {
    return quiver_msm(all.data(), lowered_jobs.data(), jobs.size(), &how, error);
  });
  if (failed) return *std::move(failed);
  std::vector<Words> sums(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); i++)
    sums[i].assign(all.begin() + static_cast<std::ptrdiff_t>(i * words),
                   all.begin() + static_cast<std::ptrdiff_t>((i + 1) * words));
  return sums;
}

/// The sum over the first points, as many as there are scalars.
inline Result<Words> msm(const Points& points, const Scalars& scalars, const MsmOptions& options = {}) {
  const Job job{&points, 0, nullptr, scalars};
  auto sums = msm(std::span<const Job>(&job, 1), options);
  if (!sums) return sums.error();
  return std::move(sums->front());
}
inline Result<Words> msm(const PointArray& points, const Scalars& scalars, const MsmOptions& options = {}) {
  const Job job{nullptr, 0, &points, scalars};
  auto sums = msm(std::span<const Job>(&job, 1), options);
  if (!sums) return sums.error();
  return std::move(sums->front());
}

/// Sum of 2^shifts[i] * points[i], packed and canonical; no shifts: all 0.
inline Result<Words> combine(const Group& group, std::span<const std::uint64_t> points,
                             std::span<const std::uint32_t> shifts = {}, const RunOptions& options = {}) {
  const std::size_t words = group.point_words(), n = points.size() / words;
  if (points.size() != n * words || (!shifts.empty() && shifts.size() != n))
    return Error{Status::invalid_argument, {}, "as many shifts as points, and points of whole words"};
  const detail::Lowered lowered(options);
  const quiver_run_options how = lowered.run();
  Words out(words);
  auto failed = detail::run([&](quiver_error* error) {
    return quiver_combine(group.handle(), out.data(), points.data(), shifts.empty() ? nullptr : shifts.data(), n, &how,
                          error);
  });
  if (failed) return *std::move(failed);
  return out;
}

/// scalars[i] * base, packed and canonical; no base: the generator. Scalars of four words.
inline Result<Words> multiples(const Group& group, std::span<const std::uint64_t> scalars,
                               std::span<const std::uint64_t> base = {}, const RunOptions& options = {}) {
  const std::size_t words = group.point_words(), n = scalars.size() / 4;
  if (scalars.size() != 4 * n || (!base.empty() && base.size() != words))
    return Error{Status::invalid_argument, {}, "scalars have four words, and the base those of a point"};
  const detail::Lowered lowered(options);
  const quiver_run_options how = lowered.run();
  Words out(n * words);
  auto failed = detail::run([&](quiver_error* error) {
    return quiver_multiples(group.handle(), out.data(), base.empty() ? nullptr : base.data(), scalars.data(), n, &how,
                            error);
  });
  if (failed) return *std::move(failed);
  return out;
}

} // namespace abi0
} // namespace quiver

#endif
