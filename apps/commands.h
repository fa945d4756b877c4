#pragma once

#include <CLI/CLI.hpp>

/// One function per subcommand. The function declares the arguments and, if the command is chosen,
/// sets the exit code of the process (docs/commands.md). User errors are thrown as cardan::Error;
/// main turns them into one line and exit code 2.
namespace cardan::app {

constexpr int kDone = 0;
constexpr int kCheckFailed = 1;
constexpr int kBadInput = 2;
constexpr int kSimulationFailed = 3;

void add_run_command(CLI::App& app, int& exit_code);
void add_compare_command(CLI::App& app, int& exit_code);
void add_regress_command(CLI::App& app, int& exit_code);
void add_sweep_command(CLI::App& app, int& exit_code);
void add_diff_command(CLI::App& app, int& exit_code);
void add_replay_command(CLI::App& app, int& exit_code);
void add_repair_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_convert_command(CLI::App& app, int& exit_code);
void add_solve_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);
void add_solvers_command(CLI::App& app, int& exit_code);
void add_schema_command(CLI::App& app, int& exit_code);
void add_view_command(CLI::App& app, int& exit_code);

}  // namespace cardan::app
