#include "solvers/sap/sap_solver.h"

CARDAN_EXPORT_SOLVER(cardan::sap::SapSolver);
