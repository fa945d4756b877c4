#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Forward dynamics a = M⁻¹ (τ − C(q, v)) by whichever of the two algorithms below is the faster
/// for this tree; which one depends on the tree alone. Needs forward_kinematics with v. v, tau, a:
/// (nv); gravity in W [m/s²].
CARDAN_API void forward_dynamics(const Skeleton& skeleton, Data& data, const double* v,
                                 const double* tau, const Vector3& gravity, double* a);

/// Accelerations by bias_forces, crba, factorize_ltl and solve_ltl: data.bias and the factor stay
/// behind. The faster one on short paths; its cost per freedom grows with the square of their
/// length. All NaN if M is not positive definite.
CARDAN_API void forward_dynamics_by_factor(const Skeleton& skeleton, Data& data, const double* v,
                                           const double* tau, const Vector3& gravity, double* a);

}  // namespace cardan
