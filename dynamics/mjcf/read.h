#pragma once

#include <tinyxml2.h>

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/mesh_files.h"
#include "cardan/mjcf_description.h"
#include "core/distinct_names.h"
#include "core/file_scope.h"

/// Parts of the MJCF reader that share one pass. These functions do not throw; every defect becomes
/// a diagnostic.
namespace cardan::mjcf {

using Element = tinyxml2::XMLElement;

/// Settings of the section <compiler>.
struct Compiler {
  bool degrees = true, auto_limits = true, exact_mesh_inertia = false, strip_path = false;
  std::string euler_sequence = "xyz", mesh_directory, asset_directory;
  enum class FromGeoms : unsigned char { kNo, kYes, kAuto } from_geoms = FromGeoms::kAuto;
  int least_group = 0, greatest_group = 5;  ///< range of the attribute inertiagrouprange
  double bound_mass = 0, bound_inertia = 0;
  bool balance = false;
  double total_mass = -1;
};

/// A default class: the elements of its <default> sections by tag, in file order.
struct DefaultClass {
  int parent = -1;
  std::vector<const Element*> elements;
};

/// One rotation as written. If several forms are given, the last one counts.
struct Orientation {
  std::string form;  ///< name of the attribute, or ""
  std::array<double, 6> value{};

  Matrix3 rotation(const Compiler& compiler) const;
};

/// A frame as written: its position and one form of rotation.
struct Placement {
  Vector3 pos = Vector3::Zero();
  Orientation orientation;
};

class Reader {
 public:
  Reader(MjcfDescription& description, const MjcfOptions& reader_options)
      : out(description), options(reader_options) {}

  // Functions for diagnostics.
  void add(Severity severity, const Element& element, const std::string& message);
  void info(const Element& element, const std::string& message) {
    add(Severity::kInfo, element, message);
  }
  void warn(const Element& element, const std::string& message) {
    add(Severity::kWarning, element, message);
  }
  void error(const Element& element, const std::string& message) {
    add(Severity::kError, element, message);
  }
  Source source(const Element& element) const;

  // Functions for files (source_files.cpp).
  /// Parses the main text. Returns null if it is not XML.
  const Element* parse_main(const std::string& text);
  /// Returns the children of an element. Each include is replaced by the children of the included
  /// file.
  const std::vector<const Element*>& children(const Element& parent);
  /// Returns the file of an asset. Returns "" and adds a diagnostic if the file does not exist or
  /// must not be read.
  std::string asset_file(const Element& element, const std::string& name,
                         const std::string& directory, bool needed);

  // Functions for attributes (attributes.cpp). A bad value is an error, and the variable keeps its
  // value.
  bool has(const Element& element, const char* name) const {
    return element.Attribute(name) != nullptr;
  }
  bool text(const Element& element, const char* name, std::string& value) const;
  bool number(const Element& element, const char* name, double& value);
  bool integer(const Element& element, const char* name, int& value);
  bool flag(const Element& element, const char* name, bool& value);  ///< reads true or false
  /// Reads from `least` to `most` numbers and returns their count, 0 if there is none.
  int numbers(const Element& element, const char* name, int least, int most, double* value);
  bool list(const Element& element, const char* name, std::vector<double>& values);
  bool vector(const Element& element, const char* name, Vector3& value) {
    return numbers(element, name, 3, 3, value.data()) == 3;
  }
  void limited(const Element& element, const char* name, Limited& value);
  void softness(const Element& element, const char* reference, const char* impedance,
                Softness& value);
  void placement(const Element& element, Placement& value);
  RigidTransform pose(const Placement& placement) const;
  double angle(double value) const;  ///< converts an angle of the file to [rad]
  /// Reports unknown attributes and attributes that are not read.
  void check_attributes(const Element& element, const std::string& key);
  /// Reports an element that is not read. Returns true if it is read.
  bool check_element(const Element& element, const std::string& section);

  // Functions for classes (defaults.cpp).
  void read_defaults(const std::vector<const Element*>& sections);
  /// Calls `apply` with each default of the given tags in the class, starting with the outermost
  /// class, and then with the element itself.
  void with_defaults(const Element& element, int childclass,
                     std::initializer_list<std::string_view> tags,
                     const std::function<void(const Element&)>& apply);
  int class_of(const Element& element, int childclass);
  /// Returns the class named by the attribute childclass of a body, or `outer` if there is none.
  int childclass_of(const Element& element, int outer);

  // Functions that read sections.
  void read_compiler(const Element& element);
  void read_option(const Element& element);
  void read_asset(const Element& element);
  void load_meshes();
  void read_world(const std::vector<const Element*>& sections);
  void read_contact(const Element& element);
  void read_equality(const Element& element);
  void read_tendon(const Element& element);
  void read_actuator(const Element& element);
  void read_sensor(const Element& element);
  void read_keyframe(const Element& element);
  /// Resolves the assets of the geoms after all assets have been read.
  void finish_geoms();
  void set_inertias();
  /// Replaces each ratio of damping of an actuator by the damping, after all actuators are read.
  void resolve_damping_ratios();

