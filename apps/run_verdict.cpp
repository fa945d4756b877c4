#include "run_verdict.h"

#include <algorithm>
#include <cmath>

#include "number_text.h"

namespace cardan::app {

namespace {

// Whether a solver of the chain has a bound on its work that the user asked for.
bool asks_for_budget(const SolverSpec& solver) {
  if (solver.max_iterations) return true;
  const auto is_budget = [](const SolverOption& option) {
    for (const char* word : {"iteration", "budget", "sweeps", "passes", "max_"}) {
      if (option.name.find(word) != std::string::npos) return true;
    }
    return false;
  };
  if (std::any_of(solver.options.begin(), solver.options.end(), is_budget)) return true;
  return std::any_of(solver.fallback.begin(), solver.fallback.end(), asks_for_budget);
}

// Approximate answers that no budget explains.
std::int64_t unexplained(const RunTotals& totals, const SolverSpec& solver) {
  return totals.approximate_islands - (asks_for_budget(solver) ? totals.budget_islands : 0);
}

}  // namespace

std::string failure_of(const RunOutcome& outcome, const SolverSpec& solver) {
  const RunTotals& totals = outcome.totals;
  if (totals.stuck_models > 0) return totals.first_stuck + "; try a smaller step";
  if (!std::isfinite(outcome.energy_end)) {
    return "the energy of " + outcome.overflowing +
           " is not finite; look at its start, its forces and its gains, or try a smaller step";
  }
  if (totals.most_left_out > 0) {
    return "up to " + std::to_string(totals.most_left_out) +
           " contacts of a step were left out: too many models lie in one another; place them "
           "apart";
  }
  if (totals.failed_islands > 0) {
    return "no solver of the chain gave a finite answer in " +
           std::to_string(totals.failed_islands) +
           " islands and the last resort was used; try another solver or a smaller step";
  }
  const std::int64_t approximate = unexplained(totals, solver);
  if (2 * approximate <= totals.called_islands) return "";
  return std::to_string(approximate) + " of " + std::to_string(totals.called_islands) +
         " islands that called a solver were answered above the tolerance, the worst residual is " +
         number_text(totals.worst_residual, 3) + " m/s; try another solver, or ask for a budget";
}

}  // namespace cardan::app
