#include "raw_solver.h"

RAW_PLUGIN("null_id", desc.id = nullptr);
