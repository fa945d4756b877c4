#pragma once

#include "cardan/dynamics/rnea_derivatives.h"

namespace cardan {

/// Derivatives of a = M⁻¹ (τ − C(q, v)), each of size (nv × nv). q is perturbed as in integrate.
struct CARDAN_API ForwardDynamicsDerivatives {
  /// Allocates memory for the given skeleton.
  explicit ForwardDynamicsDerivatives(const Skeleton& skeleton);

  MatrixX da_dq;    ///< (nv × nv) with respect to the tangent coordinates of q
  MatrixX da_dv;    ///< (nv × nv) with respect to v
  MatrixX da_dtau;  ///< (nv × nv) with respect to τ, i.e. M⁻¹
  VectorX a;        ///< the acceleration itself
  RneaDerivatives inverse;
};

/// Computes the analytic derivatives of forward dynamics from those of inverse dynamics for the
/// same motion [Carpentier, Mansard 2018, (9)]: ∂a/∂q = −M⁻¹ ∂τ/∂q, ∂a/∂v = −M⁻¹ ∂τ/∂v, ∂a/∂τ =
/// M⁻¹. Needs forward_kinematics with v. Overwrites everything that rnea_derivatives overwrites,
/// and also data.bias and data.M (with its factors). v, tau: (nv). Returns false, and computes
/// nothing, if M is singular.
CARDAN_API bool forward_dynamics_derivatives(const Skeleton& skeleton, Data& data, const double* v,
                                             const double* tau, const Vector3& gravity,
                                             ForwardDynamicsDerivatives& out);

}  // namespace cardan
