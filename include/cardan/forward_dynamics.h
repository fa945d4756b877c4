#pragma once

#include "cardan/inverse_dynamics.h"
#include "cardan/skeleton_data.h"

namespace cardan {

/// Computes the forward dynamics a = M⁻¹ (τ − C(q, v)) with aba or forward_dynamics_by_factor,
/// whichever is faster for this tree. The choice depends only on the tree. Needs forward_kinematics
/// with v. v, tau, a: (nv); gravity in W [m/s²].
CARDAN_API void forward_dynamics(const Skeleton& skeleton, Data& data, const double* v,
                                 const double* tau, const Vector3& gravity, double* a);

/// Computes the accelerations with bias_forces, crba, factorize_ltl and solve_ltl. Leaves data.bias
/// and the factor for later use. This algorithm is faster for trees with short paths; its cost per
/// DoF grows with the square of the path length. All entries are NaN if M is not positive definite.
CARDAN_API void forward_dynamics_by_factor(const Skeleton& skeleton, Data& data, const double* v,
                                           const double* tau, const Vector3& gravity, double* a);

/// Computes the forward dynamics a = M⁻¹ (τ − C(q, v)) in O(n) with the articulated-body algorithm
/// [Featherstone 2008, Tab. 7.1], in world axes. Armature is included. Needs forward_kinematics
/// with v. v, tau, a: (nv). For a tree with followers, crba and factorize_ltl are used instead;
/// they overwrite data.M and data.bias, and a is NaN if M is singular.
CARDAN_API void aba(const Skeleton& skeleton, Data& data, const double* v, const double* tau,
                    const Vector3& gravity, double* a);

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
