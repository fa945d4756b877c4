#include "velocity_newton.h"

#include <algorithm>
#include <cmath>

#include "../common/dense_lu.h"
#include "../common/velocity_space/impulses.h"
#include "cardan/sdk/projections.h"
#include "cardan/sdk/velocity.h"

namespace cardan::conic {

namespace {

using solvers::kMaxDim;

bool is_cone(const cardan_block& block) {
  return block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX;
}

/// Calls visit(block, row, dim) for every cone, and for every row of the other blocks.
template <typename Visit>
void for_each_part(const sdk::ProblemView& problem, const Visit& visit) {
  for (const cardan_block& block : problem.blocks()) {
    if (is_cone(block)) {
      visit(block, block.row, block.dim);
      continue;
    }
    for (int row = block.row; row < block.row + block.dim; ++row) visit(block, row, 1);
  }
}

}  // namespace

void VelocityNewton::reserve(int rows, int cols) {
  for (auto* v : {&R_, &pull_, &u_, &lambda_}) v->resize(rows);
  for (auto* v : {&F_, &p_, &trial_}) v->resize(cols);
  J_.resize(static_cast<std::size_t>(cols) * cols);
  swaps_.resize(cols);
}

void VelocityNewton::bind(const sdk::ProblemView& problem, double compliance,
                          const double* centre) {
  problem_ = &problem;
  n_ = problem.cols();
  for (int i = 0; i < problem.m(); ++i) {
    const double S = sdk::S_entry(problem, i, i);
    R_[i] = std::max(S, compliance / problem.step(i));
    pull_[i] = (R_[i] - S) * centre[i];
  }
}

void VelocityNewton::part_impulse(const cardan_block& block, int row, const double* w,
                                  double* lambda, double* G) const {
  if (is_cone(block)) {
    solvers::cone_impulse(block.mu, block.dim, &R_[row], w, lambda, G);
    return;
  }
  double lo = -HUGE_VAL, hi = HUGE_VAL;
  if (block.kind == CARDAN_NONNEGATIVE) lo = 0;
  if (block.kind == CARDAN_BOX) lo = block.lo, hi = block.hi;
  *lambda = solvers::interval_impulse(lo, hi, R_[row], *w, G);
}

void VelocityNewton::part_velocity(const cardan_block& block, int row, int dim, double* w,
                                   double* direction) const {
  for (int i = 0; i < dim; ++i) w[i] = u_[row + i] - pull_[row + i];
  std::fill(direction, direction + dim, 0.0);
  if (block.kind != CARDAN_CONE) return;
  const double slip = sdk::norm(&u_[row + 1], dim - 1);
  w[0] += block.mu * slip;
  if (!(slip > 0)) return;
  for (int i = 1; i < dim; ++i) direction[i] = block.mu * u_[row + i] / slip;
}

void VelocityNewton::evaluate(const double* z) {
  for (int i = 0; i < problem_->m(); ++i) {
    u_[i] = problem_->b(i) + sdk::dot(problem_->Y_row(i), z);
  }
  std::copy(z, z + n_, F_.begin());
  for_each_part(*problem_, [&](const cardan_block& block, int row, int dim) {
    double w[kMaxDim], direction[kMaxDim];
    part_velocity(block, row, dim, w, direction);
    part_impulse(block, row, w, &lambda_[row], nullptr);
    for (int i = row; i < row + dim; ++i) sdk::add(problem_->Y_row(i), -lambda_[i], F_.data());
  });
  double F = 0, size = 0;
  for (int k = 0; k < n_; ++k) {
    F += F_[k] * F_[k];
    size += z[k] * z[k] + (z[k] - F_[k]) * (z[k] - F_[k]);
  }
  merit_ = F;
  relative_ = size > 0 ? std::sqrt(F / size) : 0.0;
}

void VelocityNewton::assemble() {
  // J = I + Yᵀ G Û Y, rows of J contiguous.
  std::fill(J_.begin(), J_.begin() + static_cast<std::ptrdiff_t>(n_) * n_, 0.0);
  for (int k = 0; k < n_; ++k) J_[static_cast<std::size_t>(k) * n_ + k] = 1;
  for_each_part(*problem_, [&](const cardan_block& block, int row, int dim) {
    double w[kMaxDim], direction[kMaxDim], lambda[kMaxDim], G[kMaxDim * kMaxDim];
    part_velocity(block, row, dim, w, direction);
    part_impulse(block, row, w, lambda, G);
    for (int i = 0; i < dim; ++i) {
      for (int j = 1; j < dim; ++j) G[i * dim + j] += G[i * dim] * direction[j];
    }
    for (int i = 0; i < dim; ++i) {
      const sdk::SparseRow left = problem_->Y_row(row + i);
      for (int j = 0; j < dim; ++j) {
        const double g = G[i * dim + j];
        if (g == 0) continue;
        const sdk::SparseRow right = problem_->Y_row(row + j);
        for (int k = 0; k < left.size; ++k) {
          sdk::add(right, g * left.value[k],
                   J_.data() + static_cast<std::size_t>(left.index[k]) * n_);
        }
      }
    }
  });
}

bool VelocityNewton::step(double* z) {
  constexpr double kArmijo = 1e-4;
  constexpr int kHalvings = 10;
  assemble();
  if (!(solvers::factor_lu(J_.data(), n_, n_, swaps_.data()) > 0)) return false;
  for (int k = 0; k < n_; ++k) p_[k] = -F_[k];
  solvers::solve_lu(J_.data(), n_, n_, swaps_.data(), p_.data());
  const double before = merit_;
  double length = 1;
  for (int h = 0; h < kHalvings; ++h, length *= 0.5) {
    for (int k = 0; k < n_; ++k) trial_[k] = z[k] + length * p_[k];
    evaluate(trial_.data());
    if (merit_ <= (1 - kArmijo * length) * before) {
      std::copy(trial_.begin(), trial_.begin() + n_, z);
      return true;
    }
  }
  evaluate(z);
  return false;
}

}  // namespace cardan::conic
