// Older compilers link this into a library built with -ffast-math: a constructor that sets
// flush-to-zero in the thread that loads it. This plugin sets it again in solve.
#include "test/bad_plugins/raw_solver.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

namespace {

void set_flush_to_zero() { _mm_setcsr(_mm_getcsr() | 0x8040u); }

__attribute__((constructor)) void when_loaded() { set_flush_to_zero(); }

int32_t flushing_solve(cardan_solver* self, const cardan_problem* problem, double* lambda,
                       double* u, cardan_report* report) {
  set_flush_to_zero();
  return raw::solve(self, problem, lambda, u, report);
}

}  // namespace

RAW_PLUGIN("flushes_to_zero", desc.solve = &flushing_solve);
#else
RAW_PLUGIN("flushes_to_zero", );
#endif
