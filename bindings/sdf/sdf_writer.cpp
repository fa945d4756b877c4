#include <tinyxml2.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "bindings/sdf/read.h"
#include "cardan/error.h"
#include "cardan/sdf.h"
#include "cardan/skeleton_builder.h"
#include "core/distinct_names.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace sdformat {
namespace {

using Xml = tinyxml2::XMLElement;

constexpr double kLeastMass = 1e-9;  // [kg]: SDF has no links without mass

// The fewest digits that give the same double.
std::string digits(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value == 0 ? 0.0 : value).ptr;
  return {text, end};
}

std::string spaced(const Vector3& v) {
  return digits(v.x()) + " " + digits(v.y()) + " " + digits(v.z());
}

Xml& child(Xml& parent, const char* tag) { return *parent.InsertNewChildElement(tag); }

void leaf(Xml& parent, const char* tag, const std::string& text) {
  child(parent, tag).SetText(text.c_str());
}

void number(Xml& parent, const char* tag, double value) { leaf(parent, tag, digits(value)); }

void write_pose(Xml& parent, const RigidTransform& X, const std::string& relative_to = "") {
  const Quaternion q(X.R);
  Xml& pose = child(parent, "pose");
  if (!relative_to.empty()) pose.SetAttribute("relative_to", relative_to.c_str());
  pose.SetAttribute("rotation_format", "quat_xyzw");
  const std::string text = spaced(X.p) + " " + digits(q.x()) + " " + digits(q.y()) + " " +
                           digits(q.z()) + " " + digits(q.w());
  pose.SetText(text.c_str());
}

class ModelWriter {
 public:
  ModelWriter(const RobotModel& robot, const std::string& mesh_directory)
      : robot_(robot), mesh_directory_(mesh_directory), specs_(link_specs(*robot.skeleton)) {
    for (const FrameInfo& frame : robot.skeleton->frames) frames_[frame.name] = &frame;
    for (const LinkSpec& spec : specs_)
      link_name_[spec.name] = fresh(spec.name, "link \"" + spec.name + "\"");
  }

  WrittenSdf write() {
    Xml& root = *document_.NewElement("sdf");
    document_.InsertEndChild(document_.NewDeclaration());
    document_.InsertEndChild(&root);
    root.SetAttribute("version", "1.9");
    model_ = &child(root, "model");
    model_->SetAttribute("name", robot_.name.empty() ? "robot" : robot_.name.c_str());
    if (robot_.base == RobotBase::kStatic) leaf(*model_, "static", "true");
    leaf(*model_, "self_collide", "true");
    for (const LinkSpec& spec : specs_) write_link(spec);
    for (const RobotShape& shape : robot_.shapes) write_shape(shape.link, shape);
    if (default_friction_)
      lost("robot", "surfaces without friction have that of their scene, and 1 in SDF");
    for (const auto& [a, b] : robot_.disabled_links)
      lost("link \"" + a + "\"", "that it never touches '" + b + "' is left out");
    for (const PostureRecord& posture : robot_.postures)
      lost("robot", "posture '" + posture.name + "' is left out");
    tinyxml2::XMLPrinter printer;
    document_.Print(&printer);
    result_.text = printer.CStr();
    return std::move(result_);
  }

 private:
  void lost(const std::string& element, const std::string& message) {
    result_.losses.push_back({Severity::kWarning, "", 0, element, message});
  }

  static bool has_inertia(const LinkSpec& spec) {
    return spec.inertia.mass > 0 || !spec.inertia.inertia.isZero(0);
  }

  // Unique among links and joints, not reserved and without '::', as SDF requires.
  std::string fresh(const std::string& wanted, const std::string& element) {
    std::string name = wanted;
    for (std::size_t at = 0; (at = name.find("::", at)) != name.npos;) {
      name.erase(at, 1);
      name[at] = '.';
    }
    const bool reserved = name == "world" || (name.size() > 3 && name.compare(0, 2, "__") == 0 &&
                                              name.compare(name.size() - 2, 2, "__") == 0);
    if (reserved || name.empty()) name += "_";
    std::string result = made_names_.make(
        name, "_", [&](const std::string& one) { return names_.insert(one).second; });
    if (result != wanted) lost(element, "its name becomes '" + result + "'");
    return result;
  }

  std::string joint_name(const LinkSpec& spec) {
    const std::string name = spec.joint_name.empty() ? spec.name + "_joint" : spec.joint_name;
    return fresh(name, "joint \"" + name + "\"");
  }

