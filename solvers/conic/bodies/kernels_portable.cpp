#define CARDAN_LANES 2
#define CARDAN_KERNELS kPortableKernels
#define CARDAN_KERNELS_NAME "portable"
#include "kernels_internal.h"
