// The only file that includes CLI11: its headers alone take longer to compile than any command.
#include "cli/grammar.hpp"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "setup/output.hpp"

namespace quiver::cli {
namespace {

/// A subcommand and its action.
struct Command {
  const CLI::App* app;
  std::function<int()> run;
};

// ---- Options ------------------------------------------------------------------------------------------------------

void add_group(CLI::App& app, std::string& group) { app.add_option("--group", group, "g1 or g2")->type_name("GROUP"); }

void add_backend_and_threads(CLI::App& app, WorkOptions& work) {
  app.add_option("--backend", work.backend, "Force a back end: see quiver info")->type_name("NAME");
  app.add_option("--threads", work.threads, "Threads; 0: one per processor")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber); // CLI11 would take -1 as 2^32 - 1
}

void add_work(CLI::App& app, WorkOptions& work) {
  add_backend_and_threads(app, work);
  app.add_option("--algorithm", work.algorithm, "auto, naive, straus or pippenger")->type_name("NAME");
  app.add_option("--c", work.width, "Bits of the widest window; by default chosen by size")
      ->type_name("C")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--unsigned", work.unsigned_digits, "Unsigned digits");
  app.add_option("--accumulate", work.accumulate, "batch-affine (the default) or xyzz")->type_name("HOW");
  app.add_option("--reduce", work.reduce, "batch-affine (the default) or running")->type_name("HOW");
  app.add_flag("--no-glv", work.no_glv, "Neither GLV nor GLS");
  app.add_option("--memory", work.memory, "The most bytes a sum may allocate: a number, or with K, M or G")
      ->type_name("BYTES");
  app.add_flag("--json", work.json, "Print JSON, one object a line");
}

// ---- Commands -----------------------------------------------------------------------------------------------------

void add_msm(CLI::App& app, std::vector<Command>& commands) {
  auto options = std::make_shared<MsmOptions>();
  CLI::App* command = app.add_subcommand("msm", "Multi-scalar multiplication: the sum of scalar * point");
  command->add_option("--cases", options->cases, "A case file (JSON); - is standard input")->type_name("FILE");
  command->add_flag("--check", options->check, "Compare with the results in the case file; exit 1 on a difference");
  command->add_option("--max-n", options->max_n, "Leave out cases of more points")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--curve", options->curve, "The curve of the points")->type_name("NAME");
  add_group(*command, options->group);
  command->add_option("--points", options->points, "A file of points")->type_name("FILE");
  command->add_option("--scalars", options->scalars, "A file of scalars; several: one sum each")
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--from", options->from, "Force the format of points or scalars")
      ->type_name("FORMAT")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--basis", options->basis, "Which G1 points of a set-up: lagrange (default) or monomial")
      ->type_name("BASIS");
  command->add_option("--validation", options->validation, "Of --points: trust, on_curve or subgroup (default)")
      ->type_name("MODE");
  add_work(*command, options->work);
  command->footer("Example:\n  quiver msm --curve bls12-381 --points trusted_setup.txt --scalars blob.bin --json");
  commands.push_back({command, [options] { return run_msm_command(*options); }});
}

void add_gen(CLI::App& app, std::vector<Command>& commands) {
  CLI::App* gen = app.add_subcommand("gen", "Generate points, scalars or whole cases from a seed");
  gen->require_subcommand(1);
  gen->footer("Example:\n  quiver gen cases --curve pallas --n 1000 --seed 7 -o cases.json");

  const auto add = [&](Generated what, const char* name, const char* about, const char* to, const char* example) {
    auto options = std::make_shared<GenOptions>();
    options->to = to;
    CLI::App* command = gen->add_subcommand(name, about);
    command->add_option("--curve", options->curve, "The curve")->required()->type_name("NAME");
    add_group(*command, options->group);
    command->add_option("--n", options->n, "How many")->required()->type_name("N")->check(CLI::NonNegativeNumber);
    command->add_option("--seed", options->seed, "Of SplitMix64; 0 by default")->type_name("S");
    if (what != Generated::kPoints)
      command->add_option("--bits", options->bits, "Scalars are below 2^B before reduction")
          ->type_name("B")
          ->check(CLI::NonNegativeNumber);
    command->add_option("--to", options->to, fmt::format("Format; {} by default", to))->type_name("FORMAT");
    command->add_option("-o,--output", options->output, "The file to write; - is standard output")
        ->required()
        ->type_name("FILE");
    if (what != Generated::kScalars) add_backend_and_threads(*command, options->work);
    command->footer(std::string("Example:\n  ") + example);
    commands.push_back({command, [options, what] { return run_gen(what, *options); }});
  };
  add(Generated::kPoints, "points", "Points k_i * generator", "zcash",
      "quiver gen points --curve bls12-381 --n 4096 --seed 7 -o points.bin");
  add(Generated::kScalars, "scalars", "Scalars below the order", "blob",
      "quiver gen scalars --curve bls12-381 --n 4096 --seed 7 -o scalars.bin");
  add(Generated::kCases, "cases", "Points, scalars and their sum, for every curve", "cases",
      "quiver gen cases --curve pallas --n 1000 --seed 7 -o cases.json");
}

void add_info(CLI::App& app, std::vector<Command>& commands) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "Show version, CPU features, back ends and curves");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_flag("--kernels", options->kernels, "For each curve, which back ends serve it and why others do not");
  command->footer("Example:\n  quiver info --json");
  commands.push_back({command, [options] { return run_info(*options); }});
}

