#define CARDAN_LANES 8
#define CARDAN_KERNELS kAvx512Kernels
#define CARDAN_KERNELS_NAME "avx512"
#include "solvers/conic/bodies/kernels_impl.h"
