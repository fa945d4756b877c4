#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "cardan/error.h"
#include "cardan/robot_writers.h"
#include "dynamics/urdf/freedom_properties.h"
#include "dynamics/urdf/source_text.h"
#include "dynamics/urdf/write_context.h"

namespace cardan {

namespace urdf {
namespace {

using tinyxml2::XMLElement;

constexpr double kRosUnbounded = 1e16;  // cardan reads this as no bound

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* one) { return word == one; });
}

// The elements of the source document, in the order of the records that were read from them.
struct SourceElements {
  tinyxml2::XMLDocument document;
  const XMLElement* robot = nullptr;
  std::vector<const XMLElement*> links, joints;

  explicit SourceElements(const std::string& text) {
    std::vector<Diagnostic> notes;
    const std::string whole = text.empty() ? "" : repair_xml_text(text, notes);
    if (whole.empty() || document.Parse(whole.data(), whole.size()) != tinyxml2::XML_SUCCESS)
      return;
    robot = document.FirstChildElement("robot");
    if (!robot) return;
    for (const XMLElement* e = robot->FirstChildElement(); e; e = e->NextSiblingElement()) {
      const std::string tag = e->Name();
      if (tag == "link") links.push_back(e);
      if (tag == "joint" || tag == "drake:joint") joints.push_back(e);
    }
  }
};

const XMLElement* element_at(const std::vector<const XMLElement*>& elements, std::size_t index) {
  return index < elements.size() ? elements[index] : nullptr;
}

// The child with this tag and this index among the children with the tag.
const XMLElement* nth_child(const XMLElement* parent, const char* tag, std::size_t index) {
  const XMLElement* child = parent ? parent->FirstChildElement(tag) : nullptr;
  while (child && index-- > 0) child = child->NextSiblingElement(tag);
  return child;
}

void copy_attributes(XmlText& xml, const XMLElement* source,
                     std::initializer_list<const char*> without) {
  if (!source) return;
  for (const auto* a = source->FirstAttribute(); a; a = a->Next()) {
    const std::string name = a->Name();
    if (is_one_of(name, without) || name == "xmlns:xacro") continue;
    xml.attribute(a->Name(), a->Value());
  }
}

void copy_children(XmlText& xml, const XMLElement* source,
                   std::initializer_list<const char*> without) {
  if (!source) return;
  for (const XMLElement* e = source->FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (!is_one_of(e->Name(), without)) xml.copy(*e);
  }
}

// One shape in a form that urdfdom supports.
struct PlainShape {
  RigidTransform X_LS;
  GeometryRecord geometry;
  std::string suffix;  ///< suffix of the name
};

std::vector<PlainShape> parts_of_capsule(const ShapeRecord& shape) {
  const double radius = shape.geometry.size.x(), length = shape.geometry.size.y();
  std::vector<PlainShape> parts(length > 0 ? 3 : 1, {shape.X_LS, shape.geometry, ""});
  for (PlainShape& part : parts) part.geometry.kind = GeometryKind::kSphere;
  if (parts.size() == 1) return parts;
  parts[0].geometry.kind = GeometryKind::kCylinder;
  for (const int end : {1, 2}) {
    PlainShape& ball = parts[static_cast<std::size_t>(end)];
    const Vector3 tip(0, 0, (end == 1 ? 0.5 : -0.5) * length);
    ball.X_LS = RigidTransform(shape.X_LS * tip);
    ball.geometry.size = Vector3(radius, 0, 0);
    ball.suffix = end == 1 ? "_top" : "_bottom";
  }
  return parts;
}

// A box whose upper face is the plane.
PlainShape box_of_plane(const ShapeRecord& shape) {
  constexpr double kWidth = 1000, kThickness = 1;  // [m]
  PlainShape box{shape.X_LS * RigidTransform(Vector3(0, 0, -0.5 * kThickness)), shape.geometry, ""};
  box.geometry.kind = GeometryKind::kBox;
  box.geometry.size = Vector3(kWidth, kWidth, kThickness);
  return box;
}

