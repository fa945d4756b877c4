#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Velocity of the centre of mass [m/s] in axes of W. Needs forward_kinematics with v.
CARDAN_API Vector3 center_of_mass_velocity(const Skeleton& skeleton, const Data& data);

/// Jacobian (3 × nv) of the centre of mass of the moving bodies in axes of W. Zero for a tree
/// without mass. Needs forward_kinematics. Overwrites data.composite.
CARDAN_API void center_of_mass_jacobian(const Skeleton& skeleton, Data& data,
                                        Eigen::Ref<Matrix3X> J);

/// Centroidal momentum matrix A_G (6 × nv): A_G v = [angular momentum about the centre of mass;
/// linear momentum] in axes of W [Orin, Goswami, Lee 2013]. Computed from composite inertias
/// [Wensing, Orin 2016]. Rotors (armature) do not contribute. Needs forward_kinematics. Overwrites
/// data.composite.
CARDAN_API void centroidal_momentum_matrix(const Skeleton& skeleton, Data& data,
                                           Eigen::Ref<Matrix6X> A_G);

/// Returns Ȧ_G v, the rate of change of the centroidal momentum when q̈ = 0 [N m, N]. Needs
/// forward_kinematics with v. Overwrites data.A, f and bias as bias_forces does. v: (nv).
CARDAN_API SpatialForce centroidal_momentum_rate(const Skeleton& skeleton, Data& data,
                                                 const double* v);

}  // namespace cardan
