#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/export.h"
#include "cardan/forward_dynamics.h"
#include "cardan/handles.h"
#include "cardan/inverse_kinematics.h"
#include "cardan/kinematics.h"
#include "cardan/skeleton.h"

namespace cardan {

class World;

/// One robot, free body or static object in a World. References stay valid as long as the World
/// exists. After World::remove, every call except is_removed() and index() throws Error.
class CARDAN_API Model {
 public:
  const std::string& name() const;
  bool is_removed() const;
  /// The index i of this model in World::model(i). It never changes and is never reused.
  int index() const;
  /// The skeleton, or null for static models. The pointer is valid until the mass of a link of the
  /// model changes.
  const Skeleton* skeleton() const;
  bool is_static() const;
  /// True if the motion of the body, or of the base of the robot, is prescribed and no force
  /// changes it.
  bool is_kinematic() const;
  /// True if steps leave the model at rest (ContactSpec::sleep). Its velocity is then zero, and the
  /// models that touched it when it fell asleep are also asleep. The model is woken by a change of
  /// its state, effort or target, by an added wrench, or by another model that comes near.
  bool is_asleep() const;
  void wake();

  /// Configuration (nq) and velocity (nv), with the layout of joint_type.h. They are views into the
  /// state of the world and are valid until a model is added to the world or removed from it.
  ConstVectorView q() const;
  ConstVectorView v() const;
  void set_q(const VectorX& q);  ///< throws Error for a wrong size or a non-finite number;
                                 ///< normalises quaternions
  void set_v(const VectorX& v);  ///< throws Error for a wrong size or a non-finite number
  /// Places a floating base, a fixed base or a static model at this pose in W. Velocities and joint
  /// positions keep their values, so the move itself adds no velocity. The impulses that the
  /// contacts of the model had in the last step are forgotten. A driven model rests there. Throws
  /// Error if a path or a constant velocity moves the model, or if a loop is attached to a base
  /// that forces do not move.
  void set_base_pose(const RigidTransform& X_WB);
  /// Velocity of the origin of a floating base, in W. Throws Error for other bases.
  void set_base_velocity(const SpatialVelocity& V_WB);
  /// Sets where a driven body or base (KinematicSpec::driven) goes: it reaches the pose in the next
  /// step, or as soon as its speed limits allow, and stays. It moves with a constant velocity
  /// during a step, and what rests on it is carried. Throws Error for models that are not driven.
  void set_pose_target(const RigidTransform& X_WB);
  /// Sets the velocity of the origin of a driven body or base, in W, from the next step on.
  void set_velocity_target(const SpatialVelocity& V_WB);
  /// Position of a joint with one DoF, or of a mimic joint. Throws Error for other joints.
  double joint_position(std::string_view joint) const;
  double joint_velocity(std::string_view joint) const;
  void set_joint_position(std::string_view joint, double value);
  /// Effort that drives a joint with one DoF [N m, N]: the effort that was set plus the bounded
  /// effort of its PD law, clamped to the effort limit of the joint. With semi_implicit_euler, the
  /// law is that of the last step, so this is the effort that acted in it; with the other
  /// integrators, and before the first step, it is the law in the current state. For a joint with a
  /// motor, this is the effort of the motor in the last step.
  double joint_effort(std::string_view joint) const;

  /// These functions set the efforts of all DoFs (nv) or of one joint [N m, N]. The efforts stay in
  /// effect until they are set again.
  void set_efforts(const VectorX& tau);
  void set_effort(std::string_view joint, double effort);

  /// Sets an implicit PD law on a joint with one DoF: kp [N m/rad], kd [N m s/rad]. Throws Error if
  /// the target follows a path (PdSpec::path).
  void set_pd(std::string_view joint, double kp, double kd, double target, double velocity = 0);
  /// Changes the target of the PD law of a joint. Throws Error if the joint has no PD law.
  void set_pd_target(std::string_view joint, double target, double velocity = 0);

  /// Applies a force [N] and a moment [N m], both in W, to a link during the next step. The force
  /// acts at the point `at` in the frame of the link [m]. Link "" is the base. Throws Error if the
  /// link is fixed to the world or a script moves it.
  void apply_wrench(std::string_view link, const Vector3& force,
                    const Vector3& moment = Vector3::Zero(), const Vector3& at = Vector3::Zero());

