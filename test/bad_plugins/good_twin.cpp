// The same id as good.cpp: two of one id in one place are an error, in two places the earlier one
// shadows.
#include "raw_solver.h"

RAW_PLUGIN("good", desc.version = "2.0");
