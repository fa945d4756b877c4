#pragma once

#include <cstddef>
#include <vector>

#include "apps/sweep/plan.h"
#include "apps/sweep/row_index.h"

namespace cardan::app {

/// A fraction of the cells, chosen by their keys, so that the choice is the same on every machine.
std::vector<std::size_t> audited_cells(const Plan& plan, double fraction);

/// Cells that are done in both folders with different results.
std::vector<std::size_t> differing_cells(const RowIndex& rows, const RowIndex& audit);

}  // namespace cardan::app