// A name that ROS tools can open: a URI as written, or the file that was found.
std::string ros_uri(const std::string& written, const std::string& found) {
  if (written.find("://") != written.npos || found.empty()) return written;
  return "file://" + std::filesystem::absolute(found).lexically_normal().string();
}

class RosWriter {
 public:
  RosWriter(const RobotDescription& robot, const std::string& source)
      : robot_(robot), source_(source) {
    for (const LinkRecord& link : robot.links) link_names_.insert(link.name);
    for (const JointRecord& joint : robot.joints) joint_names_.insert(joint.name);
  }

  RosUrdf write();

 private:
  void change(Severity severity, const std::string& element, int line, const std::string& message) {
    changes_.push_back({severity, robot_.file, line, element, message});
  }

  void write_pose(const RigidTransform& X);
  void write_origin_record(const OriginRecord& origin);
  void write_plain_geometry(const PlainShape& part, const ShapeRecord& shape);
  void write_appearance(const AppearanceRecord& appearance);
  void write_shapes(const LinkRecord& link, const std::vector<ShapeRecord>& shapes, const char* tag,
                    const XMLElement* source);
  bool plain_shapes(const LinkRecord& link, const ShapeRecord& shape, const char* tag,
                    std::vector<PlainShape>& parts);
  void write_inertial_record(const InertialRecord& inertial);
  void write_link_record(const LinkRecord& link, const XMLElement* source);
  void write_joint_record(const JointRecord& joint, const XMLElement* source);
  void write_hinge(const JointRecord& joint, const DofProperties& dof, const Vector3& axis);
  void write_hinges(const JointRecord& joint, const std::vector<Vector3>& axes,
                    const XMLElement* source);
  void write_dof(const JointRecord& joint, const DofProperties& dof, bool bounded);
  void write_dynamics_of(const DofProperties& dof);
  void write_rest_of_joint(const XMLElement* source);

  const RobotDescription& robot_;
  SourceElements source_;
  XmlText xml_;
  std::vector<Diagnostic> changes_;
  std::map<std::string, AppearanceRecord> materials_;
  std::set<std::string> link_names_, joint_names_;
};

void RosWriter::write_pose(const RigidTransform& X) {
  xml_.open("origin");
  xml_.vector("xyz", X.p);
  xml_.vector("rpy", roll_pitch_yaw(X.R));
  xml_.close();
}

// Keeps the angles of the file; a rotation matrix would round them.
void RosWriter::write_origin_record(const OriginRecord& origin) {
  if (origin.quat_xyzw) return write_pose(origin.pose());
  xml_.open("origin");
  xml_.vector("xyz", origin.xyz);
  xml_.vector("rpy", origin.rpy);
  xml_.close();
}

void RosWriter::write_plain_geometry(const PlainShape& part, const ShapeRecord& shape) {
  const Vector3& size = part.geometry.size;
  xml_.open("geometry");
  xml_.open(geometry_kind_name(part.geometry.kind));
  if (part.geometry.kind == GeometryKind::kBox) {
    xml_.vector("size", size);
  } else if (part.geometry.kind == GeometryKind::kMesh) {
    xml_.attribute("filename", ros_uri(shape.mesh_uri, part.geometry.mesh_file));
    xml_.vector("scale", part.geometry.mesh_scale);
  } else {
    xml_.number("radius", size.x());
    if (part.geometry.kind == GeometryKind::kCylinder) xml_.number("length", size.y());
  }
  xml_.close();
  xml_.close();
}

bool same_look(const AppearanceRecord& a, const AppearanceRecord& b) {
  return a.rgba == b.rgba && a.texture == b.texture;
}

