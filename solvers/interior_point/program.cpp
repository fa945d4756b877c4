#include "solvers/interior_point/program.h"

#include <algorithm>
#include <cmath>

namespace cardan::interior_point {

void Program::reserve(int rows) {
  const std::size_t m = rows;
  H_.resize(m * m);
  for (auto* v : {&c_, &d_, &start_}) v->resize(m);
  fixed_.resize(m);
  blocks_.reserve(m);
  constraints_.reserve(2 * m);
}

void Program::build(const sdk::ProblemView& problem) {
  n_ = problem.m();
  sigma_ = 0;
  for (const cardan_block& block : problem.blocks()) {
    for (int i = block.row; i < block.row + block.dim; ++i) {
      // All rows of a cone have one factor; otherwise it would be a different cone.
      d_[i] = std::sqrt(problem.step(block.row));
      sigma_ = std::max(sigma_, std::fabs(d_[i] * problem.b(i)));
      if (block.kind == CARDAN_BOX) {
        sigma_ = std::max(sigma_, std::max({0.0, block.lo, -block.hi}) / d_[i]);
      }
    }
  }
  if (!(sigma_ > 0)) sigma_ = 1;
  const sdk::DenseView A = problem.A();
  for (int i = 0; i < n_; ++i) {
    double* row = H_.data() + static_cast<std::ptrdiff_t>(i) * n_;
    for (int j = 0; j < n_; ++j) row[j] = d_[i] * A(j, i) * d_[j];
    c_[i] = d_[i] * problem.b(i) / sigma_;
  }
  scale_blocks(problem);
  make_constraints();
}

void Program::scale_blocks(const sdk::ProblemView& problem) {
  blocks_.assign(problem.blocks().begin(), problem.blocks().end());
  for (cardan_block& block : blocks_) {
    if (block.kind != CARDAN_BOX) continue;
    block.lo /= sigma_ * d_[block.row];
    block.hi /= sigma_ * d_[block.row];
  }
}

void Program::build_alternative() {
  double norm = 0;
  for (int i = 0; i < n_; ++i) norm += c_[i] * c_[i];
  norm = std::sqrt(norm);
  for (int i = 0; i < n_; ++i) c_[i] = norm > 0 ? c_[i] / norm : 0.0;
  for (int i = 0; i < n_; ++i) {
    double* row = H_.data() + static_cast<std::ptrdiff_t>(i) * n_;
    for (int j = 0; j < n_; ++j) row[j] += c_[i] * c_[j];
  }
  for (cardan_block& block : blocks_) {
    if (block.kind != CARDAN_BOX) continue;
    if (std::isfinite(block.lo)) block.lo = 0;
    if (std::isfinite(block.hi)) block.hi = 0;
  }
  make_constraints();
}

void Program::make_constraints() {
  constraints_.clear();
  constraint_rows_ = 0;
  std::fill(fixed_.begin(), fixed_.begin() + n_, 0);
  std::fill(start_.begin(), start_.begin() + n_, 0.0);
  for (const cardan_block& block : blocks_) {
    switch (block.kind) {
      case CARDAN_NONNEGATIVE:
        for (int i = block.row; i < block.row + block.dim; ++i) {
          add_constraint(i, 1, 1, 0, 0);
          start_[i] = 1;
        }
        break;
      case CARDAN_BOX:
        constrain_box(block);
        break;
      case CARDAN_CONE_CONVEX:
        constrain_cone(block);
        break;
      default:
        break;
    }
  }
}

void Program::constrain_box(const cardan_block& block) {
  const int i = block.row;
  const bool low = std::isfinite(block.lo), high = std::isfinite(block.hi);
  if (low && high && !(block.hi > block.lo)) {
    fixed_[i] = 1;
    start_[i] = block.lo;
    return;
  }
  if (low) add_constraint(i, 1, 1, -block.lo, 0);
  if (high) add_constraint(i, 1, -1, block.hi, 0);
  // The value nearest to 0 that is at least 1, or half of the width, away from the bounds.
  const double distance = low && high ? std::min(1.0, (block.hi - block.lo) / 2) : 1.0;
  if (low) start_[i] = std::max(start_[i], block.lo + distance);
  if (high) start_[i] = std::min(start_[i], block.hi - distance);
}

void Program::constrain_cone(const cardan_block& block) {
  start_[block.row] = 1;
  if (block.mu > 0) {
    add_constraint(block.row, block.dim, 1, 0, 1 / block.mu);
    return;
  }
  add_constraint(block.row, 1, 1, 0, 0);
  for (int i = 1; i < block.dim; ++i) fixed_[block.row + i] = 1;
}

void Program::add_constraint(int row, int dim, double sign, double offset, double inverse_mu) {
  constraints_.push_back({row, dim, constraint_rows_, sign, offset, inverse_mu});
  constraint_rows_ += dim;
}

void Program::compute_gradient(const double* x, double* v) const {
  for (int i = 0; i < n_; ++i) {
    const Eigen::Map<const Eigen::VectorXd> row(H(i), n_), point(x, n_);
    v[i] = c_[i] + row.dot(point);
  }
}

double Program::along(const double* x) const {
  return Eigen::Map<const Eigen::VectorXd>(c_.data(), n_)
      .dot(Eigen::Map<const Eigen::VectorXd>(x, n_));
}

}  // namespace cardan::interior_point
