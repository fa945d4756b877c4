#pragma once

#include <algorithm>

#include "cardan/projections.h"

namespace cardan::solvers {

/// DP (dim × dim, row-major): an element of the generalised derivative of the projection onto
/// K = {‖a_t‖ ≤ μ a_n} at a. If the projection is on the side of the cone, with t = a_t/‖a_t‖,
/// k = 1/(1 + μ²), s = k (a_n + μ‖a_t‖):  [k, kμ tᵀ; kμ t, μ (kμ t tᵀ + s/‖a_t‖ (I − t tᵀ))].
inline void differentiate_cone(double mu, int dim, const double* a, double* DP) {
  if (!(mu > 0)) {
    std::fill(DP, DP + dim * dim, 0.0);
    DP[0] = a[0] > 0 ? 1.0 : 0.0;
    return;
  }
  const double s = sdk::norm(a + 1, dim - 1);
  const bool inside = s <= mu * a[0];
  if (inside || mu * s <= -a[0]) {
    std::fill(DP, DP + dim * dim, 0.0);
    for (int i = 0; inside && i < dim; ++i) DP[i * dim + i] = 1.0;
    return;
  }
  const double k = 1 / (1 + mu * mu);
  const double g = k * (a[0] + mu * s);
  DP[0] = k;
  for (int i = 1; i < dim; ++i) {
    const double ti = a[i] / s;
    DP[i] = DP[i * dim] = k * mu * ti;
    for (int j = 1; j < dim; ++j) {
      const double tt = ti * a[j] / s;
      DP[i * dim + j] = mu * (k * mu * tt + g / s * ((i == j ? 1.0 : 0.0) - tt));
    }
  }
}

}  // namespace cardan::solvers
