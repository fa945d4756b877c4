#include <hdf5.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

#include "commands.h"

namespace {

// CLI11 spreads its messages over several lines; ours are one.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

int fail(const std::string& message) {
  std::cerr << "cardan: " << one_line(message) << std::endl;
  return cardan::app::kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  // A file that grows beyond the limit of `ulimit -f` is then an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  // Files are closed one by one. After a write that failed (a full disk) HDF5 1.10 crashes or loops
  // when it closes what is left at exit.
  H5dont_atexit();
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
  try {
    app.parse(argc, argv);
    std::cout.flush();
    if (!std::cout || std::ferror(stdout) != 0) return fail("cannot write to standard output");
    return exit_code;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return fail(std::string(error.what()) + "; see cardan --help");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
