#pragma once

#include "dynamics/kernels/kernel.h"

namespace cardan::ltl {

/// First entries of the packed rows of a floating base's six DoFs. The rows are contiguous, so no
/// index lookup is needed.
inline constexpr int kBaseRow[6] = {0, 1, 3, 6, 10, 15};

/// Computes y −= s x for n entries.
inline void subtract(double* CARDAN_RESTRICT y, const double* CARDAN_RESTRICT x, double s, int n) {
  for (int e = 0; e < n; ++e) y[e] -= s * x[e];
}

}  // namespace cardan::ltl
