#include "check_layout.h"

int abi_layout_holds_in_c(void);
int abi_layout_holds_in_c(void) { return 1; }
