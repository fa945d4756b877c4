#include "solvers/interior_point/interior_point_solver.h"

CARDAN_EXPORT_SOLVER(cardan::interior_point::InteriorPointSolver);
