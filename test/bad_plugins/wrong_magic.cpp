#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("wrong_magic", entry.magic = 0xdeadbeefu);
