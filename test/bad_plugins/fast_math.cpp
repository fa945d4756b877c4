// A harmless solver, built with -ffast-math (CMakeLists.txt).
#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("fast_math", );
