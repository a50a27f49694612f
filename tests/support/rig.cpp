#include "support/rig.hpp"

#include <cstdlib>
#include <new>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "curve/groups.hpp"

namespace quiver::test {

namespace {
constexpr std::size_t kGuard = 64;
constexpr unsigned char kGuardByte = 0xa5;
} // namespace

std::string Target::name() const { return std::string(group->curve) + "_" + group->group + "__" + backend; }
std::ostream& operator<<(std::ostream& out, const Target& target) { return out << target.name(); }

std::vector<const char*> backends_for(const Group& group) {
  std::vector<const char*> out;
  for (std::size_t i = 0; i < backend_count(); i++) {
    Backend b = backend_at(i);
    if (b.computes && b.available && select_kernels(group, b.name).ok()) out.push_back(b.name);
  }
  return out;
}

std::vector<Target> all_targets() {
  std::vector<Target> out;
  for (unsigned i = 0; i < group_count(); i++) {
    if (slow_build() && !first_of_its_code(group_at(i))) continue;
    for (const char* backend : backends_for(group_at(i))) out.push_back({&group_at(i), backend});
  }
  return out;
}

bool first_of_its_code(const Group& group) {
  for (unsigned i = 0; i < group_count(); i++) {
    const Group& other = group_at(i);
    if (other.words == group.words && other.degree == group.degree && other.subgroup_test == group.subgroup_test)
      return &other == &group;
  }
  return true; // of no registered kind
}

Array::Array(std::size_t bytes)
    : data_(static_cast<unsigned char*>(::operator new (bytes + kGuard, std::align_val_t{64}))), bytes_(bytes) {
  // Not zero: an output that a primitive forgets must not pass for an identity.
  std::memset(data_, 0x5a, bytes);
  std::memset(data_ + bytes, kGuardByte, kGuard);
}
Array::Array(const Array& other) : Array(other.bytes_) { std::memcpy(data_, other.data_, bytes_); }
Array::Array(Array&& other) noexcept : data_(other.data_), bytes_(other.bytes_) {
  other.data_ = nullptr;
  other.bytes_ = 0;
}
Array& Array::operator=(Array&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}
Array::~Array() {
  if (data_ == nullptr) return;
  bool intact = true;
  for (std::size_t i = 0; i < kGuard; i++) intact = intact && data_[bytes_ + i] == kGuardByte;
  EXPECT_TRUE(intact) << "a write past the end of an array of " << bytes_ << " bytes";
  ::operator delete (data_, std::align_val_t{64});
}

Rig::Rig(const Group& group, const char* backend, std::size_t batch, Counts* counts)
    : name_(Target{&group, backend}.name()) {
  Result<Engine> engine = Engine::create(group, backend);
  if (!engine.ok()) throw std::runtime_error(name_ + ": " + engine.error().message);
  engine_ = std::move(engine.value());
  if (batch == 0) batch = default_batch(engine_.kernels());
  Result<Workspace> workspace = Workspace::create(engine_, batch, counts);
  if (!workspace.ok()) throw std::runtime_error(name_ + ": " + workspace.error().message);
  workspace_ = std::move(workspace.value());
}

void Rig::set_batch(std::size_t batch) { ctx()->batch = batch; }

Array Rig::entries(const std::vector<Entry>& list, std::size_t padded) {
  Array out(padded * sizeof(Entry));
  for (std::size_t i = 0; i < padded; i++) out.as<Entry>()[i] = i < list.size() ? list[i] : kNoEntry;
  return out;
}

PointLayout Rig::layout(const std::uint64_t* words) const {
  PointLayout out;
  out.base = reinterpret_cast<unsigned char*>(const_cast<std::uint64_t*>(words));
  out.stride = 8 * point_words();
  out.y_offset = 8 * coordinate_words();
  return out;
}

Array Rig::import(const Words& points) {
  std::size_t n = points.size() / point_words();
  Array out = packed(n);
  std::size_t imported = k().import_points(ctx(), out.data(), layout(points.data()), 0, n);
  EXPECT_EQ(imported, n) << name_ << ": import refused a point";
  return out;
}

Words Rig::export_words(const Array& packed, std::size_t n) {
  Words out(n * point_words(), 0);
  k().export_points(ctx(), layout(out.data()), packed.data(), n);
  return out;
}

Array Rig::gather(const Array& packed, const std::vector<Entry>& list) {
  std::size_t count = blocks(list.size());
  Array out = affine(count), padded = entries(list, count * lanes());
  k().gather(ctx(), out.data(), packed.data(), padded.as<Entry>(), count);
  return out;
}

Array Rig::scatter(const Array& affine, std::size_t n) {
  Array out = packed(n);
  k().scatter(ctx(), out.data(), affine.data(), n);
  return out;
}

} // namespace quiver::test
