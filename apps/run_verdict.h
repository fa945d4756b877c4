#pragma once

#include <string>

#include "cardan/run_report.h"

namespace cardan {
struct SolverSpec;
}  // namespace cardan

namespace cardan::app {

/// The completed part of a run, with the energy of its last state [J].
struct RunOutcome {
  const RunTotals& totals;
  double energy_end;
  std::string overflowing;  ///< model with non-finite energy, if known
};

/// Describes the failure of a completed run and a remedy in one clause; "" if the run did not fail.
/// Approximate answers are a failure if more than half of the islands that called a solver have
/// one, unless a budget explains them: a limit on the work of a solver that the scene sets
/// (max_iterations, or a solver option with such a name) and that the solver reached.
std::string failure_of(const RunOutcome& outcome, const SolverSpec& solver);

}  // namespace cardan::app