  void write_link(const LinkSpec& spec) {
    const bool top = spec.parent.empty();
    if (spec.joint_type == JointType::kFixed && !top && !has_inertia(spec)) {
      Xml& frame = child(*model_, "frame");
      frame.SetAttribute("name", link_name_.at(spec.name).c_str());
      frame.SetAttribute("attached_to", link_name_.at(spec.parent).c_str());
      write_pose(frame, spec.X_PJ);
      carrier_[spec.name] = carrier_.at(spec.parent);
      return;
    }
    Xml& link = child(*model_, "link");
    link.SetAttribute("name", link_name_.at(spec.name).c_str());
    carrier_[spec.name] = &link;
    if (spec.joint_type == JointType::kFloating) {
      if (!top)
        throw Error("SDF has no floating joint below a link", "joint \"" + spec.joint_name + "\"");
      write_pose(link, spec.X_PJ);
      name_lost_laws(spec, "link \"" + spec.name + "\"", "free");
      return write_inertia(spec, link);
    }
    const std::string name = joint_name(spec);
    Xml& pose = child(link, "pose");
    pose.SetAttribute("relative_to", name.c_str());
    if (has_inertia(spec) || !(top && spec.joint_type == JointType::kFixed)) {
      write_inertia(spec, link);
    } else {
      lost("link \"" + spec.name + "\"",
           "it is fixed to the world and has SDF's mass of 1 kg there");
    }
    write_joint(spec, name, top ? "world" : link_name_.at(spec.parent));
  }

  void write_inertia(const LinkSpec& spec, Xml& link) {
    Matrix3 I = spec.inertia.inertia;
    double mass = spec.inertia.mass;
    if (!(mass > 0)) {
      lost("link \"" + spec.name + "\"", "a link without mass gets " + digits(kLeastMass) + " kg");
      mass = kLeastMass;
      I = kLeastMass * Matrix3::Identity();
    }
    Xml& inertial = child(link, "inertial");
    leaf(inertial, "pose", spaced(spec.inertia.com) + " 0 0 0");
    number(inertial, "mass", mass);
    Xml& inertia = child(inertial, "inertia");
    number(inertia, "ixx", I(0, 0));
    number(inertia, "ixy", I(0, 1));
    number(inertia, "ixz", I(0, 2));
    number(inertia, "iyy", I(1, 1));
    number(inertia, "iyz", I(1, 2));
    number(inertia, "izz", I(2, 2));
  }

  static const char* type_of(JointType type) {
    switch (type) {
      case JointType::kFixed:
        return "fixed";
      case JointType::kRevolute:
        return "revolute";
      case JointType::kContinuous:
        return "continuous";
      case JointType::kPrismatic:
        return "prismatic";
      case JointType::kSpherical:
        return "ball";
      case JointType::kUniversal:
        return "universal";
      case JointType::kScrew:
        return "screw";
      default:
        return nullptr;
    }
  }

  void write_joint(const LinkSpec& spec, const std::string& name, const std::string& parent) {
    const std::string element = "joint \"" + name + "\"";
    const char* type = type_of(spec.joint_type);
    if (type == nullptr)
      throw Error(std::string("SDF has no joint of type ") + joint_type_name(spec.joint_type),
                  element);
    Xml& joint = child(*model_, "joint");
    joint.SetAttribute("name", name.c_str());
    joint.SetAttribute("type", type);
    write_pose(joint, spec.X_PJ, parent == "world" ? "__model__" : parent);
    leaf(joint, "parent", parent);
    leaf(joint, "child", link_name_.at(spec.name));
    if (spec.joint_type == JointType::kScrew) number(joint, "thread_pitch", -1 / spec.pitch);
    if (!spec.coupling.leader.empty())
      lost(element, "that it follows '" + spec.coupling.leader + "' is left out");
    if (spec.joint_type == JointType::kFixed) return;
    if (spec.joint_type == JointType::kSpherical) return name_lost_laws(spec, element, "ball");
    write_axis(joint, "axis", spec.axis, dof_of(spec, 0), element);
    if (spec.joint_type == JointType::kUniversal)
      write_axis(joint, "axis2", spec.axis2, dof_of(spec, 1), element);
  }

  // Free and ball joints of SDF have no axes with properties.
  void name_lost_laws(const LinkSpec& spec, const std::string& element, const std::string& kind) {
    for (const DofProperties& dof : spec.dofs)
      if (dof.damping > 0 || dof.friction > 0 || dof.stiffness > 0 || dof.armature > 0)
        return lost(element,
                    "damping, friction, springs and armature of a " + kind + " joint are left out");
  }

  static DofProperties dof_of(const LinkSpec& spec, std::size_t i) {
    return i < spec.dofs.size() ? spec.dofs[i] : DofProperties{};
  }

  void write_axis(Xml& joint, const char* tag, const Vector3& direction, const DofProperties& dof,
                  const std::string& element) {
    Xml& axis = child(joint, tag);
    leaf(axis, "xyz", spaced(direction));
    Xml& limit = child(axis, "limit");
    if (std::isfinite(dof.lower)) number(limit, "lower", dof.lower);
    if (std::isfinite(dof.upper)) number(limit, "upper", dof.upper);
    if (!dof.actuated) {
      number(limit, "effort", 0);
    } else if (std::isfinite(dof.effort_limit)) {
      number(limit, "effort", dof.effort_limit);
    }
    if (std::isfinite(dof.velocity_limit)) number(limit, "velocity", dof.velocity_limit);
    Xml& dynamics = child(axis, "dynamics");
    number(dynamics, "damping", dof.damping);
    number(dynamics, "friction", dof.friction);
    number(dynamics, "spring_reference", dof.spring_reference);
    number(dynamics, "spring_stiffness", dof.stiffness);
    if (dof.armature > 0) lost(element, "armature is left out");
  }

