#include "apps/sweep/audit.h"

#include "core/hash.h"

namespace cardan::app {

std::vector<std::size_t> audited_cells(const Plan& plan, double fraction) {
  constexpr double kTwo64 = 18446744073709551616.0;
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < plan.num_cells(); ++cell) {
    if (static_cast<double>(scrambled(plan.key(cell))) < fraction * kTwo64) cells.push_back(cell);
  }
  return cells;
}

std::vector<std::size_t> differing_cells(const RowIndex& rows, const RowIndex& audit) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < rows.num_cells(); ++cell) {
    if (!rows.has(cell) || !audit.has(cell)) continue;
    const bool done =
        rows.status(cell) == CellStatus::kFinished && audit.status(cell) == CellStatus::kFinished;
    if (done && rows.outcome(cell) != audit.outcome(cell)) cells.push_back(cell);
  }
  return cells;
}

}  // namespace cardan::app