  /// Pose of a link or frame in W, and velocity of its origin in W. Both are up to date after
  /// construction, step and set_*. Link "" is the base of a model without joints. Throws Error for
  /// an unknown link.
  RigidTransform pose(std::string_view link) const;
  SpatialVelocity velocity(std::string_view link) const;
  /// Pose and velocity of the base: the body of the floating joint, or the fixed base.
  RigidTransform base_pose() const;
  SpatialVelocity base_velocity() const;

  double kinetic_energy() const;    ///< kinetic energy [J]
  double potential_energy() const;  ///< potential energy [J]
  SpatialForce momentum() const;  ///< linear momentum, and angular momentum about the world origin

  // Functions for handles. A program looks up a name once and then uses the handle in a loop. The
  // functions throw Error for an unknown name (the message suggests the nearest known name), an
  // index out of range, or a handle of another model.

  /// Returns a link or frame. The name "" stands for the base.
  LinkId link(std::string_view name) const;
  LinkId link(int i) const;  ///< link i, 0 … num_links() − 1
  int num_links() const;     ///< number of links and frames
  const std::string& link_name(LinkId link) const;
  /// Returns a moving joint. JointId::index is its index in Skeleton::joints.
  JointId joint(std::string_view name) const;
  JointId joint(int i) const;  ///< joint i, 0 … num_joints() − 1
  int num_joints() const;
  const std::string& joint_name(JointId joint) const;

  /// Variants of the functions above with handles instead of names.
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
  // the step while they are up to date, have their own scratch memory, and change nothing that a
  // step reads. Each function that returns a matrix or vector has a second form that writes into an
  // argument of the right size and does not allocate after the first call. A model without DoFs has
  // nv = 0. The tree is assumed to move freely: loops, contacts and the script of a kinematic base
  // are ignored. The functions throw Error for a wrong size and for a non-finite number.

  double mass() const;  ///< mass of the moving bodies [kg]; 0 for a model that forces do not move

  /// Mass matrix M(q) (nv × nv) [kg m², kg m, kg], with armature, without the implicit damping of a
  /// step [Featherstone 2008, ch. 6]. The matrix is symmetric and contains both triangles.
  MatrixX mass_matrix() const;
  void mass_matrix(Eigen::Ref<MatrixX> M) const;
  /// Inverse mass matrix M⁻¹ (nv × nv). Throws Error if M is not positive definite.
  MatrixX inverse_mass_matrix() const;
  void inverse_mass_matrix(Eigen::Ref<MatrixX> M_inv) const;
  /// Bias forces C(q, v) (nv), i.e. Coriolis, centrifugal and gravity forces: M v̇ + C = τ [N m,
  /// N].
  VectorX bias_forces() const;
  void bias_forces(Eigen::Ref<VectorX> C) const;
  /// Gravity forces g(q) (nv), i.e. the bias forces at rest [N m, N].
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

  /// Inverse dynamics τ = M a + C(q, v) (nv) for accelerations a = v̇ (nv).
  VectorX inverse_dynamics(const Eigen::Ref<const VectorX>& a) const;
  void inverse_dynamics(const Eigen::Ref<const VectorX>& a, Eigen::Ref<VectorX> tau) const;
  /// Forward dynamics a = M⁻¹ (τ − C(q, v)) (nv). Throws Error if M is not positive definite.
  VectorX forward_dynamics(const Eigen::Ref<const VectorX>& tau) const;
  void forward_dynamics(const Eigen::Ref<const VectorX>& tau, Eigen::Ref<VectorX> a) const;
  /// Derivatives ∂τ/∂q, ∂τ/∂v and ∂τ/∂a of inverse_dynamics, each of size (nv × nv). q is perturbed
  /// as in integrate.
  RneaDerivatives inverse_dynamics_derivatives(const Eigen::Ref<const VectorX>& a) const;
  void inverse_dynamics_derivatives(const Eigen::Ref<const VectorX>& a, RneaDerivatives& out) const;
  /// Derivatives ∂a/∂q, ∂a/∂v and ∂a/∂τ of forward_dynamics, each of size (nv × nv). Throws Error
  /// if M is singular.
  ForwardDynamicsDerivatives forward_dynamics_derivatives(
      const Eigen::Ref<const VectorX>& tau) const;
  void forward_dynamics_derivatives(const Eigen::Ref<const VectorX>& tau,
                                    ForwardDynamicsDerivatives& out) const;

