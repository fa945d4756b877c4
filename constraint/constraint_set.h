#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cardan/constraint/compliance.h"
#include "cardan/core/export.h"
#include "cardan/core/types.h"
#include "cardan/dynamics/data.h"

namespace cardan {

/// One skeleton as the constraint layer sees it in this step. Pointers stay valid during the step.
struct Tree {
  const Skeleton* skeleton = nullptr;
  const Data* data = nullptr;  ///< kinematics done, M̂ factorised
  const double* q = nullptr;   ///< (nq) at the start of the step
  const double* v = nullptr;   ///< (nv) at the start of the step
  const double* z0 = nullptr;  ///< (nv) D^(−1/2) L^(−T) h (τ − C), whitened free impulse
  double mass = 0;             ///< of its moving bodies [kg]
};

/// A body a constraint acts on. tree = −1: something that cannot be moved (static, kinematic); body
/// = −1: a tree's base.
struct BodyRef {
  int tree = -1;
  int body = -1;
};

/// S_nn as a fraction of A_nn where a material says nothing of its compliance. A contact that has
/// it gives way by kMostDefaultDepth at the most under the weight of its island.
inline constexpr double kContactCompliance = 1e-4;
inline constexpr double kMostDefaultDepth = 1e-3;  ///< [m]

/// The two materials of a contact, combined.
struct ContactSurface {
  double mu_static = 0.8;
  double mu_kinetic = 0.8;
  double restitution = 0;
  double compliance =
      kContactCompliance;  ///< S_nn as a fraction of A_nn; used where stiffness is NaN
  double stiffness = std::numeric_limits<double>::quiet_NaN();  ///< [N/m]
  double damping = 0;                                           ///< [N s/m], with stiffness
  double tangential_stiffness = std::numeric_limits<double>::quiet_NaN();  ///< bristle [N/m]
  double tangential_damping = 0;  ///< [N s/m], with tangential_stiffness
  double mu_torsion = 0;          ///< moment about the normal over normal force [m]
  double mu_rolling = 0;          ///< moment about the tangents over normal force [m]
  double mu_ratio = 1;            ///< μ along tangent 2 over μ along tangent 1
};

/// A contact point. Normal from A into B; J gives the velocity of B's point relative to A's; u_n >
/// 0 separates.
struct ContactConstraint {
  BodyRef a, b;
  Vector3 point = Vector3::Zero();  ///< p_WC [m]
  Vector3 normal = Vector3::UnitZ();
  Vector3 tangent1 = Vector3::UnitX(),
          tangent2 = Vector3::UnitY();  ///< right-handed with the normal, in W
  double phi = 0;                       ///< signed distance [m]
  /// Motion of the surfaces that the trees do not know, B minus A, in W [m/s, rad/s]: of a
  /// script, of a conveyor.
  Vector3 surface_velocity = Vector3::Zero(), surface_spin = Vector3::Zero();
  ContactSurface surface;
  /// Persistent and unique: the two objects and the feature, ninety-four bits at the most.
  std::uint64_t key = 0;
  std::uint32_t key_high = 0;  ///< the bits above `key`; 0 up to 65 536 objects

