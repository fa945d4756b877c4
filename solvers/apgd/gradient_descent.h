#pragma once

#include <vector>

#include "cardan/problem_view.h"

namespace cardan::apgd {

/// Nesterov's accelerated projected gradient with backtracking and adaptive restart on
///   min ½ λᵀA λ + (b + s)ᵀλ over the sets of the blocks,
/// s = μ‖u_t‖ for the normals of CONE blocks and 0 elsewhere. In the metric of diag(1/step), a step
/// is λ⁺ = P(y − t step ∘ g). A is never formed.
class GradientDescent {
 public:
  void reserve(int rows, int cols);
  /// Starts at lambda, with its u = A λ + b. s: m numbers, which must outlive the descent.
  void start(const sdk::ProblemView& problem, const double* lambda, const double* u,
             const double* s);
  /// One step; updates lambda() and velocity().
  void step();
  const double* lambda() const { return x_.data(); }
  const double* velocity() const { return u_.data(); }
  /// False after a step that leaves all bits of λ unchanged.
  bool moving() const { return moving_; }

 private:
  void project(double* x) const;
  /// Computes the trial point next_ and its velocity from y_ with step length t_.
  void propose();

  const sdk::ProblemView* problem_ = nullptr;
  const double* s_ = nullptr;
  double t_ = 1, theta_ = 1;
  double least_t_ = 1;  ///< 1/trace of the scaled A, a lower bound of a valid step length
  bool moving_ = true;
  std::vector<double> x_, u_, y_, v_, next_, next_u_, z_;  ///< v: velocity of y
};

}  // namespace cardan::apgd
