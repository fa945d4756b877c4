#include "apps/run_verdict.h"

#include <algorithm>
#include <cmath>

#include "cardan/solver_spec.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

// True if the user set a work limit or an accuracy for a solver of the chain.
bool asks_for_budget(const SolverSpec& solver) {
  if (solver.max_iterations || solver.accuracy) return true;
  const auto is_budget = [](const SolverOption& option) {
    for (const char* word : {"iteration", "budget", "sweeps", "passes", "max_"}) {
      if (option.name.find(word) != std::string::npos) return true;
    }
    return false;
  };
  if (std::any_of(solver.options.begin(), solver.options.end(), is_budget)) return true;
  return std::any_of(solver.fallback.begin(), solver.fallback.end(), asks_for_budget);
}

// Number of approximate answers that no budget explains.
std::int64_t unexplained(const RunTotals& totals, const SolverSpec& solver) {
  return totals.approximate_islands - (asks_for_budget(solver) ? totals.budget_islands : 0);
}

}  // namespace

std::string failure_of(const RunOutcome& outcome, const SolverSpec& solver) {
  const RunTotals& totals = outcome.totals;
  if (totals.stuck_models > 0) return totals.first_stuck + "; try a smaller step";
  if (!std::isfinite(outcome.energy_end)) {
    return "the energy of " + outcome.overflowing +
           " is not finite; check its initial state, forces and gains, or try a smaller step";
  }
  if (totals.contacts_left_out > 0) {
    return "up to " + std::to_string(totals.contacts_left_out) +
           " contacts of a step were dropped: too many models overlap; move them apart";
  }
  if (totals.failed_islands > 0) {
    return "no solver of the chain gave a finite answer in " +
           std::to_string(totals.failed_islands) +
           " islands and the last resort was used; try another solver or a smaller step";
  }
  const std::int64_t approximate = unexplained(totals, solver);
  if (2 * approximate <= totals.called_islands) return "";
  return std::to_string(approximate) + " of " + std::to_string(totals.called_islands) +
         " islands that called a solver have residuals above the tolerance (worst residual " +
         number_text(totals.worst_residual, 3) +
         " m/s); try another solver, or set an iteration budget";
}

}  // namespace cardan::app
