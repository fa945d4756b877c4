#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/alive.h"
#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"
#include "cardan/dynamics/skeleton.h"
#include "cardan/dynamics/state.h"
#include "cardan/sim/spec.h"
#include "cardan/sim/step_report.h"

namespace cardan {

/// State of a contact in the step. Open: it changed the velocity of its point by no more than the
/// tolerance of the solve [m/s] (contacts that are not closed yet, or separate). Slide: a slip
/// above ten times the tolerance, or the residual that the solver left if that is more [m/s];
/// friction is then at its bound. Stick: all others.
enum class ContactState : unsigned char { kOpen, kStick, kSlide };

/// A contact as a user reads it: geometry at the start of the step, the others at its end.
struct ContactInfo {
  std::string_view model_a, link_a, model_b, link_b;  ///< "" link: a body without links
  Vector3 point;                                      ///< p_W [m]
  Vector3 normal;                                     ///< in W, from A into B
  double phi = 0;                                     ///< signed distance [m]
  Vector3 impulse = Vector3::Zero();                  ///< on B, in W [N s]
  Vector3 force = Vector3::Zero();                    ///< average over the step, impulse / h [N]
  Vector3 moment = Vector3::Zero();    ///< of torsion and rolling friction, on B, in W [N m]
  Vector3 velocity = Vector3::Zero();  ///< of B's point relative to A's after the step, in W [m/s]
  int shape_a = 0, shape_b = 0;        ///< numbers of the shapes within their links
  ContactState state = ContactState::kOpen;
};

/// A closed loop as a user reads it.
struct LoopInfo {
  LoopKind kind = LoopKind::kWeld;
  std::string_view a, b;             ///< as given
  double error = 0;                  ///< largest |φ| after the last step [m, rad]
  Vector3 force = Vector3::Zero();   ///< on b in W, at its point, average over the step [N]
  Vector3 moment = Vector3::Zero();  ///< on b in W [N m]
  double effort = 0;                 ///< gear: on joint a [N m, N]; −ratio times it on b
};

/// One robot, free body or static thing in a World. References stay valid as long as the World
/// lives.
class CARDAN_API Model {
 public:
  const std::string& name() const;
  /// Null for static models.
  const Skeleton* skeleton() const;
  bool is_static() const;
  /// Moved by a script: a body that no force moves, or a robot whose base none does.
  bool is_kinematic() const;
  /// Whether steps leave it alone, at rest (ContactSpec::sleep); its velocity is then zero. A model
  /// it touched when it fell asleep sleeps too. A changed state, effort, target or a wrench wakes
  /// it, and so does what comes near it.
  bool is_asleep() const;
  void wake();

  /// Configuration and velocity (nq, nv), layout in joint_type.h.
  /// Views into the state of the world, valid until a model is added to it.
  ConstVectorView q() const;
  ConstVectorView v() const;
  void set_q(
      const VectorX& q);  ///< Throws Error: wrong size, non-finite; quaternions are normalised.
  void set_v(const VectorX& v);
  /// Position of a joint of one freedom, or of a mimic joint, which follows one. Throws Error else.
  double joint_position(std::string_view joint) const;
  double joint_velocity(std::string_view joint) const;
  void set_joint_position(std::string_view joint, double value);
  /// Effort that drives a joint of one freedom [N m, N]: the set effort and that of its PD law at
  /// the present state, within its bound. After a step this is what acted in it, as the law is
  /// implicit (under rk4: what begins the next one).
  double joint_effort(std::string_view joint) const;

  /// Efforts of all freedoms (nv) or of one joint [N m, N]; they hold until set again.
  void set_efforts(const VectorX& tau);
  void set_effort(std::string_view joint, double effort);

  /// Implicit PD on a joint of one freedom (step 3 of the design): kp [N m/rad], kd [N m s/rad].
  /// Throws Error: the target follows a path (PdSpec::path).
  void set_pd(std::string_view joint, double kp, double kd, double target, double velocity = 0);
  /// Throws Error: the joint has no law.
  void set_pd_target(std::string_view joint, double target, double velocity = 0);

  /// Adds a force [N] and a moment [N m] in W on a link, at a point of the link frame [m], for the
  /// next step only. "" is the base; throws Error where it is fixed.
  void apply_wrench(std::string_view link, const Vector3& force,
                    const Vector3& moment = Vector3::Zero(), const Vector3& at = Vector3::Zero());

