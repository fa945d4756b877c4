#define CARDAN_LANES 2
#define CARDAN_KERNELS kPortableKernels
#define CARDAN_KERNELS_NAME "portable"
#include "solvers/conic/bodies/kernels_impl.h"
