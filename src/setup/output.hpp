// Output files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quiver::setup {

/// Writes go to a new file beside the target, which commit() renames over it; so a reader never sees half a file, an
/// input may be its own output, and a target that exists survives every failure. A symbolic link stays one: the file
/// that it names is replaced. "-" (standard output), devices and pipes cannot be renamed over: for them everything is
/// kept in memory until commit(). Throws FileError (kIo).
class OutputFile {
public:
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile(); // without commit(): removes what was written

  void write(const void* bytes, std::size_t n);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();

  /// Empty where nothing has to be removed when the process dies. A signal handler may unlink it.
  const std::string& temporary_path() const { return temporary_; }

private:
  [[noreturn]] void fail(int error);
  void discard();

  std::string path_;
  std::string target_;    // path_ with symbolic links resolved
  std::string temporary_; // empty: no file to rename
  std::string pending_;
  int fd_ = -1;
};

/// All of it, or FileError. `name` is what the error says.
void write_all(int fd, const std::string& name, std::string_view bytes);

} // namespace quiver::setup