// urdfdom keeps one colour for each name.
void RosWriter::write_appearance(const AppearanceRecord& appearance) {
  if (!appearance.rgba && appearance.texture.empty()) return;
  std::string name = appearance.material;
  for (int k = 2; !name.empty(); ++k) {
    const auto known = materials_.emplace(name, appearance).first;
    if (same_look(known->second, appearance)) break;
    name = appearance.material + "_" + std::to_string(k);
  }
  xml_.open("material");
  xml_.attribute("name", name);
  if (appearance.rgba) {
    std::string text;
    for (const double value : *appearance.rgba)
      text.append(text.empty() ? "" : " ").append(shortest(value));
    xml_.leaf("color", "rgba", text);
  }
  if (!appearance.texture.empty()) {
    const auto beside = std::filesystem::path(robot_.file).parent_path() / appearance.texture;
    std::error_code none;
    const bool exists = std::filesystem::is_regular_file(beside, none);
    xml_.leaf("texture", "filename", ros_uri(appearance.texture, exists ? beside.string() : ""));
  }
  xml_.close();
}

// Returns false if urdfdom accepts no form of the shape and nothing is lost without it.
bool RosWriter::plain_shapes(const LinkRecord& link, const ShapeRecord& shape, const char* tag,
                             std::vector<PlainShape>& parts) {
  const std::string place = "link \"" + link.name + "\" / " + tag;
  const bool mesh = !shape.mesh_uri.empty();  // urdfdom opens no mesh, so it may be missing
  if (!shape.usable && !mesh) {
    change(Severity::kInfo, place, shape.line, "the shape is not read and not written");
    return false;
  }
  switch (shape.geometry.kind) {
    case GeometryKind::kCapsule:
      parts = parts_of_capsule(shape);
      change(Severity::kInfo, place, shape.line,
             parts.size() == 1 ? "a capsule of length 0 becomes a sphere"
                               : "a capsule becomes a cylinder and two spheres");
      return true;
    case GeometryKind::kPlane:
      parts = {box_of_plane(shape)};
      change(Severity::kWarning, place, shape.line,
             "a plane becomes a box of 1000 x 1000 x 1 m below it");
      return true;
    case GeometryKind::kEllipsoid:
      throw Error("an ellipsoid has no counterpart in the URDF of ROS",
                  robot_.file + ":" + std::to_string(shape.line) + ": " + place,
                  "replace it by a mesh or by spheres");
    default:
      parts = {{shape.X_LS, shape.geometry, ""}};
      return true;
  }
}

void RosWriter::write_shapes(const LinkRecord& link, const std::vector<ShapeRecord>& shapes,
                             const char* tag, const XMLElement* source) {
  const bool visual = std::string(tag) == "visual";
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const ShapeRecord& shape = shapes[i];
    const XMLElement* element = nth_child(source, tag, i);
    std::vector<PlainShape> parts;
    if (!plain_shapes(link, shape, tag, parts)) continue;
    for (const PlainShape& part : parts) {
      xml_.open(tag);
      if (!shape.name.empty()) xml_.attribute("name", shape.name + part.suffix);
      copy_attributes(xml_, element, {"name"});
      if (part.geometry.kind == shape.geometry.kind) {
        write_origin_record(shape.origin);
      } else {
        write_pose(part.X_LS);
      }
      write_plain_geometry(part, shape);
      if (visual) write_appearance(shape.appearance);
      copy_children(xml_, element, {"origin", "geometry", "material"});
      xml_.close();
    }
  }
}

void RosWriter::write_inertial_record(const InertialRecord& inertial) {
  const Matrix3 I = inertial.inertia.value_or(Matrix3::Zero());
  xml_.open("inertial");
  write_origin_record(inertial.origin);
  xml_.leaf("mass", "value", shortest(inertial.mass.value_or(0)));
  xml_.open("inertia");
  xml_.number("ixx", I(0, 0));
  xml_.number("ixy", I(0, 1));
  xml_.number("ixz", I(0, 2));
  xml_.number("iyy", I(1, 1));
  xml_.number("iyz", I(1, 2));
  xml_.number("izz", I(2, 2));
  xml_.close();
  xml_.close();
}

