#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "cardan/spatial.h"

/// Drives of joints: targets, PD laws and motors (docs/motors.md); prescribed motion.
namespace cardan {

/// Target of a PD controller at a given time.
struct TargetKnot {
  double time = 0;    ///< time of the knot [s]
  double target = 0;  ///< target position [rad, m]
};

/// Target as a function of time. It is constant before the first knot and after the last knot.
struct TargetPath {
  std::vector<TargetKnot> knots;  ///< knots with ascending times; empty if there is no path
  bool smooth = false;  ///< if true, at rest at every knot and 10 s³ − 15 s⁴ + 6 s⁵ in between;
                        ///< otherwise linear
  bool repeat = false;  ///< if true, restart from the first knot after the last knot
};

/// PD law τ = kp (q_ref − q) + kd (v_ref − v), integrated implicitly. The target "initial" in a
/// scene is the posture at time 0.
struct PdSpec {
  double kp = 0, kd = 0;
  std::optional<double> target;  ///< target position [rad, m]; the initial posture if empty
  double velocity = 0;           ///< target velocity [rad/s, m/s]
  std::optional<double> effort;  ///< bound of the law [N m, N]; the limit of the joint if empty
  TargetPath path;  ///< replaces `target` and `velocity`; in each step, the reference moves along
                    ///< the path with its mean velocity
};

/// Friction of a drive, seen at the joint. The friction opposes the velocity v with an effort of at
/// most τ_k + (τ_s − τ_k) exp(−(v/v_S)²), plus the viscous part b v.
struct MotorFriction {
  double kinetic = 0;                   ///< Coulomb friction τ_k [N m, N]
  std::optional<double> static_effort;  ///< breakaway effort τ_s ≥ τ_k > 0 [N m, N]; τ_k if empty
  double stribeck_velocity = 0;  ///< Stribeck velocity v_S > 0 [rad/s, m/s]; needs static_effort
  double viscous = 0;            ///< viscous coefficient b [N m s/rad, N s/m]
};

/// A motor with a gear that drives a joint with one DoF. The command is the effort set by the user
/// plus the effort of the PD law of the joint. It passes through the delay and the lag and is then
/// clamped to the torque–speed line and the effort limits. Efforts, gains and friction refer to the
/// joint; stall_torque, no_load_speed and rotor_inertia refer to the shaft before the gear.
struct MotorSpec {
  /// A position servo, or a velocity servo if kp = 0. Its `effort` bounds the effort of the whole
  /// motor. If empty, the law of `pd` or `pd_joints` applies, if there is one.
  std::optional<PdSpec> servo;
  /// Stall torque and no-load speed of the shaft at full voltage. Either both or neither must be
  /// given. The effort at the joint lies within τ_0 (±1 − v/v_0), with τ_0 = gear_ratio ·
  /// stall_torque and v_0 = no_load_speed / gear_ratio.
  std::optional<double> stall_torque, no_load_speed;  ///< torque [N m] and speed [rad/s], above 0
  double gear_ratio = 1;  ///< n > 0, the speed of the shaft divided by that of the joint [1, rad/m]
  double rotor_inertia = 0;  ///< inertia J of the rotor [kg m²]; the joint gets the armature n² J
  MotorFriction friction;
  int delay = 0;  ///< number of steps from a command to its effect
  double time_constant =
      0;  ///< time constant T of the first-order lag of the effort [s]; 0 for no lag
  /// Bound of the effort, in addition to the limit of the joint [N m, N].
  std::optional<double> effort;
};

/// Pose at a given time, in the frame of ModelSpec::pose.
struct PathKnot {
  double time = 0;      ///< time of the knot [s]
  RigidTransform pose;  ///< pose in the frame of ModelSpec::pose
};

/// Prescribed motion, unaffected by forces: a path, a constant velocity, or targets of the program.
/// The model is at rest before the first knot and after the last knot.
struct KinematicSpec {
  std::vector<PathKnot> path;  ///< knots with ascending times; empty for a constant velocity
  bool smooth = false;  ///< if true, at rest at every knot and 10 s³ − 15 s⁴ + 6 s⁵ in between;
                        ///< otherwise linear
  bool repeat = false;       ///< if true, restart from the first knot after the last knot
  SpatialVelocity velocity;  ///< constant velocity without a path, in W; rotation is about the
                             ///< origin of the model
  /// The program moves the model (Model::set_pose_target, Model::set_velocity_target). It is at
  /// rest at first.
  bool driven = false;
  /// Limits of a driven model: speed of its origin [m/s] and angular speed [rad/s].
  double max_speed = std::numeric_limits<double>::infinity();
  double max_turn_rate = std::numeric_limits<double>::infinity();
};

}  // namespace cardan
