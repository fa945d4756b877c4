#pragma once

#include <algorithm>
#include <cmath>

#include "cardan/abi/cardan_solver.h"

/// Euclidean projections on the sets of the block kinds, in place. For solvers; the judge of the
/// engine has its own.
namespace cardan::sdk {

inline double clip(double x, double lo, double hi) { return x < lo ? lo : (x > hi ? hi : x); }

/// ‖a‖ of `dim` numbers.
inline double norm(const double* a, int dim) {
  double sum = 0;
  for (int i = 0; i < dim; ++i) sum += a[i] * a[i];
  return std::sqrt(sum);
}

/// On K = {‖a_t‖ ≤ μ a_n}, a = (a_n, a_t) of `dim` numbers: inside: a; in the polar cone (μ‖a_t‖ ≤
/// −a_n): 0; else g = (a_n + μ‖a_t‖)/(1 + μ²) gives (g, μ g a_t/‖a_t‖).
inline void project_cone(double mu, int dim, double* a) {
  const double s = norm(a + 1, dim - 1);
  // a_n ≥ 0 is said for μ = 0, where μ a_n = −0 would take every a_n < 0 for inside.
  if (a[0] >= 0 && s <= mu * a[0]) return;
  if (mu * s <= -a[0]) {
    std::fill(a, a + dim, 0.0);
    return;
  }
  // Here s > 0: with s = 0 one of the two cases above holds, for μ = 0 as well.
  const double g = (a[0] + mu * s) / (1 + mu * mu);
  const double scale = mu * g / s;
  a[0] = g;
  for (int i = 1; i < dim; ++i) a[i] *= scale;
}

/// On the ball of a radius ≥ 0, radially.
inline void project_ball(double radius, int dim, double* a) {
  const double s = norm(a, dim);
  if (s <= radius) return;
  const double scale = radius / s;
  for (int i = 0; i < dim; ++i) a[i] *= scale;
}

/// Bound of BOX_MU and radius of BALL_MU: μ max(λ_parent, 0). lambda: the whole vector.
inline double friction_bound(const cardan_block& block, const double* lambda) {
  return block.mu * std::max(lambda[block.parent], 0.0);
}

/// Projects a (block.dim numbers) on the block's set. lambda: the whole present λ, for the parent
/// of BOX_MU and BALL_MU.
inline void project_block(const cardan_block& block, const double* lambda, double* a) {
  switch (block.kind) {
    case CARDAN_NONNEGATIVE:
      for (int i = 0; i < block.dim; ++i) a[i] = std::max(a[i], 0.0);
      return;
    case CARDAN_BOX:
      a[0] = clip(a[0], block.lo, block.hi);
      return;
    case CARDAN_BOX_MU: {
      const double bound = friction_bound(block, lambda);
      a[0] = clip(a[0], -bound, bound);
      return;
    }
    case CARDAN_CONE:
    case CARDAN_CONE_CONVEX:
      project_cone(block.mu, block.dim, a);
      return;
    case CARDAN_BALL_MU:
      project_ball(friction_bound(block, lambda), block.dim, a);
      return;
    default:
      return;  // FREE: the whole space
  }
}

/// û of a block: u, and for CONE u + μ‖u_t‖ e_n (De Saxcé 1998). u: the block's part; u_hat: out,
/// block.dim numbers.
inline void shifted_velocity(const cardan_block& block, const double* u, double* u_hat) {
  std::copy(u, u + block.dim, u_hat);
  if (block.kind == CARDAN_CONE) u_hat[0] += block.mu * norm(u + 1, block.dim - 1);
}

}  // namespace cardan::sdk
