#include "solvers/interior_point/newton_polish.h"

#include <algorithm>
#include <cmath>

#include "cardan/projections.h"
#include "solvers/common/cone_derivative.h"
#include "solvers/common/dense_lu.h"

namespace cardan::interior_point {

namespace {

/// Added to the diagonal of H only in the Newton matrix, which redundant rows make singular.
constexpr double kShift = 1e-11;

}  // namespace

void NewtonPolish::reserve(int rows) {
  const std::size_t m = rows;
  for (auto* v : {&v_, &F_, &rhs_}) v->resize(m);
  J_.resize(m * m);
  DP_.resize(m * kMaxDim);
  for (auto* v : {&position_, &first_, &dim_, &swaps_}) v->resize(m);
}

bool NewtonPolish::step(const Program& program, double* x) {
  n_ = program.size();
  active_ = 0;
  residual_ = 0;
  program.compute_gradient(x, v_.data());
  for (const cardan_block& block : program.blocks()) linearise(block, x);
  assemble(program);
  if (!(solvers::factor_lu(J_.data(), active_, active_, swaps_.data()) > 0)) return false;
  solvers::solve_lu(J_.data(), active_, active_, swaps_.data(), rhs_.data());
  for (int i = 0; i < n_; ++i) {
    x[i] += position_[i] >= 0 ? rhs_[position_[i]] : -F_[i];
    if (!std::isfinite(x[i])) return false;
  }
  return true;
}

void NewtonPolish::linearise(const cardan_block& block, const double* x) {
  const bool cone = block.kind == CARDAN_CONE_CONVEX;
  const int dim = cone ? block.dim : 1;
  for (int row = block.row; row < block.row + block.dim; row += dim) {
    double a[kMaxDim], DP[kMaxDim * kMaxDim] = {};
    for (int i = 0; i < dim; ++i) a[i] = x[row + i] - v_[row + i];
    if (cone) {
      solvers::differentiate_cone(block.mu, dim, a, DP);
      sdk::project_cone(block.mu, dim, a);
    } else if (block.kind == CARDAN_FREE) {
      DP[0] = 1;
    } else {
      const double lo = block.kind == CARDAN_BOX ? block.lo : 0.0;
      const double hi = block.kind == CARDAN_BOX ? block.hi : HUGE_VAL;
      DP[0] = a[0] > lo && a[0] < hi ? 1.0 : 0.0;
      a[0] = sdk::clip(a[0], lo, hi);
    }
    const bool leaves = std::all_of(DP, DP + dim * dim, [](double p) { return p == 0; });
    for (int i = 0; i < dim; ++i) {
      F_[row + i] = block.kind == CARDAN_FREE ? v_[row + i] : x[row + i] - a[i];
      residual_ = std::max(residual_, std::fabs(F_[row + i]));
      position_[row + i] = leaves ? -1 : active_++;
      first_[row + i] = row;
      dim_[row + i] = dim;
      std::copy(DP + i * dim, DP + (i + 1) * dim,
                &DP_[static_cast<std::size_t>(row + i) * kMaxDim]);
    }
  }
}

void NewtonPolish::assemble(const Program& program) {
  // J = I − DP (I − H − shift); rows that are not in the system move by −F.
  for (int i = 0; i < n_; ++i) {
    if (position_[i] < 0) continue;
    double* J = J_.data() + static_cast<std::ptrdiff_t>(position_[i]) * active_;
    const double* DP = &DP_[static_cast<std::size_t>(i) * kMaxDim];
    std::fill(J, J + active_, 0.0);
    double rhs = -F_[i];
    for (int c = 0; c < dim_[i]; ++c) {
      if (DP[c] == 0) continue;
      const int row = first_[i] + c;
      const double* H = program.H(row);
      for (int j = 0; j < n_; ++j) {
        if (position_[j] >= 0) {
          J[position_[j]] += DP[c] * H[j];
        } else {
          rhs += DP[c] * H[j] * F_[j];
        }
      }
      J[position_[row]] -= DP[c] * (1 - kShift);
    }
    J[position_[i]] += 1;
    rhs_[position_[i]] = rhs;
  }
}

}  // namespace cardan::interior_point
