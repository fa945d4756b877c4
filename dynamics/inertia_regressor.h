#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Returns the ten inertia parameters of each body (10 nb), in the body frame: m [kg], m c (x y z)
/// [kg m], and the inertia about the origin (xx xy xz yy yz zz) [kg m²].
CARDAN_API VectorX inertia_parameters(const Skeleton& skeleton);

/// Computes the regressor Y(q, v, a) (nv × 10 nb) of inverse dynamics, which is linear in the
/// inertia parameters [Atkeson, An, Hollerbach 1986]: τ = Y π with π = inertia_parameters, without
/// armature. Needs forward_kinematics with v. Overwrites data.A. v, a: (nv).
CARDAN_API void inertia_regressor(const Skeleton& skeleton, Data& data, const double* v,
                                  const double* a, const Vector3& gravity, Eigen::Ref<MatrixX> Y);

}  // namespace cardan
