#include "solvers/apgd/apgd_solver.h"

CARDAN_EXPORT_SOLVER(cardan::apgd::ApgdSolver);
