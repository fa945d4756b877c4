#include <memory>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/sweep/options.h"

namespace cardan::app {

namespace {

using SharedSweepOptions = std::shared_ptr<SweepOptions>;

void add_study(CLI::App& command, const SharedSweepOptions& options) {
  command.add_option("study", options->study, "Study (YAML)")->required();
  command.add_option("--out", options->out,
                     "Folder of the results; default: STUDY.results beside the study");
}

void add_process_options(CLI::App& command, const SharedSweepOptions& options) {
  command
      .add_option(
          "--jobs", options->jobs,
          "Number of parallel processes; default: one per core, or one per CPU of the Slurm task")
      ->check(CLI::Range(1, 1024));
  command.add_option("--timeout", options->limit, "Wall-clock limit of a cell [s], default 600")
      ->check(positive_number());
  command
      .add_option("--plugins", options->plugins,
                  "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_sweep_run(CLI::App& command, const SharedSweepOptions& options) {
  command.add_option("study", options->study, "Study (YAML)");
  command.add_option("sbatch", options->sbatch, "With --slurm, after --: options of sbatch");
  command.add_option("--out", options->out,
                     "Folder of the results; default: STUDY.results beside the study");
  add_process_options(command, options);
  command.add_option(
      "--shard", options->shard,
      "I/N: run part I of N, counted from 0; /N: take I from the environment of the scheduler");
  command.add_flag("--slurm", options->slurm,
                   "Submit the unfinished cells to Slurm as a job array and return");
  command.add_flag("--plan", options->plan, "Print the number of cells, but run nothing");
  command.add_flag("--retry", options->retry,
                   "Also rerun cells that crashed, were refused or timed out");
  command
      .add_option("--audit", options->audit,
                  "Rerun this fraction of the finished cells, e.g. 0.01, and compare the results")
      ->check(CLI::Range(0.0, 1.0));
}

}  // namespace

void add_sweep_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "sweep", "Run a study of many cells, locally or on a cluster, and merge its results");
  const auto options = std::make_shared<SweepOptions>();
  add_sweep_run(*command, options);
  command->require_subcommand(0, 1);

  CLI::App* status = command->add_subcommand("status", "Count the cells by status");
  add_study(*status, options);
  status->callback([options, &exit_code] { exit_code = sweep_status(*options); });

  CLI::App* merge = command->add_subcommand("merge", "Write the results as CSV and HDF5");
  add_study(*merge, options);
  merge->add_option("--csv", options->csv, "Write the CSV table to this file");
  merge->add_option("--hdf5", options->hdf5, "Write the HDF5 tables to this file");
  merge->add_flag("--partial", options->partial, "Merge even if cells are missing");
  merge->callback([options, &exit_code] { exit_code = merge_sweep(*options); });

  CLI::App* plot =
      command->add_subcommand("plot", "Plot the metrics against the parameters, as HTML and SVG");
  add_study(*plot, options);
  plot->add_option("--html", options->html,
                   "Write the page to this file; default: plots.html in the folder of the results");
  plot->add_option("--svg", options->svg, "Also write each plot as an SVG file into this folder");
  plot->add_option("--replays", options->replays,
                   "Number of cells whose points open a replay, default 50")
      ->check(CLI::Range(0, 1'000'000));
  add_process_options(*plot, options);
  plot->callback([options, &exit_code] { exit_code = plot_sweep(*options); });

  CLI::App* replay = command->add_subcommand("replay", "Rerun one cell and write its replay page");
  add_study(*replay, options);
  replay->add_option("cell", options->cell, "Number of the cell, counted from 0")->required();
  replay->add_option("--html", options->html,
                     "Write the page to this file; default: cell-CELL.html");
  add_process_options(*replay, options);
  replay->callback([options, &exit_code] { exit_code = replay_sweep(*options); });

  command->callback([command, options, &exit_code] {
    if (!command->get_subcommands().empty()) return;
    if (options->study.empty()) throw CLI::RequiredError("study");
    exit_code = run_sweep(*options);
  });
}

}  // namespace cardan::app
