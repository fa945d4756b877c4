#pragma once

#include <limits>

namespace cardan::conic {

/// Limits of one solve over all its stages, and the work spent so far. Budgets count work, never
/// time.
struct Budget {
  int limit = 0;       ///< maximum number of iterations
  int iterations = 0;  ///< sweeps and Newton steps
  int factorizations = 0;
  double work = 0;  ///< floating-point operations, estimated from sizes
  double work_limit = std::numeric_limits<double>::infinity();
  bool (*cancelled)(const void*) = nullptr;  ///< called once per sweep or Newton step
  const void* self = nullptr;

  bool out_of_work() const { return work >= work_limit; }
  bool exhausted() const { return iterations >= limit || out_of_work() || cancelled(self); }
};

}  // namespace cardan::conic
