#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cardan/error.h"
#include "cardan/geometry.h"
#include "cardan/joint_type.h"
#include "cardan/spatial.h"

namespace cardan {

/// Ways to attach the root link.
enum class UrdfBase {
  kAuto,   ///< by the rules of docs/urdf.md: the virtual joint of the SRDF file, the name of the
           ///< root link (`world`, `base_footprint`), a root without inertia that carries one chain
  kFixed,  ///< fixed to the world
  kFloating,  ///< floating, with six DoFs
};

/// The caller of the reader. Messages name options in the notation of the caller's interface.
enum class UrdfCaller {
  kProgram,  ///< a program, e.g. UrdfOptions::density
  kCheck,    ///< the command, e.g. --density
  kScene,    ///< a scene file, e.g. the key `density` of a model
};

/// Options for reading a URDF file and building its robot.
struct UrdfOptions {
  std::map<std::string, std::string>
      packages;  ///< directory of each package, by name; takes precedence over any search
  bool allow_missing_meshes =
      false;  ///< a missing collision mesh only removes its shape, with a warning
  /// If false, meshes must be in a package that is given in `packages` or found through
  /// ROS_PACKAGE_PATH or AMENT_PREFIX_PATH, in the project of the file (FileScope), or below the
  /// parent of the file's folder. If true, they may be anywhere. A non-empty CARDAN_ALLOW_OUTSIDE
  /// in the environment has the same effect as true.
  bool allow_outside = false;
  bool load_visual_meshes =
      false;  ///< also load the triangles of <visual>; otherwise only check that the files exist
  bool strict = false;  ///< reject the file on any warning
  UrdfBase base = UrdfBase::kAuto;
  bool project_inertias = false;  ///< replace an impossible inertia by the nearest possible one
  bool find_files =
      true;  ///< if false, only the given text is read, and every mesh counts as missing
  /// SRDF file; "" for STEM.srdf beside the file or in ../srdf, if it exists.
  std::string srdf_file;
  std::string srdf_text;  ///< SRDF text that replaces the file; "" if there is none
  std::string directory;  ///< folder to which mesh paths in a text without a file are relative; ""
                          ///< for the current folder
  /// Density of the collision shapes [kg/m³]. It is used, with a warning, if no moving link of the
  /// robot has mass (as in models made for motion planning). If empty, a robot without mass is
  /// rejected.
  std::optional<double> density;
  UrdfCaller caller = UrdfCaller::kProgram;

  bool operator==(const UrdfOptions&) const = default;
};

// Contents of a URDF file, element by element, in file order, with line numbers. Absent values are
// distinguished from zero.

/// The element <origin>: a pose in the frame of the parent element, as written.
struct OriginRecord {
  bool given = false;             ///< false if there is no <origin>; the pose is then the identity
  Vector3 xyz = Vector3::Zero();  ///< translation [m]
  Vector3 rpy = Vector3::Zero();  ///< fixed-axis roll, pitch, yaw [rad]
  /// Unit quaternion of URDF 1.1 in the order of the file. It replaces rpy.
  std::optional<std::array<double, 4>> quat_xyzw;

  RigidTransform pose() const {
    if (!quat_xyzw) return RigidTransform::from_xyz_rpy(xyz, rpy);
    const std::array<double, 4>& q = *quat_xyzw;
    return {Quaternion(q[3], q[0], q[1], q[2]).toRotationMatrix(), xyz};
  }
};

/// The element <inertial>.
struct InertialRecord {
  int line = 0;
  OriginRecord origin;         ///< pose of the inertial frame (at the centre of mass) in the link
                               ///< frame
  std::optional<double> mass;  ///< mass [kg]; empty if there is no <mass>
  double density = 0;          ///< [kg/m³] from IsaacGym's <density>; 0 if there is none
  std::optional<Matrix3> inertia;  ///< inertia about the centre of mass in axes of the inertial
                                   ///< frame [kg m²]; empty for a point mass

