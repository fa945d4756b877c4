#include "raw_solver.h"

RAW_PLUGIN("good", );