  /// Names of the assets of a geom.
  struct GeomAssets {
    std::string mesh, hfield;
  };

  void read_joint(const Element& element, int childclass, int body, const RigidTransform& X_BF);
  void read_geom(const Element& element, int childclass, int body, const RigidTransform& X_BF);
  void read_site(const Element& element, int childclass, int body, const RigidTransform& X_BF);
  void read_inertial(const Element& element, int body, const RigidTransform& X_BF);

  /// An element, and the suffix of the names of one of its copies.
  struct Replica {
    const Element* element = nullptr;
    std::string suffix;
  };
  /// Returns the children of a section, with one entry for each copy of an element that refers to
  /// names within <replicate>. suffix_ must be set to that of the entry that is read.
  std::vector<Replica> replicas(const Element& section);
  /// Returns the name of an element with the suffix of its copy, "" if it has none.
  std::string own_name(const Element& element) const;
  /// Returns the name of a body, joint, geom or site, and keeps the suffix for references to it.
  std::string world_name(const Element& element);

  /// Returns the index of a named object. Returns −1 and adds an error if there is none.
  int find(const Element& element, const char* attribute, const std::map<std::string, int>& names,
           const char* what);
  /// Adds a new name to the map and returns it: `given`, or `made` followed by a number.
  std::string unique_name(const Element& element, const std::string& given, const std::string& made,
                          std::map<std::string, int>& names, int number);
  /// Adds `made`, or `made` followed by a number, to the map and returns it.
  std::string made_name(const std::string& made, std::map<std::string, int>& names, int number);

  MjcfDescription& out;
  const MjcfOptions& options;
  Compiler compiler;
  std::vector<DefaultClass> classes{1};
  std::map<std::string, int> class_names{{"main", 0}};
  std::map<std::string, int> body_names, joint_names, geom_names, site_names, mesh_names,
      hfield_names, tendon_names, actuator_names;
  std::map<std::string, std::array<double, 4>> material_colours;
  std::vector<std::optional<SpatialInertia>> inertials;  ///< inertia from <inertial> of each body
  std::vector<const Element*> geom_elements, mesh_elements, body_elements;
  std::vector<GeomAssets> geom_assets;  ///< assets of each geom
  int actuator_places = 0;              ///< number of actuators so far, with those left out

 private:
  SpatialInertia solid_by_rule(const Element& element, const TriangleMesh& mesh, bool exact);
  void read_class(const Element& element, int parent, bool outermost);
  void inherit_range(const Element& element, double ratio, Actuator& actuator);
  const Element* include(const Element& element);
  const Element* parse(const std::string& text, const std::string& file);
  void read_body(const Element& element, int parent, int childclass, const RigidTransform& X_PF);
  void read_contents(int body, const Element& element, int childclass, const RigidTransform& X_BF,
                     std::vector<std::function<void()>>& bodies);
  void read_replicate(int body, const Element& element, int childclass, const RigidTransform& X_BF,
                      std::vector<std::function<void()>>& bodies);

  std::vector<std::unique_ptr<tinyxml2::XMLDocument>> documents_;
  std::map<const tinyxml2::XMLDocument*, std::string> files_;
  std::map<const Element*, std::vector<const Element*>> children_;
  std::set<std::string> included_;
  std::optional<FileScope> scope_;
  std::set<std::pair<const Element*, std::string>> said_;
  std::set<const Element*> checked_;
  MeshCache meshes_;
  DistinctNames made_names_;
  int depth_ = 0;       ///< nesting depth of bodies
  std::string suffix_;  ///< of the copy that is read: <replicate> adds it to all names
  std::map<std::string, std::vector<std::string>> suffixes_;  ///< of the copies of each name
  int copies_ = 0;                                            ///< of all <replicate>
};

/// Describes an element in messages, e.g. geom "foot".
std::string element_words(const Element& element);

/// Returns the rotation that turns z into the direction of v about an axis perpendicular to both,
/// as in MuJoCo.
Matrix3 rotation_of_z(const Vector3& v);

/// Returns the inertia of a geom by MuJoCo's rules, in the frame of the geom or, for a mesh, of its
/// vertices.
SpatialInertia geom_inertia(const Geom& geom, const std::vector<Mesh>& meshes);

/// Returns the volume [m³] of a mesh by MuJoCo's rule without exactmeshinertia.
double counted_volume(const TriangleMesh& mesh);
SpatialInertia mesh_surface(const TriangleMesh& mesh);

/// Reads a mesh in MuJoCo's binary format. Throws Error for a damaged file.
TriangleMesh read_msh(const std::string& bytes, const std::string& file);

constexpr int kMostBodies = 100000;  ///< also the limit for joints, geoms and sites

}  // namespace cardan::mjcf
