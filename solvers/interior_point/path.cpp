#include "solvers/interior_point/path.h"

#include <algorithm>
#include <cmath>

#include "solvers/common/semidefinite_cholesky.h"

namespace cardan::interior_point {

namespace {

/// Largest fraction of the distance to the boundary of the cones that a step may take.
constexpr double kToBoundary = 0.99;
/// Pivots below this fraction of their diagonal belong to dependent rows.
constexpr double kDrop = 1e-15;

}  // namespace

void Path::reserve(int rows) {
  const std::size_t m = rows;
  M_.resize(m * m);
  for (auto* v : {&x_, &dx_, &rhs_, &residual_, &dual_residual_, &gradient_}) v->resize(m);
  for (auto* v : {&s_, &z_, &l_, &q_, &ds_, &dz_}) v->resize(2 * m);
  scaling_.resize(2 * m);
}

void Path::start(const Program& program) {
  program_ = &program;
  n_ = program.size();
  std::copy(program.start(), program.start() + n_, x_.begin());
  gap_ = HUGE_VAL;
  std::fill(z_.begin(), z_.begin() + program.constraint_rows(), 0.0);
  for (const Constraint& constraint : program.constraints()) z_[constraint.at] = 1;
}

bool Path::advance() {
  if (!scale_constraints()) return false;
  // r_d = H x + c − Gᵀ z.
  program_->compute_gradient(x_.data(), gradient_.data());
  for (int i = 0; i < program_->constraint_rows(); ++i) ds_[i] = -z_[i];
  std::copy(gradient_.begin(), gradient_.begin() + n_, dual_residual_.begin());
  add_transposed(ds_.data(), dual_residual_.data());
  factor();

  for (int i = 0; i < program_->constraint_rows(); ++i) q_[i] = -l_[i];
  solve_direction();
  const double predicted = std::min(1.0, longest_step());
  const double sigma = (1 - predicted) * (1 - predicted) * (1 - predicted);
  corrector(sigma);
  solve_direction();
  const double length = std::min(1.0, kToBoundary * longest_step());
  if (!(length > 1e-10)) return false;

  for (int i = 0; i < n_; ++i) {
    if (!std::isfinite(dx_[i])) return false;
    x_[i] += length * dx_[i];
  }
  for (const Constraint& constraint : program_->constraints()) {
    double dz[kMaxDim];
    apply_inverse(scaling_[constraint.at], &dz_[constraint.at], constraint.dim, dz);
    for (int i = 0; i < constraint.dim; ++i) z_[constraint.at + i] += length * dz[i];
  }
  return true;
}

double Path::largest_x() const {
  double largest = 0;
  for (int i = 0; i < n_; ++i) largest = std::max(largest, std::fabs(x_[i]));
  return largest;
}

bool Path::scale_constraints() {
  constraint_values(x_.data(), true, s_.data());
  gap_ = 0;
  for (const Constraint& constraint : program_->constraints()) {
    const int at = constraint.at;
    if (!compute_scaling(&s_[at], &z_[at], constraint.dim, scaling_[at])) return false;
    apply(scaling_[at], &z_[at], constraint.dim, &l_[at]);
    for (int i = 0; i < constraint.dim; ++i) gap_ += l_[at + i] * l_[at + i];
    if (!(determinant(&l_[at], constraint.dim) > 0)) return false;
  }
  gap_ /= std::max<std::size_t>(1, program_->constraints().size());
  return std::isfinite(gap_);
}

void Path::factor() {
  for (int i = 0; i < n_; ++i) {
    std::copy(program_->H(i), program_->H(i) + i + 1,
              M_.data() + static_cast<std::ptrdiff_t>(i) * n_);
  }
  for (const Constraint& constraint : program_->constraints()) {
    const int dim = constraint.dim;
    for (int j = 0; j < dim; ++j) {
      // Column j of Gᵀ W⁻² G.
      double column[kMaxDim] = {};
      column[j] = j == 0 ? constraint.sign : constraint.inverse_mu;
      apply_inverse(scaling_[constraint.at], column, dim, column);
      apply_inverse(scaling_[constraint.at], column, dim, column);
      for (int i = j; i < dim; ++i) {
        const double factor = i == 0 ? constraint.sign : constraint.inverse_mu;
        M_[static_cast<std::ptrdiff_t>(constraint.row + i) * n_ + constraint.row + j] +=
            factor * column[i];
      }
    }
  }
  for (int i = 0; i < n_; ++i) {
    if (!program_->fixed(i)) continue;
    double* row = M_.data() + static_cast<std::ptrdiff_t>(i) * n_;
    std::fill(row, row + i, 0.0);
    row[i] = 1;
    for (int k = i + 1; k < n_; ++k) M_[static_cast<std::ptrdiff_t>(k) * n_ + i] = 0;
  }
  solvers::factor_semidefinite(M_.data(), n_, kDrop);
}

void Path::apply_matrix(const double* x, double* y) {
  using Vector = Eigen::Map<const Eigen::VectorXd>;
  for (int i = 0; i < n_; ++i) y[i] = Vector(program_->H(i), n_).dot(Vector(x, n_));
  constraint_values(x, false, ds_.data());
  for (const Constraint& constraint : program_->constraints()) {
    double* v = &ds_[constraint.at];
    apply_inverse(scaling_[constraint.at], v, constraint.dim, v);
    apply_inverse(scaling_[constraint.at], v, constraint.dim, v);
  }
  add_transposed(ds_.data(), y);
}

void Path::solve_direction() {
  for (const Constraint& constraint : program_->constraints()) {
    apply_inverse(scaling_[constraint.at], &q_[constraint.at], constraint.dim, &dz_[constraint.at]);
  }
  for (int i = 0; i < n_; ++i) rhs_[i] = -dual_residual_[i];
  add_transposed(dz_.data(), rhs_.data());
  for (int i = 0; i < n_; ++i) {
    if (program_->fixed(i)) rhs_[i] = 0;
  }
  std::copy(rhs_.begin(), rhs_.begin() + n_, dx_.begin());
  solvers::solve_semidefinite(M_.data(), n_, dx_.data());
  // One step of iterative refinement.
  apply_matrix(dx_.data(), residual_.data());
  for (int i = 0; i < n_; ++i) residual_[i] = program_->fixed(i) ? 0.0 : rhs_[i] - residual_[i];
  solvers::solve_semidefinite(M_.data(), n_, residual_.data());
  for (int i = 0; i < n_; ++i) dx_[i] += residual_[i];

  constraint_values(dx_.data(), false, ds_.data());
  for (const Constraint& constraint : program_->constraints()) {
    double* ds = &ds_[constraint.at];
    apply_inverse(scaling_[constraint.at], ds, constraint.dim, ds);
    for (int i = 0; i < constraint.dim; ++i) {
      dz_[constraint.at + i] = q_[constraint.at + i] - ds[i];
    }
  }
}

void Path::corrector(double sigma) {
  // l ∘ q = −l ∘ l − ds̃ ∘ dz̃ + σ μ e.
  for (const Constraint& constraint : program_->constraints()) {
    const int at = constraint.at, dim = constraint.dim;
    double squared[kMaxDim], crossed[kMaxDim];
    multiply(&l_[at], &l_[at], dim, squared);
    multiply(&ds_[at], &dz_[at], dim, crossed);
    for (int i = 0; i < dim; ++i) squared[i] = -squared[i] - crossed[i];
    squared[0] += sigma * gap_;
    divide(&l_[at], squared, dim, &q_[at]);
  }
}

double Path::longest_step() const {
  double longest = HUGE_VAL;
  for (const Constraint& constraint : program_->constraints()) {
    const int at = constraint.at;
    longest = std::min({longest, step_to_boundary(&l_[at], &ds_[at], constraint.dim),
                        step_to_boundary(&l_[at], &dz_[at], constraint.dim)});
  }
  return longest;
}

void Path::constraint_values(const double* x, bool with_offset, double* s) const {
  for (const Constraint& constraint : program_->constraints()) {
    double* own = s + constraint.at;
    own[0] = constraint.sign * x[constraint.row] + (with_offset ? constraint.offset : 0.0);
    for (int i = 1; i < constraint.dim; ++i) own[i] = constraint.inverse_mu * x[constraint.row + i];
  }
}

void Path::add_transposed(const double* z, double* y) const {
  for (const Constraint& constraint : program_->constraints()) {
    y[constraint.row] += constraint.sign * z[constraint.at];
    for (int i = 1; i < constraint.dim; ++i) {
      y[constraint.row + i] += constraint.inverse_mu * z[constraint.at + i];
    }
  }
}

}  // namespace cardan::interior_point