void add_demo(CLI::App& app, std::vector<Command>& commands, const char* argv0) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* command = app.add_subcommand("demo", "Compute and check KZG commitments over Ethereum's trusted set-up");
  command->add_option("--data", options->data, "Folder of trusted_setup.txt, commitments.json and blobs")
      ->type_name("DIR");
  add_work(*command, options->work);
  command->footer("Example:\n  quiver demo --threads 1");
  commands.push_back({command, [options, argv0] { return run_demo(*options, argv0); }});
}

void add_bench(CLI::App& app, std::vector<Command>& commands, const std::string& command_line) {
  CLI::App* bench = app.add_subcommand("bench", "Time sums of known result");
  bench->require_subcommand(1);
  bench->footer("Example:\n  quiver bench msm --curve bls12-381 --log-n 10 --threads 1");

  auto options = std::make_shared<BenchOptions>();
  options->command = command_line;
  CLI::App* command = bench->add_subcommand("msm", "Time multi-scalar multiplication, results checked");
  command->add_option("--curve", options->curve, "The curve")->required()->type_name("NAME");
  add_group(*command, options->group);
  CLI::Option* log_n = command->add_option("--log-n", options->log_n, "2^K points; 12 by default")
                           ->type_name("K")
                           ->check(CLI::NonNegativeNumber);
  CLI::Option* n = command->add_option("--n", options->n, "N points")
                       ->type_name("N")
                       ->check(CLI::PositiveNumber)
                       ->excludes(log_n);
  command->add_option("--sizes", options->sizes, "Several sizes: 100,2^10 or 2^8..2^18")
      ->type_name("LIST")
      ->excludes(log_n)
      ->excludes(n);
  command->add_option("--scalars", options->scalars, "full (default), u1, u8, u16, u32, u64, witness or equal")
      ->type_name("KIND");
  command->add_option("--batch", options->batch, "Sums over one set of points")->type_name("M");
  command->add_option("--repeat", options->repeat, "Repetitions of each row; by default about a second")
      ->type_name("R")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--seed", options->seed, "Of SplitMix64; 0 by default")->type_name("S");
  const auto rows = [&](const char* name, BenchRows which, const char* about) {
    return command->add_flag_callback(name, [options, which] { options->rows = which; }, about);
  };
  CLI::Option* baseline = rows("--baseline", BenchRows::kBaseline, "Compare with the baseline form of every phase");
  CLI::Option* ablation = rows("--ablation", BenchRows::kAblation, "A row for each optimisation: time and gain");
  CLI::Option* windows = rows("--sweep-window", BenchRows::kWindows, "A row for each width around the chosen one");
  ablation->excludes(baseline)->excludes(windows);
  baseline->excludes(windows);
  command->add_option("-o,--output", options->output, "A JSON file of all rows, the machine and the command")
      ->type_name("FILE");
  add_work(*command, options->work);
  command->footer("Example:\n  quiver bench msm --curve bls12-381 --log-n 12 --ablation --threads 1");
  commands.push_back({command, [options] { return run_bench_msm(*options); }});
}

// ---- Messages -----------------------------------------------------------------------------------------------------

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

/// As typed, the program by its name alone; for people to repeat.
std::string command_line(int argc, char** argv) {
  std::string text = "quiver";
  for (int i = 1; i < argc; ++i) text += std::string(" ") + argv[i];
  return text;
}

int print_help(const std::string& text) {
  const Uninterrupted whole;
  setup::write_all(STDOUT_FILENO, "standard output", text);
  return kOk;
}

} // namespace

std::function<int()> parse(int argc, char** argv) {
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
  add_demo(app, commands, argc > 0 ? argv[0] : nullptr);
  add_bench(app, commands, command_line(argc, argv));

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) { // --help, --version
    std::ostringstream text;
    (void)app.exit(help, text, text);
    return [text = text.str()] { return print_help(text); };
  } catch (const CLI::ParseError& error) {
    throw UsageError(usage_text(app, error));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run;
  return [] { return kUsage; }; // not reached: a command is required
}

} // namespace quiver::cli
