#pragma once

#include "cardan/sim/run_report.h"
#include "cardan/sim/spec.h"

namespace cardan::app {

/// Whether more than half of the islands that called a solver were answered above the tolerance.
bool mostly_approximate(const RunTotals& totals);

/// Whether a solver of the chain has a bound on its work that the user asked for: max_iterations,
/// or an option of its own whose name says so. An approximate answer is then what was asked for.
bool asks_for_budget(const SolverSpec& solver);

}  // namespace cardan::app
