#include "plugins/host/fp_control.h"

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace cardan {

#if defined(__x86_64__) || defined(__i386__)

namespace {
constexpr std::uint32_t kMxcsrFlags = 0x3f;  // sticky exception flags: bits 0-5
}

FpControl read_fp_control() {
  FpControl control;
  control.sse = _mm_getcsr() & ~kMxcsrFlags;
  asm volatile("fnstcw %0" : "=m"(control.x87));
  return control;
}

bool restore_fp_control(const FpControl& wanted) {
  const FpControl now = read_fp_control();
  const bool differs = now.sse != wanted.sse || now.x87 != wanted.x87;
  if (now.sse != wanted.sse) _mm_setcsr(wanted.sse | (_mm_getcsr() & kMxcsrFlags));
  if (now.x87 != wanted.x87) asm volatile("fldcw %0" : : "m"(wanted.x87));
  return differs;
}

#elif defined(__aarch64__)

FpControl read_fp_control() {
  std::uint64_t fpcr = 0;
  asm volatile("mrs %0, fpcr" : "=r"(fpcr));
  return {static_cast<std::uint32_t>(fpcr), 0};
}

bool restore_fp_control(const FpControl& wanted) {
  if (read_fp_control().sse == wanted.sse) return false;
  const std::uint64_t fpcr = wanted.sse;
  asm volatile("msr fpcr, %0" : : "r"(fpcr));
  return true;
}

#else
#error "the floating-point control word of this processor is not known to cardan"
#endif

}  // namespace cardan
