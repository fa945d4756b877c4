#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/export.h"
#include "cardan/geometry.h"
#include "cardan/spatial.h"

/// Contents of an MJCF file, with includes, classes and defaults resolved and the rules of the
/// compiler section applied. Units: SI and radians. Lengths and axes are those of MuJoCo's compiled
/// model, but the poses of meshes refer to the frame of the mesh file.
namespace cardan {

namespace mjcf {

/// Location of an element.
struct Source {
  std::string file;  ///< path of the file
  int line = 0;      ///< line in the file
};

/// Value of an attribute such as `limited`. kAuto means limited if `autolimits` is set and a range
/// is given.
enum class Limited : unsigned char { kAuto, kNo, kYes };

/// Softness of a constraint: the reference and impedance parameters of MuJoCo's solver.
struct Softness {
  bool given = false;  ///< true if the file or one of its defaults gives a number
  std::array<double, 2> solref{0.02, 1};  ///< time constant [s] and damping ratio or, if both are
                                          ///< negative, −stiffness [1/s²] and −damping [1/s]
  /// Impedance: least and greatest value, width [rad, m], midpoint and power.
  std::array<double, 5> solimp{0.9, 0.95, 0.001, 0.5, 2};
};

/// Type of a joint.
enum class JointKind : unsigned char { kFree, kBall, kSlide, kHinge };

/// A joint of a body.
struct Joint {
  std::string name;  ///< unique; derived from the name of the body if the file gives none
  Source source;     ///< location of the element
  JointKind kind = JointKind::kHinge;  ///< type of the joint
  Vector3 pos = Vector3::Zero();       ///< anchor in the frame of the body [m]
  Vector3 axis = Vector3::UnitZ();     ///< unit vector in the frame of the body
  double ref = 0;                      ///< coordinate in the initial pose of the file [rad, m]
  double spring_reference = 0;         ///< rest position of the spring [rad, m]
  double stiffness = 0;                ///< stiffness of the spring [N m/rad, N/m]
  std::array<double, 2> spring_damper{0, 0};  ///< time constant [s] and damping ratio; 0 if unused
  double damping = 0;                         ///< viscous damping [N m s/rad, N s/m]
  double armature = 0;                        ///< rotor inertia [kg m², kg]
  double friction = 0;                        ///< the attribute frictionloss [N m, N]
  bool limited = false;                       ///< true if `range` applies
  std::array<double, 2> range{0, 0};        ///< [rad, m]; for a ball joint, 0 and the largest angle
  Softness limit;                           ///< softness of the limits
  Softness friction_softness;               ///< softness of the friction
  bool force_limited = false;               ///< true if actuatorfrcrange applies
  std::array<double, 2> force_range{0, 0};  ///< range actuatorfrcrange [N m, N]
  int body = 0;                             ///< index of the body that the joint moves
};

/// A geom: a shape of a body.
struct Geom {
  std::string name;                           ///< name; "" if the file gives none
  Source source;                              ///< location of the element
  GeometryKind kind = GeometryKind::kSphere;  ///< type of the geom; a heightfield for "hfield"
  /// Pose of the geom, or of the vertices of a mesh, in the frame of the body.
  RigidTransform X_BG;
  Vector3 size = Vector3::Zero();  ///< radius and half lengths, as in MuJoCo [m]
  int mesh = -1, hfield = -1;      ///< indices of assets
  /// Collision filter: two geoms collide if contype of one and conaffinity of the other share a
  /// bit.
  std::uint32_t contype = 1, conaffinity = 1;
  int condim = 3;    ///< dimension of the contact: 1, 3, 4 or 6
  int group = 0;     ///< group in MuJoCo's viewer
  int priority = 0;  ///< of two geoms, the one with the higher priority sets the contact parameters
  std::array<double, 3> friction{
      1, 0.005, 0.0001};  ///< coefficients of sliding [1], torsional and rolling friction [m]
  Softness softness;      ///< softness of the contacts
  double solmix = 1;  ///< weight with which the softness is combined with that of the other geom
  double margin = 0, gap = 0;                 ///< contact margin and gap [m]
  std::optional<double> mass;                 ///< mass, if given [kg]
  double density = 1000;                      ///< [kg/m³]; for a shell [kg/m²]
  bool shell = false;                         ///< true if the mass is on the surface
  std::optional<std::array<double, 4>> rgba;  ///< colour, if given, from 0 to 1
  /// Inertia in the frame of the body, from the mass or the density; zero for planes.
  SpatialInertia inertia;
  int body = 0;  ///< index of the body of the geom
};

/// A site: a frame that is fixed to a body.
struct Site {
  std::string name;     ///< name; "" if the file gives none
  Source source;        ///< location of the element
  RigidTransform X_BS;  ///< pose in the frame of the body
  int body = 0;         ///< index of the body of the site
};

/// A body. Body 0 is the world. Bodies are in depth-first order of the file, as in MuJoCo.
struct Body {
  std::string name;     ///< unique; "body" and its number if the file gives none
  Source source;        ///< location of the element
  int parent = -1;      ///< index of the parent; −1 for the world
  RigidTransform X_PB;  ///< pose in the frame of the parent, with all joints at `ref`
  std::vector<int> joints, geoms, sites;  ///< indices of the joints, geoms and sites
  SpatialInertia inertia;  ///< inertia from <inertial> or from the geoms, in the frame of the body
  int inertia_line = 0;    ///< line of <inertial>, 0 if there is none
  bool mocap = false;      ///< true for a body that a program moves
  double gravity_compensation = 0;  ///< fraction of the weight that is cancelled
};

/// A mesh with its scale applied, in the frame of its file.
struct Mesh {
  std::string name;                 ///< name; "" if the file gives none
  Source source;                    ///< location of the element
  std::string file;                 ///< resolved path; "" if the MJCF file contains the vertices
  Vector3 scale = Vector3::Ones();  ///< scale, which is already applied
  RigidTransform X_MV;  ///< pose of the file's vertices in the frame of the mesh (refpos, refquat)
  /// Triangles of the file; null if it cannot be read.
  std::shared_ptr<const TriangleMesh> triangles;
  bool has_faces = true;  ///< false if the mesh has only points, which collide as their convex hull
  bool one_part = false;  ///< true if the file has one part, which is `triangles`
  /// Mass properties in the frame of the vertices: of the solid at density 1 kg/m³, and of the
  /// surface at 1 kg/m².
  SpatialInertia solid, surface;
  bool is_shell = false;  ///< true for inertia="shell", i.e. if geoms with this mesh have their
                          ///< mass on the surface
};

/// A heightfield.
struct Hfield {
  std::string name;           ///< name; "" if the file gives none
  Source source;              ///< location of the element
  std::string file;           ///< resolved path; "" if the MJCF file contains the heights
  int rows = 0, columns = 0;  ///< 0 if the image defines them
  std::array<double, 4> size{1, 1, 1,
                             0};  ///< half extents along x and y, height of elevation 1, depth [m]
  /// Elevations from 0 to 1 in MuJoCo's order: the first row has the smallest y. Empty if `file`
  /// contains the heights.
  std::vector<double> elevation;
};

/// Two geoms with contact parameters of their own.
struct ContactPair {
  std::string name;            ///< name; "" if the file gives none
  Source source;               ///< location of the element
  int geom1 = -1, geom2 = -1;  ///< indices of the geoms
  std::optional<int> condim;   ///< dimension of the contact, if given
  /// Coefficients: two of sliding, one of torsional and two of rolling friction.
  std::optional<std::array<double, 5>> friction;
  Softness softness;  ///< softness of the contacts
};

/// Two bodies whose geoms never collide with each other.
struct ContactExclude {
  Source source;               ///< location of the element
  int body1 = -1, body2 = -1;  ///< indices of the bodies
};

/// Type of an equality constraint.
enum class EqualityKind : unsigned char { kConnect, kWeld, kJoint, kTendon, kDistance };

/// An equality constraint.
struct Equality {
  EqualityKind kind = EqualityKind::kConnect;  ///< type of the constraint
  std::string name;                            ///< name; "" if the file gives none
  Source source;                               ///< location of the element
  bool active = true;                          ///< false if the constraint is switched off
  int object1 = -1, object2 = -1;  ///< bodies, joints, tendons or geoms; −1 is the world or none
  int site1 = -1, site2 = -1;      ///< sites used instead of bodies
  Vector3 anchor = Vector3::Zero();  ///< for kConnect: position in the frame of body 1 [m]
  /// For kWeld: pose of body 2 in the frame of body 1; if empty, that in the initial pose of the
  /// file.
  std::optional<RigidTransform> relative_pose;
  /// For kJoint and kTendon: coefficients of coordinate 1 as a polynomial in coordinate 2.
  std::array<double, 5> polynomial{0, 1, 0, 0, 0};
  double distance = 0;  ///< distance for kDistance [m]
  Softness softness;    ///< softness of the constraint
};

/// A joint of a fixed tendon.
struct TendonTerm {
  int joint = -1;          ///< index of the joint
  double coefficient = 0;  ///< change of the length per change of the coordinate
};

/// A tendon.
struct Tendon {
  std::string name;               ///< name; "" if the file gives none
  Source source;                  ///< location of the element
  bool fixed = true;              ///< false for a spatial tendon
  std::vector<TendonTerm> terms;  ///< joints of a fixed tendon
  std::vector<int> path_sites;    ///< sites of a spatial tendon, in order
  bool simple_path =
      true;  ///< true if the path of a spatial tendon has only sites, no pulleys and no wrapping
  bool limited = false;                         ///< true if `range` applies
  std::array<double, 2> range{0, 0};            ///< range of the length [m, rad]
  double stiffness = 0;                         ///< stiffness of the spring [N/m, N m/rad]
  double damping = 0;                           ///< viscous damping [N s/m, N m s/rad]
  double friction = 0;                          ///< the attribute frictionloss [N, N m]
  std::array<double, 2> spring_length{-1, -1};  ///< −1 stands for the length in the initial pose
  Softness limit;                               ///< softness of the limits
};

/// The object on which an actuator acts.
enum class Transmission : unsigned char { kNone, kJoint, kJointInParent, kTendon, kSite, kOther };

/// An actuator: force = gain · ctrl + bias[0] + bias[1] · length + bias[2] · velocity, with the
/// length and the velocity of the transmission. A filter may act on ctrl.
struct Actuator {
  std::string name;  ///< name; "" if the file gives none
  Source source;     ///< location of the element
  int place =
      0;  ///< number of the element among all actuators of the file, as in a keyframe's ctrl
  std::string tag;                                  ///< tag of the element: motor, position, …
  Transmission transmission = Transmission::kNone;  ///< type of the object on which it acts
  int target = -1;                                  ///< index of the joint, tendon or site
  std::array<double, 6> gear{1, 0, 0, 0, 0, 0};     ///< gear ratios of the transmission
  bool affine = true;                               ///< false for a muscle or a user-defined law
  double gain = 1;                                  ///< force per unit of ctrl
  std::array<double, 2> gain_slopes{0, 0};  ///< gain per length and per velocity, e.g. of <damper>
  std::array<double, 3> bias{0, 0, 0};      ///< constant force, force per length and per velocity
  std::string dynamics = "none";            ///< the attribute dyntype
  double time_constant = 1;                 ///< time constant of the filter [s]
  bool ctrl_limited = false;                ///< true if `ctrl_range` applies
  bool force_limited = false;               ///< true if `force_range` applies
  std::array<double, 2> ctrl_range{0, 0};   ///< range of ctrl
  std::array<double, 2> force_range{0, 0};  ///< range of the force [N, N m]
};

/// A sensor.
struct SensorElement {
  std::string tag;   ///< tag of the element
  std::string name;  ///< name; "" if the file gives none
  Source source;     ///< location of the element
  /// Type of the object: "site", "body", "xbody", "joint", "geom", "actuator", …
  std::string object_type;
  std::string object;          ///< name of the object
  std::string reference_type;  ///< type of the reference object, "" if there is none
  std::string reference;       ///< name of the reference object
  double noise = 0;            ///< standard deviation, in the unit of the sensor
  double cutoff = 0;           ///< largest magnitude of a reading; 0 for no limit
};

/// A keyframe: a state of the whole model.
struct Keyframe {
  std::string name;                ///< name; "" if the file gives none
  Source source;                   ///< location of the element
  std::vector<double> qpos, ctrl;  ///< values; empty if not given
};

/// Settings of the element <option> and its flags.
struct Options {
  Source source;                     ///< location of the element
  double timestep = 0.002;           ///< time step [s]
  Vector3 gravity{0, 0, -9.81};      ///< gravity [m/s²]
  std::string integrator = "Euler";  ///< the attribute integrator
  std::string cone = "pyramidal";    ///< the attribute cone
  bool contacts = true;              ///< the flag `contact`
  bool has_gravity = true;           ///< the flag `gravity`
  bool limits = true;                ///< the flag `limit`
  bool equalities = true;            ///< the flag `equality`
  bool springs = true;               ///< the flags `passive` and `spring`
  bool dampers = true;               ///< the flags `passive` and `damper`
  bool clamp_ctrl = true;            ///< the flag `clampctrl`: ctrl stays in its range
  bool actuation = true;             ///< the flag `actuation`
  bool friction_loss = true;         ///< the flag `frictionloss`
  bool filter_parent = true;         ///< the flag `filterparent`
};

}  // namespace mjcf

/// Contents of a file and of the files that it includes.
struct MjcfDescription {
  std::string name;                            ///< model name in <mujoco>, "" if none
  std::string file;                            ///< path as the user gave it
  std::vector<std::string> included;           ///< paths of the included files
  int line = 0;                                ///< line of <mujoco>
  mjcf::Options options;                       ///< settings of the simulation
  std::vector<mjcf::Body> bodies;              ///< bodies; the first one is the world
  std::vector<mjcf::Joint> joints;             ///< joints, by body
  std::vector<mjcf::Geom> geoms;               ///< geoms, by body
  std::vector<mjcf::Site> sites;               ///< sites, by body
  std::vector<mjcf::Mesh> meshes;              ///< meshes
  std::vector<mjcf::Hfield> hfields;           ///< heightfields
  std::vector<mjcf::ContactPair> pairs;        ///< pairs of geoms with parameters of their own
  std::vector<mjcf::ContactExclude> excludes;  ///< pairs of bodies that do not collide
  std::vector<mjcf::Equality> equalities;      ///< equality constraints
  std::vector<mjcf::Tendon> tendons;           ///< tendons
  std::vector<mjcf::Actuator> actuators;       ///< actuators
  std::vector<mjcf::SensorElement> sensors;    ///< sensors
  std::vector<mjcf::Keyframe> keyframes;       ///< keyframes
  std::vector<Diagnostic> diagnostics;         ///< findings of the reader

