#include <hdf5.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

#include "allocation_count.h"
#include "commands.h"
#include "failure_text.h"
#include "printable_text.h"
#include "process/supervisor.h"
#include "regress/case_process.h"

namespace {

// HDF5 1.10 crashes where memory is short while it starts, so that it starts before anything can be
// lost. Files are closed one by one: after a write that failed (a full disk) it crashes or loops
// when it closes what is left at exit.
[[maybe_unused]] const bool hdf5_is_up = H5dont_atexit() >= 0 && H5open() >= 0;

// CLI11 spreads its messages over several lines; ours are one.
std::string joined_lines(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

int fail(const std::string& message) {
  std::cerr << "cardan: " << cardan::app::one_line_text(message) << std::endl;
  return cardan::app::kBadInput;
}

// Whether all that was printed has arrived.
bool written() {
  std::cout.flush();
  return std::cout && std::ferror(stdout) == 0;
}

// Option of every command that reads scenes or robots. It is set in the environment, so that
// processes that regress starts have it too.
void add_outside_option(CLI::App& app) {
  for (const char* name : {"run", "compare", "regress", "check", "explain"}) {
    app.get_subcommand(name)->add_flag_callback(
        "--allow-outside", [] { ::setenv("CARDAN_ALLOW_OUTSIDE", "1", 1); },
        "scenes and robots may name files anywhere, not in their own projects alone");
  }
}

int command(int argc, char** argv) try {
  // A file that grows beyond the limit of `ulimit -f` is then an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app("cardan: articulated-body physics with swappable, judged contact solvers");
  app.name("cardan");
  app.set_version_flag("--version", "cardan " CARDAN_VERSION);
  app.require_subcommand(1);
  int exit_code = cardan::app::kDone;
  cardan::app::add_run_command(app, exit_code);
  cardan::app::add_compare_command(app, exit_code);
  cardan::app::add_regress_command(app, exit_code);
  cardan::app::add_diff_command(app, exit_code);
  cardan::app::add_check_command(app, exit_code);
  cardan::app::add_solve_command(app, exit_code);
  cardan::app::add_explain_command(app, exit_code);
  cardan::app::add_solvers_command(app, exit_code);
  add_outside_option(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return fail(joined_lines(error.what()) + "; see cardan --help");
    app.exit(error);  // --help, --version
  }
  return written() ? exit_code : fail("cannot write to standard output");
} catch (const std::exception& error) {
  return fail(cardan::app::failure_text(error));
}

// Destructors of nlohmann::json and moves of CLI11's options allocate; a failure there reaches no
// handler of exceptions.
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

// Whether the pool of `regress` started this process: its parent watches it.
bool is_watched_already(int argc, char** argv) {
  return argc > 1 && std::string(argv[1]) == cardan::app::kCaseCommand;
}

// The counter of allocations starts the process again: it has to come before anything else.
void prepare_process(int argc, char** argv) {
  if (argc < 2 || std::string(argv[1]) != "solvers") return;
  for (int i = 2; i < argc; ++i) {
    if (std::string(argv[i]).rfind("--check", 0) == 0) cardan::app::preloaded_allocation_count();
  }
}

}  // namespace

int main(int argc, char** argv) {
  // A parent that ignores it hands that on, and no child could be awaited.
  std::signal(SIGCHLD, SIG_DFL);
  default_terminate = std::set_terminate(end_at_unhandled_exception);
  prepare_process(argc, argv);
  if (is_watched_already(argc, argv)) return command(argc, argv);
  return cardan::app::supervise([=] { return command(argc, argv); });
}
