#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/alive.h"
#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"
#include "cardan/dynamics/forward_dynamics_derivatives.h"
#include "cardan/dynamics/inverse_kinematics.h"
#include "cardan/dynamics/jacobian.h"
#include "cardan/dynamics/skeleton.h"
#include "cardan/dynamics/state.h"
#include "cardan/sim/changes.h"
#include "cardan/sim/handles.h"
#include "cardan/sim/spec.h"
#include "cardan/sim/state_snapshot.h"
#include "cardan/sim/step_report.h"

namespace cardan {

struct Linearization;
struct LinearizeOptions;
class Sensor;
struct SensorSpec;

/// State of a contact in the step. Open: the contact changed the velocity of its point by no more
/// than the tolerance of the solve [m/s], because it is not closed yet or separates. Slide: the
/// slip exceeds ten times the tolerance, or the residual of the solver if that is larger [m/s];
/// friction is then at its bound. Stick: all others.
enum class ContactState : unsigned char { kOpen, kStick, kSlide };

/// A contact as reported to users: geometry at the start of the step, all other values at its end.
struct ContactInfo {
  std::string_view model_a, link_a, model_b, link_b;  ///< link "": a body without links
  Vector3 point;                                      ///< p_W [m]
  Vector3 normal;                                     ///< in W, from A into B
  double phi = 0;                                     ///< signed distance [m]
  Vector3 impulse = Vector3::Zero();                  ///< on B, in W [N s]
  Vector3 force = Vector3::Zero();                    ///< average over the step, impulse / h [N]
  Vector3 moment = Vector3::Zero();  ///< of torsional and rolling friction, on B, in W [N m]
  /// Velocity of the point of B relative to that of A after the step, in W [m/s].
  Vector3 velocity = Vector3::Zero();
  int shape_a = 0, shape_b = 0;  ///< numbers of the shapes within their links
  ContactState state = ContactState::kOpen;
};

/// A closed loop as reported to users.
struct LoopInfo {
  LoopKind kind = LoopKind::kWeld;
  std::string_view a, b;  ///< as given in LoopSpec
  double error = 0;       ///< largest |φ| after the last step [m, rad]
  /// Force on b in W, at the point of the loop, averaged over the step [N].
  Vector3 force = Vector3::Zero();
  Vector3 moment = Vector3::Zero();  ///< on b in W [N m]
  double effort = 0;                 ///< gear: on joint a [N m, N]; joint b gets −ratio times it
  LoopId id;
  std::string_view name;  ///< LoopSpec::name, "" if none is given
};

/// One robot, free body or static object in a World. References stay valid as long as the World
/// exists. After World::remove, every call except is_removed() and index() throws Error.
class CARDAN_API Model {
 public:
  const std::string& name() const;
  bool is_removed() const;
  /// The number i of World::model(i). It never changes and belongs to no later model.
  int index() const;
  /// Null for static models. Valid until the mass of a link of the model changes.
  const Skeleton* skeleton() const;
  bool is_static() const;
  /// True if the model moves as prescribed: a body that is unaffected by forces, or a robot with
  /// such a base.
  bool is_kinematic() const;
  /// True if steps leave the model at rest (ContactSpec::sleep); its velocity is then zero. Models
  /// that touched it when it fell asleep are asleep too. It is woken by a change of its state,
  /// effort or target, an added wrench, or a model that comes near.
  bool is_asleep() const;
  void wake();

  /// Configuration (nq) and velocity (nv), with the layout of joint_type.h: views into the state of
  /// the world, valid until a model is added to it or removed from it.
  ConstVectorView q() const;
  ConstVectorView v() const;
  void set_q(const VectorX& q);  ///< Throws Error (wrong size, non-finite). Normalises quaternions.
  void set_v(const VectorX& v);
  /// Puts the base at this pose in W, without a velocity of its own: a floating base, a fixed base
  /// or a static model. Velocities and joints keep their values. The impulses of its last contacts
  /// are forgotten. Throws Error if a script moves the model, or if a loop ends at a base that no
  /// force moves.
  void set_base_pose(const RigidTransform& X_WB);
  /// Velocity of the origin of a floating base, in W. Throws Error for other bases.
  void set_base_velocity(const SpatialVelocity& V_WB);
  /// Position of a joint with one degree of freedom, or of a mimic joint. Throws Error for other
  /// joints.
  double joint_position(std::string_view joint) const;
  double joint_velocity(std::string_view joint) const;
  void set_joint_position(std::string_view joint, double value);
  /// Effort that drives a joint with one degree of freedom [N m, N]: the effort that was set plus
  /// that of its PD law at the current state, within its bound. After a step, this is the effort
  /// that acted in the step, since the law is implicit (under rk4: the effort at the start of the
  /// next step). The sum is held within the effort limit of the joint. For a joint with a motor:
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
  SpatialForce momentum() const;    ///< about the world origin

