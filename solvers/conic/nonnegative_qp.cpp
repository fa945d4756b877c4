#include "solvers/conic/nonnegative_qp.h"

#include <algorithm>
#include <cmath>

namespace cardan::conic {

double NonnegativeQp::row_velocity(int i, const double* lambda) const {
  double u = b_[i] + diagonal_[i] * lambda[i];
  for (std::int32_t e = start_[i]; e < start_[i + 1]; ++e) u += value_[e] * lambda[index_[e]];
  return u;
}

double NonnegativeQp::sweep(const sdk::ProblemView& problem, double* lambda) const {
  double worst = 0;
  for (int i = 0; i < rows_; ++i) {
    const double u = row_velocity(i, lambda);
    const double e = problem.weight(i) * std::min(lambda[i], problem.step(i) * u);
    worst = std::max(worst, std::fabs(e));
    lambda[i] = std::max(lambda[i] - u * inverse_[i], 0.0);
  }
  return worst;
}

double NonnegativeQp::residual(const sdk::ProblemView& problem, const double* lambda) const {
  double worst = 0;
  for (int i = 0; i < rows_; ++i) {
    const double u = row_velocity(i, lambda);
    const double e = std::fabs(problem.weight(i) * std::min(lambda[i], problem.step(i) * u));
    // NaN must not be lost.
    worst = e <= worst ? worst : e;
    if (std::isnan(e)) return e;
  }
  return worst;
}

double NonnegativeQp::value(const double* lambda) const {
  double sum = 0;
  for (int i = 0; i < rows_; ++i)
    if (lambda[i] != 0) sum += 0.5 * lambda[i] * (row_velocity(i, lambda) + b_[i]);
  return sum;
}

double NonnegativeQp::enter_face(const double* lambda) {
  face_.clear();
  double sum = 0;
  for (int i = 0; i < rows_; ++i) {
    place_[i] = -1;
    if (!(lambda[i] > 0)) continue;
    const auto place = static_cast<std::int32_t>(face_.size());
    place_[i] = place;
    face_.push_back(i);
    const double u = row_velocity(i, lambda);
    residual_[place] = -u * root_[i];
    sum += 0.5 * lambda[i] * (u + b_[i]);
  }
  return sum;
}

void NonnegativeQp::form_face(const sdk::ProblemView& problem) {
  std::int32_t used = 0;
  face_start_[0] = 0;
  for (std::size_t k = 0; k < face_.size(); ++k) {
    const int i = face_[k];
    for (std::int32_t e = lower_start_[i]; e < lower_start_[i + 1]; ++e) {
      const int j = lower_index_[e];
      if (place_[j] < 0) continue;
      face_index_[used] = place_[j];
      face_value_[used++] = lower_value_[e] * (root_[i] * root_[j]);
    }
    face_start_[k + 1] = used;
    unit_[k] = problem.weight(i) * problem.step(i) / root_[i];
  }
}

void NonnegativeQp::solve_lower(double* x) const {
  for (std::size_t k = 0; k < face_.size(); ++k) {
    double own = x[k];
    for (std::int32_t e = face_start_[k]; e < face_start_[k + 1]; ++e)
      own -= face_value_[e] * x[face_index_[e]];
    x[k] = own;
  }
}

double NonnegativeQp::multiply_face() {
  const std::size_t n = face_.size();
  std::copy_n(direction_.begin(), n, image_.begin());
  for (std::size_t k = n; k-- > 0;) {
    const double own = image_[k];
    for (std::int32_t e = face_start_[k]; e < face_start_[k + 1]; ++e)
      image_[face_index_[e]] -= face_value_[e] * own;
  }
  for (std::size_t k = 0; k < n; ++k) rest_[k] = direction_[k] - image_[k];
  solve_lower(rest_.data());
  double along = 0;
  for (std::size_t k = 0; k < n; ++k) along += direction_[k] * (image_[k] + rest_[k]);
  return along;
}

double NonnegativeQp::face_residual() const {
  double worst = 0;
  for (std::size_t k = 0; k < face_.size(); ++k) {
    double own = residual_[k];
    for (std::int32_t e = face_start_[k]; e < face_start_[k + 1]; ++e)
      own += face_value_[e] * residual_[face_index_[e]];
    worst = std::max(worst, std::fabs(unit_[k] * own));
  }
  return worst;
}

void NonnegativeQp::solve_face(const sdk::ProblemView& problem, const double* lambda, double aim,
                               Budget& budget) {
  // A wrong face is detected early: impulses that fall below zero end the search.
  constexpr int kLook = 6;
  form_face(problem);
  const std::size_t n = face_.size();
  for (std::size_t k = 0; k < n; ++k) solution_[k] = lambda[face_[k]] / root_[face_[k]];
  solve_lower(residual_.data());
  std::fill_n(direction_.begin(), n, 0.0);
  const auto is_below = [](double x) { return x < 0; };
  double before = 0;
  for (int k = 0; !budget.exhausted() && k < rows_ + kLook; ++k) {
    double now = 0, worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      now += residual_[i] * residual_[i];
      worst = std::max(worst, std::fabs(unit_[i] * residual_[i]));
    }
    // `worst` does not bound face_residual(), but it is close to it and costs little.
    if (!(worst > aim) && !(face_residual() > aim)) break;
    if (k % kLook == kLook - 1 && std::any_of(solution_.begin(), solution_.begin() + n, is_below))
      break;
    ++budget.iterations;
    budget.work += round_work();
    const double beta = k == 0 ? 0 : now / before;
    for (std::size_t i = 0; i < n; ++i) direction_[i] = residual_[i] + beta * direction_[i];
    const double curvature = multiply_face();
    if (!(now > 0) || !(curvature > 0)) break;
    const double alpha = now / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      solution_[i] += alpha * image_[i];
      residual_[i] -= alpha * (image_[i] + rest_[i]);
    }
    before = now;
  }
  for (std::size_t k = 0; k < n; ++k) trial_[face_[k]] = solution_[k] * root_[face_[k]];
}

