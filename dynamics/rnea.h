#pragma once

#include <span>

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes inverse dynamics τ = M a + C(q, v) in world axes [Featherstone 2008, Tab. 5.1]. Needs
/// forward_kinematics with v. a, tau: (nv); gravity in W [m/s²].
CARDAN_API void rnea(const Skeleton& skeleton, Data& data, const double* v, const double* a,
                     const Vector3& gravity, double* tau);

/// Computes τ as rnea does, minus Σ Jᵀ F for the external forces F_ext_W (nb), given as wrenches
/// about the origins of the bodies in axes of W.
CARDAN_API void rnea(const Skeleton& skeleton, Data& data, const double* v, const double* a,
                     const Vector3& gravity, std::span<const SpatialForce> F_ext_W, double* tau);

/// Computes data.bias = C(q, v) with gravity, i.e. rnea with a = 0. Needs forward_kinematics with
/// v.
CARDAN_API void bias_forces(const Skeleton& skeleton, Data& data, const double* v,
                            const Vector3& gravity);

/// Adds J_pᵀ F to tau for a wrench F_W on a body: a force [N] at the world point p_W and a moment
/// [N m], in axes of W. Needs forward_kinematics.
CARDAN_API void add_body_wrench(const Skeleton& skeleton, const Data& data, int body,
                                const Vector3& p_W, const SpatialForce& F_W, double* tau);

}  // namespace cardan
