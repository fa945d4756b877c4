#include "solvers/conic/local_solve.h"

#include <algorithm>
#include <cmath>

#include "solvers/common/small_matrix.h"
#include "solvers/conic/block_set.h"

namespace cardan::conic {

using sdk::BlockSet;
using solvers::kMaxDim;

namespace {

/// The natural map F = λ − P(λ − r û), û of u = W λ + q, r = 1/trace W, for a single block.
class LocalProblem {
 public:
  LocalProblem(const BlockSet& set, const double* W, const double* q) : set_(set), W_(W), q_(q) {
    double trace = 0;
    for (int i = 0; i < set.dim; ++i) trace += W[i + i * set.dim];
    r_ = trace > 0 ? 1 / trace : 1.0;
  }

  /// Computes F, a = λ − r û and P(a).
  double evaluate(const double* lambda) {
    solvers::multiply(W_, set_.dim, lambda, u_);
    for (int i = 0; i < set_.dim; ++i) u_[i] += q_[i];
    sdk::shifted_velocity(set_, u_, a_);
    for (int i = 0; i < set_.dim; ++i) projected_[i] = a_[i] = lambda[i] - r_ * a_[i];
    sdk::project(set_, projected_);
    double sum = 0;
    for (int i = 0; i < set_.dim; ++i) {
      F_[i] = lambda[i] - projected_[i];
      sum += F_[i] * F_[i];
    }
    return sum;
  }

  /// δ = −J⁻¹ F at the last evaluated point, J = I − DP (I − r Û W).
  bool newton_direction(double* step) const {
    const int dim = set_.dim;
    double DP[kMaxDim * kMaxDim], by_bound[kMaxDim], UW[kMaxDim * kMaxDim], J[kMaxDim * kMaxDim];
    differentiate(set_, a_, DP, by_bound);
    std::copy(W_, W_ + dim * dim, UW);  // W is symmetric, so it is row-major as well
    const double slip = set_.kind == CARDAN_CONE ? sdk::norm(u_ + 1, dim - 1) : 0.0;
    if (slip > 0) {
      for (int j = 0; j < dim; ++j) {
        for (int k = 1; k < dim; ++k) UW[j] += set_.mu * u_[k] / slip * W_[k * dim + j];
      }
    }
    for (int i = 0; i < dim; ++i) {
      for (int j = 0; j < dim; ++j) {
        double sum = (i == j ? 1.0 : 0.0) - DP[i * dim + j];
        for (int k = 0; k < dim; ++k) sum += DP[i * dim + k] * r_ * UW[k * dim + j];
        J[i * dim + j] = sum;
      }
      step[i] = -F_[i];
    }
    return solvers::solve_small(J, dim, step);
  }

  const double* projected() const { return projected_; }
  int dim() const { return set_.dim; }

