#include "raw_solver.h"

RAW_PLUGIN("../slash_id", );
