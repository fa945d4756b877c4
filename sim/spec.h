#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/constraint/constraint_set.h"
#include "cardan/constraint/formulation.h"
#include "cardan/constraint/loop.h"
#include "cardan/core/geometry_record.h"
#include "cardan/sim/motor_spec.h"
#include "cardan/sim/pd_spec.h"
#include "cardan/solve/solver_spec.h"

/// Plain data that describe a world. They are filled by the scene reader or by a program.
namespace cardan {

struct RobotDescription;
struct RobotModel;

/// Condition for islands to fall asleep (docs/theory/sleep.md).
struct SleepSpec {
  double speed = 1e-3;  ///< maximum speed of the points of the island [m/s]
  double time = 0.5;    ///< time for which the speed must not be exceeded [s]
};

/// Contact model and solvers of a world.
struct ContactSpec {
  std::optional<FormulationSpec> formulation;  ///< if empty, the default formulation of the solver,
                                               ///< or `cone` if no solver is given
  SolverSpec solver;
  /// A second solver or chain that solves the same islands in every step for comparison
  /// (StepReport::shadow). It does not affect the motion.
  std::optional<SolverSpec> shadow;
  /// Stabilisation, law of restitution and level of the rows.
  ConstraintRules rules;
  /// Continuous detection: a sphere that moves by more than half its radius in a step is swept
  /// along its path.
  bool continuous = false;
  std::optional<SleepSpec> sleep;  ///< if empty, islands never sleep
};

/// A named surface: the contact law between two bodies of this material. Only one of `compliance`
/// and `stiffness` may be given.
struct MaterialSpec : ContactSurface {
  /// Direction of anisotropic friction, in the frame of the shape. The friction coefficient is mu
  /// along this direction and mu_ratio · mu perpendicular to it. If empty, friction is isotropic.
  std::optional<Vector3> direction;
  /// Velocity of the surface (conveyor belt), in the frame of the shape [m/s].
  Vector3 surface_velocity = Vector3::Zero();
};

/// Smallest ratio of the two coefficients of anisotropic friction.
inline constexpr double kLeastFrictionRatio = 1e-3;

/// Rule that combines the coefficients of two materials.
enum class PairRule { kMin, kMax, kMean, kProduct };

/// A material for the contacts between two named materials, which replaces the rule.
struct MaterialPair {
  std::string first, second;  ///< names of materials
  MaterialSpec material;
};

/// The materials of a world, and how pairs of them are combined.
struct MaterialTable {
  std::map<std::string, MaterialSpec> named{{"default", MaterialSpec{}}};
  PairRule rule = PairRule::kMean;
  std::vector<MaterialPair> pairs;
};

/// Time integrators.
enum class Integrator : unsigned char {
  kSemiImplicitEuler,
  kRungeKutta4,  ///< works on accelerations and needs the formulation `acceleration`
  /// Second-order accurate while contacts last [Moreau 1988, θ = 1/2]. Needs a formulation at
  /// velocity level (docs/theory/midpoint.md).
  kMidpoint,
};

/// How semi-implicit Euler integrates PD laws (docs/theory/robot-rows.md#pd-laws).
enum class PdDiscretization : unsigned char {
  kNewmark,        ///< like springs: δ = 0 where the step resolves the law
  kImplicitEuler,  ///< δ = 1: more damping, which depends on the step
};

/// Time step and duration of a scene.
struct TimeSpec {
  double step = 1e-3;     ///< time step [s]
  double duration = 1.0;  ///< duration of the scene [s]
  Integrator integrator = Integrator::kSemiImplicitEuler;
  bool geometric_stiffness = false;  ///< see WorldSpec::geometric_stiffness
  PdDiscretization pd_laws = PdDiscretization::kNewmark;
};

/// Attachment of the base of a robot.
enum class BaseKind { kAuto, kFixed, kFloating };

/// Pose at a given time, in the frame of ModelSpec::pose.
struct PathKnot {
  double time = 0;      ///< time of the knot [s]
  RigidTransform pose;  ///< pose in the frame of ModelSpec::pose
};

/// Prescribed motion, unaffected by forces. The model is at rest before the first knot and after
/// the last knot.
struct KinematicSpec {
  std::vector<PathKnot> path;  ///< knots with ascending times; empty for a constant velocity
  bool smooth = false;  ///< if true, at rest at every knot and 10 s³ − 15 s⁴ + 6 s⁵ in between;
                        ///< otherwise linear
  bool repeat = false;       ///< if true, restart from the first knot after the last knot
  SpatialVelocity velocity;  ///< constant velocity without a path, in W; rotation is about the
                             ///< origin of the model
};

/// Selects the pairs that are tested. Shapes x and y are tested if (group x & mask y) and (group y
/// & mask x) are both nonzero, as in Bullet. (In MuJoCo, with contype and conaffinity, one of the
/// two suffices.) By default, a shape has the values in the robot file or, without such values,
/// group 1 and a mask of all bits.
struct CollisionFilter {
  std::optional<std::uint32_t> group, mask;
};

/// One shape of a rigid body that consists of several shapes.
struct CompoundPart {
  GeometryRecord geometry;
  RigidTransform pose;            ///< pose of the shape in the frame of the body
  std::string material;           ///< name of the material; "" for the material of the model
  std::optional<double> mass;     ///< mass [kg]; not allowed if the model has a mass
  std::optional<double> density;  ///< density [kg/m³]; by default, that of the model
  CollisionFilter collision;      ///< filter of the shape; overrides the filter of the model
};

/// Description of a model. Exactly one of urdf, urdf_text, description, robot, geometry, compound
/// and skeleton is set; urdf may be combined with urdf_text.
struct ModelSpec {
  std::string name;
  std::string urdf;  ///< path of the file or, with urdf_text, name of the text in messages
  std::optional<std::string> urdf_text;  ///< a URDF as text
  /// Folder to which mesh paths in urdf_text are relative; "" for the current folder.
  std::string urdf_folder;
  std::shared_ptr<const RobotDescription> description;  ///< a URDF as read (read_urdf)
  /// A robot as built (build_robot). In this case, `base`, `density`, `packages`,
  /// `allow_missing_meshes` and `project_inertias` cannot be set, because they apply to the build.
  std::shared_ptr<const RobotModel> robot;
  std::optional<GeometryRecord> geometry;
  /// Parts of a single body, which never collide with each other.
  std::vector<CompoundPart> compound;
  std::shared_ptr<const Skeleton> skeleton;     ///< tree from SkeletonBuilder, which has no shapes
  std::optional<KinematicSpec> kinematic;       ///< motion of a body, or of the base of a robot
  std::map<std::string, std::string> packages;  ///< directory of each package, by name
  bool allow_missing_meshes =
      false;                      ///< leave out shapes whose mesh file is missing, with a warning
  bool project_inertias = false;  ///< replace impossible inertias by the nearest possible ones
  bool strict = false;            ///< reject the robot file on any warning
  bool allow_outside = false;     ///< meshes of the robot may be anywhere (UrdfOptions)
  BaseKind base = BaseKind::kAuto;
  bool is_static = false;      ///< true if the model never moves
  bool self_collision = true;  ///< true if non-adjacent links can collide
  /// Pairs of shapes that touch in this posture are considered to touch by construction and are
  /// never tested. "" stands for the neutral posture and "initial" for the posture at the start;
  /// any other name is that of a posture of the robot.
  std::string touching_posture;
  CollisionFilter collision;  ///< filter of all shapes
  /// Filters by link; they override `collision`.
  std::map<std::string, CollisionFilter> collision_links;
  std::optional<double> mass;  ///< mass [kg]; has no effect on a static or kinematic body
  /// Density [kg/m³], by default 1000; robots without mass have no default density.
  std::optional<double> density;
  std::optional<Matrix3> inertia;  ///< inertia about the centre of mass [kg m²]; requires `mass`
  std::string material = "default";
  RigidTransform pose;       ///< pose of the base or body in W
  SpatialVelocity velocity;  ///< velocity of a floating base, in W
  std::string posture;       ///< named posture of the robot; "" for the neutral posture
  /// Initial values by joint name (or DoF name). They override the posture.
  std::map<std::string, double> q, v;
  std::optional<PdSpec> pd;                 ///< PD law of all actuated joints
  std::map<std::string, PdSpec> pd_joints;  ///< PD laws by joint; they override `pd`
  std::map<std::string, MotorSpec> motors;  ///< motors by joint; PD laws act through them
  /// If true, the effort limits of the robot file or skeleton apply to the sum of user effort and
  /// PD effort of a joint. If false, only the bounds of PdSpec and MotorSpec apply.
  bool enforce_effort_limits = true;
  Compliance limits;  ///< law of all position limits; rigid by default
  std::map<std::string, Compliance> limits_joints;  ///< laws by joint; they override `limits`
};

/// A closed loop: a constraint between two links or two joints (docs/theory/loops.md). An end is
/// named MODEL/LINK, MODEL for a model of one body or a static model, or "world". The ends of a
/// gear are named MODEL/JOINT.
struct LoopSpec {
  LoopKind kind = LoopKind::kWeld;
  std::string a, b;
  /// For a weld: pose of b in a. If empty, the pose at the start is used.
  std::optional<RigidTransform> pose = RigidTransform();
  Vector3 at_a = Vector3::Zero();  ///< for a point, distance or rope: point in the frame of a [m]
  /// Point in the frame of b [m]. If empty, it coincides with the point of a at the start.
  std::optional<Vector3> at_b = Vector3::Zero();
  /// Length of a distance or rope [m]; if empty, the length at the start.
  std::optional<double> length;
  double ratio = 1;                  ///< ratio of a gear: q_a = ratio q_b + offset
  std::optional<double> offset = 0;  ///< offset of a gear; if empty, the offset at the start
  /// By default, the loop is rigid: it is closed at the start and kept closed exactly. Otherwise, a
  /// force law pulls the ends towards the closed loop.
  Compliance compliance;
  std::string name;  ///< unique name for World::remove_loop; "" if there is none
};

/// A constant force and moment that act on a link during a time interval.
struct ForceSpec {
  std::string on;  ///< target of the force, MODEL or MODEL/LINK
  double from = 0, until = std::numeric_limits<double>::infinity();  ///< interval [s]
  Vector3 force = Vector3::Zero();                                   ///< force in W [N]
  Vector3 moment = Vector3::Zero();                                  ///< moment in W [N m]
  Vector3 at = Vector3::Zero();  ///< point of application in the frame of the link [m]
};

/// Complete description of a World.
struct WorldSpec {
  double step = 1e-3;  ///< time step [s]
  Integrator integrator = Integrator::kSemiImplicitEuler;
  /// Adds the positive part of h² K_g to M̂ of trees with a fixed base, so that light links under
  /// heavy loads stay stable (docs/theory/tension.md).
  bool geometric_stiffness = false;
  PdDiscretization pd_laws = PdDiscretization::kNewmark;
  Vector3 gravity{0, 0, -9.81};  ///< gravity in W [m/s²]
  ContactSpec contact;
  MaterialTable materials;
  int threads = 1;
  std::uint64_t seed = 0;  ///< seed of the noise of all sensors (docs/sensors.md)
  /// Directories that are searched before all other places.
  std::vector<std::filesystem::path> plugin_directories;
};

}  // namespace cardan
