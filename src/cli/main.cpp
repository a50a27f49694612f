// quiver: the command line over the C ABI and the file formats. docs/cli.md lists commands, keys and exit codes.

#include <exception>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include "cli/common.hpp"
#include "cli/grammar.hpp"
#include "setup/error.hpp"

namespace quiver::cli {
namespace {

/// A closed standard stream would give its number to the next file that is opened, and messages would land in it.
void keep_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    // Opened the wrong way round on purpose: using it is an error, as it was.
    if (::fcntl(fd, F_GETFD) == -1) (void)::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int exit_code_of(quiver_status status) {
  switch (status) {
  case QUIVER_OK:
    return kOk;
  case QUIVER_INVALID_ARGUMENT:
    return kUsage;
  case QUIVER_BAD_DATA:
    return kBadData;
  case QUIVER_OUT_OF_MEMORY:
  case QUIVER_MEMORY_CAP:
  case QUIVER_UNSUPPORTED:
    return kUnsupported;
  case QUIVER_CANCELLED:
    return kInterrupted;
  case QUIVER_INTERNAL:
    break;
  }
  return kVerificationFailed;
}

int exit_code_of(setup::Failure failure) {
  switch (failure) {
  case setup::Failure::kIo:
    return kIo;
  case setup::Failure::kData:
    return kBadData;
  case setup::Failure::kUnsupported:
    break;
  }
  return kUnsupported;
}

} // namespace
} // namespace quiver::cli

int main(int argc, char** argv) {
  using namespace quiver;
  cli::keep_standard_streams();
  cli::install_signal_handlers();
  try {
    return cli::parse(argc, argv)();
  } catch (const cli::UsageError& error) {
    cli::print_message(error.what());
    return cli::kUsage;
  } catch (const setup::FileError& error) {
    cli::print_message(error.what());
    return cli::exit_code_of(error.kind());
  } catch (const setup::LibraryError& error) {
    cli::print_message(error.what());
    return cli::exit_code_of(error.status());
  } catch (const std::bad_alloc&) {
    cli::print_message("out of memory");
    return cli::kUnsupported;
  } catch (const std::exception& error) {
    cli::print_message(error.what());
    return cli::kVerificationFailed;
  }
}
