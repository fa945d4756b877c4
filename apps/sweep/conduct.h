#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/sweep/cell_run.h"
#include "apps/sweep/plan.h"

namespace cardan::app {

/// How the cells of a study are distributed over processes.
struct ConductSettings {
  std::string rows;    ///< folder of the rows
  std::string states;  ///< folder of states of unfinished cells
  std::vector<std::string> plugins;
  int jobs = 1;        ///< parallel processes
  double limit = 600;  ///< wall-clock time of a cell [s]
};

struct ConductResult {
  std::size_t ended = 0;   ///< cells that have received a row
  std::size_t failed = 0;  ///< of these, cells that are not done
};

/// Runs the cells and appends their rows. If a process ends early or exceeds the time limit, its
/// unfinished cells are run again, one per process. A cell whose own process ends early gets a row
/// with the signal. After SIGKILL, a cell is tried up to three times, because the system may have
/// ended the process. On an interrupt, the processes save the states of unfinished cells. Throws
/// Error if rows cannot be written, or if a process ends before its first cell.
ConductResult conduct(const Plan& plan, const std::vector<std::size_t>& cells,
                      const ConductSettings& settings);

}  // namespace cardan::app
