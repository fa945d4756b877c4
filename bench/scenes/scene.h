#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/dynamics/urdf/build_skeleton.h"

/// Scenes that every engine is given alike, ours among them, in our conventions (docs/notation.md).
namespace cardan::bench {

/// Friction of a surface so that a pair has the same coefficient whatever an engine makes of two.
struct Friction {
  double product = 0;   ///< where the two are multiplied: Bullet, ODE, ours
  double least = 0;     ///< where the smaller holds: DART
  double greatest = 0;  ///< where the larger holds: MuJoCo
};

struct Surface {
  Friction friction;
  double restitution = 0;
};

/// A sphere or a box.
struct Body {
  enum class Shape { kSphere, kBox } shape = Shape::kSphere;
  Vector3 size = Vector3::Zero();  ///< radius, 0, 0; or full edges [m]
  double mass = 0;                 ///< evenly spread [kg]; 0: it never moves
  Vector3 position = Vector3::Zero();
  Vector3 velocity = Vector3::Zero();
  Surface surface;
};

/// A constant force in W at the centre of body 0, or at the base's origin of every robot.
struct Push {
  enum class Target { kNothing, kBody, kBase } target = Target::kNothing;
  Vector3 force = Vector3::Zero();  ///< [N]
  double until = 0;                 ///< [s]
};

/// τ = kp (q_0 − q) − kd v on every joint.
struct PdGains {
  double kp = 0, kd = 0;  ///< [N m/rad, N m s/rad]; both 0: the joints are free
};

/// The measured quantity, and when the answer counts as sound (measure.cpp).
enum class Metric {
  kRolling,      ///< mean squared error of the velocities of slab and ball [m²/s²]
  kPenetration,  ///< mean over time of the sum of squared penetrations [m²]
  kEnergy,       ///< mean squared error of the energy [J²]
  kMomentum,     ///< mean squared error of the momentum [kg² m²/s²]
  kDrift,        ///< way of the first robot's base along the ground from 2 s to the end [m]
  kPile,         ///< deepest penetration at the end over the smaller radius [1]
};

struct Scene {
  std::string name;
  double duration = 0;        ///< [s]
  std::vector<double> steps;  ///< that it is measured at [s]
  Metric metric = Metric::kPenetration;
  Vector3 gravity{0, 0, -9.81};
  std::optional<Surface> ground;  ///< the half-space below z = 0
  std::vector<Body> bodies;

  std::string robot_name;                   ///< "" without robots
  std::shared_ptr<const RobotModel> robot;  ///< of hinges on a floating base; links meet the bodies
                                            ///< and the ground but no other link
  Surface robot_surface;
  std::vector<Vector3> robots;  ///< origins of the bases at the start
  VectorX posture;              ///< of the joints, in the order of the bodies [rad]
  PdGains pd;
  Push push;
  double observe_from = 0;  ///< [s], start of the metric
  double inner_half = 0;    ///< kPile: half the width of the container [m]
};

/// Names of all scenes, in the order of the tables.
const std::vector<std::string>& scene_names();

/// Throws Error: no such scene, or it asks for a robot that is not there.
Scene make_scene(const std::string& name);

}  // namespace cardan::bench