void RosWriter::write_link_record(const LinkRecord& link, const XMLElement* source) {
  xml_.open("link");
  xml_.attribute("name", link.name);
  copy_attributes(xml_, source, {"name"});
  if (link.inertial) write_inertial_record(*link.inertial);
  write_shapes(link, link.visuals, "visual", source);
  write_shapes(link, link.collisions, "collision", source);
  copy_children(xml_, source, {"inertial", "visual", "collision"});
  xml_.close();
}

void RosWriter::write_dynamics_of(const DofProperties& dof) {
  const std::pair<const char*, double> more[] = {{"spring_stiffness", dof.stiffness},
                                                 {"spring_reference", dof.spring_reference},
                                                 {"armature", dof.armature}};
  bool any = dof.damping != 0 || dof.friction != 0;
  for (const auto& [name, value] : more) any = any || value != 0;
  if (!any) return;
  xml_.open("dynamics");
  xml_.number("damping", dof.damping);
  xml_.number("friction", dof.friction);
  for (const auto& [name, value] : more) {
    if (value != 0) xml_.number(name, value);
  }
  xml_.close();
}

// <limit> and <dynamics>. An effort of 0 means that there is no motor.
void RosWriter::write_dof(const JointRecord& joint, const DofProperties& dof, bool bounded) {
  const auto number = [](double bound) {
    return std::isfinite(bound) ? bound : std::copysign(kRosUnbounded, bound);
  };
  xml_.open("limit");
  if (bounded) {
    xml_.number("lower", number(dof.lower));
    xml_.number("upper", number(dof.upper));
  }
  xml_.number("effort", dof.actuated ? number(dof.effort_limit) : 0.0);
  xml_.number("velocity", number(dof.velocity_limit));
  if (joint.acceleration) xml_.number("acceleration", *joint.acceleration);
  if (joint.deceleration) xml_.number("deceleration", *joint.deceleration);
  if (joint.jerk) xml_.number("jerk", *joint.jerk);
  xml_.close();
  write_dynamics_of(dof);
}

