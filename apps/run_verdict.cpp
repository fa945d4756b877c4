#include "run_verdict.h"

#include <algorithm>

namespace cardan::app {

bool mostly_approximate(const RunTotals& totals) {
  return 2 * totals.approximate_islands > totals.called_islands;
}

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

}  // namespace cardan::app
