#include "check_layout.h"

extern "C" int abi_layout_holds_in_cxx(void);
int abi_layout_holds_in_cxx(void) { return 1; }
