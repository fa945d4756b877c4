#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/cardan_solver.h"
#include "cardan/problem_view.h"

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

/// Lower and upper bounds of a scalar λ.
struct Bounds {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
};

/// True if the rows of a block of this kind are independent of each other.
inline bool is_scalar(int kind) {
  return kind == CARDAN_FREE || kind == CARDAN_NONNEGATIVE || kind == CARDAN_BOX ||
         kind == CARDAN_BOX_MU;
}

/// Returns the bounds of each λ of a block of scalar rows. lambda: the whole vector λ.
inline Bounds bounds_of(const cardan_block& block, const double* lambda) {
  Bounds bounds;
  if (block.kind == CARDAN_NONNEGATIVE) bounds.lo = 0;
  if (block.kind == CARDAN_BOX) bounds = {block.lo, block.hi};
  if (block.kind == CARDAN_BOX_MU) {
    const double most = friction_bound(block, lambda);
    bounds = {-most, most};
  }
  return bounds;
}

/// Largest dim of a block with coupled rows (6 for CONE, 5 for BALL_MU).
constexpr int kMaxBlockDim = 6;

/// Result of natural_map().
struct NaturalMap {
  double residual = 0;  ///< largest residual of a block [m/s]; infinity if λ or u is not finite
  int worst_block = -1;
};

// The functions below compute the natural map λ − P(λ − d) for each kind of set, with d = r û. They
// do not compute λ − P by subtraction, because the difference would be zero for every d below the
// rounding error of λ.

/// Returns the natural map of the interval [lo, hi].
inline double interval_map(double lambda, double d, double lo, double hi) {
  const double low = lambda - lo, high = lambda - hi;
  return d > low ? low : (d < high ? high : d);
}

/// Natural map of the cone K = {‖a_t‖ ≤ μ a_n} with a = λ − d. The map is d if a is in K, λ if a is
/// in the polar cone, and otherwise d + c (−μ, a_t/‖a_t‖) with c = (‖a_t‖ − μ a_n)/(1 + μ²).
/// Returns either λ itself or d, whose values are then overwritten.
inline const double* cone_map(double mu, int dim, const double* lambda, double* d) {
  double sum = 0;
  for (int i = 1; i < dim; ++i) sum += (lambda[i] - d[i]) * (lambda[i] - d[i]);
  const double a_n = lambda[0] - d[0], a_t = std::sqrt(sum);
  if (a_n >= 0 && a_t <= mu * a_n) return d;
  if (mu * a_t <= -a_n) return lambda;
  const double c = (a_t - mu * a_n) / (1 + mu * mu), scale = c / a_t;
  d[0] -= mu * c;
  for (int i = 1; i < dim; ++i) d[i] += scale * (lambda[i] - d[i]);
  return d;
}

/// Natural map of a ball with a = λ − d. The map is d if a is in the ball, and otherwise d + (‖a‖ −
/// radius) a/‖a‖. Overwrites d with the result and returns it.
inline const double* ball_map(double radius, int dim, const double* lambda, double* d) {
  double sum = 0;
  for (int i = 0; i < dim; ++i) sum += (lambda[i] - d[i]) * (lambda[i] - d[i]);
  const double a = std::sqrt(sum);
  if (a <= radius) return d;
  const double scale = (a - radius) / a;
  for (int i = 0; i < dim; ++i) d[i] += scale * (lambda[i] - d[i]);
  return d;
}

/// Natural map of any set. lambda and d have set.dim numbers. Returns either lambda itself or d,
/// whose values are then overwritten.
inline const double* set_map(const BlockSet& set, const double* lambda, double* d) {
  switch (set.kind) {
    case CARDAN_CONE:
    case CARDAN_CONE_CONVEX:
      return cone_map(set.mu, set.dim, lambda, d);
    case CARDAN_BALL_MU:
      return ball_map(set.hi, set.dim, lambda, d);
    default:
      break;
  }
  Bounds bounds;
  if (set.kind == CARDAN_NONNEGATIVE) bounds.lo = 0;
  if (set.kind == CARDAN_BOX || set.kind == CARDAN_BOX_MU) bounds = {set.lo, set.hi};
  for (int i = 0; i < set.dim; ++i) d[i] = interval_map(lambda[i], d[i], bounds.lo, bounds.hi);
  return d;
}

/// Returns e = ‖w (λ − P(λ − r û))‖ of one block with the w and r of its rows. lambda and u are the
/// whole vectors.
inline double block_residual(const ProblemView& problem, const cardan_block& block,
                             const double* lambda, const double* u) {
  const int row = block.row;
  const double *own = lambda + row, *r = problem.step() + row, *w = problem.weight() + row;
  double sum = 0;
  if (is_scalar(block.kind)) {
    const Bounds bounds = bounds_of(block, lambda);
    for (int i = 0; i < block.dim; ++i) {
      if (!std::isfinite(own[i])) return own[i];  // the comparisons below would hide a NaN
      const double d = r[i] * u[row + i];
      const double e = w[i] * interval_map(own[i], d, bounds.lo, bounds.hi);
      sum += e * e;
    }
    return std::sqrt(sum);
  }
  if (!std::isfinite(own[0])) return own[0];  // inside a cone, the map does not depend on λ
  double d[kMaxBlockDim] = {};
  for (int i = 0; i < block.dim; ++i) d[i] = r[i] * u[row + i];
  if (block.kind == CARDAN_CONE) d[0] += r[0] * block.mu * norm(u + row + 1, block.dim - 1);
  const double* e = block.kind == CARDAN_BALL_MU
                        ? ball_map(friction_bound(block, lambda), block.dim, own, d)
                        : cone_map(block.mu, block.dim, own, d);
  for (int i = 0; i < block.dim; ++i) sum += w[i] * e[i] * (w[i] * e[i]);
  return std::sqrt(sum);
}

/// Computes the largest block_residual() for the stopping test of a solver, which compares it with
/// problem.tolerance(). u must be A λ + b. The judge of the engine computes the residual with its
/// own code and also bounds the rounding error of u.
inline NaturalMap natural_map(const ProblemView& problem, const double* lambda, const double* u) {
  NaturalMap result;
  for (int k = 0; k < problem.num_blocks(); ++k) {
    const double e = block_residual(problem, problem.block(k), lambda, u);
    if (!std::isfinite(e)) return {std::numeric_limits<double>::infinity(), k};
    if (e > result.residual || result.worst_block < 0) result = {e, k};
  }
  return result;
}

}  // namespace cardan::sdk
