#include "raw_solver.h"

RAW_PLUGIN("wrong_magic", entry.magic = 0xdeadbeefu);
