#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cardan/constraint_laws.h"
#include "cardan/export.h"
#include "cardan/spatial.h"

namespace cardan {

struct Data;
class Skeleton;

/// One skeleton in the current step. The pointers are valid during the step.
struct Tree {
  const Skeleton* skeleton = nullptr;
  const Data* data = nullptr;  ///< data with kinematics computed and M̂ factorised
  const double* q = nullptr;   ///< (nq) configuration at the start of the step
  const double* v = nullptr;   ///< (nv) velocity at the start of the step
  const double* z0 = nullptr;  ///< (nv) D^(−1/2) L^(−T) h (τ − C), whitened free impulse
  double mass = 0;             ///< total mass of the moving bodies [kg]
  bool disturbed = false;      ///< true if q or v was set since the last step
};

/// A body on which a constraint acts. tree = −1 means a body that cannot move (static or
/// kinematic); body = −1 means the base of the tree.
struct BodyRef {
  int tree = -1;
  int body = -1;
};

/// A contact point. The normal points from A into B. J gives the velocity of B's point relative to
/// A's point; the bodies separate if u_n > 0.
struct ContactConstraint {
  BodyRef a, b;
  Vector3 point = Vector3::Zero();    ///< contact point p_WC [m]
  Vector3 normal = Vector3::UnitZ();  ///< unit vector in W, from A into B
  Vector3 tangent1 = Vector3::UnitX(),
          tangent2 = Vector3::UnitY();  ///< tangents in W, right-handed with the normal
  double phi = 0;                       ///< signed distance [m]
  /// Where the contact acts on each body, relative to `point` [m]. Zero if the contact touches. If
  /// it closes within the step, `point` is that of this time, and the offsets take back the motion
  /// of the bodies until then (docs/theory/contact-geometry.md#closing).
  Vector3 offset_a = Vector3::Zero(), offset_b = Vector3::Zero();
  /// Prescribed motion of the surfaces (scripted bodies, conveyors), B minus A, in W [m/s, rad/s].
  Vector3 surface_velocity = Vector3::Zero(), surface_spin = Vector3::Zero();
  /// Change of surface_velocity since the last step at the same points of the scripted bodies
  /// [m/s]. In the middle of a step (ConstraintRules::at_middle), only jumps count.
  Vector3 surface_change = Vector3::Zero();
  ContactSurface surface;
  /// Lower bits of a persistent, unique key of at most 94 bits, made from the two objects and the
  /// feature.
  std::uint64_t key = 0;
  std::uint32_t key_high = 0;  ///< bits above `key`; 0 if there are at most 65 536 objects

  /// Returns the axis n, t1 or t2.
  const Vector3& axis(int k) const { return k == 0 ? normal : (k == 1 ? tangent1 : tangent2); }
  /// Returns the direction of row k (n, t1, t2) of the base problem. Tangent 2 is scaled by μ2/μ1,
  /// which turns the elliptic cone of anisotropic friction into a circular one
  /// (docs/theory/cone.md).
  Vector3 row_direction(int k) const {
    return k < 2 ? axis(k) : Vector3(surface.mu_ratio * tangent2);
  }
  /// Returns the velocity in W, given the velocities u of the rows n, t1 and t2.
  Vector3 velocity_of_rows(const Vector3& u) const {
    return u[0] * normal + u[1] * tangent1 + u[2] / surface.mu_ratio * tangent2;
  }
};

/// A position limit of one DoF: q − lower ≥ 0 if sign = +1, upper − q ≥ 0 if sign = −1.
struct LimitConstraint {
  int tree = -1, dof = -1;
  double sign = 1;  ///< +1 for the lower limit, −1 for the upper limit
  double gap = 0;   ///< distance to the limit, negative beyond it [rad, m]
  std::uint64_t key = 0;
  Compliance compliance{};
};

/// Coulomb friction of one DoF.
struct JointFrictionConstraint {
  int tree = -1, dof = -1;
  double effort = 0;  ///< bound on the friction [N m, N]
  std::uint64_t key = 0;
};

/// A PD law with bounded effort, with the numbers of implicit Euler. The effort kp (q_ref + h q̇_ref
/// − q⁺) + kd (q̇_ref − v⁺) is limited to ±max_effort; its sum with `effort` is limited to [lower,
/// upper]. A PD law without a bound is part of M̂ and has no row.
struct MotorConstraint {
  int tree = -1, dof = -1;
  double max_effort = 0;  ///< bound on the PD effort [N m, N]
  double kp = 0, kd = 0;
  double position_error = 0;  ///< q − q_ref at the start of the step [rad, m]
  double velocity_ref = 0;    ///< reference velocity q̇_ref [rad/s, m/s]
  std::uint64_t key = 0;
  double lower =
      -std::numeric_limits<double>::infinity();  ///< bound on the sum, at most 0 [N m, N]
  double upper =
      std::numeric_limits<double>::infinity();  ///< bound on the sum, at least 0 [N m, N]
  double effort = 0;                            ///< constant effort added to the PD effort [N m, N]
};

/// Equations between two bodies or two DoFs. The motion after the step satisfies, for each row i,
///   angular_i · (ω_b − ω_a) + linear_i · (v_b(point_b) − v_a(point_a)) + end_velocity_i + bias_i =
///   0
/// or, between DoFs, v_a − ratio v_b = 0 (docs/theory/loops.md).
struct LoopConstraint {
  static constexpr int kMaxRows = 6;  ///< number of rows of a weld
  BodyRef a, b;
  int dof_a = -1, dof_b = -1;  ///< DoFs of a gear; −1 if the rows act between bodies
  double ratio = 1;            ///< ratio of a gear: v_a = ratio v_b
  int rows = 0;
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();  ///< points in W [m]
  Vector3 angular[kMaxRows], linear[kMaxRows];                   ///< directions of the rows in W
  double end_velocity[kMaxRows] = {};  ///< prescribed motion of immovable ends [m/s, rad/s]
  double bias[kMaxRows] = {};  ///< ½ h J̇ v, due to the curvature of the loop [m/s, rad/s]
  double phi[kMaxRows] = {};   ///< error at the start of the step [m, rad]; for a rope, the slack
  Compliance compliance{};
  bool rope =
      false;  ///< the loop has one row that can only pull: u ≥ 0 when there is no slack left
  std::uint64_t key = 0;
};

/// Velocity products J̇ v of the rows of a contact: u̇ = J v̇ + J̇ v [m/s²]
/// (constraint/rows/contact_rate.h).
struct ContactRate {
  double normal = 0, tangent1 = 0, tangent2 = 0;  ///< rates of the rows [m/s²]
};

/// All constraints of the world in this step, by kind. Each kind has a deterministic order. Vectors
/// keep their capacity.
struct ConstraintSet {
  std::vector<ContactConstraint> contacts;
  /// Rates of each contact; empty if rows constrain velocities.
  std::vector<ContactRate> contact_rates;
  std::vector<LimitConstraint> limits;
  std::vector<JointFrictionConstraint> frictions;
  std::vector<MotorConstraint> motors;
  std::vector<LoopConstraint> loops;

  /// Clears all lists except the contacts, which are overwritten in place because there are many of
  /// them.
  void clear_but_contacts() {
    contact_rates.clear();
    limits.clear();
    frictions.clear();
    motors.clear();
    loops.clear();
  }
};

/// Computes a right-handed contact frame (n, t1, t2) that depends only on the normal. For n = z, t1
/// = x and t2 = y.
CARDAN_API void make_tangents(const Vector3& normal, Vector3* tangent1, Vector3* tangent2);

}  // namespace cardan