  // Handles: look a name up once, then use the handle in a loop. Throws Error for an unknown name,
  // with the nearest known one, for an index out of range, and for a handle of another model.

  /// A link or frame; "": the base.
  LinkId link(std::string_view name) const;
  LinkId link(int i) const;  ///< i: 0 … num_links() − 1
  int num_links() const;     ///< links and frames
  const std::string& link_name(LinkId link) const;
  /// A joint that moves; index() is its place in Skeleton::joints.
  JointId joint(std::string_view name) const;
  JointId joint(int i) const;  ///< i: 0 … num_joints() − 1
  int num_joints() const;
  const std::string& joint_name(JointId joint) const;

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

  // Algorithms at the current (q, v) (docs/algorithms.md). They use the kinematics of the step
  // where they are current, have scratch memory of their own, and change nothing that a step reads.
  // Each function with a matrix or vector as its result has a second form that writes into one of
  // the right size; it does not allocate after the first call. A model without degrees of freedom
  // has nv = 0. The tree is free: loops, contacts, and the script of a kinematic base do not act.
  // Throws Error for a wrong size and a non-finite number.

  double mass() const;  ///< of the moving bodies [kg]; 0 for a model that forces do not move

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
  /// Forces of the joints' springs and dampers (nv): k (q_ref − q) − d v [N m, N]. They are not
  /// part of C, inverse_dynamics and forward_dynamics.
  VectorX passive_forces() const;
  void passive_forces(Eigen::Ref<VectorX> tau) const;
  /// A matrix (nv × nv) with C(q, v) v the bias forces without gravity, and Ṁ − 2C skew-symmetric
  /// [Echeandia, Wensing 2021].
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
  /// J̇ v of this Jacobian: the derivative of the components of J v when v̇ = 0 [rad/s²; m/s²].
  SpatialVelocity jacobian_rate(LinkId link, const Vector3& point = Vector3::Zero(),
                                ReferenceFrame frame = ReferenceFrame::kLocalWorldAligned) const;
  /// Acceleration of a point of a link for v̇ = a: angular [rad/s²], and that of the material point
  /// [m/s²], axes of W, gravity not subtracted. a: (nv).
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
  /// A_G (6 × nv) with A_G v the centroidal momentum [Orin, Goswami, Lee 2013].
  Matrix6X centroidal_momentum_matrix() const;
  void centroidal_momentum_matrix(Eigen::Ref<Matrix6X> A_G) const;
  /// Ȧ_G v: the rate of the centroidal momentum when v̇ = 0 [N m, N].
  SpatialForce centroidal_momentum_rate() const;

