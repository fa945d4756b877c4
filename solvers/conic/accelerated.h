#pragma once

#include <vector>

#include "solvers/conic/blocks.h"

namespace cardan::conic {

/// Block Gauss–Seidel sweeps accelerated by non-smooth non-linear conjugate gradients [Silcowitz,
/// Niebe & Erleben 2010]: with g_k = λ_k − GS(λ_k) and β = ‖g_k‖²/‖g_{k−1}‖²,
///   λ_{k+1} = GS(λ_k) + β p_{k−1},   p_k = β p_{k−1} − g_k,   restarted if β > 1.
/// This is a heuristic without a proof of convergence, so the caller keeps the best iterate.
class AcceleratedSweeps {
 public:
  void reserve(int rows, int cols);
  void start() { restart_ = true; }
  /// Runs one sweep, which updates lambda and z = Yᵀ λ. Returns the residual before the updates
  /// [m/s].
  double step(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z);
  /// Runs one sweep without computing the residual. Returns the largest |Δλ/r| of the sweep [m/s].
  double relax(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z);

 private:
  void remember(const sdk::ProblemView& problem, const double* lambda, const double* z);
  /// Adds the conjugate direction to a sweep. Returns the largest |Δλ/r| of the sweep [m/s].
  double extrapolate(const sdk::ProblemView& problem, double* lambda, double* z);

  std::vector<double> direction_, before_;      ///< rows
  std::vector<double> z_direction_, z_before_;  ///< Yᵀ of direction_ and before_
  double gradient_ = 0;  ///< ‖g‖² of the last sweep, rows weighted by 1/step [J]
  bool restart_ = true;
};

}  // namespace cardan::conic
