// A descriptor of an older, shorter layout: fields beyond the stated size must not be read.
#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("short_struct", desc.struct_size = 64);
