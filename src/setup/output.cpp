#include "setup/output.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "setup/error.hpp"

namespace quiver::setup {
namespace {

/// Bytes gathered before they are written: few system calls, little memory.
constexpr std::size_t kChunk = std::size_t{1} << 20;

/// The name without links where the file exists. A link to nowhere is replaced itself.
std::string resolve(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  return resolved ? resolved.get() : path;
}

/// Permissions for a new file. umask can only be read by setting it.
mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

} // namespace

void write_all(int fd, const std::string& name, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) throw FileError(Failure::kIo, {name}, std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    path_ = "standard output";
    fd_ = STDOUT_FILENO;
    return;
  }
  struct stat status = {};
  const bool exists = ::stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail(errno);
    return;
  }
  target_ = exists ? resolve(path_) : path_;
  const std::size_t slash = target_.rfind('/') == std::string::npos ? 0 : target_.rfind('/') + 1;
  temporary_ = target_.substr(0, slash) + "." + target_.substr(slash) + ".XXXXXX";
  fd_ = ::mkstemp(temporary_.data());
  if (fd_ < 0) {
    temporary_.clear();
    fail(errno);
  }
  // mkstemp makes files that only their owner reads.
  if (::fchmod(fd_, exists ? status.st_mode & 07777 : default_mode()) != 0) fail(errno);
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  if (fd_ > STDERR_FILENO) ::close(fd_);
  fd_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::fail(int error) {
  discard();
  throw FileError(Failure::kIo, {path_}, std::strerror(error));
}

void OutputFile::write(const void* bytes, std::size_t n) {
  pending_.append(static_cast<const char*>(bytes), n);
  if (temporary_.empty() || pending_.size() < kChunk) return;
  write_all(fd_, path_, pending_);
  pending_.clear();
}

void OutputFile::commit() {
  write_all(fd_, path_, pending_);
  pending_.clear();
  if (!temporary_.empty()) {
    // The data before the name: a machine that stops now leaves the old file or the new one, not an empty one.
    if (::fsync(fd_) != 0) fail(errno);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.clear();
  }
  if (fd_ > STDERR_FILENO) {
    const int fd = std::exchange(fd_, -1);
    if (::close(fd) != 0) fail(errno);
  }
}

} // namespace quiver::setup