  /// Returns the inertia in the link frame: R I Rᵀ about the centre of mass.
  SpatialInertia in_link_frame() const {
    const RigidTransform X_LI = origin.pose();
    SpatialInertia result;
    result.mass = mass.value_or(0.0);
    result.com = X_LI.p;
    if (inertia) result.inertia = X_LI.R * *inertia * X_LI.R.transpose();
    return result;
  }
};

/// Appearance of a visual: its <material>, or the named material of the robot to which it refers.
struct AppearanceRecord {
  std::string material;                       ///< name, "" if none
  std::optional<std::array<double, 4>> rgba;  ///< red, green, blue, opacity, from 0 to 1
  std::string texture;                        ///< file as written, "" if none
};

/// An element <collision> or <visual>.
struct ShapeRecord {
  int line = 0;
  std::string name;      ///< name, "" if none
  std::string tag;       ///< tag of the shape: "box", "mesh", "capsule", …; "" for an empty
                         ///< <geometry>
  bool usable = false;   ///< false if the shape is skipped; a diagnostic then gives the reason
  OriginRecord origin;   ///< origin as written
  RigidTransform X_LS;   ///< pose of the shape in the link frame (origin and, for a plane, the
                         ///< rotation of +z onto its normal)
  std::string mesh_uri;  ///< mesh URI as written, "" for other shapes
  GeometryRecord geometry;
  int group = 1, mask = -1;  ///< Bullet's collision filter; the defaults collide with everything
  /// Surface data of a collision, from the tags of Bullet, Gazebo and Drake.
  MaterialRecord material;
  /// Material of a collision in the scene; "" for the material of the model.
  std::string surface;
  AppearanceRecord appearance;  ///< colour and texture of a visual
};

/// The element <link>.
struct LinkRecord {
  std::string name;
  int line = 0;
  bool implicit = false;   ///< true for an undeclared `world` that a joint names as its parent
  bool base_only = false;  ///< the attribute cardan:base: the link stands for the base and is not a
                           ///< frame of the skeleton
  std::optional<bool> self_collide;  ///< Gazebo's selfCollide
  std::optional<InertialRecord> inertial;
  std::vector<ShapeRecord> collisions;
  std::vector<ShapeRecord> visuals;
};

/// The element <mimic>: q = multiplier · q_leader + offset.
struct MimicRecord {
  int line = 0;
  std::string joint;
  double multiplier = 1;
  double offset = 0;  ///< offset [rad, m]
};

/// The element <cardan:freedom>: properties of one DoF that plain URDF cannot express. Fields that
/// are absent keep the values of the plain elements. Infinite bounds are written "none".
struct FreedomRecord {
  int line = 0;
  /// Index of the DoF; empty if the record applies to every DoF of the joint.
  std::optional<int> index;
  /// See JointRecord for the units.
  std::optional<double> damping, friction, spring_stiffness, spring_reference, armature;
  std::optional<double> lower, upper, effort, velocity;  ///< limits, see JointRecord
  std::optional<bool> actuated;                          ///< false if no motor acts on the DoF
};

/// The element <joint>.
struct JointRecord {
  std::string name;
  int line = 0;
  std::string type_name;  ///< type as written
  JointType type = JointType::kFixed;
  std::string parent, child;            ///< names of links
  int parent_line = 0, child_line = 0;  ///< lines of <parent> and <child>
  OriginRecord origin;
  Vector3 axis = Vector3::UnitX();         ///< unit vector in the joint frame
  Vector3 axis2 = Vector3::UnitY();        ///< unit vector; second axis of a universal joint
  double pitch = 0;                        ///< pitch of a screw joint [m/rad]
  bool has_limit = false;                  ///< true if the file has a <limit> element
  int limit_line = 0;                      ///< line of <limit>
  std::optional<double> lower, upper;      ///< position limits [rad, m]
  std::optional<double> effort, velocity;  ///< limits [N m, N], [rad/s, m/s]
  /// Positive limits of URDF 1.2 for acceleration and deceleration [rad/s², m/s²] and jerk [rad/s³,
  /// m/s³]. Simulation steps do not enforce these limits.
  std::optional<double> acceleration, deceleration, jerk;
  double damping = 0;           ///< viscous damping [N m s/rad, N s/m]
  double friction = 0;          ///< Coulomb friction [N m, N]
  double spring_stiffness = 0;  ///< stiffness of the spring [N m/rad, N/m]
  double spring_reference = 0;  ///< rest position of the spring [rad, m]
  double armature =
      0;  ///< reflected rotor inertia: armature or rotor_inertia · gear_ratio² [kg m², kg]
  std::optional<MimicRecord> mimic;
  std::vector<FreedomRecord> freedoms;
};

/// A named posture: <group_state> in an SRDF file or <cardan:posture> in a URDF file.
struct PostureRecord {
  std::string name;
  std::map<std::string, std::vector<double>> q;  ///< coordinates by joint name [rad, m]
};

/// Counts of the elements of the file, taken directly from its XML and not from the description, so
/// that the two can be compared.
struct FileCounts {
  int links = 0;
  int joints = 0;
  std::map<std::string, int> joint_types;  ///< number of joints of each type, as written
  int dof = 0;      ///< number of DoFs of the non-fixed joints, including mimic joints
  int mimic = 0;    ///< number of joints with a <mimic>
  double mass = 0;  ///< sum of all <mass> [kg]
  /// Number of <collision> elements by the tag of their first shape.
  std::map<std::string, int> shapes;
  int visuals = 0;    ///< number of <visual> elements
  int inertials = 0;  ///< number of <inertial> elements
};

/// The data read from the SRDF file that belongs to the URDF file.
struct SrdfRecord {
  std::string file;  ///< path of the file, "" if none was found
  /// Type of the virtual joint: "fixed", "floating" or "planar".
  std::optional<std::string> virtual_joint_type;
  std::string virtual_joint_name;   ///< name of the virtual joint, "" if the file has none
  std::string virtual_joint_child;  ///< link that the virtual joint connects to the world
  /// Pairs in <disable_collisions>.
  std::vector<std::pair<std::string, std::string>> disabled_links;
  std::vector<std::string> passive_joints;  ///< joints without a motor
  /// Postures in <group_state>; states of the same name are merged.
  std::vector<PostureRecord> postures;
};

/// Links that a joint connects never collide. Which links further apart do not collide either, or
/// whether there are none at all (MJCF with filterparent="disable").
enum class Adjacency : unsigned char {
  kThroughEmpty,     ///< also links between which all links are without shapes
  kThroughMassless,  ///< also links between which all links are without shapes and mass (MJCF)
  kNone,             ///< not even links that a joint connects
};

/// A URDF file as read. The data of each link are in its own frame. Units: SI and radians.
struct RobotDescription {
  std::string name;  ///< name of the robot; may be ""
  /// Version attribute of <robot>, as written; "" if there is none, which means 1.0.
  std::string version;
  std::string file;                  ///< path as the user gave it
  int line = 0;                      ///< line of <robot>
  std::vector<LinkRecord> links;     ///< links in the order of the file
  std::vector<JointRecord> joints;   ///< joints in the order of the file
  std::string root;                  ///< name of the root link, "" if the tree is broken
  std::optional<bool> self_collide;  ///< Gazebo's self_collide of the whole robot
  bool is_static = false;            ///< Gazebo's <static>
  /// Pairs of links that Drake's filter groups or Gazebo's selfCollide exclude.
  std::vector<std::pair<std::string, std::string>> disabled_links;
  Adjacency adjacency = Adjacency::kThroughEmpty;  ///< links that do not collide by construction
  /// Pairs of names of collision shapes that collide although their links are adjacent or disabled
  /// (MJCF's <pair>), the smaller name first.
  std::vector<std::pair<std::string, std::string>> colliding_shapes;
  std::vector<PostureRecord> postures;    ///< postures in the URDF itself
  std::set<std::string> missing_visuals;  ///< URIs of meshes of visuals that were not found
  std::string mesh_directory;             ///< folder from <mujoco><compiler meshdir>, "" if none
  FileCounts counts;
  SrdfRecord srdf;
  std::vector<Diagnostic> diagnostics;

  /// The first diagnostic of severity kError, or null.
  const Diagnostic* first_error() const {
    for (const Diagnostic& d : diagnostics) {
      if (d.severity == Severity::kError) return &d;
    }
    return nullptr;
  }
};

}  // namespace cardan