  /// The first diagnostic of severity kError, or null.
  const Diagnostic* first_error() const {
    for (const Diagnostic& d : diagnostics) {
      if (d.severity == Severity::kError) return &d;
    }
    return nullptr;
  }
};

// The MJCF reader (docs/mjcf.md). Everything that is ignored, approximated or doubtful is reported
// as a diagnostic with its file and line. A file with a defect that would change the meaning of
// the model is rejected.

/// Options of the reader.
struct MjcfOptions {
  /// If false, included files, meshes and heightfields must be in the project of the file
  /// (FileScope) or below the parent of its folder. If true, they may be anywhere. A non-empty
  /// CARDAN_ALLOW_OUTSIDE in the environment has the same effect as true.
  bool allow_outside = false;
  bool allow_missing_meshes = false;  ///< a missing mesh only removes its geoms, with a warning
  bool find_files =
      true;  ///< if false, only the given text is read, and all other files count as missing
  bool strict = false;    ///< reject the file on any warning
  std::string directory;  ///< folder to which paths in a text without a file are relative; "" for
                          ///< the current folder
};

/// Reads a file with its includes and meshes. Throws Error (what, file:line and element, hint) if
/// the file is rejected.
CARDAN_API MjcfDescription read_mjcf(const std::string& file, const MjcfOptions& options = {});

/// Reads a text. `label` replaces the file name in messages.
CARDAN_API MjcfDescription read_mjcf_text(const std::string& text, const std::string& label,
                                          const MjcfOptions& options = {});

/// Like read_mjcf, but does not throw for a bad file: every defect is a diagnostic of severity
/// kError, and the description contains what could be read.
CARDAN_API MjcfDescription inspect_mjcf(const std::string& file, const MjcfOptions& options = {});
CARDAN_API MjcfDescription inspect_mjcf_text(const std::string& text, const std::string& label,
                                             const MjcfOptions& options = {});

/// True if the root element of a file is <mujoco>. A URDF, whose root is <robot>, may have a child
/// <mujoco>.
CARDAN_API bool is_mjcf_file(const std::string& file);

}  // namespace cardan