  /// Jacobian J (6 × nv), angular rows first, of a point P that is fixed to a link and located at
  /// `point` in the frame of the link [m]. Depending on `frame`, J v is
  ///   kLocalWorldAligned  [ω; velocity of P], in axes of W
  ///   kLocal              [ω; velocity of P], in axes of the link
  ///   kWorld              [ω; velocity of the link's material point at the origin], in axes of W
  Matrix6X jacobian(LinkId link, const Vector3& point = Vector3::Zero(),
                    ReferenceFrame frame = ReferenceFrame::kLocalWorldAligned) const;
  void jacobian(LinkId link, const Vector3& point, ReferenceFrame frame,
                Eigen::Ref<Matrix6X> J) const;
  /// J̇ v of the Jacobian J that jacobian() returns: the derivative of the components of J v when
  /// v̇ = 0 [rad/s²; m/s²].
  SpatialVelocity jacobian_rate(LinkId link, const Vector3& point = Vector3::Zero(),
                                ReferenceFrame frame = ReferenceFrame::kLocalWorldAligned) const;
  /// Angular acceleration of a link [rad/s²] and acceleration of one of its material points [m/s²]
  /// for v̇ = a (nv), in axes of W. Gravity is not subtracted.
  SpatialVelocity acceleration(LinkId link, const Eigen::Ref<const VectorX>& a,
                               const Vector3& point = Vector3::Zero()) const;

  /// Centre of mass of the moving bodies in W [m], its velocity [m/s] and its Jacobian (3 × nv), in
  /// axes of W. Throws Error for a model without moving mass.
  Vector3 center_of_mass() const;
  Vector3 center_of_mass_velocity() const;
  Matrix3X center_of_mass_jacobian() const;
  void center_of_mass_jacobian(Eigen::Ref<Matrix3X> J) const;
  /// Angular momentum about the centre of mass [kg m²/s] and linear momentum [kg m/s], in axes of
  /// W, without rotors (armature). Throws Error for a model without moving mass.
  SpatialForce centroidal_momentum() const;
  /// Centroidal momentum matrix A_G (6 × nv): A_G v is the centroidal momentum [Orin, Goswami, Lee
  /// 2013].
  Matrix6X centroidal_momentum_matrix() const;
  void centroidal_momentum_matrix(Eigen::Ref<Matrix6X> A_G) const;
  /// Ȧ_G v, the rate of change of the centroidal momentum when v̇ = 0 [N m, N].
  SpatialForce centroidal_momentum_rate() const;

  /// Finds a posture within the joint limits at which frames of this model meet their targets
  /// (solve_ik). The search starts at q() unless the options give another start. Does not change
  /// the model.
  IkResult solve_ik(const std::vector<IkTarget>& targets, const IkOptions& options = {}) const;
  /// Mass of a moving link and of all links fixed to it. Link "" is the base. Throws Error for an
  /// unknown link, for a link that is fixed to another link and therefore has no mass of its own,
  /// and for a link that is fixed to the world.
  LinkMass link_mass(std::string_view link) const;
  /// Changes the mass [kg] of a link that link_mass accepts. com: centre of mass in the frame of
  /// the link [m], unchanged by default. inertia: about the centre of mass in axes of the link [kg
  /// m²], by default scaled with the mass. Throws Error unless mass > 0 and a rigid body can have
  /// the inertia. Other models that share the skeleton do not change.
  void set_mass(std::string_view link, double mass, const std::optional<Vector3>& com = {},
                const std::optional<Matrix3>& inertia = {});
  /// Fixes a rigid load to a link or frame that moves: mass ≥ 0 [kg], com in the frame of the link
  /// [m], and inertia about the centre of mass in axes of the link [kg m²] (zero for a point mass).
  /// Loads add up. To remove them, call set_mass with an earlier result of link_mass.
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
