// quiver: the command line over the C ABI and the file formats. docs/cli.md lists commands, keys and exit codes.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "setup/error.hpp"
#include "setup/output.hpp"

namespace quiver::cli {
namespace {

/// A closed standard stream would give its number to the next file that is opened, and messages would land in it.
void keep_standard_streams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    // Opened the wrong way round on purpose: using it is an error, as it was.
    if (::fcntl(fd, F_GETFD) == -1) (void)::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Where this program lies; empty where the system does not say.
std::string executable_path(const char* argv0) {
  std::error_code error;
  std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) path = std::filesystem::canonical(argv0 == nullptr ? "" : argv0, error);
  return error ? "" : path.string();
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

/// The innermost command that was recognised: its names are the ones to suggest.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.back());
}

std::string usage_text(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& at = innermost(app);
  std::string path = "quiver";
  for (const CLI::App* step = &at; step->get_parent() != nullptr; step = step->get_parent())
    path.insert(6, " " + step->get_name());
  const std::vector<std::string> extra = app.remaining(true);
  std::string text = error.what();
  if (!extra.empty()) {
    std::vector<std::string> known;
    const bool option = extra.front().starts_with("-");
    if (option) {
      for (const CLI::Option* candidate : at.get_options())
        for (const std::string& name : candidate->get_lnames()) known.push_back("--" + name);
    } else {
      for (const CLI::App* command : at.get_subcommands({})) known.push_back(command->get_name());
    }
    text = fmt::format("there is no {} \"{}\"{}",
                       option          ? "option"
                       : known.empty() ? "argument"
                                       : "command",
                       extra.front(), suggest(extra.front(), known));
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  return fmt::format("{} (see {} --help)", text, path);
}

int run(int argc, char** argv) {
  CLI::App app{"Multi-scalar multiplication over elliptic curves.", "quiver"};
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("quiver ") + quiver_version());
  app.footer(
      "Exit codes: 0 ok, 1 verification failed, 2 usage, 3 I/O, 4 bad data, 5 unsupported here, 130 interrupted.\n"
      "\nExample:\n  quiver demo");
  std::vector<Command> commands;
  add_msm(app, commands);
  add_gen(app, commands);
  add_info(app, commands);
  add_demo(app, commands, executable_path(argc > 0 ? argv[0] : nullptr));

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) { // --help, --version
    std::ostringstream text;
    (void)app.exit(help, text, text);
    const Uninterrupted whole;
    setup::write_all(STDOUT_FILENO, "standard output", text.str());
    return kOk;
  } catch (const CLI::ParseError& error) {
    throw UsageError(usage_text(app, error));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run();
  return kUsage; // not reached: a command is required
}

} // namespace
} // namespace quiver::cli

int main(int argc, char** argv) {
  using namespace quiver;
  cli::keep_standard_streams();
  cli::install_signal_handlers();
  try {
    return cli::run(argc, argv);
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
