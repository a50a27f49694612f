#include "setup/file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "setup/error.hpp"

namespace quiver::setup {
namespace {

/// Closes on every way out; standard input stays open.
struct Descriptor {
  int fd;
  explicit Descriptor(int value) : fd(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd > STDIN_FILENO) ::close(fd);
  }
};

} // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Bytes read_file(const std::string& path) {
  const bool standard_input = path == "-";
  const std::string name = input_name(path);
  const auto refuse = [&name](int error) { return FileError(Failure::kIo, {name}, std::strerror(error)); };

  const Descriptor file(standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.fd < 0) throw refuse(errno);

  // The size is a hint only: pipes have none, and files in /proc say 0.
  struct stat status = {};
  if (::fstat(file.fd, &status) != 0) throw refuse(errno);
  if (S_ISDIR(status.st_mode)) throw refuse(EISDIR);
  Bytes bytes;
  std::size_t capacity = S_ISREG(status.st_mode) && status.st_size > 0 ? static_cast<std::size_t>(status.st_size) + 1
                                                                       : std::size_t{1} << 16;
  std::size_t size = 0;
  for (;;) {
    if (bytes.size() < capacity) bytes.resize(capacity);
    const ssize_t got = ::read(file.fd, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw refuse(errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size == bytes.size()) capacity = 2 * size;
  }
  bytes.resize(size);
  return bytes;
}

} // namespace quiver::setup
