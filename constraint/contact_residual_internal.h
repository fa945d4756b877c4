#pragma once

#include <algorithm>
#include <cmath>

namespace cardan {

/// Below it squares of r û underflow, and a residual of 0 would say nothing: λ/r takes the place of
/// λ and 1 that of r.
inline constexpr double kTinyStep = 1e-100;

/// Natural map of the CONE of a contact, ‖λ − P(λ − r û)‖ / r, unrolled: it stands in every step.
/// cone_map (natural_map_internal.h) derives it. λ, u: rows n, t1, t2; step: r of the three.
inline double contact_residual(double mu, const double* lambda, const double* u, double step) {
  if (step < kTinyStep) {
    const double scaled[3] = {lambda[0] / step, lambda[1] / step, lambda[2] / step};
    return contact_residual(mu, scaled, u, 1);
  }
  double e0 = step * u[0], e1 = lambda[1], e2 = lambda[2];
  if (mu == 0) {  // P is the half line
    if (e0 > lambda[0]) e0 = lambda[0];
    return 1 / step * std::sqrt(e0 * e0 + e1 * e1 + e2 * e2);
  }
  e0 += step * mu * std::sqrt(u[1] * u[1] + u[2] * u[2]);
  e1 = step * u[1];
  e2 = step * u[2];
  const double a0 = lambda[0] - e0, a1 = lambda[1] - e1, a2 = lambda[2] - e2;
  const double s = std::sqrt(a1 * a1 + a2 * a2);
  if (!(a0 >= 0 && s <= mu * a0)) {
    if (mu * s <= -a0) {
      e0 = lambda[0];
      e1 = lambda[1];
      e2 = lambda[2];
    } else {
      const double c = (s - mu * a0) / (1 + mu * mu), scale = c / s;
      e0 -= mu * c;
      e1 += scale * a1;
      e2 += scale * a2;
    }
  }
  return 1 / step * std::sqrt(e0 * e0 + e1 * e1 + e2 * e2);
}

}  // namespace cardan
