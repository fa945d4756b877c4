#pragma once

#include "../options.h"

namespace cardan::conic {

struct Workspace;

/// Values of cardan_report::stage. Users and tests know these numbers: a new stage takes the next
/// free one, wherever it stands in the table.
enum StageNumber {
  kAcceptGuess = 0,
  kSweeps = 1,
  kProximal = 2,
  kActiveSetNewton = 3,
  kDampedNewton = 4,
  kPolyhedralLcp = 5,
  kAdmm = 6,
  kAcceleratedSweeps = 7,
  kNonnegativeQp = 8
};

/// Whether a stage takes the problem at hand. kEnd: neither this stage nor a later one would help.
enum class Takes { kYes, kNo, kEnd };

/// Bound on what a stage may spend.
struct StageBudget {
  int Options::*parameter = nullptr;  ///< its value is the limit; null: `limit` is
  int limit = 0;                      ///< iterations, in units of the stage
  double share = 1;                   ///< of max_work
};

/// One row of the table of stages.
struct Stage {
  StageNumber number;  ///< in the report, when the stage begins
  const char* name;
  Takes (*takes)(Workspace& work);
  StageBudget budget;
  bool (*run)(Workspace& work, int limit);  ///< true: the tolerance is met
};

/// The table (table.cpp): stages are tried in the order of its rows.
sdk::ArrayView<Stage> stage_table();

/// Runs the stages on the problem of `work` until one meets the tolerance (true), ends the solve,
/// or the table ends.
bool run_stages(Workspace& work);

}  // namespace cardan::conic
