#include "solvers/admm/admm_solver.h"

CARDAN_EXPORT_SOLVER(cardan::admm::AdmmSolver);
