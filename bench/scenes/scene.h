#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/geometry.h"
#include "cardan/robot_model.h"

/// Scenes for all engines including cardan, in the conventions of cardan (docs/notation.md).
namespace cardan::bench {

/// Friction of a surface, for each way in which an engine combines two coefficients, so that a pair
/// has the same coefficient in all engines.
struct Friction {
  double product = 0;   ///< for engines that multiply: Bullet, ODE, cardan
  double least = 0;     ///< for engines that take the smaller: DART
  double greatest = 0;  ///< for engines that take the larger: MuJoCo
};

struct Surface {
  Friction friction;
  double restitution = 0;
};

/// A homogeneous sphere, box, capsule or convex hull (kMesh). The origin of its frame is its centre
/// of mass, and the axes are principal ones.
struct Body {
  GeometryKind shape = GeometryKind::kSphere;
  Vector3 size = Vector3::Zero();  ///< as in GeometryRecord [m]
  double mass = 0;                 ///< [kg]; 0: static
  Vector3 position = Vector3::Zero();
  Vector3 velocity = Vector3::Zero();
  Surface surface;
  Quaternion orientation = Quaternion::Identity();
  std::shared_ptr<const TriangleMesh> hull = nullptr;  ///< of kMesh: closed and convex
};

GeometryRecord geometry(const Body& body);
/// About the centre of mass, along the axes of the body [kg m²].
Vector3 principal_moments(const Body& body);
/// Radius of the sphere about the centre of mass that contains the body [m].
double bounding_radius(const Body& body);

/// A constant force in W at the centre of body 0, or at the origin of the base of every robot.
struct Push {
  enum class Target { kNothing, kBody, kBase } target = Target::kNothing;
  Vector3 force = Vector3::Zero();  ///< [N]
  double until = 0;                 ///< [s]
};

/// τ = kp (q_0 − q) − kd v on every joint.
struct PdGains {
  double kp = 0, kd = 0;  ///< [N m/rad, N m s/rad]; both 0: the joints are free
};

/// Measured quantity. The criterion for a sound result is in measure.cpp.
enum class Metric {
  kRolling,      ///< mean squared error of the velocities of slab and ball [m²/s²]
  kPenetration,  ///< mean over time of the sum of squared penetrations [m²]
  kEnergy,       ///< mean squared error of the energy [J²]
  kMomentum,     ///< mean squared error of the momentum [kg² m²/s²]
  kDrift,  ///< distance covered by the base of the first robot along the ground from 2 s to the end
           ///< [m]
  kPile,   ///< deepest penetration at the end divided by half the smaller width of the two [1]
};

struct Scene {
  std::string name;
  double duration = 0;        ///< [s]
  std::vector<double> steps;  ///< time steps to measure [s]
  Metric metric = Metric::kPenetration;
  Vector3 gravity{0, 0, -9.81};
  std::optional<Surface> ground;  ///< the half-space below z = 0
  std::vector<Body> bodies;

  std::string robot_name;                   ///< "": no robots
  std::shared_ptr<const RobotModel> robot;  ///< hinges on a floating base; links collide with
                                            ///< bodies and the ground, but not with each other
  bool robots_meet = false;                 ///< links of different robots collide
  Surface robot_surface;
  std::vector<Vector3> robots;  ///< origins of the bases at the start
  VectorX posture;              ///< angles of the joints, in the order of the bodies [rad]
  PdGains pd;
  Push push;
  double observe_from = 0;  ///< start of the metric [s]
  double inner_half = 0;    ///< kPile: half the width of the container [m]
};

/// Names of all scenes, in the order of the tables.
const std::vector<std::string>& scene_names();

/// Throws Error for an unknown scene, or if its robot or its meshes are missing.
Scene make_scene(const std::string& name);

}  // namespace cardan::bench
