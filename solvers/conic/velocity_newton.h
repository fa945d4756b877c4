#pragma once

#include <cstddef>
#include <vector>

#include "../common/dense_storage.h"
#include "cardan/sdk/problem_view.h"

namespace cardan::conic {

/// Semismooth Newton on F(z) = z − Yᵀ λ(z), with one unknown per freedom. λ(z) is the impulse of
/// each block for w = Y z + b − C λ_c and the compliance S + C, with the shift μ‖u_t‖ of cones and
/// its derivative. C is a proximal term: for λ_c = λ, F = 0 is the original problem.
class VelocityNewton {
 public:
  void reserve(int rows, int cols);
  /// C_i = max(0, compliance/step_i − S_ii).
  void bind(const sdk::ProblemView& problem, double compliance, const double* centre);
  /// λ and F at z.
  void evaluate(const double* z);
  const double* lambda() const { return lambda_.data(); }
  /// ‖F‖ over ‖z‖ + ‖Yᵀ λ‖.
  double relative_residual() const { return relative_; }
  /// z += α p with J p = −F and backtracking on ‖F‖; evaluates F at the new z. Returns false if no
  /// α reduces ‖F‖.
  bool step(double* z);

 private:
  /// Computes λ of one part, a cone or a single row, and G = −dλ/dw (may be null). w: numbers of
  /// the part.
  void part_impulse(const cardan_block& block, int row, const double* w, double* lambda,
                    double* G) const;
  /// Computes w of one part with its shift, and the derivative of the shift with respect to u (dim
  /// numbers).
  void part_velocity(const cardan_block& block, int row, int dim, double* w,
                     double* direction) const;
  void assemble();

  const sdk::ProblemView* problem_ = nullptr;
  int n_ = 0;
  double relative_ = 0, merit_ = 0;
  std::vector<double> R_, pull_, u_, lambda_;  ///< rows; pull: C λ_c, u: Y z + b
  std::vector<double> F_, p_, trial_;
  solvers::DenseStorage<double> J_;
  std::vector<int> swaps_;
};

}  // namespace cardan::conic
