#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Ten inertia parameters of each body, in the body frame about its origin: m, m c (x y z), I about
/// the origin (xx xy xz yy yz zz). (10 nb) [kg, kg m, kg m²]
CARDAN_API VectorX inertia_parameters(const Skeleton& skeleton);

/// Regressor Y(q, v, a) (nv × 10 nb), for which inverse dynamics is linear in the parameters
/// [Atkeson, An, Hollerbach 1986]: τ = Y π, π = inertia_parameters, without armature. Needs
/// forward_kinematics with v. Overwrites data.A. v, a: (nv).
CARDAN_API void inertia_regressor(const Skeleton& skeleton, Data& data, const double* v,
                                  const double* a, const Vector3& gravity, Eigen::Ref<MatrixX> Y);

}  // namespace cardan
