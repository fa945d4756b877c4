#pragma once

#include <vector>

#include "solvers/interior_point/program.h"
#include "solvers/interior_point/scaling.h"

namespace cardan::interior_point {

/// Mehrotra's predictor–corrector method on the Nesterov–Todd scaled optimality conditions of a
/// Program:
///   H x + c = Gᵀ z,   s = G x + h,   s, z in their cones,   s·z = 0.
/// s follows x, which starts inside its sets; z starts with a residual.
class Path {
 public:
  void reserve(int rows);
  void start(const Program& program);
  /// Takes one predictor–corrector step. Returns false if rounding ends the path.
  bool advance();
  const double* x() const { return x_.data(); }
  /// Mean of s·z over the constraints, in units of the program.
  double gap() const { return gap_; }
  double largest_x() const;

 private:
  bool scale_constraints();
  void factor();
  /// dx from q: (H + Gᵀ W⁻² G) dx = −r_d + Gᵀ W⁻¹ q; then ds̃ = W⁻¹ G dx, dz̃ = q − ds̃.
  void solve_direction();
  void apply_matrix(const double* x, double* y);
  void corrector(double sigma);
  double longest_step() const;
  void constraint_values(const double* x, bool with_offset, double* s) const;
  /// y += Gᵀ z.
  void add_transposed(const double* z, double* y) const;

  const Program* program_ = nullptr;
  int n_ = 0;
  double gap_ = 0;
  std::vector<double> M_, x_, dx_, rhs_, residual_, dual_residual_, gradient_;
  std::vector<double> s_, z_, l_, q_, ds_, dz_;
  std::vector<Scaling> scaling_;
};

}  // namespace cardan::interior_point
