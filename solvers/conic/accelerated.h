#pragma once

#include <vector>

#include "cells.h"

namespace cardan::conic {

/// Block Gauss–Seidel sweeps with non-smooth non-linear conjugate-gradient acceleration
/// [Silcowitz, Niebe & Erleben 2010]: with g_k = λ_k − GS(λ_k) and β = ‖g_k‖²/‖g_{k−1}‖²,
///   λ_{k+1} = GS(λ_k) + β p_{k−1},   p_k = β p_{k−1} − g_k,   restarted where β > 1.
/// A heuristic without proof: keep the best iterate.
class AcceleratedSweeps {
 public:
  void reserve(int rows, int cols);
  void start() { restart_ = true; }
  /// One sweep from lambda with z = Yᵀ λ, both updated; returns the residual seen on the way [m/s].
  double step(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z);
  /// One sweep without the residual; returns the largest |Δλ/r| of the sweep in its place [m/s].
  double relax(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z);

 private:
  void remember(const sdk::ProblemView& problem, const double* lambda, const double* z);
  /// Adds conjugate directions to a sweep; returns the largest |Δλ/r| of that [m/s].
  double extrapolate(const sdk::ProblemView& problem, double* lambda, double* z);

  std::vector<double> direction_, before_;      ///< rows
  std::vector<double> z_direction_, z_before_;  ///< Yᵀ of them
  double gradient_ = 0;  ///< ‖g‖² of the last sweep, rows weighted by 1/step [J]
  bool restart_ = true;
};

}  // namespace cardan::conic
