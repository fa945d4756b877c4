#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/dynamics/forward_dynamics_derivatives.h"
#include "cardan/dynamics/inverse_kinematics.h"
#include "cardan/dynamics/jacobian.h"
#include "cardan/dynamics/skeleton.h"
#include "cardan/dynamics/state.h"
#include "cardan/sim/changes.h"
#include "cardan/sim/handles.h"

namespace cardan {

class World;

/// One robot, free body or static object in a World. References stay valid as long as the World
/// exists. After World::remove, every call except is_removed() and index() throws Error.
class CARDAN_API Model {
 public:
  const std::string& name() const;
  bool is_removed() const;
  /// The number i of World::model(i). The number never changes and is never reused.
  int index() const;
  /// Null for static models. Valid until the mass of a link of the model changes.
  const Skeleton* skeleton() const;
  bool is_static() const;
  /// True if the motion of the body, or of the base of the robot, is prescribed and no force
  /// changes it.
  bool is_kinematic() const;
  /// True if steps leave the model at rest (ContactSpec::sleep); its velocity is then zero. Models
  /// that touched it when it fell asleep are asleep too. A change of its state, effort or target,
  /// an added wrench, or a model that comes near wakes it.
  bool is_asleep() const;
  void wake();

  /// Configuration (nq) and velocity (nv), with the layout of joint_type.h: views into the state of
  /// the world, valid until a model is added to it or removed from it.
  ConstVectorView q() const;
  ConstVectorView v() const;
  void set_q(const VectorX& q);  ///< Throws Error (wrong size, non-finite). Normalises quaternions.
  void set_v(const VectorX& v);
  /// Places a floating base, a fixed base or a static model at this pose in W. Velocities and joint
  /// positions keep their values: the move itself adds no velocity. The impulses of the last
  /// contacts of the model are forgotten. Throws Error if a script moves the model, or if a loop is
  /// attached to a base that forces do not move.
  void set_base_pose(const RigidTransform& X_WB);
  /// Velocity of the origin of a floating base, in W. Throws Error for other bases.
  void set_base_velocity(const SpatialVelocity& V_WB);
  /// Position of a joint with one degree of freedom, or of a mimic joint. Throws Error for other
  /// joints.
  double joint_position(std::string_view joint) const;
  double joint_velocity(std::string_view joint) const;
  void set_joint_position(std::string_view joint, double value);
  /// Effort that drives a joint with one degree of freedom [N m, N]: the effort that was set plus
  /// the bounded effort of its PD law at the current state. After a step, this is the effort that
  /// acted in the step, since the law is implicit (under rk4: the effort at the start of the next
  /// step). The sum is clamped to the effort limit of the joint. For a joint with a motor, this is
  /// the effort of the motor in the last step.
  double joint_effort(std::string_view joint) const;

  /// Sets the efforts of all degrees of freedom (nv) or of one joint [N m, N]; they stay in effect
  /// until set again.
  void set_efforts(const VectorX& tau);
  void set_effort(std::string_view joint, double effort);

  /// Sets an implicit PD law on a joint with one degree of freedom: kp [N m/rad], kd [N m s/rad].
  /// Throws Error if the target follows a path (PdSpec::path).
  void set_pd(std::string_view joint, double kp, double kd, double target, double velocity = 0);
  /// Throws Error if the joint has no PD law.
  void set_pd_target(std::string_view joint, double target, double velocity = 0);

  /// Adds a force [N] and a moment [N m], both in W, on a link at a point in its frame [m], for the
  /// next step only. Link "" is the base; throws Error if the base is fixed.
  void apply_wrench(std::string_view link, const Vector3& force,
                    const Vector3& moment = Vector3::Zero(), const Vector3& at = Vector3::Zero());

  /// Pose of a link or frame in W, and velocity of its origin in W. Up to date after construction,
  /// step and set_*. Link "" is the base of a model without joints. Throws Error for an unknown
  /// link.
  RigidTransform pose(std::string_view link) const;
  SpatialVelocity velocity(std::string_view link) const;
  /// Pose and velocity of the base: the body of the floating joint, or the fixed base.
  RigidTransform base_pose() const;
  SpatialVelocity base_velocity() const;

  double kinetic_energy() const;    ///< [J]
  double potential_energy() const;  ///< [J]
  SpatialForce momentum() const;  ///< linear momentum, and angular momentum about the world origin

