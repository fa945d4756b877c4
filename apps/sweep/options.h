#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cardan::app {

/// Options of `cardan sweep` and of its actions.
struct SweepOptions {
  std::string study;
  std::string out;     ///< folder of the results; "": beside the study
  std::string shard;   ///< "": all cells
  int jobs = 0;        ///< 0: determined by the scheduler or the machine
  double limit = 600;  ///< [s]
  double audit = 0;    ///< fraction of the cells; 0: no audit
  bool plan = false, retry = false, slurm = false;
  std::vector<std::string> plugins;
  std::vector<std::string> sbatch;  ///< arguments after --

  // merge
  std::string csv, hdf5;  ///< "": in the folder of the results
  bool partial = false;

  // plot and replay
  std::string html, svg;  ///< page; folder for the plots as separate files; "": none
  int replays = 50;       ///< number of cells with a replay page
  std::int64_t cell = -1;
};

/// Runs cells, or submits them. Returns the exit code.
int run_sweep(const SweepOptions& options);
int sweep_status(const SweepOptions& options);
int merge_sweep(const SweepOptions& options);
int plot_sweep(const SweepOptions& options);
/// Writes the replay page of one cell.
int replay_sweep(const SweepOptions& options);

}  // namespace cardan::app
