#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Derivatives of τ = M(q) a + C(q, v), each of size (nv × nv). Entry (j, k) is the derivative of
/// τ_j with respect to DoF k. q is perturbed as in integrate, q ⊕ ε e_k, with v and a fixed.
struct CARDAN_API RneaDerivatives {
  /// Allocates memory for the given skeleton.
  explicit RneaDerivatives(const Skeleton& skeleton);

  MatrixX dtau_dq;  ///< (nv × nv) with respect to the tangent coordinates of q
  MatrixX dtau_dv;  ///< (nv × nv) with respect to v
  MatrixX dtau_da;  ///< (nv × nv) with respect to a, i.e. M with armature
};

/// Computes the analytic derivatives of inverse dynamics in O(n · depth), in world axes
/// [Carpentier, Mansard 2018; for joints with several DoFs, Singh, Russell, Wensing 2022]. Like
/// rnea, it does not include joint springs and damping. Needs forward_kinematics with v. Overwrites
/// data.A, f, c, I_W, composite and scratch. v, a: (nv). Does not allocate.
CARDAN_API void rnea_derivatives(const Skeleton& skeleton, Data& data, const double* v,
                                 const double* a, const Vector3& gravity, RneaDerivatives& out);

}  // namespace cardan
