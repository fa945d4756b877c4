#pragma once

#include <span>

#include "cardan/skeleton_data.h"

namespace cardan {

/// Computes inverse dynamics τ = M a + C(q, v) in world axes [Featherstone 2008, Tab. 5.1]. Needs
/// forward_kinematics with v. a, tau: (nv); gravity in W [m/s²].
CARDAN_API void rnea(const Skeleton& skeleton, Data& data, const double* v, const double* a,
                     const Vector3& gravity, double* tau);

/// Computes τ as rnea does, minus Σ Jᵀ F for the external forces F_ext_W (nb), given as wrenches
/// about the origins of the bodies in axes of W.
CARDAN_API void rnea(const Skeleton& skeleton, Data& data, const double* v, const double* a,
                     const Vector3& gravity, std::span<const SpatialForce> F_ext_W, double* tau);

/// Computes data.bias = C(q, v) with gravity, i.e. rnea with a = 0. Needs forward_kinematics with
/// v.
CARDAN_API void bias_forces(const Skeleton& skeleton, Data& data, const double* v,
                            const Vector3& gravity);

/// Adds J_pᵀ F to tau for a wrench F_W on a body: a force [N] at the world point p_W and a moment
/// [N m], in axes of W. Needs forward_kinematics.
CARDAN_API void add_body_wrench(const Skeleton& skeleton, const Data& data, int body,
                                const Vector3& p_W, const SpatialForce& F_W, double* tau);

/// Computes the generalised gravity forces g(q) = −Σ J_cmᵀ m g, which are the bias forces at rest
/// [N m, N]. Needs forward_kinematics; velocities are not needed. Overwrites data.composite. tau:
/// (nv).
CARDAN_API void gravity_forces(const Skeleton& skeleton, Data& data, const Vector3& gravity,
                               double* tau);

/// Computes the Coriolis and centrifugal forces C(q, v) v, which are the bias forces without
/// gravity, with one pass of rnea. Needs forward_kinematics with v. tau: (nv).
CARDAN_API void coriolis_forces(const Skeleton& skeleton, Data& data, const double* v, double* tau);

/// Computes a matrix C(q, v) (nv × nv) for which C v is the vector of Coriolis and centrifugal
/// forces and Ṁ − 2C is skew-symmetric: C = Σ Jᵀ (I J̇ + ½ B J) over the bodies [Echeandia, Wensing
/// 2021, alg. 1], in world axes. Needs forward_kinematics with v; overwrites data.composite and
/// data.scratch.
CARDAN_API void coriolis_matrix(const Skeleton& skeleton, Data& data, const double* v,
                                Eigen::Ref<MatrixX> C);

/// Derivatives of τ = M(q) a + C(q, v), each of size (nv × nv). Entry (j, k) is the derivative of
/// τ_j with respect to DoF k. q is perturbed as in integrate, q ⊕ ε e_k, with v and a fixed.
struct CARDAN_API RneaDerivatives {
  /// Allocates memory for the given skeleton.
  explicit RneaDerivatives(const Skeleton& skeleton);

  MatrixX dtau_dq;  ///< (nv × nv) with respect to the tangent coordinates of q
  MatrixX dtau_dv;  ///< (nv × nv) with respect to v
  MatrixX dtau_da;  ///< (nv × nv) with respect to a, i.e. M with armature
};

/// Computes the analytic derivatives of inverse dynamics in O(n · depth), in world axes
/// [Carpentier, Mansard 2018; for joints with several DoFs, Singh, Russell, Wensing 2022]. Like
/// rnea, it does not include joint springs and damping. Needs forward_kinematics with v. Overwrites
/// data.A, f, c, I_W, composite and scratch. v, a: (nv). Does not allocate.
CARDAN_API void rnea_derivatives(const Skeleton& skeleton, Data& data, const double* v,
                                 const double* a, const Vector3& gravity, RneaDerivatives& out);

/// Returns the ten inertia parameters of each body (10 nb), in the body frame: m [kg], m c (x y z)
/// [kg m], and the inertia about the origin (xx xy xz yy yz zz) [kg m²].
CARDAN_API VectorX inertia_parameters(const Skeleton& skeleton);

/// Computes the regressor Y(q, v, a) (nv × 10 nb) of inverse dynamics, which is linear in the
/// inertia parameters [Atkeson, An, Hollerbach 1986]: τ = Y π with π = inertia_parameters, without
/// armature. Needs forward_kinematics with v. Overwrites data.A. v, a: (nv).
CARDAN_API void inertia_regressor(const Skeleton& skeleton, Data& data, const double* v,
                                  const double* a, const Vector3& gravity, Eigen::Ref<MatrixX> Y);

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
