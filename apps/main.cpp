#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

#include "apps/allocation_count.h"
#include "apps/commands.h"
#include "apps/doctor/command.h"
#include "apps/printable_text.h"
#include "apps/process/supervisor.h"
#include "apps/regress/case_process.h"
#include "core/failure_text.h"
#include "core/nearest.h"

namespace {

// HDF5 1.10 crashes if memory is exhausted while it initialises, so it is initialised before any
// data can be lost. Files are closed one by one: after a failed write (disk full), HDF5 crashes or
// loops when it closes remaining files at exit.
[[maybe_unused]] const bool hdf5_is_up = H5dont_atexit() >= 0 && H5open() >= 0;

// CLI11 splits messages over several lines; errors of cardan are one line.
std::string joined_lines(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

// Adds the long names of the options of a command.
void add_options_of(const CLI::App& command, std::vector<std::string>& names) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
}

// The fault of a word that is neither a command nor an option, with the nearest name; "" if there
// is no such word. CLI11 reports only a missing command, or lists all such words.
std::string unknown_word(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) return "";
  const std::string first = argv[1];
  std::vector<std::string> commands, known;
  const CLI::App* command = nullptr;
  for (const CLI::App* one : commands_of(app)) {
    commands.push_back(one->get_name());
    if (one->get_name() == first) command = one;
  }
  if (command == nullptr && first.rfind('-', 0) != 0)
    return "unknown command '" + first + "'; " + cardan::suggest_name(first, commands);
  add_options_of(command == nullptr ? app : *command, known);
  if (command != nullptr)
    for (const CLI::App* inner : commands_of(*command)) add_options_of(*inner, known);
  for (int i = command == nullptr ? 1 : 2; i < argc && std::string(argv[i]) != "--"; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    if (word.rfind("--", 0) != 0 || std::find(known.begin(), known.end(), name) != known.end())
      continue;
    const std::string meant = cardan::nearest_name(name, known);
    const std::string of = command == nullptr ? "cardan" : "cardan " + first;
    return "unknown option '" + name + "' of " + of +
           (meant.empty() ? "" : "; did you mean '" + meant + "'?");
  }
  return "";
}

int fail(const std::string& message) {
  std::cerr << "cardan: " << cardan::app::one_line_text(message) << std::endl;
  return cardan::app::kBadInput;
}

// True if all output was written.
bool written() {
  std::cout.flush();
  return std::cout && std::ferror(stdout) == 0;
}

// Option of every command that reads scenes or robots. It is set in the environment, so that child
// processes of regress inherit it.
void add_outside_option(CLI::App& app) {
  for (const char* name : {"run", "compare", "regress", "sweep", "check", "explain", "view"}) {
    app.get_subcommand(name)->add_flag_callback(
        "--allow-outside", [] { ::setenv("CARDAN_ALLOW_OUTSIDE", "1", 1); },
        "Allow scenes and robots to name files outside their own projects");
  }
}

int command(int argc, char** argv) try {
  // Exceeding the limit of `ulimit -f` then becomes an error, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app(
      "cardan: articulated-body physics with pluggable contact solvers, each checked "
      "independently");
  app.name("cardan");
  app.set_version_flag("--version", "cardan " CARDAN_VERSION);
  app.require_subcommand(1);
  int exit_code = cardan::app::kDone;
  cardan::app::add_run_command(app, exit_code);
  cardan::app::add_compare_command(app, exit_code);
  cardan::app::add_regress_command(app, exit_code);
  cardan::app::add_sweep_command(app, exit_code);
  cardan::app::add_diff_command(app, exit_code);
  cardan::app::add_replay_command(app, exit_code);
  cardan::app::add_view_command(app, exit_code);
  cardan::app::add_repair_command(app, exit_code);
  cardan::app::add_export_command(app, exit_code);
  cardan::app::add_check_command(app, exit_code);
  cardan::app::add_convert_command(app, exit_code);
  cardan::app::add_solve_command(app, exit_code);
  cardan::app::add_explain_command(app, exit_code);
  cardan::app::add_solvers_command(app, exit_code);
  cardan::app::add_schema_command(app, exit_code);
  cardan::app::add_doctor_command(app, exit_code);
  add_outside_option(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      const std::string unknown = unknown_word(app, argc, argv);
      return fail((unknown.empty() ? joined_lines(error.what()) : unknown) + "; see cardan --help");
    }
    app.exit(error);  // --help, --version
  }
  return written() ? exit_code : fail("cannot write to standard output");
} catch (const std::exception& error) {
  return fail(cardan::failure_text(error));
}

// Destructors of nlohmann::json and moves of CLI11 options allocate; if that fails, no exception
// handler is reached.
std::terminate_handler default_terminate = nullptr;

[[noreturn]] void end_at_unhandled_exception() {
  if (std::current_exception() != nullptr) {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      constexpr std::string_view kLine = "cardan: not enough memory\n";
      [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
      cardan::app::leave(cardan::app::kSimulationFailed);
    } catch (...) {
    }
  }
  default_terminate();
  std::abort();
}

// True if the pool of `regress` started this process, which its parent supervises.
bool is_watched_already(int argc, char** argv) {
  return argc > 1 && std::string(argv[1]) == cardan::app::kCaseCommand;
}

// The allocation counter restarts the process, so it comes first.
void prepare_process(int argc, char** argv) {
  if (argc < 2 || std::string(argv[1]) != "solvers") return;
  for (int i = 2; i < argc; ++i) {
    if (std::string(argv[i]).rfind("--check", 0) == 0) cardan::app::preloaded_allocation_count();
  }
}

}  // namespace

int main(int argc, char** argv) {
  // An ignored SIGCHLD is inherited, and children could not be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  default_terminate = std::set_terminate(end_at_unhandled_exception);
  prepare_process(argc, argv);
  if (is_watched_already(argc, argv)) return command(argc, argv);
  return cardan::app::supervise([=] { return command(argc, argv); });
}
