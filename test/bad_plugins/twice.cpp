// Two solvers with one id in one library.
#include "test/bad_plugins/raw_solver.h"

RAW_EXPORT cardan_solver_entry(void) {
  static const cardan_solver_desc first = raw::solver("twice"), second = raw::solver("twice");
  static const cardan_solver_desc* const solvers[] = {&first, &second};
  static const cardan_entry entry = raw::entry(solvers, 2);
  return &entry;
}
