// An id that would move the cursor of whoever prints it.
#include "raw_solver.h"

RAW_PLUGIN("\x1b[2Jcontrol\nid", );
