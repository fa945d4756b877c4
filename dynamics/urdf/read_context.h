#pragma once

#include <tinyxml2.h>

#include <string>
#include <vector>

#include "cardan/mesh_files.h"
#include "cardan/robot_description.h"
#include "dynamics/urdf/resolve_mesh.h"

/// Parts of the URDF reader that share one pass. These functions do not throw; every defect becomes
/// a diagnostic.
namespace cardan::urdf {

using Element = tinyxml2::XMLElement;

/// Result of reading an attribute.
enum class Found { kAbsent, kGood, kBad };

/// A location in the file, in words, e.g. link "foot" / collision[1].
struct Place {
  std::string element;
  int line = 0;

  Place at(int other_line) const { return {element, other_line}; }
  Place inside(const std::string& child, int child_line) const {
    return {element.empty() ? child : element + " / " + child, child_line};
  }
};

/// State of one pass of the reader.
class ReadContext {
 public:
  ReadContext(RobotDescription& description, const UrdfOptions& reader_options)
      : robot(description), options(reader_options), file(description.file) {}

  void info(const Place& place, const std::string& message) {
    add(Severity::kInfo, place, message);
  }
  /// Reports doubtful input. Inside a visual, the report is only an info message, because nothing
  /// depends on visuals.
  void warn(const Place& place, const std::string& message) {
    add(in_visual ? Severity::kInfo : Severity::kWarning, place, message);
  }
  void error(const Place& place, const std::string& message) {
    add(Severity::kError, place, message);
  }
  /// Reports a defect for which the robot is rejected. Inside a visual, the report is only an info
  /// message, because nothing depends on visuals.
  void fault(const Place& place, const std::string& message) {
    add(in_visual ? Severity::kInfo : Severity::kError, place,
        in_visual ? message + "; the visual is ignored" : message);
  }

  RobotDescription& robot;
  const UrdfOptions& options;
  MeshSearch search;
  MeshCache meshes;
  /// Materials with a colour or a texture, from anywhere in the file, by name.
  std::map<std::string, AppearanceRecord> materials;
  /// Images of materials, as written, that have already been searched for.
  std::set<std::string> sought_images;
  /// For each description of how misplaced meshes and images were found: their number and the first
  /// place.
  std::map<std::string, std::pair<int, Place>> guessed_files;
  /// For each list of folders that were searched for a file without success: the line of the
  /// message that shows the list.
  std::map<std::string, int> vain_searches;
  bool in_visual = false;
  std::string file;  ///< the file that diagnostics name