void NonnegativeQp::move(double* lambda, double value_before) {
  constexpr int kHalvings = 12;
  double t = 1;
  for (int k = 0; k < kHalvings; ++k, t *= 0.5) {
    bool cut = false;
    for (int i = 0; i < rows_; ++i) {
      const double x = place_[i] >= 0 ? lambda[i] + t * (trial_[i] - lambda[i]) : 0;
      cut = cut || x < 0;
      moved_[i] = std::max(x, 0.0);
    }
    // If no impulse was cut off, f decreases along conjugate directions without a check.
    if (t == 1 && !cut) break;
    if (value(moved_.data()) <= value_before) break;
    if (k == kHalvings - 1) return;
  }
  std::copy(moved_.begin(), moved_.begin() + rows_, lambda);
}

bool NonnegativeQp::solve(const sdk::ProblemView& problem, double* lambda, int max_sweeps,
                          Budget& budget) {
  // Sweeps continue while they converge quickly; afterwards they alternate with the solution on the
  // face.
  constexpr double kBetter = 0.1, kQuick = 0.1;
  constexpr int kMostIterations = 600;
  const double aim = kBetter * problem.tolerance();
  const int end = budget.iterations + kMostIterations;
  for (int i = 0; i < rows_; ++i) lambda[i] = std::max(lambda[i], 0.0);
  double before = 0;
  sweeps_ = 0;
  while (sweeps_ < max_sweeps && !budget.exhausted() && budget.iterations < end) {
    ++budget.iterations;
    budget.work += round_work();
    ++sweeps_;
    const double seen = sweep(problem, lambda);
    if (!std::isfinite(seen)) return false;
    if (seen <= aim) return true;
    const bool quick = sweeps_ == 1 || seen <= kQuick * before;
    before = seen;
    if (quick) continue;
    const double value_before = enter_face(lambda);
    solve_face(problem, lambda, aim, budget);
    move(lambda, value_before);
    before = 0;
  }
  return false;
}

}  // namespace cardan::conic
