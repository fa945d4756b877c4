#include "solvers/conic/bodies/kernels.h"

#include <cstdlib>

namespace cardan::conic {

extern const Kernels kPortableKernels;
#ifdef CARDAN_X86_KERNELS
extern const Kernels kAvx2Kernels, kAvx512Kernels;
#endif

namespace {

KernelList find_kernels() {
  KernelList list;
  list.kernels[list.count++] = &kPortableKernels;
#ifdef CARDAN_X86_KERNELS
  // Makes instruction counts independent of the processor, and supports tools such as valgrind that
  // do not know all of its instructions.
  if (secure_getenv("CARDAN_PORTABLE_KERNELS") != nullptr) return list;
  if (__builtin_cpu_supports("avx2")) list.kernels[list.count++] = &kAvx2Kernels;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    list.kernels[list.count++] = &kAvx512Kernels;
  }
#endif
  return list;
}

}  // namespace

const KernelList& available_kernels() {
  static const KernelList kList = find_kernels();
  return kList;
}

const Kernels& fastest_kernels() {
  const KernelList& list = available_kernels();
  return *list.kernels[list.count - 1];
}

}  // namespace cardan::conic
