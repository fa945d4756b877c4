#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/constraint_laws.h"
#include "cardan/drive_spec.h"
#include "cardan/geometry.h"
#include "cardan/joint_type.h"

/// Plain data that describe a model. They are filled by the scene reader or by a program.
namespace cardan {

class Skeleton;
struct RobotDescription;
struct RobotModel;

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

}  // namespace cardan
