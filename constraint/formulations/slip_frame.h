#pragma once

#include "cardan/spatial.h"
#include "constraint/rows/base_problem.h"

namespace cardan {

/// Friction perpendicular to the slip of a sliding contact.
enum class LateralFriction {
  kViscous,  ///< variant B: λ_l = −(μ_k λ_n/|u_t|) u_l, so friction follows the slip
  kNone,     ///< variant A: λ_l = 0
};

struct SlipRules {
  bool aligned = true;  ///< axes of a sliding contact follow its slip; if false, they are t1 and t2
  LateralFriction lateral = LateralFriction::kViscous;
};

/// Tangent rows of a contact in formulations with bristle friction (docs/theory/phantom.md):
/// u_i = axis_i · u_t + S_i λ_i + c_i.
struct SlipFrame {
  bool follows_slip = false;
  Vector2 axis[2];            ///< unit vectors in (t1, t2) of the base; axis[1] = n × axis[0]
  double mu[2] = {0, 0};      ///< bound |λ_i| ≤ mu_i λ_n
  double S[2] = {0, 0};       ///< compliance [1/kg]
  double c[2] = {0, 0};       ///< bias [m/s]
  double A_diag[2] = {0, 0};  ///< |Yᵀ axis_i|² + S_i [1/kg]

  Vector2 in_axes(const Vector2& x) const { return {axis[0].dot(x), axis[1].dot(x)}; }
};

/// Computes the frame of base.blocks[contact] from the memory of the last step.
SlipFrame compute_slip_frame(const BaseProblem& base, int contact, const SlipRules& rules);

/// Estimates λ_n [N s]: λ_n of the last step or, if there is none, the impulse that stops the
/// approach of this contact alone; 0 if the contact does not approach.
double expected_normal_impulse(const BaseProblem& base, int contact);

/// Returns the components (t1, t2) for one contact of a vector over the rows of the base.
Vector2 tangential(const std::vector<double>& of_rows, const BaseBlock& contact);

}  // namespace cardan
