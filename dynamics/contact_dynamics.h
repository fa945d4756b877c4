#pragma once

#include <span>

#include "cardan/dynamics/data.h"

namespace cardan {

/// A point fixed to a body and currently located at p_W. Body -1 is the base, which does not move.
struct BodyPoint {
  int body = -1;
  Vector3 p_W = Vector3::Zero();  ///< position of the point [m]
};

/// A wrench on a body with reference point p_W, in axes of W.
struct PointWrench {
  int body = -1;
  Vector3 p_W = Vector3::Zero();  ///< reference point [m]
  SpatialForce F_W;               ///< the wrench [N m, N]
};

/// Computes inverse dynamics with contacts, τ = M a + C(q, v) − Σ J_cᵀ F_c: the joint forces that
/// produce the acceleration a while the contact wrenches act. Needs forward_kinematics with v. v,
/// a, tau: (nv).
CARDAN_API void contact_inverse_dynamics(const Skeleton& skeleton, Data& data, const double* v,
                                         const double* a, const Vector3& gravity,
                                         std::span<const PointWrench> contacts, double* tau);

/// Computes the joint-space response Δv = M⁻¹ Jᵀ Λ to an impulsive wrench Λ (F_W in [N m s, N s])
/// [Featherstone 2008, sec. 11.7]. Needs forward_kinematics, crba and factorize_ltl. dv: (nv).
CARDAN_API void impulse_response(const Skeleton& skeleton, const Data& data,
                                 const PointWrench& impulse, double* dv);

/// Computes the Delassus matrix A = J M⁻¹ Jᵀ (3n × 3n) of n points of one skeleton, in axes of W:
/// the velocities of the points [m/s] per unit impulse at each point [N s]. The dense matrix is
/// meant for users; a simulation step stores the whitened rows Y instead. Needs forward_kinematics,
/// crba and factorize_ltl. Allocates memory.
CARDAN_API MatrixX delassus_matrix(const Skeleton& skeleton, const Data& data,
                                   std::span<const BodyPoint> points);

}  // namespace cardan
