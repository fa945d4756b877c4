#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("good", );
