#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("null_solve", desc.solve = nullptr);