  /// Finds a posture within the joint limits at which frames of this model meet their targets
  /// (solve_ik); starts at q() unless the options say otherwise. Does not change the model.
  IkResult solve_ik(const std::vector<IkTarget>& targets, const IkOptions& options = {}) const;
  /// Mass of a moving link and of all links fixed to it. Link "" is the base. Throws Error for an
  /// unknown link, for one that is fixed to another (it has no mass of its own) and for one that is
  /// fixed to the world.
  LinkMass link_mass(std::string_view link) const;
  /// Changes the mass [kg] of such a link. com: in the frame of the link [m], default: unchanged.
  /// inertia: about the centre of mass, axes of the link [kg m²], default: scaled with the mass.
  /// Throws Error unless mass > 0 and a rigid body can have the inertia. Other models that share
  /// the skeleton keep theirs.
  void set_mass(std::string_view link, double mass, const std::optional<Vector3>& com = {},
                const std::optional<Matrix3>& inertia = {});
  /// Fixes a rigid load to a link or frame that moves: mass ≥ 0 [kg], com in its frame [m], inertia
  /// about the centre of mass in its axes [kg m²] (zero: a point mass). Loads add up; set_mass with
  /// the former link_mass takes them off.
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

/// Owns models and advances them in time. Construction and add_ functions may throw Error; step
/// never throws.
class CARDAN_API World {
 public:
  explicit World(WorldSpec spec = {});
  ~World();
  /// Models keep their addresses. Every call on a moved-from world throws Error.
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds a model. Throws Error with file, line, name and hint.
  Model& add(const ModelSpec& spec);
  /// Adds a URDF robot. With base kAuto, the rule in docs/urdf.md applies; with an empty name, the
  /// name in the URDF.
  Model& add_urdf(const std::string& file, const RigidTransform& pose = {},
                  BaseKind base = BaseKind::kAuto, const std::string& name = "");
  /// Adds a URDF robot from its text. Relative paths of meshes start in base_folder; "": the
  /// current folder. Messages call the text "<text>" (ModelSpec::urdf names it otherwise).
  Model& add_urdf_text(const std::string& text, const std::string& base_folder = "",
                       const RigidTransform& pose = {}, BaseKind base = BaseKind::kAuto,
                       const std::string& name = "");
  /// Adds a robot that was read (read_urdf), or read and built (build_robot).
  Model& add_robot(const RobotDescription& description, const RigidTransform& pose = {},
                   BaseKind base = BaseKind::kAuto, const std::string& name = "");
  Model& add_robot(const RobotModel& robot, const RigidTransform& pose = {},
                   const std::string& name = "");
  /// Adds a tree from SkeletonBuilder, without shapes; a floating base starts at pose.
  Model& add_skeleton(const std::string& name, std::shared_ptr<const Skeleton> skeleton,
                      const RigidTransform& pose = {});
  /// Adds a static half-space with outward normal through the point offset · normal.
  Model& add_ground(double height = 0);

  /// Removes a model with its shapes, filters and loops; its name is free again. Every sleeping
  /// model wakes. Impulses of the remaining contacts, limits and loops are kept, and the indices,
  /// references and views of the remaining models stay valid (views of q and v do not). Throws
  /// Error for an unknown name, a model of another world and one that was removed.
  void remove(Model& model);
  void remove(std::string_view name);

  /// Connects links or joints of existing models. An open gap is closed at once, by the shortest
  /// displacement in the metric of the mass matrix, and noted in diagnostics(). Several loops are
  /// closed together. Contacts between the two bodies of a weld or point loop are disabled. Throws
  /// an Error that names the loop for unknown names, ends that cannot move relative to each other,
  /// and a gap that cannot be closed; the world is then unchanged.
  LoopId add_loop(const LoopSpec& spec);
  std::vector<LoopId> add_loops(const std::vector<LoopSpec>& specs);
  /// Welds b to a as they are now.
  LoopId weld(std::string_view a, std::string_view b);
  /// Removes a loop, which may be named by LoopSpec::name or, if no other loop has this name, as
  /// in messages ("weld 'a' - 'b'"). The bodies of a weld or point loop collide again unless
  /// something else prevents it. Wakes all models. Throws Error for an unknown or ambiguous loop.
  void remove_loop(LoopId loop);
  void remove_loop(std::string_view name);
  /// State of one loop after the last step. Throws Error if it was removed.
  const LoopInfo& loop(LoopId loop) const;
  /// Disables contact between shapes of a and b from now on. Names: MODEL or MODEL/LINK; the same
  /// model twice disables contacts among its links. Throws Error for unknown names.
  void ignore_collision(std::string_view a, std::string_view b);

  /// Closes all loops again after set_q or set_v. Throws Error as add_loop does.
  void close_loops();
  /// State of all loops after the last step, in the order in which they were added.
  std::span<const LoopInfo> loops() const;

  Model* find(std::string_view name);
  const Model* find(std::string_view name) const;
  /// Number of models ever added; model(i) keeps its number when others are removed.
  int num_models() const;
  /// Throws Error for an index out of range. The model may be removed: see Model::is_removed().
  Model& model(int i);
  const Model& model(int i) const;
  /// The models that are not removed, in the order of adding.
  std::vector<Model*> models();
  std::vector<const Model*> models() const;

  /// Advances by one step. The report stays valid until the next step. Throws only if the world was
  /// moved from.
  const StepReport& step();
  /// The two halves of a step, for a controller that needs the kinematics of this step in between.
  /// begin_step() computes the poses, velocities and bias forces of all models that are awake;
  /// poses, Jacobians and the algorithms of Model then use them, and finish_step() does not compute
  /// them again unless q or v is set in between. The controller may set efforts, targets and
  /// wrenches.
  void begin_step();
  const StepReport& finish_step();
  const StepReport& report() const;

