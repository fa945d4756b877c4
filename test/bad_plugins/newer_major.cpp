#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("newer_major", entry.abi_major = CARDAN_ABI_MAJOR + 1);
