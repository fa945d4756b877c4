#include "solvers/common/velocity_space/impulses.h"

#include <algorithm>
#include <cmath>

#include "cardan/projections.h"

namespace cardan::solvers {

namespace {

/// λ_i(θ) = R_i y_i/(R_i + θ) of the tangents, and its norm.
double tangent_impulse(int dim, const double* R, const double* Ry, double theta, double* lambda) {
  for (int i = 1; i < dim; ++i) lambda[i] = Ry[i] / (R[i] + theta);
  return sdk::norm(lambda + 1, dim - 1);
}

/// The multiplier θ ≥ 0 of the side of the cone: s(θ) (R_n − μ² θ) = μ R_n y_n, s = ‖λ_t(θ)‖. The
/// left side falls with θ; Newton inside a bracket.
double side_multiplier(double mu, int dim, const double* R, const double* Ry, double* lambda) {
  const double target = mu * Ry[0];
  double lo = 0, hi = R[0] / (mu * mu);
  while (tangent_impulse(dim, R, Ry, hi, lambda) * (R[0] - mu * mu * hi) > target) {
    lo = hi;
    hi *= 4;
    if (!std::isfinite(hi)) break;
  }
  double theta = lo;
  for (int k = 0; k < 100; ++k) {
    const double s = tangent_impulse(dim, R, Ry, theta, lambda);
    const double value = s * (R[0] - mu * mu * theta) - target;
    (value > 0 ? lo : hi) = theta;
    // s s' = −Σ λ_i²/(R_i + θ).
    double curvature = 0;
    for (int i = 1; i < dim; ++i) curvature += lambda[i] * lambda[i] / (R[i] + theta);
    const double slope = -curvature / s * (R[0] - mu * mu * theta) - s * mu * mu;
    double next = theta - value / slope;
    if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
    if (std::fabs(next - theta) <= 4e-16 * theta) return next;
    theta = next;
  }
  return theta;
}

/// G = M⁻¹ − M⁻¹ν νᵀM⁻¹/(νᵀM⁻¹ν), ν = (−μ, t), M = R + θ (I − t tᵀ) on the tangents.
void side_derivative(double mu, int dim, const double* R, double theta, const double* t,
                     double* G) {
  // M_t⁻¹ = B + θ B t tᵀB/(tᵀ(I − θB) t), B = 1/(R_t + θ).
  double Bt[kMaxDim] = {}, stiff = 0, tBt = 0;
  for (int i = 1; i < dim; ++i) {
    Bt[i] = t[i] / (R[i] + theta);
    tBt += t[i] * Bt[i];
    stiff += t[i] * Bt[i] * R[i];
  }
  double Mv[kMaxDim];
  Mv[0] = -mu / R[0];
  const double along = theta * tBt / stiff;
  for (int i = 1; i < dim; ++i) Mv[i] = Bt[i] * (1 + along);
  double vMv = mu * mu / R[0];
  for (int i = 1; i < dim; ++i) vMv += t[i] * Mv[i];
  for (int i = 0; i < dim; ++i) {
    for (int j = 0; j < dim; ++j) {
      double inverse = 0;
      if (i == 0 || j == 0) {
        inverse = i == j ? 1 / R[0] : 0.0;
      } else {
        inverse = (i == j ? 1 / (R[i] + theta) : 0.0) + theta * Bt[i] * Bt[j] / stiff;
      }
      G[i * dim + j] = inverse - Mv[i] * Mv[j] / vMv;
    }
  }
}

}  // namespace

void cone_impulse(double mu, int dim, const double* R, const double* w, double* lambda, double* G) {
  if (G != nullptr) std::fill(G, G + dim * dim, 0.0);
  double Ry[kMaxDim];
  for (int i = 0; i < dim; ++i) {
    Ry[i] = -w[i];
    lambda[i] = Ry[i] / R[i];
  }
  const double pull = sdk::norm(Ry + 1, dim - 1);
  if (mu > 0 && sdk::norm(lambda + 1, dim - 1) <= mu * lambda[0]) {
    for (int i = 0; G != nullptr && i < dim; ++i) G[i * dim + i] = 1 / R[i];
    return;
  }
  if (mu * pull <= -Ry[0]) {
    std::fill(lambda, lambda + dim, 0.0);
    return;
  }
  if (!(mu > 0)) {
    // The half line: λ_n alone, Ry[0] > 0 here.
    std::fill(lambda + 1, lambda + dim, 0.0);
    if (G != nullptr) G[0] = 1 / R[0];
    return;
  }
  const double theta = side_multiplier(mu, dim, R, Ry, lambda);
  const double s = tangent_impulse(dim, R, Ry, theta, lambda);
  lambda[0] = s / mu;
  if (G == nullptr) return;
  double t[kMaxDim] = {};
  for (int i = 1; i < dim; ++i) t[i] = lambda[i] / s;
  side_derivative(mu, dim, R, theta, t, G);
}

double interval_impulse(double lo, double hi, double R, double w, double* G) {
  const double y = -w / R;
  if (G != nullptr) *G = y > lo && y < hi ? 1 / R : 0.0;
  return sdk::clip(y, lo, hi);
}

}  // namespace cardan::solvers
