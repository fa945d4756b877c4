#pragma once

#include <vector>

#include "solvers/interior_point/program.h"

namespace cardan::interior_point {

/// Semismooth Newton on the natural map F(x) = x − P(x − (H x + c)) of a Program, undamped, from a
/// point near the solution. Removes the error that the path leaves at the boundary of the cones.
class NewtonPolish {
 public:
  void reserve(int rows);
  /// Takes one step from x, in place. Returns false if the matrix is singular or the step is not
  /// finite.
  bool step(const Program& program, double* x);
  /// ‖F(x)‖∞ at the start of the last step.
  double residual() const { return residual_; }

 private:
  void linearise(const cardan_block& block, const double* x);
  void assemble(const Program& program);

  int n_ = 0, active_ = 0;
  double residual_ = 0;
  std::vector<double> v_, F_, J_, rhs_, DP_;
  std::vector<int> position_;     ///< of a row in the linear system; -1: not in the system
  std::vector<int> first_, dim_;  ///< first row and dim of the block of a row
  std::vector<int> swaps_;
};

}  // namespace cardan::interior_point
