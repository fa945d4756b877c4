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
#include "cardan/solve/solver_spec.h"

/// Plain descriptions of a world: what a scene file says, and what a program may fill by itself.
namespace cardan {

/// When islands fall asleep (docs/theory/sleep.md).
struct SleepSpec {
  double speed = 1e-3;  ///< no point of the island is faster [m/s],
  double time = 0.5;    ///< for so long [s]
};

struct ContactSpec {
  std::optional<FormulationSpec> formulation;  ///< default: the solver's, else cone
  SolverSpec solver;
  /// A second solver, or chain, that is put to the same islands in every step and compared:
  /// StepReport::shadow.
  std::optional<SolverSpec> shadow;
  ConstraintRules rules;
  /// Balls that move by more than half their radius in a step are swept along their way.
  bool continuous = false;
  std::optional<SleepSpec> sleep;  ///< none: nothing ever sleeps
};

/// A named surface. compliance and stiffness exclude each other.
/// It is what two bodies of this material have between them.
struct MaterialSpec : ContactSurface {
  /// Anisotropic friction: mu holds along it, mu_ratio · mu across it. In the frame of the shape;
  /// none: the same in all directions.
  std::optional<Vector3> direction;
  Vector3 surface_velocity = Vector3::Zero();  ///< of a conveyor, in the frame of the shape [m/s]
};

/// One coefficient of anisotropic friction over the other, at the least.
inline constexpr double kLeastFrictionRatio = 1e-3;

enum class PairRule { kMin, kMax, kMean, kProduct };

struct MaterialPair {
  std::string first, second;
  MaterialSpec material;
};

struct MaterialTable {
  std::map<std::string, MaterialSpec> named{{"default", MaterialSpec{}}};
  PairRule rule = PairRule::kMean;
  std::vector<MaterialPair> pairs;
};

enum class Integrator : unsigned char {
  kSemiImplicitEuler,
  kRungeKutta4,  ///< around accelerations: needs the formulation `acceleration`
};

struct TimeSpec {
  double step = 1e-3;     ///< [s]
  double duration = 1.0;  ///< [s]
  Integrator integrator = Integrator::kSemiImplicitEuler;
};

/// A target of a PD law at a time.
struct TargetKnot {
  double time = 0;    ///< [s]
  double target = 0;  ///< [rad, m]
};

/// A target over time. Before the first and after the last knot it stands still.
struct TargetPath {
  std::vector<TargetKnot> knots;  ///< times ascending; empty: no path
  bool smooth = false;  ///< every knot is a rest: 10 s³ − 15 s⁴ + 6 s⁵ in between; else linear
  bool repeat = false;  ///< from the first knot again after the last
};

/// PD law τ = kp (q_ref − q) + kd (v_ref − v), implicit. target "initial" = posture at time 0.
struct PdSpec {
  double kp = 0, kd = 0;
  std::optional<double> target;  ///< [rad, m]; none = initial posture
  double velocity = 0;           ///< [rad/s, m/s]
  std::optional<double> effort;  ///< bound; none = the joint's own limit
  TargetPath path;               ///< in place of target and velocity; the law aims at its value
                                 ///< at the end of each step
};

enum class BaseKind { kAuto, kFixed, kFloating };

/// A pose at a time, in the frame of ModelSpec::pose.
struct PathKnot {
  double time = 0;  ///< [s]
  RigidTransform pose;
};

/// A motion that no force changes. Before the first and after the last knot the model stands still.
struct KinematicSpec {
  std::vector<PathKnot> path;  ///< times ascending; empty: a constant velocity
  bool smooth = false;  ///< every knot is a rest: 10 s³ − 15 s⁴ + 6 s⁵ in between; else linear
  bool repeat = false;       ///< from the first knot again after the last
  SpatialVelocity velocity;  ///< without a path, in W: turns about the model's own origin
};

/// Which pairs are tested: shapes x and y if (group x & mask y) and (group y & mask x) have a bit,
/// as in Bullet (and as contype and conaffinity of MuJoCo, where one of the two suffices). Absent:
/// what the robot file says of the shape, else group 1 and all bits of the mask.
struct CollisionFilter {
  std::optional<std::uint32_t> group, mask;
};

/// One shape of a rigid body of several.
struct CompoundPart {
  GeometryRecord geometry;
  RigidTransform pose;            ///< of the shape in the frame of the body
  std::string material;           ///< "" = that of the model
  std::optional<double> mass;     ///< [kg]; not beside the mass of the model
  std::optional<double> density;  ///< [kg/m³]; default that of the model
  CollisionFilter collision;      ///< over that of the model
};

/// One of urdf, geometry, compound, skeleton.
struct ModelSpec {
  std::string name;
  std::string urdf;  ///< path
  std::optional<GeometryRecord> geometry;
  std::vector<CompoundPart> compound;           ///< one body; its shapes never meet
  std::shared_ptr<const Skeleton> skeleton;     ///< of SkeletonBuilder; it has no shapes
  std::optional<KinematicSpec> kinematic;       ///< of a body, or of the base of a robot
  std::map<std::string, std::string> packages;  ///< name → directory
  bool allow_missing_meshes = false;
  bool project_inertias = false;  ///< impossible inertias become the nearest possible ones
  bool strict = false;            ///< a warning of the robot file refuses it
  bool allow_outside = false;     ///< meshes of the robot may lie anywhere (UrdfOptions)
  BaseKind base = BaseKind::kAuto;
  bool is_static = false;
  bool self_collision = true;  ///< of non-adjacent links
  /// Shapes that touch in this posture touch by construction and are never tested: "" the neutral
  /// one, "initial" that of the start, else a named one of the robot.
  std::string touching_posture;
  CollisionFilter collision;                               ///< of all shapes
  std::map<std::string, CollisionFilter> collision_links;  ///< by link, over `collision`
  std::optional<double> mass;                              ///< [kg]
  std::optional<double> density;   ///< [kg/m³], default 1000; robots without mass: default none
  std::optional<Matrix3> inertia;  ///< about the centre of mass, with mass [kg m²]
  std::string material = "default";
  RigidTransform pose;                              ///< of the base / body in W
  SpatialVelocity velocity;                         ///< of a floating base in W
  std::string posture;                              ///< a named one of the robot, "" = neutral
  std::map<std::string, double> q, v;               ///< by joint (freedom) name, over the posture
  std::optional<PdSpec> pd;                         ///< all actuated joints
  std::map<std::string, PdSpec> pd_joints;          ///< per joint, over pd
  Compliance limits;                                ///< of all position limits; rigid by default
  std::map<std::string, Compliance> limits_joints;  ///< per joint, over limits
};

/// A closed loop: what two links, or two joints, have to keep (docs/theory/loops.md). Ends are
/// MODEL/LINK, the name alone of a model of one body or of a static one, or "world"; of a gear
/// MODEL/JOINT.
struct LoopSpec {
  LoopKind kind = LoopKind::kWeld;
  std::string a, b;
  std::optional<RigidTransform> pose = RigidTransform();  ///< weld: of b in a; none: as they stand
  Vector3 at_a = Vector3::Zero();                 ///< point, distance, rope: in the frame of a [m]
  std::optional<Vector3> at_b = Vector3::Zero();  ///< in b [m]; none: where a's stands
  std::optional<double> length;                   ///< distance, rope [m]; none: as they stand
  double ratio = 1;                               ///< gear: q_a = ratio q_b + offset
  std::optional<double> offset = 0;               ///< gear; none: as they stand
  /// Rigid, exact and closed at the start; or a law of force that pulls towards the closed loop.
  Compliance compliance;
};

struct ForceSpec {
  std::string on;                                                    ///< model or model/link
  double from = 0, until = std::numeric_limits<double>::infinity();  ///< [s]
  Vector3 force = Vector3::Zero();                                   ///< in W [N]
  Vector3 moment = Vector3::Zero();                                  ///< in W [N m]
  Vector3 at = Vector3::Zero();  ///< point of application in the link frame [m]
};

/// Everything a World is made of.
struct WorldSpec {
  double step = 1e-3;  ///< [s]
  Integrator integrator = Integrator::kSemiImplicitEuler;
  Vector3 gravity{0, 0, -9.81};  ///< [m/s²]
  ContactSpec contact;
  MaterialTable materials;
  int threads = 1;
  std::vector<std::filesystem::path> plugin_directories;
};

}  // namespace cardan
