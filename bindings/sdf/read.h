#pragma once

#include <map>
#include <optional>
#include <sdf/sdf.hh>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bindings/sdf/silence.h"
#include "cardan/mesh_files.h"
#include "cardan/robot_description.h"
#include "cardan/sdf.h"
#include "core/distinct_names.h"
#include "core/file_scope.h"
#include "dynamics/mjcf/mjcf_trees.h"

namespace cardan {
struct CompoundPart;
}  // namespace cardan

/// Functions that convert the objects of libsdformat to a scene.
namespace cardan::sdformat {

using Element = ::sdf::ElementPtr;

inline constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;  ///< limit for one file

/// 3 pi/16. In Gazebo, a contact patch of radius a under a normal force F transmits a moment of up
/// to 3 pi/16 mu a F about its normal.
inline constexpr double kPatchMoment = 0.5890486225480862;

/// State of one conversion: the options, the scene built so far, and the files found.
struct Context {
  const SdfOptions& options;
  std::string label;   ///< name of the main file in messages
  std::string folder;  ///< folder to which relative paths refer
  std::optional<FileScope> scope;
  Scene scene;
  MeshCache meshes;
  std::map<const ::sdf::Collision*, MjcfFilter> filters;
  std::set<std::string> sensor_names;
  DistinctNames made_names;                     ///< for `sensor_names`
  std::map<std::string, std::string> surfaces;  ///< name of the material for each surface key
  /// Links with <inertial auto="true">, which libsdformat before version 14 does not know: file and
  /// line of <inertial>, and name of the link.
  std::set<std::tuple<std::string, int, std::string>> auto_inertials;

  void error(const Element& at, const std::string& message);
  void warn(const Element& at, const std::string& message);
  void info(const Element& at, const std::string& message);
  void say(Severity severity, const Element& at, const std::string& message);
  bool failed() const;
};

/// The location of an element: its file, as the user knows it, and its line. The line is 0 if
/// libsdformat made the element when it converted the file from an older version.
std::string file_of(const Context& context, const Element& element);
int line_of(const Element& element);
/// Describes an element with its parents, e.g. link "arm" / collision "hull".
std::string words_of(const Element& element);
/// Returns the descendant of `element` at `path` (names separated by '/'), or null if the file does
/// not contain it.
Element given(const Element& element, const std::string& path);

RigidTransform transform_of(const ignition::math::Pose3d& pose);
Vector3 vector_of(const ignition::math::Vector3d& vector);
/// Returns the resolved pose. Adds an error if the pose cannot be resolved.
RigidTransform pose_of(Context& context, const ::sdf::SemanticPose& pose, const Element& at,
                       const std::string& in = "");

/// Returns a text without the blanks around it, e.g. that of a URI.
std::string trimmed(std::string_view text);

/// Returns the file of a URI. If the file is missing or not allowed, returns "" and stores the
/// reason in `why`.
std::string find_uri(const Context& context, const std::string& uri, const std::string& folder,
                     std::string& why);

/// Checks includes, sizes and depth of a text before libsdformat reads it. Returns the file of each
/// included URI. Adds an error to the context for each defect.
std::map<std::string, std::string> scan_text(Context& context, const std::string& text);

/// Reads a text with libsdformat. Returns false if the file is rejected. silence: of libsdformat,
/// which tells some of its errors on the terminal alone.
bool read_document(Context& context, const std::string& text,
                   const std::map<std::string, std::string>& includes, const Silence& silence,
                   ::sdf::Root& root);

/// Reports the elements of the file that are left out, and rejects numbers that are not finite.
void tell_elements(Context& context, const Element& root);

struct Link {
  const ::sdf::Link* source = nullptr;
  std::string name;     ///< includes the names of nested models, e.g. arm::hand
  RigidTransform X_ML;  ///< pose in the frame of the top model
  bool self_collides = false;
  bool held = false;  ///< kinematic, or part of a static model that is nested in a moving one
};

struct Joint {
  const ::sdf::Joint* source = nullptr;
  std::string name;
  std::string parent, child;           ///< names of links; the parent may be "world"
  RigidTransform X_MJ;                 ///< pose in the frame of the top model
  std::optional<Vector3> axis, axis2;  ///< unit vectors in the frame of the top model
};

/// A model together with all models nested in it.
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

/// Determines the groups and masks of all collisions by the rules of SDF.
void set_filters(Context& context, const std::vector<FlatModel>& models);

/// Returns the inertia of a link in its own frame: the one of the file, or for auto="true" that of
/// its collisions. Adds an error if the mass of a shape is not known.
SpatialInertia inertia_of(Context& context, const Link& link);

/// Sets the shapes and the inertia of a link. share: the fraction of its inertia that this record
/// receives (see split_trees).
void fill_link(Context& context, const Link& link, bool is_static, double share,
               RobotDescription& robot, LinkRecord& record);
/// Returns the heightmaps among the collisions of a link as parts of a static body, in the frame of
/// the link.
std::vector<CompoundPart> heightmaps_of(Context& context, const Link& link);

/// Returns the surface of a collision. Anisotropic friction needs a material of the scene;
/// `material` is then set to its name, otherwise to "".
MaterialRecord surface_of(Context& context, const ::sdf::Collision& collision,
                          std::string& material);
/// Adds the surface of a collision to the named materials of the scene and returns its name.
std::string named_surface(Context& context, const ::sdf::Collision& collision);

/// Returns the record of a joint without its pose: type, axes in the frame of the child, limits and
/// passive forces.
JointRecord joint_record(Context& context, const Joint& joint, const RigidTransform& X_MC);

/// Adds the models, loops and ignored pairs of an SDF model. Returns the name MODEL/LINK of each
/// link and the name MODEL/JOINT of each joint. Links and joints that are fixed to the world are
/// absent.
struct Ends {
  std::map<std::string, std::string> link, joint;
};
Ends add_model(Context& context, const FlatModel& model);

void add_sensors(Context& context, const FlatModel& model, const Ends& ends);

}  // namespace cardan::sdformat
