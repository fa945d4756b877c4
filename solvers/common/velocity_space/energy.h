#pragma once

#include <vector>

#include "cardan/problem_view.h"
#include "solvers/common/velocity_space/hessian.h"

namespace cardan::solvers {

/// ℓ(z) = ½ zᵀz + Φ(Y z + b'), Φ(w) = max over the sets of −λᵀw − ½ λᵀR'λ: strongly convex. Its
/// minimum is z = Yᵀλ with the impulses λ of the problem with R' and b' in place of S and b.
class Energy {
 public:
  void reserve(int rows, int cols);
  /// R'_i = max(S_ii, least/step_i), b' = b − (R' − S) centre: centre = λ gives the original
  /// problem. Returns whether any R'_i is larger than S_ii.
  bool bind(const sdk::ProblemView& problem, double least, const double* centre);

  /// Smallest R'_i step_i.
  double compliance() const { return compliance_; }

  /// λ and ∇ℓ = z − Yᵀλ at z.
  void evaluate(const double* z);
  const double* lambda() const { return lambda_.data(); }
  /// ‖∇ℓ‖ over ‖z‖ + ‖Yᵀλ‖.
  double relative_gradient() const { return relative_gradient_; }

  /// z := z + α p, p = −H⁻¹ ∇ℓ, with an exact line search from the evaluated z; evaluates ℓ at the
  /// new z. Returns false if p is not a descent direction, or is NaN.
  bool newton_step(double* z, Hessian& hessian);

 private:
  struct Slope {
    double value, curvature;  ///< ℓ' and ℓ'' along p
  };
  /// Computes λ of one part, a cone or a row, and G (may be null). w: all rows; lambda, G: those of
  /// the part.
  void cell_impulse(const cardan_block& cell, const double* w, double* lambda, double* G) const;
  void assemble(Hessian& hessian) const;
  Slope slope_at(double alpha, const double* z);
  /// Root of ℓ'(α), to round-off.
  double search(const double* z, double start_slope);

  const sdk::ProblemView* problem_ = nullptr;
  double relative_gradient_ = 0, compliance_ = 0;
  std::vector<double> R_, b_, w_, lambda_, trial_w_, Yp_;
  std::vector<double> gradient_, p_, pull_;
};

}  // namespace cardan::solvers
