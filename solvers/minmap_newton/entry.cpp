#include "solvers/minmap_newton/minmap_newton.h"

CARDAN_EXPORT_SOLVER(cardan::minmap_newton::MinmapNewton);