  // Handles: look up a name once, then use the handle in a loop. The functions throw Error for an
  // unknown name (with the nearest known one), an index out of range, or a handle of another model.

  /// A link or frame; "": the base.
  LinkId link(std::string_view name) const;
  LinkId link(int i) const;  ///< i: 0 … num_links() − 1
  int num_links() const;     ///< links and frames
  const std::string& link_name(LinkId link) const;
  /// A moving joint; index() is its index in Skeleton::joints.
  JointId joint(std::string_view name) const;
  JointId joint(int i) const;  ///< i: 0 … num_joints() − 1
  int num_joints() const;
  const std::string& joint_name(JointId joint) const;

  /// The functions above, with handles instead of names.
  RigidTransform pose(LinkId link) const;
  SpatialVelocity velocity(LinkId link) const;
  double joint_position(JointId joint) const;
  double joint_velocity(JointId joint) const;
  double joint_effort(JointId joint) const;
  void set_joint_position(JointId joint, double value);
  void set_effort(JointId joint, double effort);
  void set_pd(JointId joint, double kp, double kd, double target, double velocity = 0);
  void set_pd_target(JointId joint, double target, double velocity = 0);
  void apply_wrench(LinkId link, const Vector3& force, const Vector3& moment = Vector3::Zero(),
                    const Vector3& at = Vector3::Zero());

  // Algorithms at the current (q, v) (docs/algorithms.md). The algorithms reuse the kinematics of
  // the step while these are up to date, have their own scratch memory, and change nothing that a
  // step reads. Each function that returns a matrix or vector has a second form that writes into an
  // argument of the right size and does not allocate after the first call. A model without degrees
  // of freedom has nv = 0. The tree moves freely: loops, contacts and the script of a kinematic
  // base are ignored. Throws Error for a wrong size and a non-finite number.

  double mass() const;  ///< mass of the moving bodies [kg]; 0 for a model that forces do not move

  /// M(q) (nv × nv), with armature, without the implicit damping of a step [Featherstone 2008, ch.
  /// 6]. Symmetric, both triangles. [kg m², kg m, kg]
  MatrixX mass_matrix() const;
  void mass_matrix(Eigen::Ref<MatrixX> M) const;
  /// M⁻¹ (nv × nv). Throws Error if M is not positive definite.
  MatrixX inverse_mass_matrix() const;
  void inverse_mass_matrix(Eigen::Ref<MatrixX> M_inv) const;
  /// C(q, v) (nv): Coriolis, centrifugal and gravity forces, M v̇ + C = τ [N m, N].
  VectorX bias_forces() const;
  void bias_forces(Eigen::Ref<VectorX> C) const;
  /// g(q) (nv): the bias forces at rest [N m, N].
  VectorX gravity_forces() const;
  void gravity_forces(Eigen::Ref<VectorX> g) const;
  /// Forces of the joints' springs and dampers (nv): k (q_ref − q) − d v [N m, N]. These forces are
  /// not part of C, inverse_dynamics and forward_dynamics.
  VectorX passive_forces() const;
  void passive_forces(Eigen::Ref<VectorX> tau) const;
  /// Coriolis matrix C (nv × nv): C v is the vector of bias forces without gravity, and Ṁ − 2C is
  /// skew-symmetric [Echeandia, Wensing 2021].
  MatrixX coriolis_matrix() const;
  void coriolis_matrix(Eigen::Ref<MatrixX> C) const;

  /// τ = M a + C(q, v) (nv) for accelerations a = v̇ (nv).
  VectorX inverse_dynamics(const Eigen::Ref<const VectorX>& a) const;
  void inverse_dynamics(const Eigen::Ref<const VectorX>& a, Eigen::Ref<VectorX> tau) const;
  /// a = M⁻¹ (τ − C(q, v)) (nv). Throws Error if M is not positive definite.
  VectorX forward_dynamics(const Eigen::Ref<const VectorX>& tau) const;
  void forward_dynamics(const Eigen::Ref<const VectorX>& tau, Eigen::Ref<VectorX> a) const;
  /// ∂τ/∂q, ∂τ/∂v and ∂τ/∂a of inverse_dynamics, each (nv × nv); q is perturbed as in integrate.
  RneaDerivatives inverse_dynamics_derivatives(const Eigen::Ref<const VectorX>& a) const;
  void inverse_dynamics_derivatives(const Eigen::Ref<const VectorX>& a, RneaDerivatives& out) const;
  /// ∂a/∂q, ∂a/∂v and ∂a/∂τ of forward_dynamics, each (nv × nv). Throws Error if M is singular.
  ForwardDynamicsDerivatives forward_dynamics_derivatives(
      const Eigen::Ref<const VectorX>& tau) const;
  void forward_dynamics_derivatives(const Eigen::Ref<const VectorX>& tau,
                                    ForwardDynamicsDerivatives& out) const;

