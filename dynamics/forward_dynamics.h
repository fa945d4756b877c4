#pragma once

#include "cardan/dynamics/data.h"

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

}  // namespace cardan
