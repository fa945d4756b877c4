#pragma once

#include "workspace.h"

namespace cardan::conic {

/// Solves an island of more than pile_rows rows: pile_sweeps sweeps at most and no other stage, the
/// last one without extrapolation, so that the impulses end inside their sets. APPROXIMATE after
/// the last sweep, SOLVED below the tolerance, ITERATIONS when cancelled. u may be null.
int solve_pile(Workspace& work, double* u);

}  // namespace cardan::conic
