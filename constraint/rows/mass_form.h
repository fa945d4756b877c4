#pragma once

#include <vector>

#include "cardan/problem.h"
#include "constraint/constraint_set.h"

namespace cardan {

struct BaseProblem;

/// Data for formulations with velocities as unknowns. The n columns are those of BaseProblem::Y.
struct MassForm {
  SparseRows M;                ///< (n × n) M̂ with both triangles
  SparseRows J;                ///< (m × n) rows of the base problem before whitening
  std::vector<double> v_free;  ///< (n) v* = v + h M̂⁻¹ (τ − C) [rad/s, m/s]
  std::vector<double> p_free;  ///< (n) M̂ v* [N m s, N s]
  std::vector<double> u_free;  ///< (m) J v* [m/s, rad/s]

  // Scratch memory of the computation. It keeps its capacity.
  std::vector<double> packed;        ///< path-packed rows of one tree's M̂
  std::vector<double> row, root_D;   ///< (n) one dense row, and √D
  std::vector<std::int32_t> filled;  ///< nonzero columns of `row`
  std::vector<char> seen;            ///< (n) all entries are false between uses
};

/// Fills base.mass_form from an assembled base problem: M̂ = Lᵀ D L, J = Y D^(1/2) L. Only
/// formulations with FormulationInfo::mass_form need this function.
CARDAN_API void compute_mass_form(const std::vector<Tree>& trees, BaseProblem& base);

}  // namespace cardan
