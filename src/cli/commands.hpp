// The commands of `quiver`. Each adds itself to the application and returns what runs it; main.cpp picks one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace quiver::cli {

/// A parsed subcommand and its action, which returns an exit code.
struct Command {
  const CLI::App* app;
  std::function<int()> run;
};

void add_msm(CLI::App& app, std::vector<Command>& commands);
void add_gen(CLI::App& app, std::vector<Command>& commands);
void add_info(CLI::App& app, std::vector<Command>& commands);
/// `executable`: this program's path, as installed data is found from it.
void add_demo(CLI::App& app, std::vector<Command>& commands, const std::string& executable);

} // namespace quiver::cli
