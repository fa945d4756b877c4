#include "solvers/conic/conic_solver.h"

CARDAN_EXPORT_SOLVER(cardan::conic::ConicSolver);