 private:
  void add(Severity severity, const Place& place, const std::string& message) {
    robot.diagnostics.push_back({severity, file, place.line, place.element, message});
  }
};

/// Reads exactly `count` numbers of an attribute. Faults are reported. `value` is unchanged unless
/// the result is kGood.
Found read_numbers(ReadContext& context, const Element& element, const char* attribute, int count,
                   double* value, const Place& place);
/// Reads one number of an attribute.
Found read_number(ReadContext& context, const Element& element, const char* attribute,
                  double& value, const Place& place);
/// Reads all numbers of an attribute.
Found read_number_list(ReadContext& context, const Element& element, const char* attribute,
                       std::vector<double>& values, const Place& place);
/// Reads <origin> among the children of `parent`. Returns false if <origin> is faulty.
bool read_origin(ReadContext& context, const Element& parent, const Place& place,
                 OriginRecord& origin);
/// Returns the child with this tag, or null if there is none. If there are several, adds a warning
/// and returns the first one.
const Element* single_child(ReadContext& context, const Element& parent, const char* tag,
                            const Place& place);
/// Returns the value of the attribute, or "" if there is none.
std::string text_attribute(const Element& element, const char* name);
/// Returns the trimmed text of a child <TAG value="…"/> or <TAG>…</TAG>, or "" if there is none.
std::string value_text(const Element& holder, const char* tag);
/// Returns the attribute 'value' of an element, or its text, without blanks around it.
std::string text_of(const Element& element);
/// Returns the local part of a tag, e.g. "capsule" for "drake:capsule".
std::string local_tag(const Element& element);
/// Returns the first child that is a known shape. If there is none, returns the first child, or
/// null if there are no children.
const Element* shape_element(const Element& geometry);
/// True for the tags that shape_element searches for.
bool is_shape_tag(const std::string& tag);

void read_link(ReadContext& context, const Element& element);
/// Returns the text " (tried PATHS)" for the message about a file that was not found. Messages
/// about later files that were searched for in the same folders refer to the line of the first
/// message.
std::string search_words(ReadContext& context, const Place& place,
                         const std::vector<std::string>& tried);
/// Records that a file was found by a search. The record is reported at the end of the pass.
void note_guess(ReadContext& context, const Place& place, const MeshLocation& location);
/// Returns the end of the message about a file outside the scope.
std::string outside_words(const ReadContext& context, const MeshLocation& location);
/// Reads the appearance of a visual: its own material, or the material of the robot with the same
/// name. Reports an image that cannot be found.
AppearanceRecord read_visual_material(ReadContext& context, const Element& visual,
                                      const Place& place);
/// Reads the colour and the texture of a <material>. fault: set to the reason if an invalid colour
/// is left out, otherwise unchanged.
AppearanceRecord read_appearance(const Element& material, std::string& fault);
bool read_geometry(ReadContext& context, const Element& holder, const Place& place,
                   ShapeRecord& shape);
void read_joint(ReadContext& context, const Element& element);
/// Reads surface data: Bullet's <contact> in the link, and Drake's proximity properties in each
/// <collision>.
void read_link_surface(ReadContext& context, const Element& link, const Place& place,
                       LinkRecord& record);
/// Reads <gazebo reference="LINK"> blocks, after all links are read.
void read_gazebo_surfaces(ReadContext& context, const Element& robot);
/// Reports elements of <gazebo> blocks that are not read; a warning if they change the motion.
void check_gazebo(ReadContext& context, const Element& robot);
/// Reads <drake:collision_filter_group> and its legacy form.
void read_filter_groups(ReadContext& context, const Element& robot);
/// Returns the value of Gazebo's selfCollide or self_collide in a <gazebo> block.
std::optional<bool> self_collision_of(const Element& gazebo);
/// Reads Bullet's group and mask of a <collision>.
void read_filter_masks(ReadContext& context, const Element& collision, const Place& place,
                       ShapeRecord& shape);
/// Lists the pairs of links that selfCollide excludes, after all links and blocks are read.
void apply_self_collision(ReadContext& context);
/// These functions read <cardan:freedom> of a joint, <cardan:material> of a collision, and
/// <cardan:posture> of the robot.
void read_freedoms(ReadContext& context, const Element& joint, const Place& place,
                   JointRecord& record);
void read_collision_material(ReadContext& context, const Element& collision, const Place& place,
                             MaterialRecord& material);
void read_postures(ReadContext& context, const Element& robot);
/// Reads one posture, <group_state> or <cardan:posture>, and merges it with earlier postures of the
/// same name.
void read_posture(ReadContext& context, const Element& element, const Place& place,
                  std::vector<PostureRecord>& postures);
/// Reports unknown elements, attributes and text below <link>, <joint> and <material>.
void check_elements(ReadContext& context, const Element& robot);
/// Returns true, and reports an error, if unexpanded xacro instructions that create or change
/// elements remain.
bool refuse_xacro(ReadContext& context, const Element& robot);
/// True if the text contains an expression that xacro replaces.
bool holds_xacro(const std::string& text);
/// The last part of a message, which explains how to convert a xacro file to a URDF file.
extern const char* const kExpandXacro;
/// Checks names, references, cycles and roots. Adds an undeclared `world`, and fixes massless roots
/// to `world`.
void check_tree(ReadContext& context);
/// These functions report doubtful inertias, mimic references and materials of the whole robot.
void check_inertias(ReadContext& context);
void check_mimics(ReadContext& context);
/// Counts the elements of the XML, for comparison with the description that was read.
FileCounts count_elements(const Element& robot);
void read_srdf(ReadContext& context);

}  // namespace cardan::urdf
