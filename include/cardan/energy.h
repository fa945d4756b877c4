#pragma once

#include "cardan/skeleton_data.h"

namespace cardan {

/// Kinetic energy ½ vᵀ M v, including armature [J]. Needs forward_kinematics with v.
CARDAN_API double kinetic_energy(const Skeleton& skeleton, const Data& data, const double* v);

/// Potential energy −Σ m g·p_cm + Σ ½ k (q − q_ref)² [J]. Heights are measured from the world
/// origin. Needs forward_kinematics.
CARDAN_API double potential_energy(const Skeleton& skeleton, const Data& data, const double* q,
                                   const Vector3& gravity);

/// Linear momentum [kg m/s] and angular momentum about the world origin [kg m²/s] of the moving
/// bodies, in axes of W. Needs forward_kinematics with v.
CARDAN_API SpatialForce momentum(const Skeleton& skeleton, const Data& data);

/// Centre of mass in W [m]. Needs forward_kinematics.
CARDAN_API Vector3 center_of_mass(const Skeleton& skeleton, const Data& data);

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
