#include "solvers/common/newton/linearisation.h"

#include <algorithm>
#include <cmath>

#include "solvers/common/dense_lu.h"

namespace cardan::solvers {
namespace {

/// Smallest pivot over the largest below which a system counts as singular.
constexpr double kSingular = 1e-13;
constexpr double kKrylovTolerance = 1e-12;

bool all_finite(const double* x, int n) {
  for (int i = 0; i < n; ++i) {
    if (!std::isfinite(x[i])) return false;
  }
  return true;
}

}  // namespace

void Linearisation::reserve(int rows) {
  const std::size_t m = rows;
  for (auto* v : {&h_, &dx_, &dy_, &bound_, &rhs_, &solution_, &fixed_}) v->resize(m);
  for (auto* v : {&parent_, &active_, &place_, &swaps_}) v->resize(m);
  K_.resize(m * m);
  full_.resize(m * m);
  krylov_.reserve(rows);
}

void Linearisation::evaluate(const ScaledRows& rows, RowFunction function,
                             const RowParameters& parameters, const double* x, const double* y) {
  double sum = 0;
  for (int i = 0; i < rows.n(); ++i) {
    const Interval interval = rows.interval(i, x);
    const RowValue value = function(x[i], y[i], interval, parameters);
    h_[i] = value.value;
    dx_[i] = value.dx;
    dy_[i] = value.dy;
    bound_[i] = (value.dhi - value.dlo) * interval.slope;
    parent_[i] = interval.parent;
    sum += value.value * value.value;
  }
  merit_ = 0.5 * sum;
}

// s_i = fixed_i + (−bound_i/dx_i) s_parent where dy_i = 0.
void Linearisation::eliminate(const ScaledRows& rows) {
  active_count_ = 0;
  coupled_ = false;
  for (int i = 0; i < rows.n(); ++i) {
    if (bound_[i] != 0) coupled_ = true;
    if (dy_[i] != 0) {
      place_[i] = active_count_;
      active_[active_count_++] = i;
      fixed_[i] = 0;
    } else {
      place_[i] = -1;
      fixed_[i] = -h_[i] / dx_[i];
    }
  }
  for (int i = 0; i < rows.n(); ++i) {
    if (place_[i] >= 0 || bound_[i] == 0 || place_[parent_[i]] >= 0) continue;
    fixed_[i] -= bound_[i] / dx_[i] * fixed_[parent_[i]];
  }
}

// K over the active rows; divide: each row by its dy, which leaves M symmetric.
void Linearisation::assemble(const ScaledRows& rows, double compliance, bool divide) {
  const int k = active_count_, n = rows.n();
  for (int a = 0; a < k; ++a) {
    const int i = active_[a];
    const double* M = rows.row(i);
    const double scale = divide ? 1 : dy_[i], own = divide ? 1 / dy_[i] : 1;
    double* K = K_.data() + static_cast<std::size_t>(a) * k;
    double rhs = -h_[i] * own;
    for (int b = 0; b < k; ++b) K[b] = scale * M[active_[b]];
    for (int j = 0; j < n; ++j) {
      if (place_[j] >= 0) continue;
      if (fixed_[j] != 0) rhs -= scale * M[j] * fixed_[j];
      if (bound_[j] == 0 || place_[parent_[j]] < 0) continue;
      K[place_[parent_[j]]] -= scale * M[j] * bound_[j] / dx_[j];
    }
    K[a] += dx_[i] * own + scale * compliance;
    if (bound_[i] != 0) {
      const int place = place_[parent_[i]];
      if (place >= 0) K[place] += bound_[i] * own;
      if (place < 0) rhs -= bound_[i] * own * fixed_[parent_[i]];
    }
    rhs_[a] = rhs;
  }
}

bool Linearisation::solve_active(Subsystem subsystem, bool symmetric, SubsystemCount& count) {
  const int k = active_count_;
  if (subsystem == Subsystem::kIterative) {
    const int limit = 10 * k + 2 * Krylov::kRestart;
    const KrylovResult result =
        symmetric ? krylov_.conjugate_gradients(K_.data(), k, rhs_.data(), kKrylovTolerance, limit,
                                                solution_.data())
                  : krylov_.generalised_residuals(K_.data(), k, rhs_.data(), kKrylovTolerance,
                                                  limit, solution_.data());
    count.krylov_steps += result.iterations;
    if (!result.converged) ++count.unconverged;
    return all_finite(solution_.data(), k);
  }
  ++count.factorizations;
  if (!(factor_lu(K_.data(), k, k, swaps_.data()) > kSingular)) return false;
  std::copy(rhs_.begin(), rhs_.begin() + k, solution_.begin());
  solve_lu(K_.data(), k, k, swaps_.data(), solution_.data());
  return all_finite(solution_.data(), k);
}

bool Linearisation::newton_direction(const ScaledRows& rows, Subsystem subsystem, bool symmetric,
                                     double compliance, SubsystemCount& count, double* s) {
  eliminate(rows);
  const bool conjugate = subsystem == Subsystem::kIterative && symmetric && !coupled_;
  assemble(rows, 0, conjugate);
  if (!solve_active(subsystem, conjugate, count)) {
    if (compliance == 0) return false;
    assemble(rows, compliance, conjugate);
    if (!solve_active(subsystem, conjugate, count)) return false;
  }
  for (int i = 0; i < rows.n(); ++i) s[i] = place_[i] >= 0 ? solution_[place_[i]] : fixed_[i];
  for (int i = 0; i < rows.n(); ++i) {
    if (place_[i] >= 0 || bound_[i] == 0 || place_[parent_[i]] < 0) continue;
    s[i] -= bound_[i] / dx_[i] * s[parent_[i]];
  }
  return all_finite(s, rows.n());
}

void Linearisation::compute_gradient(const ScaledRows& rows, double* g) const {
  const int n = rows.n();
  for (int i = 0; i < n; ++i) g[i] = dx_[i] * h_[i];
  for (int i = 0; i < n; ++i) {
    if (bound_[i] != 0) g[parent_[i]] += bound_[i] * h_[i];
    const double weight = dy_[i] * h_[i];
    if (weight == 0) continue;
    const double* M = rows.row(i);
    for (int j = 0; j < n; ++j) g[j] += weight * M[j];
  }
}

bool Linearisation::damped_direction(const ScaledRows& rows, double nu, SubsystemCount& count,
                                     double* s) {
  const int n = rows.n();
  for (int i = 0; i < n; ++i) {
    double* J = full_.data() + static_cast<std::size_t>(i) * n;
    const double* M = rows.row(i);
    for (int j = 0; j < n; ++j) J[j] = dy_[i] * M[j];
    J[i] += dx_[i];
    if (bound_[i] != 0) J[parent_[i]] += bound_[i];
  }
  std::fill(K_.begin(), K_.begin() + static_cast<std::ptrdiff_t>(n) * n, 0.0);
  for (int i = 0; i < n; ++i) {
    const double* J = full_.data() + static_cast<std::size_t>(i) * n;
    for (int a = 0; a < n; ++a) {
      if (J[a] == 0) continue;
      double* K = K_.data() + static_cast<std::size_t>(a) * n;
      for (int b = 0; b <= a; ++b) K[b] += J[a] * J[b];
    }
  }
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < a; ++b) {
      K_[static_cast<std::size_t>(b) * n + a] = K_[static_cast<std::size_t>(a) * n + b];
    }
  }
  for (int i = 0; i < n; ++i) K_[static_cast<std::size_t>(i) * n + i] += nu;
  compute_gradient(rows, s);
  for (int i = 0; i < n; ++i) s[i] = -s[i];
  ++count.factorizations;
  if (!(factor_lu(K_.data(), n, n, swaps_.data()) > 0)) return false;
  solve_lu(K_.data(), n, n, swaps_.data(), s);
  return all_finite(s, n);
}

}  // namespace cardan::solvers