  /// Jacobian J (6 × nv) of a point P fixed to a link, `point` in the frame of the link [m];
  /// angular rows first. J v is
  ///   kLocalWorldAligned  [ω; velocity of P], axes of W
  ///   kLocal              [ω; velocity of P], axes of the link
  ///   kWorld              [ω; velocity of the link's material point at the origin], axes of W
  Matrix6X jacobian(LinkId link, const Vector3& point = Vector3::Zero(),
                    ReferenceFrame frame = ReferenceFrame::kLocalWorldAligned) const;
  void jacobian(LinkId link, const Vector3& point, ReferenceFrame frame,
                Eigen::Ref<Matrix6X> J) const;
  /// J̇ v of the Jacobian J of jacobian(): the derivative of the components of J v when v̇ = 0
  /// [rad/s²; m/s²].
  SpatialVelocity jacobian_rate(LinkId link, const Vector3& point = Vector3::Zero(),
                                ReferenceFrame frame = ReferenceFrame::kLocalWorldAligned) const;
  /// Angular acceleration of a link [rad/s²] and acceleration of one of its material points [m/s²]
  /// for v̇ = a (nv), axes of W. Gravity is not subtracted.
  SpatialVelocity acceleration(LinkId link, const Eigen::Ref<const VectorX>& a,
                               const Vector3& point = Vector3::Zero()) const;

  /// Centre of mass of the moving bodies in W [m], its velocity [m/s] and its Jacobian (3 × nv),
  /// axes of W. Throws Error for a model without moving mass.
  Vector3 center_of_mass() const;
  Vector3 center_of_mass_velocity() const;
  Matrix3X center_of_mass_jacobian() const;
  void center_of_mass_jacobian(Eigen::Ref<Matrix3X> J) const;
  /// Angular momentum about the centre of mass [kg m²/s] and linear momentum [kg m/s], axes of W,
  /// without rotors (armature). Throws Error for a model without moving mass.
  SpatialForce centroidal_momentum() const;
  /// A_G (6 × nv): A_G v is the centroidal momentum [Orin, Goswami, Lee 2013].
  Matrix6X centroidal_momentum_matrix() const;
  void centroidal_momentum_matrix(Eigen::Ref<Matrix6X> A_G) const;
  /// Ȧ_G v: the rate of the centroidal momentum when v̇ = 0 [N m, N].
  SpatialForce centroidal_momentum_rate() const;

  /// Finds a posture within the joint limits at which frames of this model meet their targets
  /// (solve_ik); starts at q() unless the options give another start. Does not change the model.
  IkResult solve_ik(const std::vector<IkTarget>& targets, const IkOptions& options = {}) const;
  /// Mass of a moving link and of all links fixed to it. Link "" is the base. Throws Error for an
  /// unknown link, a link that is fixed to another one (it has no mass of its own) and a link that
  /// is fixed to the world.
  LinkMass link_mass(std::string_view link) const;
  /// Changes the mass [kg] of a link that link_mass accepts. com: in the frame of the link [m],
  /// default: unchanged. inertia: about the centre of mass, axes of the link [kg m²], default:
  /// scaled with the mass. Throws Error unless mass > 0 and a rigid body can have the inertia.
  /// Other models that share the skeleton do not change.
  void set_mass(std::string_view link, double mass, const std::optional<Vector3>& com = {},
                const std::optional<Matrix3>& inertia = {});
  /// Fixes a rigid load to a link or frame that moves: mass ≥ 0 [kg], com in its frame [m], inertia
  /// about the centre of mass in its axes [kg m²] (zero: a point mass). Loads add up; to remove
  /// them, call set_mass with the earlier result of link_mass.
  void add_payload(std::string_view link, double mass, const Vector3& com = Vector3::Zero(),
                   const Matrix3& inertia = Matrix3::Zero());

  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  friend class World;
  explicit Model(std::unique_ptr<Impl> impl);

 public:
  ~Model();

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
