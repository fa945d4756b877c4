#pragma once

#include <cstdint>

namespace cardan {

/// Rounding mode, flush-to-zero and exception masks of the calling thread, without the sticky
/// exception flags.
struct FpControl {
  std::uint32_t sse = 0;  ///< register MXCSR on x86, FPCR on aarch64
  std::uint16_t x87 = 0;
};

/// Reads the control word of the calling thread.
FpControl read_fp_control();

/// Restores `wanted` if the control word of the calling thread differs from it. Returns true in
/// this case. A library linked with -ffast-math by older compilers sets flush-to-zero in the thread
/// that loads it (GCC PR55522); results would then differ from thread to thread.
bool restore_fp_control(const FpControl& wanted);

/// Restores the control word at the end of a scope in which foreign code runs.
class FpGuard {
 public:
  FpGuard() : before_(read_fp_control()) {}
  ~FpGuard() { restore(); }
  FpGuard(const FpGuard&) = delete;
  FpGuard& operator=(const FpGuard&) = delete;
  bool restore() const { return restore_fp_control(before_); }

 private:
  FpControl before_;
};

}  // namespace cardan
