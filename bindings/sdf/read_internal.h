#pragma once

#include <map>
#include <optional>
#include <sdf/sdf.hh>
#include <set>
#include <string>
#include <vector>

#include "cardan/core/file_scope.h"
#include "cardan/dynamics/mjcf/mjcf_trees.h"
#include "cardan/dynamics/urdf/mesh_loader.h"
#include "cardan/dynamics/urdf/robot_description.h"
#include "cardan/sdf/sdf_scene.h"

/// Parts of the translation of libsdformat's objects into a scene.
namespace cardan::sdformat {

using Element = ::sdf::ElementPtr;

inline constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;  ///< of one file

/// 3 pi/16. Gazebo: a patch of radius a under a force F bears a moment of 3 pi/16 mu a F about its
/// normal.
inline constexpr double kPatchMoment = 0.5890486225480862;

/// State of all parts: the options, the scene that grows, and the files that were found.
struct Context {
  const SdfOptions& options;
  std::string label;   ///< name of the main file in messages
  std::string folder;  ///< of its relative paths
  std::optional<FileScope> scope;
  Scene scene;
  MeshCache meshes;
  std::map<const ::sdf::Collision*, MjcfFilter> filters;
  std::map<std::string, std::string> surfaces;  ///< key of a surface → name of the material

  void error(const Element& at, const std::string& message);
  void warn(const Element& at, const std::string& message);
  void info(const Element& at, const std::string& message);
  void say(Severity severity, const Element& at, const std::string& message);
  bool failed() const;
};

/// Where an element stands: its file as the user knows it, and its line (0: made by a conversion
/// from an older version).
std::string file_of(const Context& context, const Element& element);
int line_of(const Element& element);
/// The element with the names of those around it: link "arm" / collision "hull".
std::string words_of(const Element& element);
/// The element below `element` that the file gives, or null. path: names separated by '/'.
Element given(const Element& element, const std::string& path);

RigidTransform transform_of(const ignition::math::Pose3d& pose);
Vector3 vector_of(const ignition::math::Vector3d& vector);
/// The resolved pose; an unresolvable one is an error.
RigidTransform pose_of(Context& context, const ::sdf::SemanticPose& pose, const Element& at,
                       const std::string& in = "");

/// The file of a URI, "" if it is missing or not allowed; then `why` says it.
std::string find_uri(const Context& context, const std::string& uri, const std::string& folder,
                     std::string& why);

/// Checks includes, sizes and depth of a text before libsdformat reads it. Returns the files of all
/// included URIs; defects are errors of the context.
std::map<std::string, std::string> scan_text(Context& context, const std::string& text);

/// Reads a text with libsdformat. Returns false for a file that is rejected.
bool read_document(Context& context, const std::string& text,
                   const std::map<std::string, std::string>& includes, ::sdf::Root& root);

/// Tells which elements of the file are left out, and rejects numbers that are not finite.
void tell_elements(Context& context, const Element& root);

struct Link {
  const ::sdf::Link* source = nullptr;
  std::string name;     ///< with the names of nested models: arm::hand
  RigidTransform X_ML;  ///< in the frame of the top model
  bool self_collides = false;
  bool held = false;  ///< kinematic, or of a static model within one that moves
};

struct Joint {
  const ::sdf::Joint* source = nullptr;
  std::string name;
  std::string parent, child;           ///< names of links; parent: or "world"
  RigidTransform X_MJ;                 ///< in the frame of the top model
  std::optional<Vector3> axis, axis2;  ///< unit, in the frame of the top model
};

/// A model with all that it nests.
struct FlatModel {
  const ::sdf::Model* source = nullptr;
  std::string name;
  RigidTransform X_WM;
  bool is_static = false;
  std::string canonical_link;
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::map<std::string, std::size_t> link_index;
};

FlatModel flatten(Context& context, const ::sdf::Model& model);

/// Groups and masks of all collisions, by the rule of SDF.
void set_filters(Context& context, const std::vector<FlatModel>& models);

/// Shapes and inertia of a link. share: the part of its inertia that it has, see split_trees.
void fill_link(Context& context, const Link& link, bool is_static, double share,
               RobotDescription& robot, LinkRecord& record);
/// The heightmaps among the collisions of a link, as parts of a static body in the link's frame.
std::vector<CompoundPart> heightmaps_of(Context& context, const Link& link);

/// Surface of a collision. Anisotropic friction needs a material of the scene, which `material`
/// names; otherwise it is "".
MaterialRecord surface_of(Context& context, const ::sdf::Collision& collision,
                          std::string& material);
/// Adds the surface of a collision to the named materials of the scene and returns its name.
std::string named_surface(Context& context, const ::sdf::Collision& collision);

/// The joint without its place: type, axes in the child's frame, limits and passive forces.
JointRecord joint_record(Context& context, const Joint& joint, const RigidTransform& X_MC);

/// Adds the models, loops and ignored pairs of a model. Returns the end (MODEL/LINK) of each link
/// and, for each joint, MODEL/JOINT; those fixed to the world are absent.
struct Ends {
  std::map<std::string, std::string> link, joint;
};
Ends add_model(Context& context, const FlatModel& model);

void add_sensors(Context& context, const FlatModel& model, const Ends& ends);

}  // namespace cardan::sdformat