  double time() const;       ///< [s]
  double time_step() const;  ///< [s]
  std::int64_t steps() const;
  Vector3 gravity() const;

  /// Changes between steps (docs/changes.md). They throw Error with one line between begin_step and
  /// finish_step and for values that a new world would refuse; the world is then unchanged. They
  /// wake all models.
  void set_gravity(const Vector3& gravity);  ///< [m/s²]
  /// A named material. Throws Error for an unknown name.
  const MaterialSpec& material(std::string_view name) const;
  /// Changes a named material, with the checks of a new world. Shapes keep the surface data that
  /// their robot file gives.
  void set_material(std::string_view name, const MaterialSpec& material);
  /// Changes the solver chain. If the world was made without a formulation, its formulation becomes
  /// the default of the new solver.
  void set_solver(const SolverSpec& solver);
  /// Changes the formulation. The solver chain must support it.
  void set_formulation(const FormulationSpec& formulation);
  /// Changes both at once.
  void set_pair(const FormulationSpec& formulation, const SolverSpec& solver);

  /// Contacts of the last step.
  std::span<const ContactInfo> contacts() const;

  /// Adds a sensor (sim/sensors/sensor.h, docs/sensors.md). It takes its first sample at the end of
  /// the next step that its rate gives. Throws an Error that names the sensor for a name that is
  /// taken, an unknown model, link or joint, and numbers that are not usable.
  Sensor& add_sensor(const SensorSpec& spec);
  /// Removes a sensor. Throws Error for an unknown name.
  void remove_sensor(std::string_view name);
  /// All sensors in the order of adding; valid until one is added or removed.
  std::span<Sensor* const> sensors() const;
  /// Throws Error for an unknown name.
  Sensor& sensor(std::string_view name) const;

  /// The active pair: formulation with options, and the first solver of the chain.
  std::string formulation() const;
  std::string solver() const;
  /// First solver of the shadow chain, "" if there is no shadow (ContactSpec::shadow).
  std::string shadow_solver() const;
  /// Ids of all solvers of the chain.
  const std::vector<std::string>& chain() const;

  double kinetic_energy() const;
  double potential_energy() const;

  /// All findings of the loaders.
  const std::vector<Diagnostic>& diagnostics() const;

  /// FNV-1a hash over time, and over q, v, efforts, wrenches, time at rest and contact memory of
  /// every model: equal bits give equal hashes (same binary, same machine). Gains and targets are
  /// settings and are not included (docs/state.md).
  std::uint64_t state_hash() const;

  /// Saves or restores the full state: q, v, efforts, impulse memory with ids, time. A restored run
  /// continues bit for bit.
  void save_state(const std::string& file) const;  ///< HDF5; written completely or not at all
  void restore_state(const std::string& file);     ///< Throws Error for the state of another world

  /// The full state in memory (docs/state.md). state(into) and set_state allocate nothing if `into`
  /// or the world has held a state of this size before.
  StateSnapshot state() const;
  void state(StateSnapshot& into) const;
  /// Takes the state of this world at another time, or of a world of the same structure (models,
  /// joints, numbers of shapes, loops). The run continues bit for bit if parameters are equal.
  /// Kinematics follow when they are needed. contacts(), loops() and report() are empty until the
  /// next step, except for models that sleep. Throws Error, and changes nothing, for an empty
  /// snapshot and for the state of another world.
  void set_state(const StateSnapshot& snapshot);
  /// An independent world of the same build: models, loops, filters, materials, solvers, state. It
  /// continues bit for bit. Immutable parts (skeletons, meshes, plugins) are shared. threads: of
  /// the new world, by default those of this one. The capture of this world, its report and
  /// contacts() are not copied.
  World clone() const;
  World clone(int threads) const;
  /// Forgets the impulses, slips and bristles of the last step of all contacts, limits, joints and
  /// loops, and the normals of the last detection: the next step begins without a guess, as in a
  /// new world. q, v, efforts, targets and time stay.
  void reset_contact_memory();
  /// A, B and C of one step from the current state (sim/linearize.h). The world does not change.
  Linearization linearize() const;
  Linearization linearize(const LinearizeOptions& options) const;

  void set_profiling(bool on);

  struct Impl;
  Impl& impl() { return alive(impl_, "the world"); }
  const Impl& impl() const { return alive(impl_, "the world"); }

 private:
  explicit World(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
