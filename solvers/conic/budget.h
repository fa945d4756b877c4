#pragma once

namespace cardan::conic {

/// What one solve may spend and has spent, over all stages. Budgets count work, never time.
struct Budget {
  int limit = 0;       ///< of sweeps and Newton steps together
  int iterations = 0;  ///< sweeps and Newton steps
  int factorizations = 0;
  bool (*cancelled)(const void*) = nullptr;  ///< asked once per sweep or Newton step
  const void* self = nullptr;

  bool exhausted() const { return iterations >= limit || cancelled(self); }
};

}  // namespace cardan::conic
