#include "solvers/apgd/gradient_descent.h"

#include <algorithm>
#include <cmath>

#include "cardan/problem_view.h"
#include "cardan/projections.h"

namespace cardan::apgd {

void GradientDescent::reserve(int rows, int cols) {
  for (auto* v : {&x_, &u_, &y_, &v_, &next_, &next_u_}) v->resize(rows);
  z_.resize(cols);
}

void GradientDescent::start(const sdk::ProblemView& problem, const double* lambda, const double* u,
                            const double* s) {
  problem_ = &problem;
  s_ = s;
  const int m = problem.m();
  std::copy(lambda, lambda + m, x_.begin());
  project(x_.data());
  // The projection moves a guess that is outside its sets.
  if (std::equal(lambda, lambda + m, x_.begin())) {
    std::copy(u, u + m, u_.begin());
  } else {
    sdk::compute_velocity(problem, x_.data(), z_.data(), u_.data());
  }
  y_ = x_;
  v_ = u_;
  t_ = 1;
  theta_ = 1;
  moving_ = true;
  double trace = 0;
  for (int i = 0; i < m; ++i) trace += problem.step(i) * sdk::A_entry(problem, i, i);
  least_t_ = trace > 0 ? std::min(1.0, 1 / trace) : 1.0;
}

void GradientDescent::project(double* x) const {
  for (const cardan_block& block : problem_->blocks()) sdk::project_block(block, x, x + block.row);
}

void GradientDescent::propose() {
  const int m = problem_->m();
  for (int i = 0; i < m; ++i) next_[i] = y_[i] - t_ * problem_->step(i) * (v_[i] + s_[i]);
  project(next_.data());
  sdk::compute_velocity(*problem_, next_.data(), z_.data(), next_u_.data());
}

void GradientDescent::step() {
  constexpr double kGrow = 1 / 0.9, kShrink = 0.5;
  const int m = problem_->m();
  while (true) {
    propose();
    // f(x⁺) ≤ f(y) + g·(x⁺ − y) + ‖x⁺ − y‖²/(2t) means δᵀA δ ≤ ‖δ‖²/t, δ = x⁺ − y, A δ = u⁺ − v.
    double curved = 0, squared = 0;
    for (int i = 0; i < m; ++i) {
      const double delta = next_[i] - y_[i];
      curved += delta * (next_u_[i] - v_[i]);
      squared += delta * delta / problem_->step(i);
    }
    if (t_ * curved <= squared || t_ <= least_t_) break;
    t_ = std::max(kShrink * t_, least_t_);
  }
  // Restart where the step goes against the projected gradient [O'Donoghue & Candès 2015]. The
  // unprojected gradient would be dominated by rounding near the answer, where it does not vanish
  // but λ hardly changes.
  double against = 0;
  for (int i = 0; i < m; ++i) {
    against += (y_[i] - next_[i]) * (next_[i] - x_[i]) / problem_->step(i);
  }
  const double theta = 0.5 * (-theta_ * theta_ + theta_ * std::sqrt(theta_ * theta_ + 4));
  double beta = theta_ * (1 - theta_) / (theta_ * theta_ + theta);
  theta_ = theta;
  if (against > 0) {
    beta = 0;
    theta_ = 1;
  }
  moving_ = !std::equal(next_.begin(), next_.begin() + m, x_.begin());
  for (int i = 0; i < m; ++i) {
    y_[i] = next_[i] + beta * (next_[i] - x_[i]);
    v_[i] = next_u_[i] + beta * (next_u_[i] - u_[i]);
  }
  x_.swap(next_);
  u_.swap(next_u_);
  t_ *= kGrow;
}

}  // namespace cardan::apgd
