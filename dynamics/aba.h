#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Forward dynamics a = M⁻¹ (τ − C(q, v)) by articulated bodies [Featherstone 2008, Tab. 7.1],
/// world axes, O(n). Needs forward_kinematics with v. v, tau, a: (nv). Armature is included.
/// A tree with followers is solved by crba and factorize_ltl instead, which overwrites data.M and
/// data.bias; a is NaN if M is singular.
CARDAN_API void aba(const Skeleton& skeleton, Data& data, const double* v, const double* tau,
                    const Vector3& gravity, double* a);

}  // namespace cardan
