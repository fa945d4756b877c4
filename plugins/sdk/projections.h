#pragma once

#include <algorithm>
#include <cmath>

#include "cardan/abi/cardan_solver.h"

/// In-place Euclidean projections onto the sets of the block kinds, for solvers. The judge of the
/// engine uses its own code.
namespace cardan::sdk {

/// Returns the number in [lo, hi] that is nearest to x.
inline double clip(double x, double lo, double hi) { return x < lo ? lo : (x > hi ? hi : x); }

/// Returns the norm ‖a‖ of `dim` numbers.
inline double norm(const double* a, int dim) {
  double sum = 0;
  for (int i = 0; i < dim; ++i) sum += a[i] * a[i];
  return std::sqrt(sum);
}

/// Projects a = (a_n, a_t), which has `dim` numbers, onto the cone K = {‖a_t‖ ≤ μ a_n}. The result
/// is a if a is in K, 0 if a is in the polar cone (μ‖a_t‖ ≤ −a_n), and otherwise (g, μ g a_t/‖a_t‖)
/// with g = (a_n + μ‖a_t‖)/(1 + μ²).
inline void project_cone(double mu, int dim, double* a) {
  const double s = norm(a + 1, dim - 1);
  // Without the test a_n ≥ 0, every a_n < 0 would count as inside the cone for μ = 0, because μ a_n
  // = −0.
  if (a[0] >= 0 && s <= mu * a[0]) return;
  if (mu * s <= -a[0]) {
    std::fill(a, a + dim, 0.0);
    return;
  }
  // s > 0 holds here: for s = 0, one of the cases above has returned, even if μ = 0.
  const double g = (a[0] + mu * s) / (1 + mu * mu);
  const double scale = mu * g / s;
  a[0] = g;
  for (int i = 1; i < dim; ++i) a[i] *= scale;
}

/// Projects the vector a radially onto the ball of the given radius ≥ 0.
inline void project_ball(double radius, int dim, double* a) {
  const double s = norm(a, dim);
  if (s <= radius) return;
  const double scale = radius / s;
  for (int i = 0; i < dim; ++i) a[i] *= scale;
}

/// Returns the bound of BOX_MU and the radius of BALL_MU, μ max(λ_parent, 0). lambda: the whole
/// vector λ.
inline double friction_bound(const cardan_block& block, const double* lambda) {
  return block.mu * std::max(lambda[block.parent], 0.0);
}

/// The set of a block with its current bounds.
struct BlockSet {
  int kind;       ///< kind of the block, CARDAN_FREE … CARDAN_BALL_MU
  int dim;        ///< number of rows
  double mu;      ///< friction coefficient of cones
  double lo, hi;  ///< bounds of BOX and BOX_MU; hi is the radius of BALL_MU
};

/// Returns the set of a block. lambda: the whole current vector λ, which determines the bounds of
/// BOX_MU and BALL_MU.
inline BlockSet block_set(const cardan_block& block, const double* lambda) {
  BlockSet set{block.kind, block.dim, block.mu, block.lo, block.hi};
  if (block.kind == CARDAN_BOX_MU || block.kind == CARDAN_BALL_MU) {
    set.hi = friction_bound(block, lambda);
    set.lo = -set.hi;
  }
  return set;
}

/// Projects the vector a (set.dim numbers) onto the set.
inline void project(const BlockSet& set, double* a) {
  switch (set.kind) {
    case CARDAN_NONNEGATIVE:
      for (int i = 0; i < set.dim; ++i) a[i] = std::max(a[i], 0.0);
      return;
    case CARDAN_BOX:
    case CARDAN_BOX_MU:
      a[0] = clip(a[0], set.lo, set.hi);
      return;
    case CARDAN_CONE:
    case CARDAN_CONE_CONVEX:
      project_cone(set.mu, set.dim, a);
      return;
    case CARDAN_BALL_MU:
      project_ball(set.hi, set.dim, a);
      return;
    default:
      return;  // FREE: the whole space
  }
}

/// Projects the vector a (block.dim numbers) onto the set of the block. lambda: the whole vector,
/// as in block_set().
inline void project_block(const cardan_block& block, const double* lambda, double* a) {
  project(block_set(block, lambda), a);
}

/// Computes û, which is u + μ‖u_t‖ e_n for CONE [De Saxcé 1998] and u for all other kinds. u and
/// u_hat have set.dim numbers.
inline void shifted_velocity(const BlockSet& set, const double* u, double* u_hat) {
  for (int i = 0; i < set.dim; ++i) u_hat[i] = u[i];
  if (set.kind == CARDAN_CONE) u_hat[0] += set.mu * norm(u + 1, set.dim - 1);
}

/// Computes û of a block of the C interface. u and u_hat have block.dim numbers.
inline void shifted_velocity(const cardan_block& block, const double* u, double* u_hat) {
  shifted_velocity(BlockSet{block.kind, block.dim, block.mu, block.lo, block.hi}, u, u_hat);
}

}  // namespace cardan::sdk
