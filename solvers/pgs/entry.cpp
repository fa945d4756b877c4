#include "solvers/pgs/pgs.h"

CARDAN_EXPORT_SOLVER(cardan::pgs::PgsSolver);
