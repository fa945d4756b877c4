#pragma once

#include "cardan/cardan_solver.h"

/// A harmless solver on the bare ABI, without the SDK: every bad plugin is this solver with one
/// change.
namespace raw {

inline cardan_solver* create(const cardan_host*) {
  static int instance;
  return reinterpret_cast<cardan_solver*>(&instance);
}
inline void destroy(cardan_solver*) {}
inline int32_t set_param(cardan_solver*, int32_t, double) { return 1; }
inline int32_t reserve(cardan_solver*, const cardan_size*) { return 0; }
inline int32_t solve(cardan_solver*, const cardan_problem* p, double* lambda, double*,
                     cardan_report*) {
  for (int32_t i = 0; i < p->m; ++i) lambda[i] = 0;
  return CARDAN_ITERATIONS;
}
inline const char* last_error(const cardan_solver*) { return ""; }

inline cardan_solver_desc solver(const char* id) {
  return {sizeof(cardan_solver_desc),
          0x7f,
          0,
          0,
          0,
          0,
          0,
          0,
          id,
          "1.0",
          "does nothing",
          "cone",
          nullptr,
          &create,
          &destroy,
          &set_param,
          &reserve,
          &solve,
          &last_error,
          nullptr};
}

inline cardan_entry entry(const cardan_solver_desc* const* solvers, int32_t count) {
  return {CARDAN_ABI_MAGIC,
          CARDAN_ABI_MAJOR,
          CARDAN_ABI_MINOR,
          0,
          sizeof(cardan_entry),
          sizeof(int32_t),
          sizeof(double),
          CARDAN_ABI_ENDIAN_TAG,
          sizeof(cardan_block),
          sizeof(cardan_param),
          "",
          solvers,
          count,
          0};
}

}  // namespace raw

#define RAW_EXPORT extern "C" __attribute__((visibility("default"))) const cardan_entry*

/// Exports one solver with the id; `change` is code on `desc` and `entry` before they are handed
/// out.
#define RAW_PLUGIN(id, change)                                  \
  RAW_EXPORT cardan_solver_entry(void) {                        \
    static cardan_solver_desc desc = raw::solver(id);           \
    static const cardan_solver_desc* const solvers[] = {&desc}; \
    static cardan_entry entry = raw::entry(solvers, 1);         \
    change;                                                     \
    return &entry;                                              \
  }                                                             \
  static_assert(true, "")
