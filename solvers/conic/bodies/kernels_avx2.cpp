#define CARDAN_LANES 4
#define CARDAN_KERNELS kAvx2Kernels
#define CARDAN_KERNELS_NAME "avx2"
#include "solvers/conic/bodies/kernels_impl.h"