  void write_shape(const std::string& link, const RobotShape& shape) {
    const std::string element = "link \"" + link + "\"";
    const auto carrier = carrier_.find(link);
    if (carrier == carrier_.end()) return lost(element, "a shape of the base is left out");
    const FrameInfo* frame = frames_[link];
    const RigidTransform X = frame != nullptr ? frame->X_BF.inverse() * shape.X_BS : shape.X_BS;
    const GeometryRecord& g = shape.geometry;
    const ShapeForm& form = form_of(g.kind);
    if (!form.in_robot_files || (g.kind == GeometryKind::kMesh && g.mesh_file.empty()))
      return lost(element, std::string("a ") + form.name + " is left out");
    Xml& collision = child(*carrier->second, "collision");
    collision.SetAttribute("name", ("collision_" + std::to_string(shapes_written_++)).c_str());
    const std::string& own = link_name_.at(link);
    write_pose(collision, X, carrier->second->Attribute("name") == own ? "" : own);
    Xml& geometry = child(collision, "geometry");
    Xml& kind = child(geometry, form.name);
    if (g.kind == GeometryKind::kPlane) {
      leaf(kind, "normal", "0 0 1");
    } else if (g.kind == GeometryKind::kMesh) {
      leaf(kind, "uri", mesh_path(g.mesh_file));
      leaf(kind, "scale", spaced(g.mesh_scale));
    } else if (form.sizes.list != nullptr) {
      leaf(kind, form.sizes.list, spaced(g.size));
    } else {
      for (int i = 0; i < form.sizes.count; ++i)
        number(kind, form.sizes.keys[static_cast<std::size_t>(i)], g.size[i]);
    }
    write_surface(shape, collision, element);
  }

  std::string mesh_path(const std::string& file) const {
    const std::filesystem::path path = std::filesystem::absolute(file).lexically_normal();
    if (mesh_directory_.empty()) return path.string();
    return path.lexically_relative(std::filesystem::absolute(mesh_directory_).lexically_normal())
        .string();
  }

  void write_surface(const RobotShape& shape, Xml& collision, const std::string& element) {
    const MaterialRecord& m = shape.material;
    Xml& surface = child(collision, "surface");
    Xml& friction = child(surface, "friction");
    if (!std::isnan(m.mu_static)) {
      Xml& ode = child(friction, "ode");
      number(ode, "mu", m.mu_static);
      number(ode, "mu2", m.mu_static);
      if (!std::isnan(m.mu_kinetic) && m.mu_kinetic != m.mu_static)
        lost(element, "kinetic friction is left out");
    }
    default_friction_ = default_friction_ || std::isnan(m.mu_static);
    if (m.mu_torsion > 0) {
      Xml& torsional = child(friction, "torsional");
      number(torsional, "coefficient", 1);
      number(torsional, "patch_radius", m.mu_torsion / kPatchMoment);
    }
    if (m.mu_rolling > 0) number(child(friction, "bullet"), "rolling_friction", m.mu_rolling);
    if (!std::isnan(m.restitution))
      number(child(surface, "bounce"), "restitution_coefficient", m.restitution);
    if (!shape.surface.empty()) lost(element, "the direction of anisotropic friction is left out");
    const bool filtered = shape.group != 1 || shape.mask != 0xffffffffU;
    const bool soft = !std::isnan(m.stiffness);
    if (!filtered && !soft) return;
    Xml& contact = child(surface, "contact");
    if (filtered) {
      leaf(contact, "collide_bitmask", std::to_string(shape.mask & 0xffffU));
      leaf(contact, "category_bitmask", std::to_string(shape.group & 0xffffU));
      if ((shape.group & ~0xffffU) != 0)
        lost(element, "a collision group above 16 bits is left out");
    }
    if (soft) {
      Xml& ode = child(contact, "ode");
      number(ode, "kp", m.stiffness);
      number(ode, "kd", std::isnan(m.damping) ? 0 : m.damping);
    }
  }

  const RobotModel& robot_;
  const std::string& mesh_directory_;
  std::vector<LinkSpec> specs_;
  std::map<std::string, const FrameInfo*> frames_;
  std::set<std::string> names_;
  DistinctNames made_names_;
  std::map<std::string, std::string> link_name_;
  std::map<std::string, Xml*> carrier_;  ///< link of SDF that has the shapes of a link
  tinyxml2::XMLDocument document_;
  Xml* model_ = nullptr;
  int shapes_written_ = 0;
  bool default_friction_ = false;
  WrittenSdf result_;
};

}  // namespace
}  // namespace sdformat

WrittenSdf write_sdf(const RobotModel& robot, const std::string& mesh_directory) {
  return sdformat::ModelWriter(robot, mesh_directory).write();
}

}  // namespace cardan
