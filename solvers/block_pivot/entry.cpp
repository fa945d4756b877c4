#include "solvers/block_pivot/block_pivot_solver.h"

CARDAN_EXPORT_SOLVER(cardan::block_pivot::BlockPivotSolver);
