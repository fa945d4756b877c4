#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Forward dynamics a = M⁻¹ (τ − C(q, v)) by one of two algorithms, aba or
/// forward_dynamics_by_factor, whichever is faster for this tree. The choice depends on the tree
/// alone. Needs forward_kinematics with v. v, tau, a: (nv); gravity in W [m/s²].
CARDAN_API void forward_dynamics(const Skeleton& skeleton, Data& data, const double* v,
                                 const double* tau, const Vector3& gravity, double* a);

/// Accelerations by bias_forces, crba, factorize_ltl and solve_ltl. Leaves data.bias and the factor
/// for later use. Faster for trees with short paths; the cost per DoF grows with the square of the
/// path length. All entries are NaN if M is not positive definite.
CARDAN_API void forward_dynamics_by_factor(const Skeleton& skeleton, Data& data, const double* v,
                                           const double* tau, const Vector3& gravity, double* a);

}  // namespace cardan
