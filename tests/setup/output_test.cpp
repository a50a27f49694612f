#include "setup/output.hpp"

#include <sys/stat.h>

#include "setup_rig.hpp"

namespace quiver::setup {
namespace {

TEST(OutputFile, AppearsWholeAtCommit) {
  const ScratchFolder scratch;
  const std::string path = scratch.file("out");
  OutputFile file(path);
  file.write("first ");
  file.write(std::string(3 << 20, 'x')); // more than is gathered in memory
  EXPECT_FALSE(std::filesystem::exists(path));
  file.commit();
  EXPECT_EQ(std::filesystem::file_size(path), 6u + (3 << 20));
  EXPECT_EQ(scratch.entries(), 1u);
}

TEST(OutputFile, WithoutCommitNothingChanges) {
  const ScratchFolder scratch;
  const std::string path = scratch.file("out");
  write_text(path, "old");
  {
    OutputFile file(path);
    file.write(std::string(3 << 20, 'x'));
  }
  EXPECT_EQ(read_text(path), "old");
  EXPECT_EQ(scratch.entries(), 1u);
}

TEST(OutputFile, InputMayBeOutput) {
  const ScratchFolder scratch;
  const std::string path = scratch.file("both");
  write_text(path, "abc");
  OutputFile file(path);
  file.write(read_text(path) + read_text(path));
  file.commit();
  EXPECT_EQ(read_text(path), "abcabc");
}

TEST(OutputFile, LinksStayLinks) {
  const ScratchFolder scratch;
  write_text(scratch.file("target"), "old");
  std::filesystem::create_symlink("target", scratch.file("link"));
  OutputFile file(scratch.file("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.file("link")));
  EXPECT_EQ(read_text(scratch.file("target")), "new");
}

TEST(OutputFile, KeepsPermissions) {
  const ScratchFolder scratch;
  const std::string path = scratch.file("out");
  write_text(path, "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  OutputFile file(path);
  file.commit();
  struct stat status = {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);

  const mode_t mask = ::umask(022);
  OutputFile fresh(scratch.file("fresh"));
  fresh.commit();
  ::umask(mask);
  ASSERT_EQ(::stat(scratch.file("fresh").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST(OutputFile, ErrorsNameTheFile) {
  const ScratchFolder scratch;
  const FileError missing = file_error([&] { OutputFile(scratch.file("no/such/folder")); });
  EXPECT_EQ(missing.kind(), Failure::kIo);
  EXPECT_EQ(missing.place().file, scratch.file("no/such/folder"));
  EXPECT_EQ(file_error([&] { OutputFile(scratch.file("")); }).kind(), Failure::kIo); // a folder
  if (std::filesystem::exists("/dev/full")) {
    OutputFile full("/dev/full");
    full.write("x");
    EXPECT_EQ(file_error([&] { full.commit(); }).kind(), Failure::kIo);
  }
}

TEST(ReadFile, ErrorsNameTheFile) {
  const ScratchFolder scratch;
  const FileError error = file_error([&] { read_file(scratch.file("missing")); });
  EXPECT_EQ(error.kind(), Failure::kIo);
  EXPECT_EQ(std::string(error.what()), scratch.file("missing") + ": No such file or directory");
  EXPECT_EQ(file_error([&] { read_file(scratch.file("")); }).kind(), Failure::kIo);
}

TEST(ReadFile, FilesThatSayNoSize) {
  if (!std::filesystem::exists("/proc/self/cmdline")) GTEST_SKIP() << "no /proc here";
  EXPECT_FALSE(read_file("/proc/self/cmdline").empty());
}

TEST(FileError, Wording) {
  EXPECT_EQ(describe(Place{"f"}), "f");
  EXPECT_EQ(describe(Place{"f", "point", 41, 3944}), "f: point 41 (byte 3944)");
  EXPECT_EQ(describe(Place{"f", "G1 point", 3, 301, 6}), "f: G1 point 3 (line 6, byte 301)");
}

} // namespace
} // namespace quiver::setup
