#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes the forward dynamics a = M⁻¹ (τ − C(q, v)) in O(n) with the articulated-body algorithm
/// [Featherstone 2008, Tab. 7.1], in world axes. Armature is included. Needs forward_kinematics
/// with v. v, tau, a: (nv). For a tree with followers, crba and factorize_ltl are used instead;
/// they overwrite data.M and data.bias, and a is NaN if M is singular.
CARDAN_API void aba(const Skeleton& skeleton, Data& data, const double* v, const double* tau,
                    const Vector3& gravity, double* a);

}  // namespace cardan
