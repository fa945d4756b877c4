// A harmless solver, built with -ffast-math (CMakeLists.txt).
#include "raw_solver.h"

RAW_PLUGIN("fast_math", );