// urdfdom rejects a safety controller without k_velocity.
void RosWriter::write_rest_of_joint(const XMLElement* source) {
  if (!source) return;
  for (const XMLElement* e = source->FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string tag = e->Name();
    if (is_one_of(tag, {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"}))
      continue;
    if (tag == "safety_controller" && !e->Attribute("k_velocity")) {
      change(Severity::kInfo, "joint / safety_controller", e->GetLineNum(),
             "without k_velocity, urdfdom refuses the robot; not written");
      continue;
    }
    xml_.copy(*e);
  }
}

// Writes the beginning of a joint: its links, its origin and its axis.
void RosWriter::write_hinge(const JointRecord& joint, const DofProperties& dof,
                            const Vector3& axis) {
  xml_.open("joint");
  xml_.attribute("name", joint.name);
  xml_.attribute("type", "continuous");
  xml_.leaf("parent", "link", joint.parent);
  xml_.leaf("child", "link", joint.child);
  write_origin_record(joint.origin);
  xml_.open("axis");
  xml_.vector("xyz", axis);
  xml_.close();
  write_dof(joint, dof, false);
  xml_.close();
}

std::string unused_name(std::string name, std::set<std::string>& taken) {
  while (!taken.insert(name).second) name += "_";
  return name;
}

// Writes a chain of continuous joints with massless links between them; the last one has the name
// of the joint.
void RosWriter::write_hinges(const JointRecord& joint, const std::vector<Vector3>& axes,
                             const XMLElement* source) {
  const std::vector<DofProperties> dofs = dof_properties(joint);
  JointRecord hinge = joint;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const bool last = k + 1 == axes.size();
    const std::string suffix = "_axis" + std::to_string(k + 1);
    hinge.name = last ? joint.name : unused_name(joint.name + suffix, joint_names_);
    hinge.child = last ? joint.child : unused_name(joint.child + suffix, link_names_);
    if (!last) {
      xml_.open("link");
      xml_.attribute("name", hinge.child);
      xml_.close();
    }
    write_hinge(hinge, dofs[k], axes[k]);
    hinge.parent = hinge.child;
    hinge.origin = OriginRecord();
  }
  if (source && source->FirstChildElement("safety_controller")) {
    change(Severity::kInfo, "joint \"" + joint.name + "\"", joint.line,
           "its safety controller is not written");
  }
}

void RosWriter::write_joint_record(const JointRecord& joint, const XMLElement* source) {
  const std::string place = "joint \"" + joint.name + "\"";
  if (joint.type == JointType::kScrew) {
    throw Error("a screw joint has no counterpart in the URDF of ROS",
                robot_.file + ":" + std::to_string(joint.line) + ": " + place,
                "use a prismatic joint and a revolute one with <mimic>");
  }
  if (joint.type == JointType::kUniversal) {
    change(Severity::kInfo, place, joint.line, "a universal joint becomes two continuous ones");
    return write_hinges(joint, {joint.axis, joint.axis2}, source);
  }
  if (joint.type == JointType::kSpherical) {
    change(Severity::kWarning, place, joint.line,
           "a ball joint becomes three continuous ones about x, y and z");
    return write_hinges(joint, {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()}, source);
  }
  std::vector<DofProperties> dofs = dof_properties(joint);
  const bool single = dofs.size() == 1;
  const bool unbounded = single && dofs[0].lower == -kInfinity && dofs[0].upper == kInfinity;
  const bool continuous =
      joint.type == JointType::kContinuous || (joint.type == JointType::kRevolute && unbounded);
  if (continuous && joint.type != JointType::kContinuous)
    change(Severity::kInfo, place, joint.line,
           "a revolute joint without bounds becomes continuous");
  xml_.open("joint");
  xml_.attribute("name", joint.name);
  xml_.attribute("type", continuous ? "continuous" : joint_type_name(joint.type));
  copy_attributes(xml_, source, {"name", "type"});
  xml_.leaf("parent", "link", joint.parent);
  xml_.leaf("child", "link", joint.child);
  write_origin_record(joint.origin);
  if (joint.type != JointType::kFixed && joint.type != JointType::kFloating) {
    xml_.open("axis");
    xml_.vector("xyz", joint.axis);
    xml_.close();
  }
  if (single) write_dof(joint, dofs[0], !continuous);
  if (dofs.size() > 1) write_dynamics_of(dofs[0]);
  if (joint.mimic) {
    xml_.open("mimic");
    xml_.attribute("joint", joint.mimic->joint);
    xml_.number("multiplier", joint.mimic->multiplier);
    xml_.number("offset", joint.mimic->offset);
    xml_.close();
  }
  write_rest_of_joint(source);
  xml_.close();
}

RosUrdf RosWriter::write() {
  if (source_.robot) {
    for (const auto* node = source_.document.FirstChild(); node && node != source_.robot;
         node = node->NextSibling()) {
      if (node->ToComment()) xml_.copy(*node);
    }
  }
  xml_.open("robot");
  xml_.attribute("name", robot_.name);
  copy_attributes(xml_, source_.robot, {"name", "version"});
  // Links and joints that the reader has added come after those of the file.
  for (std::size_t i = 0; i < robot_.links.size(); ++i) {
    write_link_record(robot_.links[i], element_at(source_.links, i));
  }
  for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
    write_joint_record(robot_.joints[j], element_at(source_.joints, j));
  }
  const XMLElement* e = source_.robot ? source_.robot->FirstChildElement() : nullptr;
  for (; e; e = e->NextSiblingElement()) {
    const std::string tag = e->Name();
    const bool written = is_one_of(tag, {"link", "joint", "drake:joint", "material"});
    if (!written && tag.rfind("xacro:", 0) != 0) xml_.copy(*e);
  }
  xml_.close();
  return {xml_.text(), std::move(changes_)};
}

}  // namespace
}  // namespace urdf

RosUrdf write_urdf_for_ros(const RobotDescription& robot, const std::string& source) {
  return urdf::RosWriter(robot, source).write();
}

}  // namespace cardan