 private:
  BlockSet set_;
  const double* W_;
  const double* q_;
  double r_;
  double u_[kMaxDim] = {}, a_[kMaxDim] = {}, projected_[kMaxDim] = {}, F_[kMaxDim] = {};
};

/// From lambda; returns the merit ‖F‖² of the best point, left in lambda.
double newton_with_projected_steps(LocalProblem& problem, double* lambda) {
  constexpr int kSteps = 60, kHalvings = 8;
  const int dim = problem.dim();
  double best[kMaxDim], trial[kMaxDim], step[kMaxDim];
  double merit = problem.evaluate(lambda), best_merit = merit;
  std::copy(lambda, lambda + dim, best);
  for (int k = 0; k < kSteps; ++k) {
    // F cannot be computed to better than the rounding of λ.
    const double size = sdk::norm(lambda, dim);
    if (merit <= 1e-32 * size * size) break;
    bool accepted = false;
    if (problem.newton_direction(step)) {
      double projected[kMaxDim];
      std::copy(problem.projected(), problem.projected() + dim, projected);
      double length = 1;
      for (int h = 0; h < kHalvings && !accepted; ++h, length *= 0.5) {
        for (int i = 0; i < dim; ++i) trial[i] = lambda[i] + length * step[i];
        accepted = problem.evaluate(trial) < (1 - 1e-4 * length) * merit;
      }
      if (!accepted) std::copy(projected, projected + dim, trial);
    } else {
      std::copy(problem.projected(), problem.projected() + dim, trial);
    }
    std::copy(trial, trial + dim, lambda);
    merit = problem.evaluate(lambda);
    if (merit < best_merit) {
      best_merit = merit;
      std::copy(lambda, lambda + dim, best);
    }
  }
  std::copy(best, best + dim, lambda);
  return best_merit;
}

/// λ = −W⁻¹ q if it lies in the set and leaves no velocity (W may be singular).
bool stick(const BlockSet& set, const double* W, const double* W_inverse, const double* q,
           double* lambda) {
  double candidate[kMaxDim] = {}, projected[kMaxDim], u[kMaxDim];
  solvers::multiply(W_inverse, set.dim, q, candidate);
  for (int i = 0; i < set.dim; ++i) candidate[i] = -candidate[i];
  std::copy(candidate, candidate + set.dim, projected);
  sdk::project(set, projected);
  if (!std::equal(candidate, candidate + set.dim, projected)) return false;
  solvers::multiply(W, set.dim, candidate, u);
  double error = 0, scale = 0;
  for (int i = 0; i < set.dim; ++i) {
    error += std::fabs(u[i] + q[i]);
    scale += std::fabs(q[i]);
  }
  if (error > 1e-12 * scale) return false;
  std::copy(candidate, candidate + set.dim, lambda);
  return true;
}

/// Start number `which` for a cone whose first start failed: the projected sticking impulse,
/// friction against the free slip, then friction along each tangent axis in both directions.
void other_start(const BlockSet& set, const double* W, const double* W_inverse, const double* q,
                 int which, double* lambda) {
  const int dim = set.dim;
  if (which == 0) {
    solvers::multiply(W_inverse, dim, q, lambda);
    for (int i = 0; i < dim; ++i) lambda[i] = -lambda[i];
    return sdk::project(set, lambda);
  }
  const double normal = W[0] > 0 ? std::max(-q[0] / W[0], 0.0) : 0.0;
  std::fill(lambda, lambda + dim, 0.0);
  lambda[0] = normal;
  if (which == 1) {
    const double slip = sdk::norm(q + 1, dim - 1);
    for (int i = 1; i < dim && slip > 0; ++i) lambda[i] = -set.mu * normal * q[i] / slip;
  } else {
    lambda[which / 2] = (which % 2 == 0 ? 1 : -1) * set.mu * normal;
  }
}

}  // namespace

void solve_local(const BlockSet& set, const double* W, const double* W_inverse, const double* q,
                 double* lambda) {
  if (set.kind == CARDAN_CONE || set.kind == CARDAN_CONE_CONVEX) {
    double u_hat[kMaxDim] = {};
    sdk::shifted_velocity(set, q, u_hat);
    if (u_hat[0] >= set.mu * sdk::norm(u_hat + 1, set.dim - 1)) {
      std::fill(lambda, lambda + set.dim, 0.0);
      return;
    }
  }
  if (stick(set, W, W_inverse, q, lambda)) return;
  LocalProblem problem(set, W, q);
  double best = newton_with_projected_steps(problem, lambda);
  if (set.kind != CARDAN_CONE) return;
  // CONE lacks the convexity of the other kinds, so Newton may end in a local minimum of ‖F‖.
  const int starts = 2 * set.dim;
  for (int which = 0; which < starts; ++which) {
    const double size = sdk::norm(lambda, set.dim);
    if (best <= 1e-24 * size * size) return;
    double trial[kMaxDim] = {};
    other_start(set, W, W_inverse, q, which, trial);
    const double merit = newton_with_projected_steps(problem, trial);
    if (merit < best) {
      best = merit;
      std::copy(trial, trial + set.dim, lambda);
    }
  }
}

}  // namespace cardan::conic