  /// Pose of a link or frame in W; velocity of its origin in W. Up to date after construction, step
  /// and set_*. "" is the base of a model without joints; throws Error: no such link.
  RigidTransform pose(std::string_view link) const;
  SpatialVelocity velocity(std::string_view link) const;
  /// Pose and velocity of the base: floating joint's body, or the fixed base.
  RigidTransform base_pose() const;
  SpatialVelocity base_velocity() const;

  double kinetic_energy() const;    ///< [J]
  double potential_energy() const;  ///< [J]
  SpatialForce momentum() const;    ///< about the world origin

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

/// Owns models and advances them. Construction and add_ may throw Error; step never throws.
class CARDAN_API World {
 public:
  explicit World(WorldSpec spec = {});
  ~World();
  /// Models keep their addresses. A world that was moved from throws Error, whatever it is asked.
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds a model. Throws Error with file, line, name and mend.
  Model& add(const ModelSpec& spec);
  /// A URDF robot; base kAuto follows the rule in docs/urdf.md. name "": the robot's own.
  Model& add_urdf(const std::string& file, const RigidTransform& pose = {},
                  BaseKind base = BaseKind::kAuto, const std::string& name = "");
  /// A tree of SkeletonBuilder; a floating base starts at pose. It has no shapes.
  Model& add_skeleton(const std::string& name, std::shared_ptr<const Skeleton> skeleton,
                      const RigidTransform& pose = {});
  /// Static half-space with outward normal through the point offset · normal.
  Model& add_ground(double height = 0);

  /// Ties links or joints of models that are there. An open gap is closed at once, by the
  /// shortest way in the metric of the mass matrix, and noted in diagnostics(). Several loops are
  /// closed together. Contacts between the two bodies of a weld or a point are left out. Throws
  /// Error that names the loop: unknown names, ends that cannot move against each other, a gap that
  /// cannot be closed; the world is then as before.
  void add_loop(const LoopSpec& spec);
  void add_loops(const std::vector<LoopSpec>& specs);
  /// Shapes of a and b are never tested against each other from now on. Names: MODEL or MODEL/LINK;
  /// a model beside itself: none of its own links. Throws Error: unknown names.
  void ignore_collision(std::string_view a, std::string_view b);

  /// Closes all loops again after set_q or set_v. Throws Error as add_loop does.
  void close_loops();
  /// As of the last step, in the order of adding.
  std::span<const LoopInfo> loops() const;

  Model* find(std::string_view name);
  const Model* find(std::string_view name) const;
  int num_models() const;
  /// Throws Error: no such number.
  Model& model(int i);
  const Model& model(int i) const;

  /// Advances by one step; the report stays valid until the next step. Never throws but in a world
  /// that was moved from.
  const StepReport& step();
  /// One step in two halves around a controller that wants the kinematics of this step.
  void begin_step();
  const StepReport& finish_step();
  const StepReport& report() const;

  double time() const;       ///< [s]
  double time_step() const;  ///< [s]
  std::int64_t steps() const;
  Vector3 gravity() const;

  /// Contacts of the last step.
  std::span<const ContactInfo> contacts() const;

  /// The pair that runs: formulation with options, and the chain's first solver.
  std::string formulation() const;
  std::string solver() const;
  /// The first solver of the shadow's chain, "" if there is none (ContactSpec::shadow).
  std::string shadow_solver() const;
  /// Ids of the whole chain.
  const std::vector<std::string>& chain() const;

  double kinetic_energy() const;
  double potential_energy() const;

  /// Everything the loaders found; nothing is lost in silence.
  const std::vector<Diagnostic>& diagnostics() const;

  /// FNV-1a over time, and q, v, efforts, wrenches, time at rest and memory of every model: equal
  /// bits, equal hash (same binary, same machine). Gains and targets are settings and not in it
  /// (docs/state.md).
  std::uint64_t state_hash() const;

  /// Full state: q, v, efforts, λ memory with ids, time. Restoring continues bit for bit.
  void save_state(const std::string& file) const;  ///< HDF5; written whole or not at all
  void restore_state(const std::string& file);     ///< Throws Error if it is another world's

  void set_profiling(bool on);

  struct Impl;
  Impl& impl() { return alive(impl_, "the world"); }
  const Impl& impl() const { return alive(impl_, "the world"); }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
