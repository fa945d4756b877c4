#pragma once

#include <algorithm>
#include <cmath>

namespace cardan {

/// Returns the natural map of the CONE of a contact, ‖λ − P(λ − r û)‖ / r. The code is unrolled
/// because every step computes this map. For the derivation, see cone_map (natural_map.h).
/// λ and u contain the rows n, t1 and t2, which share the step r = prox_step. The terms are the
/// velocities λ/r and û, because squares of r û would underflow for tiny masses.
inline double contact_residual(double mu, const double* lambda, const double* u, double prox_step) {
  const double inverse = 1 / prox_step;
  const double l0 = inverse * lambda[0], l1 = inverse * lambda[1], l2 = inverse * lambda[2];
  if (mu == 0) {  // P projects onto a half-line
    const double e0 = std::min(u[0], l0);
    return std::sqrt(e0 * e0 + l1 * l1 + l2 * l2);
  }
  double e0 = u[0] + mu * std::sqrt(u[1] * u[1] + u[2] * u[2]), e1 = u[1], e2 = u[2];
  const double a0 = l0 - e0, a1 = l1 - e1, a2 = l2 - e2;
  const double s = std::sqrt(a1 * a1 + a2 * a2);
  if (!(a0 >= 0 && s <= mu * a0)) {
    if (mu * s <= -a0) {
      e0 = l0;
      e1 = l1;
      e2 = l2;
    } else {
      const double c = (s - mu * a0) / (1 + mu * mu), scale = c / s;
      e0 -= mu * c;
      e1 += scale * a1;
      e2 += scale * a2;
    }
  }
  return std::sqrt(e0 * e0 + e1 * e1 + e2 * e2);
}

}  // namespace cardan
