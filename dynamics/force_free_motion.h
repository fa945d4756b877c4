#pragma once

#include <optional>

#include "cardan/skeleton_data.h"

namespace cardan {

/// Scratch memory of move_without_forces, allocated once.
struct CARDAN_API ForceFreeWork {
  ForceFreeWork() = default;
  /// Allocates memory for the given skeleton.
  explicit ForceFreeWork(const Skeleton& skeleton);

  VectorX q_begin, v_begin;  ///< (nq), (nv) state at the start of the motion
  VectorX q_start, v_start;  ///< (nq), (nv) state at the start of a substep
  /// (nv) state and rates of a stage, whose q is q_start ⊕ increment.
  VectorX increment, rate, acceleration;
  VectorX sum_rate, sum_acceleration, no_efforts;  ///< (nv) sums over the stages, and zero efforts
};

/// Moves a tree for h [s] without forces: M(q) v̇ + C(q, v) = 0, without gravity, damping and
/// springs. Uses classical Runge–Kutta steps on the configuration manifold [Munthe-Kaas 1998], with
/// one substep per 0.1 rad of h |ω| of the body that rotates fastest and at most 1000 substeps. The
/// final state is then corrected so that the invariants keep their initial values up to rounding:
/// the kinetic energy and, for a floating base, the linear and angular momentum; the centre of mass
/// moves along a straight line (docs/theory/rotation.md). While the correction exceeds a thousandth
/// of the velocity, the motion is computed again with twice as many substeps.
///
/// q: (nq), v: (nv); both are overwritten. data.X_W0 must be set. Overwrites the kinematics of data
/// and everything that forward_dynamics overwrites. Returns the number of substeps, or 0 if the
/// motion is not finite; q and v are then undefined. Allocates nothing.
CARDAN_API int move_without_forces(const Skeleton& skeleton, Data& data, ForceFreeWork& work,
                                   double h, double* q, double* v);

/// Motion of the bodies of one or several trees as a whole, in axes of W.
struct CentralMotion {
  double mass = 0;
  Vector3 center = Vector3::Zero();    ///< centre of mass [m]
  Vector3 velocity = Vector3::Zero();  ///< of the centre of mass [m/s]
  Vector3 spin = Vector3::Zero();      ///< angular momentum about the centre of mass [kg m²/s]
  Matrix3 inertia = Matrix3::Zero();   ///< about the centre of mass, with locked joints [kg m²]
  double inner_energy = 0;  ///< kinetic energy relative to the centre of mass, with armature [J]

  double energy() const { return inner_energy + 0.5 * mass * velocity.squaredNorm(); }
  SpatialForce momentum() const { return {spin, mass * velocity}; }  ///< about the centre of mass
  /// Adds trees.
  CentralMotion& operator+=(const CentralMotion& other);
};

/// Computes the motion of a tree as a whole. Needs forward_kinematics with v. v: (nv).
CARDAN_API CentralMotion central_motion(const Skeleton& skeleton, const Data& data,
                                        const double* v);

/// v ← s (v − `removed`) + `added` with rigid motions of a tree with a floating base, given at
/// `center` [m]. Needs forward_kinematics. v: (nv).
CARDAN_API void replace_rigid_motion(const Data& data, const Vector3& center,
                                     const SpatialVelocity& removed, double s,
                                     const SpatialVelocity& added, Eigen::Ref<VectorX> v);

/// True for a floating base whose first six DoFs have no armature: only external forces then change
/// the momentum of the bodies.
CARDAN_API bool keeps_momentum(const Skeleton& skeleton);

/// Quantities that the motion of a tree keeps if no force acts.
struct MotionInvariants {
  /// About the centre of mass, axes of W; empty unless keeps_momentum.
  std::optional<SpatialForce> momentum;
  double energy = 0;  ///< kinetic energy [J]
};

/// Computes the invariants of a tree. Needs forward_kinematics with v.
CARDAN_API MotionInvariants motion_invariants(const Skeleton& skeleton, const Data& data,
                                              const double* v);

/// Changes v after the posture of a tree has changed along a path that keeps its motion: v gets the
/// kinetic energy of `before` and, if `before` has a momentum, the velocity of the centre of mass.
/// q: (nq), v: (nv). Overwrites the kinematics of data.
CARDAN_API void keep_motion(const Skeleton& skeleton, Data& data, const MotionInvariants& before,
                            const double* q, double* v);

/// Changes v after the posture of a tree has changed otherwise than by motion. If `before` has a
/// momentum, the tree gets this momentum. The rest of its motion is scaled down if the kinetic
/// energy would exceed that of `before`. q: (nq), v: (nv). Overwrites the kinematics of data.
/// Returns false if the rigid motion with that momentum alone exceeds the energy by more than
/// rounding.
CARDAN_API bool limit_motion(const Skeleton& skeleton, Data& data, const MotionInvariants& before,
                             const double* q, double* v);

/// Largest |ω| of the bodies [rad/s]. Needs forward_kinematics with v.
CARDAN_API double fastest_turn(const Skeleton& skeleton, const Data& data);

}  // namespace cardan
