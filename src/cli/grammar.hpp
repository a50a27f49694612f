// The command line: which commands and options there are, and what they are called.
#pragma once

#include <functional>

namespace quiver::cli {

/// What the command line asks for, as an action that returns an exit code; --help and --version are such actions too.
/// `argv` has to outlive it. Throws UsageError.
std::function<int()> parse(int argc, char** argv);

} // namespace quiver::cli
