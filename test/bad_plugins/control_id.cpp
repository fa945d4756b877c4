// An id with escape sequences, which would move the cursor of a terminal that prints it.
#include "test/bad_plugins/raw_solver.h"

RAW_PLUGIN("\x1b[2Jcontrol\nid", );
