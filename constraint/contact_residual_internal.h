#pragma once

#include <algorithm>
#include <cmath>

namespace cardan {

/// Natural map of the CONE of a contact, ‖λ − P(λ − r û)‖ / r, unrolled: it stands in every step.
/// λ, u: rows n, t1, t2; step: r, the same for the three.
inline double contact_residual(double mu, const double* lambda, const double* u, double step) {
  double x0 = lambda[0] - step * u[0];
  if (mu == 0) {  // P is the half line
    const double e0 = std::max(x0, 0.0) - lambda[0], e1 = lambda[1], e2 = lambda[2];
    return 1 / step * std::sqrt(e0 * e0 + e1 * e1 + e2 * e2);
  }
  double x1 = lambda[1] - step * u[1], x2 = lambda[2] - step * u[2];
  x0 -= step * mu * std::sqrt(u[1] * u[1] + u[2] * u[2]);
  const double s = std::sqrt(x1 * x1 + x2 * x2);
  if (!(x0 >= 0 && s <= mu * x0)) {
    if (mu * s <= -x0) {
      x0 = x1 = x2 = 0;
    } else {
      x0 = (x0 + mu * s) / (1 + mu * mu);
      x1 *= mu * x0 / s;
      x2 *= mu * x0 / s;
    }
  }
  const double e0 = x0 - lambda[0], e1 = x1 - lambda[1], e2 = x2 - lambda[2];
  return 1 / step * std::sqrt(e0 * e0 + e1 * e1 + e2 * e2);
}

}  // namespace cardan
