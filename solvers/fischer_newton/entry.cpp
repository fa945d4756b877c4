#include "solvers/fischer_newton/fischer_newton.h"

CARDAN_EXPORT_SOLVER(cardan::fischer_newton::FischerNewton);
