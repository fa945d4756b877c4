#include "kernels.h"

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
