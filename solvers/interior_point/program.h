#pragma once

#include <cstddef>
#include <vector>

#include "cardan/problem_view.h"

namespace cardan::interior_point {

/// Largest dimension of a constraint: a cone of the problem form.
constexpr int kMaxDim = 6;

/// s = G x + h in a second-order cone {‖s_1..‖ ≤ s_0} of `dim` numbers; dim 1: s ≥ 0.
/// s_0 = sign x_row + offset, s_i = inverse_mu x_{row+i}.
struct Constraint {
  int row, dim;
  int at;  ///< first number of s, z and their scaling
  double sign, offset, inverse_mu;
};

/// The convex program of a problem in scaled unknowns:
///   min ½ xᵀ H x + cᵀ x,  x in the sets of the blocks,  λ = σ D x,  H = D A D,  c = D b/σ,
/// where D = diag(√step), so that H has a diagonal of about 1, and σ is the size of the data.
class Program {
 public:
  void reserve(int rows);
  void build(const sdk::ProblemView& problem);
  /// min ½ xᵀ H x + ½ (ĉᵀx + 1)² over the recession cone of the same sets, ĉ = c/‖c‖. Its minimum
  /// is 0 iff the cone has an x with H x = 0, cᵀx < 0: the certificate that the problem has no
  /// solution.
  void build_alternative();

  int size() const { return n_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }
  /// Total size of s.
  int constraint_rows() const { return constraint_rows_; }
  const double* H(int i) const { return H_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  /// λ_i/x_i.
  double scale(int i) const { return sigma_ * d_[i]; }
  /// Whether the row has a single feasible value (lo = hi; friction with μ = 0). Such rows are left
  /// out of the Newton system.
  bool fixed(int i) const { return fixed_[i] != 0; }
  /// A point in the interior of all sets.
  const double* start() const { return start_.data(); }
  /// v = H x + c.
  void compute_gradient(const double* x, double* v) const;
  /// cᵀx.
  double along(const double* x) const;
  /// Blocks whose bounds apply to x.
  const std::vector<cardan_block>& blocks() const { return blocks_; }

 private:
  void scale_blocks(const sdk::ProblemView& problem);
  void make_constraints();
  void constrain_box(const cardan_block& block);
  void constrain_cone(const cardan_block& block);
  void add_constraint(int row, int dim, double sign, double offset, double inverse_mu);

  int n_ = 0, constraint_rows_ = 0;
  double sigma_ = 1;
  std::vector<double> H_, c_, d_, start_;
  std::vector<char> fixed_;
  std::vector<cardan_block> blocks_;
  std::vector<Constraint> constraints_;
};

}  // namespace cardan::interior_point
