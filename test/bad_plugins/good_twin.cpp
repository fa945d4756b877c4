// Has the id of good.cpp. Two plugins with one id in one directory are an error; in two directories
// the earlier one shadows the later.
#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("good", desc.version = "2.0");
