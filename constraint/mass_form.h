#pragma once

#include <vector>

#include "cardan/constraint/constraint_set.h"
#include "cardan/constraint/problem.h"

namespace cardan {

struct BaseProblem;

/// Data of a form with the velocities as unknowns, beside the base problem. Columns are those of
/// BaseProblem::Y, n in number.
struct MassForm {
  SparseRows M;                ///< (n × n) M̂, both triangles
  SparseRows J;                ///< (m × n) rows of the base problem before whitening
  std::vector<double> v_free;  ///< (n) v* = v + h M̂⁻¹ (τ − C) [rad/s, m/s]
  std::vector<double> p_free;  ///< (n) M̂ v* [N m s, N s]
  std::vector<double> u_free;  ///< (m) J v* [m/s, rad/s]

  // Storage of the computation that keeps its capacity.
  std::vector<double> packed;        ///< path-packed rows of one tree's M̂
  std::vector<double> row, root_D;   ///< (n) one dense row; √D
  std::vector<std::int32_t> filled;  ///< its columns
  std::vector<char> seen;            ///< (n) false between uses
};

/// base.mass_form from an assembled base problem: M̂ = Lᵀ D L, J = Y D^(1/2) L. Only formulations
/// whose FormulationInfo asks for it need this.
CARDAN_API void compute_mass_form(const std::vector<Tree>& trees, BaseProblem& base);

}  // namespace cardan
