#include "solvers/common/velocity_space/energy.h"

#include <algorithm>
#include <cmath>

#include "cardan/problem_view.h"
#include "solvers/common/velocity_space/impulses.h"

namespace cardan::solvers {

namespace {

/// Calls visit(cell) for every cone, and for every row of the other blocks as a block of one row.
template <typename Visit>
void for_each_cell(const sdk::ProblemView& problem, const Visit& visit) {
  for (const cardan_block& block : problem.blocks()) {
    if (block.kind == CARDAN_CONE_CONVEX) {
      visit(block);
      continue;
    }
    cardan_block cell = block;
    cell.dim = 1;
    for (; cell.row < block.row + block.dim; ++cell.row) visit(cell);
  }
}

double dot(const double* a, const double* b, int n) {
  return Eigen::Map<const Eigen::VectorXd>(a, n).dot(Eigen::Map<const Eigen::VectorXd>(b, n));
}

}  // namespace

void Energy::reserve(int rows, int cols) {
  for (auto* v : {&R_, &b_, &w_, &lambda_, &trial_w_, &Yp_}) v->resize(rows);
  for (auto* v : {&gradient_, &p_, &pull_}) v->resize(cols);
}

bool Energy::bind(const sdk::ProblemView& problem, double least, const double* centre) {
  problem_ = &problem;
  compliance_ = HUGE_VAL;
  bool raised = false;
  for (int i = 0; i < problem.m(); ++i) {
    const double S = sdk::S_entry(problem, i, i);
    R_[i] = std::max(S, least / problem.step(i));
    b_[i] = problem.b(i) - (R_[i] - S) * centre[i];
    compliance_ = std::min(compliance_, R_[i] * problem.step(i));
    raised = raised || R_[i] > S;
  }
  return raised;
}

void Energy::cell_impulse(const cardan_block& cell, const double* w, double* lambda,
                          double* G) const {
  const double* R = R_.data() + cell.row;
  if (cell.kind == CARDAN_CONE_CONVEX) {
    cone_impulse(cell.mu, cell.dim, R, w + cell.row, lambda, G);
    return;
  }
  double lo = -HUGE_VAL, hi = HUGE_VAL;
  if (cell.kind == CARDAN_NONNEGATIVE) lo = 0;
  if (cell.kind == CARDAN_BOX) lo = cell.lo, hi = cell.hi;
  *lambda = interval_impulse(lo, hi, *R, w[cell.row], G);
}

void Energy::evaluate(const double* z) {
  const int cols = problem_->cols();
  for (int i = 0; i < problem_->m(); ++i) w_[i] = b_[i] + sdk::dot(problem_->Y_row(i), z);
  for_each_cell(*problem_, [this](const cardan_block& cell) {
    cell_impulse(cell, w_.data(), &lambda_[cell.row], nullptr);
  });
  sdk::compute_z(*problem_, lambda_.data(), pull_.data());
  for (int i = 0; i < cols; ++i) gradient_[i] = z[i] - pull_[i];
  const double size = std::sqrt(dot(z, z, cols)) + std::sqrt(dot(pull_.data(), pull_.data(), cols));
  const double norm = std::sqrt(dot(gradient_.data(), gradient_.data(), cols));
  relative_gradient_ = size > 0 ? norm / size : 0.0;
}

void Energy::assemble(Hessian& hessian) const {
  hessian.set_identity();
  for_each_cell(*problem_, [&](const cardan_block& cell) {
    double lambda[kMaxDim], G[kMaxDim * kMaxDim];
    cell_impulse(cell, w_.data(), lambda, G);
    hessian.add(*problem_, cell.row, cell.dim, G);
  });
}

bool Energy::newton_step(double* z, Hessian& hessian) {
  const int cols = problem_->cols();
  assemble(hessian);
  hessian.factor();
  for (int i = 0; i < cols; ++i) p_[i] = -gradient_[i];
  hessian.solve(p_.data());
  const double slope = dot(gradient_.data(), p_.data(), cols);
  if (!(slope < 0) || !std::isfinite(slope)) return false;
  for (int i = 0; i < problem_->m(); ++i) Yp_[i] = sdk::dot(problem_->Y_row(i), p_.data());
  const double alpha = search(z, slope);
  for (int i = 0; i < cols; ++i) z[i] += alpha * p_[i];
  evaluate(z);
  return true;
}

Energy::Slope Energy::slope_at(double alpha, const double* z) {
  const int cols = problem_->cols();
  const double pp = dot(p_.data(), p_.data(), cols);
  Slope slope{dot(p_.data(), z, cols) + alpha * pp, pp};
  for (int i = 0; i < problem_->m(); ++i) trial_w_[i] = w_[i] + alpha * Yp_[i];
  for_each_cell(*problem_, [&](const cardan_block& cell) {
    double lambda[kMaxDim], G[kMaxDim * kMaxDim];
    cell_impulse(cell, trial_w_.data(), lambda, G);
    const double* along = &Yp_[cell.row];
    for (int i = 0; i < cell.dim; ++i) {
      slope.value -= along[i] * lambda[i];
      for (int j = 0; j < cell.dim; ++j)
        slope.curvature += along[i] * G[i * cell.dim + j] * along[j];
    }
  });
  return slope;
}

double Energy::search(const double* z, double start_slope) {
  constexpr double kExact = 1e-10;
  double lo = 0, hi = HUGE_VAL, alpha = 1;
  for (int k = 0; k < 60; ++k) {
    const Slope slope = slope_at(alpha, z);
    if (std::fabs(slope.value) <= kExact * std::fabs(start_slope)) return alpha;
    (slope.value < 0 ? lo : hi) = alpha;
    double next = alpha - slope.value / slope.curvature;
    if (!(next > lo && next < hi)) next = std::isfinite(hi) ? 0.5 * (lo + hi) : 2 * lo;
    if (hi - lo <= 1e-15 * hi) break;
    alpha = next;
  }
  return alpha;
}

}  // namespace cardan::solvers
