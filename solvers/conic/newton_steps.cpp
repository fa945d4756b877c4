#include <algorithm>

#include "solvers/conic/newton.h"

namespace cardan::conic {

bool Newton::solve_active_set(const double* start, int max_steps, solvers::Best& best,
                              Budget& budget) {
  const int patience = m_ <= 100 ? 3 : 2;  // steps of large problems are expensive
  epsilon_ = 0;
  start_from(start);
  int idle = 0;
  for (int k = 0; k < max_steps && !budget.exhausted(); ++k) {
    evaluate(x_.data(), u_.data(), F_.data());
    if (!compute_step(budget)) return false;
    ++budget.iterations;
    for (int i = 0; i < m_; ++i) x_[i] += step_[i];
    multiply(x_.data(), u_.data());
    for (int i = 0; i < m_; ++i) u_[i] += b_[i];
    const double before = best.residual();
    if (judge(best)) return true;
    idle = best.residual() < before ? 0 : idle + 1;
    if (idle >= patience) return false;
  }
  return false;
}

bool Newton::search(double reference) {
  constexpr double kArmijo = 2e-4;
  constexpr int kHalvings = 12;
  double length = 1;
  for (int h = 0; h < kHalvings; ++h, length *= 0.5) {
    for (int i = 0; i < m_; ++i) {
      trial_x_[i] = x_[i] + length * step_[i];
      trial_u_[i] = u_[i] + length * A_step_[i];
    }
    if (evaluate(trial_x_.data(), trial_u_.data(), trial_F_.data()) <=
        (1 - kArmijo * length) * reference) {
      x_.swap(trial_x_);
      u_.swap(trial_u_);
      return true;
    }
  }
  return false;
}

Newton::Ending Newton::solve_subproblem(int& steps, solvers::Best& best, Budget& budget) {
  constexpr int kMemory = 4, kInner = 15;
  double history[kMemory] = {};
  double merit = evaluate(x_.data(), u_.data(), F_.data());
  const double target = 1e-4 * merit;
  for (int k = 0; k < kInner; ++k) {
    if (steps <= 0 || budget.exhausted()) return Ending::kBudget;
    history[k % kMemory] = merit;
    const double reference = *std::max_element(history, history + kMemory);
    --steps;
    ++budget.iterations;
    if (!compute_step(budget) || !search(reference)) return Ending::kStuck;
    if (judge(best)) return Ending::kTolerance;
    merit = evaluate(x_.data(), u_.data(), F_.data());
    if (merit <= target) return Ending::kSolved;
    // The merit has decreased by less than a fifth in three steps; a larger ε costs less than such
    // slow progress.
    if (k >= kMemory - 1 && merit > 0.8 * history[(k + 1) % kMemory]) break;
  }
  return Ending::kSlow;
}

bool Newton::solve_damped(const double* start, int max_steps, solvers::Best& best, Budget& budget) {
  constexpr double kLargest = 1e2, kSmallest = 1e-10;
  double epsilon = 1e-6, shrink = 0.1;
  start_from(start);
  centre_ = x_;
  while (epsilon <= kLargest) {
    epsilon_ = epsilon;
    const Ending ending = solve_subproblem(max_steps, best, budget);
    if (ending == Ending::kTolerance) return true;
    if (ending == Ending::kBudget) return false;
    if (ending == Ending::kSolved) {
      // Over-relaxed: the centre goes as far beyond x as x is from the old centre.
      for (int i = 0; i < m_; ++i) centre_[i] = 2 * x_[i] - centre_[i];
      epsilon = std::max(shrink * epsilon, kSmallest);
      shrink = std::max(0.1, 0.5 * shrink);
    } else {
      if (ending == Ending::kStuck) start_from(best.lambda());
      centre_ = x_;
      epsilon *= 10;
      shrink = 0.7;
    }
  }
  return false;
}

}  // namespace cardan::conic
