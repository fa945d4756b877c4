#pragma once

#include "solvers/conic/options.h"

namespace cardan::conic {

struct Workspace;

/// Values of cardan_report::stage. Users and tests rely on these numbers, so a new stage gets the
/// next free number, wherever it is in the table. Number 2 belonged to a stage that no longer
/// exists.
enum StageNumber {
  kAcceptGuess = 0,
  kSweeps = 1,
  kActiveSetNewton = 3,
  kDampedNewton = 4,
  kPolyhedralLcp = 5,
  kAdmm = 6,
  kAcceleratedSweeps = 7,
  kNonnegativeQp = 8,
  kBodyNewton = 9,
  kInteriorPoint = 10
};

/// Whether a stage accepts the current problem. kEnd: neither this stage nor a later one would
/// help.
enum class Takes { kYes, kNo, kEnd };

/// Bound on the work of a stage.
struct StageBudget {
  int Options::*parameter = nullptr;  ///< option whose value is the limit; null: use `limit`
  int limit = 0;                      ///< iterations, in units of the stage
  double share = 1;                   ///< fraction of max_work
};

/// One row of the table of stages.
struct Stage {
  StageNumber number;  ///< number in the report when the stage starts
  const char* name;
  Takes (*takes)(Workspace& work);
  StageBudget budget;
  bool (*run)(Workspace& work, int limit);  ///< true: the tolerance is met
};

/// The table (table.cpp): stages are tried in the order of its rows.
sdk::ArrayView<Stage> stage_table();

/// Runs the stages on the problem of `work` until a stage meets the tolerance or ends the solve, or
/// until the table ends. Returns true if the tolerance is met.
bool run_stages(Workspace& work);

}  // namespace cardan::conic
