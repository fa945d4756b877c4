#pragma once

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cardan/constraint/constraint_set.h"
#include "cardan/constraint/formulation.h"
#include "cardan/core/geometry_record.h"
#include "cardan/host/contact_solver.h"

/// Plain descriptions of a world: what a scene file says, and what a program may fill by itself.
namespace cardan {

/// A solver by id, with its options and what follows when it fails.
struct SolverSpec {
  std::string id;                     ///< "" = the formulation's default
  std::vector<SolverOption> options;  ///< the plugin's own
  std::optional<double> tolerance;    ///< [m/s], default 1e-8
  std::optional<int> max_iterations;
  std::vector<SolverSpec> fallback;  ///< tried in turn
};

struct ContactSpec {
  std::optional<FormulationSpec> formulation;  ///< default: the solver's, else cone
  SolverSpec solver;
  Stabilization stabilization;
};

/// A named surface. compliance and stiffness exclude each other.
struct MaterialSpec {
  double mu_static = 0.8, mu_kinetic = 0.8;
  double restitution = 0;
  double compliance = 1e-4;                                     ///< fraction of A_nn
  double stiffness = std::numeric_limits<double>::quiet_NaN();  ///< [N/m]
  double damping = 0;                                           ///< [N s/m]
};

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

struct TimeSpec {
  double step = 1e-3;     ///< [s]
  double duration = 1.0;  ///< [s]
};

/// PD law τ = kp (q_ref − q) + kd (v_ref − v), implicit. target "initial" = posture at time 0.
struct PdSpec {
  double kp = 0, kd = 0;
  std::optional<double> target;  ///< [rad, m]; none = initial posture
  double velocity = 0;           ///< [rad/s, m/s]
  std::optional<double> effort;  ///< bound; none = the joint's own limit
};

enum class BaseKind { kAuto, kFixed, kFloating };

struct ModelSpec {
  std::string name;
  std::string urdf;  ///< path, or "" and one geometry
  std::optional<GeometryRecord> geometry;
  std::map<std::string, std::string> packages;  ///< name → directory
  bool allow_missing_meshes = false;
  bool project_inertias = false;  ///< impossible inertias become the nearest possible ones
  bool strict = false;            ///< a warning of the robot file refuses it
  BaseKind base = BaseKind::kAuto;
  bool is_static = false;
  bool self_collision = true;      ///< of non-adjacent links
  std::optional<double> mass;      ///< [kg]
  std::optional<double> density;   ///< [kg/m³], default 1000
  std::optional<Matrix3> inertia;  ///< about the centre of mass, with mass [kg m²]
  std::string material = "default";
  RigidTransform pose;                      ///< of the base / body in W
  SpatialVelocity velocity;                 ///< of a floating base in W
  std::string posture;                      ///< a named one of the robot, "" = neutral
  std::map<std::string, double> q, v;       ///< by joint (freedom) name, over the posture
  std::optional<PdSpec> pd;                 ///< all actuated joints
  std::map<std::string, PdSpec> pd_joints;  ///< per joint, over pd
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
  double step = 1e-3;            ///< [s]
  Vector3 gravity{0, 0, -9.81};  ///< [m/s²]
  ContactSpec contact;
  MaterialTable materials;
  int threads = 1;
  std::vector<std::filesystem::path> plugin_directories;
};

}  // namespace cardan
