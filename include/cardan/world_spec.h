#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cardan/constraint_laws.h"
#include "cardan/solver_spec.h"
#include "cardan/spatial.h"

/// Plain data that describe a world and what connects its models.
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
