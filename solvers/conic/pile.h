#pragma once

#include "solvers/conic/workspace.h"

namespace cardan::conic {

/// Solves an island of more than pile_rows rows by at most pile_sweeps sweeps and no other stage.
/// The last sweep is not extrapolated, so that the impulses end inside their sets. Returns
/// APPROXIMATE after the last sweep, SOLVED below the tolerance, ITERATIONS if cancelled. u may be
/// null.
int solve_pile(Workspace& work, double* u);

}  // namespace cardan::conic