  /// n, t1 or t2.
  const Vector3& axis(int k) const { return k == 0 ? normal : (k == 1 ? tangent1 : tangent2); }
  /// Direction of row k (n, t1, t2) of the base problem. Tangent 2 is scaled by
  /// μ2/μ1, which makes the elliptic cone of anisotropic friction a circular one
  /// (docs/theory/cone.md).
  Vector3 row_direction(int k) const {
    return k < 2 ? axis(k) : Vector3(surface.mu_ratio * tangent2);
  }
  /// Velocity in W of rows n, t1, t2.
  Vector3 velocity_of_rows(const Vector3& u) const {
    return u[0] * normal + u[1] * tangent1 + u[2] / surface.mu_ratio * tangent2;
  }
};

/// A position limit of one freedom; sign +1: q − lower ≥ 0, −1: upper − q ≥ 0.
struct LimitConstraint {
  int tree = -1, dof = -1;
  double sign = 1;
  double gap = 0;  ///< distance to the limit, negative beyond it [rad, m]
  std::uint64_t key = 0;
  Compliance compliance{};
};

/// Coulomb friction of one freedom.
struct JointFrictionConstraint {
  int tree = -1, dof = -1;
  double effort = 0;  ///< bound [N m, N]
  std::uint64_t key = 0;
};

/// An implicit PD law whose effort is bounded (only then is it a row; else it lives in M̂).
struct MotorConstraint {
  int tree = -1, dof = -1;
  double max_effort = 0;  ///< [N m, N]
  double kp = 0, kd = 0;
  double position_error = 0;  ///< q − q_ref at the start of the step [rad, m]
  double velocity_ref = 0;    ///< [rad/s, m/s]
  std::uint64_t key = 0;
};

/// Rows between two bodies, or two freedoms, that hold as equations: row i asks
///   angular_i · (ω_b − ω_a) + linear_i · (v_b(point_b) − v_a(point_a)) + end_velocity_i + bias_i =
///   0
/// of the motion after the step, or, with freedoms, v_a − ratio v_b = 0 (docs/theory/loops.md).
struct LoopConstraint {
  static constexpr int kMaxRows = 6;
  BodyRef a, b;
  int dof_a = -1, dof_b = -1;  ///< a gear's freedoms; −1: the rows act between the bodies
  double ratio = 1;            ///< of a gear
  int rows = 0;
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();  ///< in W [m]
  Vector3 angular[kMaxRows], linear[kMaxRows];                   ///< directions in W
  double end_velocity[kMaxRows] = {};  ///< what ends that no force moves add [m/s, rad/s]
  double bias[kMaxRows] = {};          ///< ½ h J̇ v: the curvature of the loop [m/s, rad/s]
  double phi[kMaxRows] = {};           ///< at the start of the step [m, rad]; of a rope its slack
  Compliance compliance{};
  bool rope = false;  ///< one row that only pulls: u ≥ 0 where its slack is used up
  std::uint64_t key = 0;
};

/// Velocity products of a contact's rows: u̇ = J v̇ + these [m/s²] (constraint/contact_rate.h).
struct ContactRate {
  double normal = 0, tangent1 = 0, tangent2 = 0;
};

/// All constraints of the world in this step, by kind, each kind sorted by key order of creation
/// (deterministic). Vectors keep their capacity.
struct ConstraintSet {
  std::vector<ContactConstraint> contacts;
  std::vector<ContactRate> contact_rates;  ///< one per contact, or none: rows are of velocities
  std::vector<LimitConstraint> limits;
  std::vector<JointFrictionConstraint> frictions;
  std::vector<MotorConstraint> motors;
  std::vector<LoopConstraint> loops;

  /// The contacts keep their places: they are many, and written anew one by one.
  void clear_but_contacts() {
    contact_rates.clear();
    limits.clear();
    frictions.clear();
    motors.clear();
    loops.clear();
  }
};

/// Law of a contact with restitution e > 0 that closes fast enough (docs/theory/restitution.md).
enum class RestitutionLaw : unsigned char {
  kNewton,   ///< leaves with e times the speed it came with
  kPoisson,  ///< pushes apart with e times the impulse that stopped it
};

enum class StabilizationKind : unsigned char {
  kBaumgarte,   ///< a share of the violation in the bias of the velocity rows
  kRelaxation,  ///< the rows give way as springs and dampers
  kProjection,  ///< a position problem of its own, which adds no kinetic energy
};

/// How positions are pulled back into their constraints (docs/theory/stabilization.md).
struct Stabilization {
  StabilizationKind kind = StabilizationKind::kBaumgarte;
  double erp = 1.0;        ///< fraction of a violation removed per step
  double slop = 0;         ///< violation left alone [m, rad]
  double max_speed = 1.0;  ///< bound on the push-out speed [m/s, rad/s]; not of a relaxation
  Compliance relaxation = Compliance::time_constant(0.005, 1);
};

/// The quantity that the rows of a step constrain.
enum class RowLevel : unsigned char {
  kVelocity,
  kCollision,     ///< velocities alone, without the forces of the step
  kAcceleration,  ///< h times accelerations
  kPosition,      ///< pseudo-velocities that move positions alone
};

/// How rows are made of constraints, whatever the material.
struct ConstraintRules {
  Stabilization stabilization;
  RestitutionLaw restitution = RestitutionLaw::kNewton;
  RowLevel level = RowLevel::kVelocity;
  /// Shares of J v, and of an open gap over h, that stand in b: one step takes them back.
  double velocity_share = 1, gap_share = 1;
  double gravity = 0;  ///< |g|: bounds how far contacts give way by default [m/s²]
  double restitution_threshold = 0.01;  ///< closing speed below which nothing bounces [m/s]
  double slip_threshold = 1e-3;  ///< of the last step: below it a contact sticks, static μ [m/s]
};

/// A right-handed contact frame (n, t1, t2) that depends on the normal alone; for n = z: t1 = x, t2
/// = y.
CARDAN_API void make_tangents(const Vector3& normal, Vector3* tangent1, Vector3* tangent2);

}  // namespace cardan
