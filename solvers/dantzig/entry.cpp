#include "solvers/dantzig/dantzig_solver.h"

CARDAN_EXPORT_SOLVER(cardan::dantzig::DantzigSolver);
