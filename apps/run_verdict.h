#pragma once

#include <string>

#include "cardan/sim/record/run_report.h"
#include "cardan/sim/spec.h"

namespace cardan::app {

/// A run as far as it came, with the energy of its last state [J].
struct RunOutcome {
  const RunTotals& totals;
  double energy_end;
  std::string overflowing;  ///< the model whose energy is not finite, where it is known
};

/// The failure of a run that came to its end, a clause with a remedy; "" if there is none.
/// Approximate answers count where more than half of the islands that called a solver have one and
/// no budget explains them: a bound on the work of a solver that the scene asks for
/// (max_iterations, or an option of its own whose name says so) and that the solver met.
std::string failure_of(const RunOutcome& outcome, const SolverSpec& solver);

}  // namespace cardan::app
