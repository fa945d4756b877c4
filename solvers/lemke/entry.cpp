#include "solvers/lemke/lemke_solver.h"

CARDAN_EXPORT_SOLVER(cardan::lemke::LemkeSolver);
