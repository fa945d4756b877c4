#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Derivatives of τ = M(q) a + C(q, v), each (nv × nv); entry (j, k) is that of τ_j with respect to
/// freedom k. q is moved in the sense of integrate, q ⊕ ε e_k, with v and a held.
struct CARDAN_API RneaDerivatives {
  explicit RneaDerivatives(const Skeleton& skeleton);

  MatrixX dtau_dq;
  MatrixX dtau_dv;
  MatrixX dtau_da;  ///< M with armature
};

/// Analytic derivatives of inverse dynamics [Carpentier, Mansard 2018; in this form, with joints of
/// several freedoms, Singh, Russell, Wensing 2022], O(n · depth) in world axes. Joint springs and
/// damping, which rnea does not know, are not in them. Needs forward_kinematics with v; overwrites
/// data.A, f, c, I_W, composite and scratch. v, a: (nv). Nothing is allocated.
CARDAN_API void rnea_derivatives(const Skeleton& skeleton, Data& data, const double* v,
                                 const double* a, const Vector3& gravity, RneaDerivatives& out);

}  // namespace cardan
