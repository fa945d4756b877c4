#include "minmap_newton.h"

CARDAN_EXPORT_SOLVER(cardan::minmap_newton::MinmapNewton);
