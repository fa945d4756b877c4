#pragma once

#include <vector>

#include "solvers/conic/bodies/body_form.h"

namespace cardan::conic {

/// Semismooth Newton steps on Alart and Curnier's map (alart_curnier.h). With A δλ + B δu = −f
/// unit by unit, δu = (Y Yᵀ + S + ε/r) δλ, G = (A + B (S + ε/r))⁻¹ B and g = −(A + B (S +
/// ε/r))⁻¹ f,
///   (I + Yᵀ G Y) w = Yᵀ g,   δλ = g − G Y w.
/// The proximal term ε/r, with the step r of each row, makes the Newton step that of a compliant
/// problem; the map itself stays exact.
class BodyNewton {
 public:
  void reserve(const cardan_size& size);
  /// λ += δλ for a step at λ, u. False, with λ unchanged, if a matrix is singular or the step is
  /// not finite.
  bool step(const sdk::ProblemView& problem, const Blocks& blocks, BodyForm& form, double epsilon,
            const double* u, double* lambda);

 private:
  std::vector<double> lambda_, u_, g_, v_;  ///< by units
  solvers::DenseStorage<double> G_;
  std::vector<double> w_;  ///< over the nodes
};

}  // namespace cardan::conic
