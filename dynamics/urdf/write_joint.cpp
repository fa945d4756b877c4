#include "dynamics/urdf/freedom_properties.h"
#include "dynamics/urdf/write_context.h"

namespace cardan::urdf {

namespace {

constexpr double kWrittenInfinity =
    1e16;  // read as no bound, and accepted by readers that require one

// A position bound that the plain element can express; empty if it is infinite or would be read as
// infinite.
std::optional<double> plain_bound(double bound) {
  if (std::abs(bound) < kFakeInfinity) return bound;
  return std::nullopt;
}

std::optional<double> plain_limit(double limit) {
  if (limit > 0 && limit < kFakeEffort) return limit;
  return std::nullopt;
}

// The joint that the reader would read from the plain elements.
JointRecord plain_record(const LinkSpec& link) {
  JointRecord record;
  record.type = link.joint_type;
  if (link.dofs.empty()) return record;  // a follower: its leader has inherited its properties
  const DofProperties& dof = link.dofs.front();
  record.damping = dof.damping;
  record.friction = dof.friction;
  record.spring_stiffness = dof.stiffness;
  record.spring_reference = dof.spring_reference;
  record.armature = dof.armature;
  if (joint_freedoms(link.joint_type) != 1) return record;
  record.effort = dof.actuated ? plain_limit(dof.effort_limit) : 0.0;
  record.velocity = plain_limit(dof.velocity_limit);
  if (link.joint_type == JointType::kContinuous) return record;
  record.lower = plain_bound(dof.lower);
  record.upper = plain_bound(dof.upper);
  return record;
}

void write_limit(XmlText& xml, const JointRecord& joint) {
  const bool bounded = joint.type != JointType::kContinuous;
  if (joint_freedoms(joint.type) != 1 || (!bounded && !joint.effort && !joint.velocity)) return;
  xml.open("limit");
  if (bounded) {
    xml.number("lower", joint.lower.value_or(-kWrittenInfinity));
    xml.number("upper", joint.upper.value_or(kWrittenInfinity));
  }
  xml.number("effort", joint.effort.value_or(kWrittenInfinity));
  xml.number("velocity", joint.velocity.value_or(kWrittenInfinity));
  xml.close();
}

void write_dynamics(XmlText& xml, const JointRecord& joint) {
  const std::pair<const char*, double> entries[] = {{"damping", joint.damping},
                                                    {"friction", joint.friction},
                                                    {"spring_stiffness", joint.spring_stiffness},
                                                    {"spring_reference", joint.spring_reference},
                                                    {"armature", joint.armature}};
  bool any = false;
  for (const auto& [name, value] : entries) any = any || value != 0;
  if (!any) return;
  xml.open("dynamics");
  for (const auto& [name, value] : entries) {
    if (value != 0) xml.number(name, value);
  }
  xml.close();
}

void write_bound(XmlText& xml, const char* name, double value) {
  if (std::isinf(value)) {
    xml.attribute(name, "none");
  } else {
    xml.number(name, value);
  }
}

// Writes the properties of a DoF that differ from those of the plain elements.
void write_freedom(XmlText& xml, int index, const DofProperties& dof, const DofProperties& plain) {
  xml.open("cardan:freedom");
  xml.attribute("index", std::to_string(index));
  const auto number = [&](const char* name, double value, double said) {
    if (value != said) xml.number(name, value);
  };
  const auto bound = [&](const char* name, double value, double said) {
    if (value != said) write_bound(xml, name, value);
  };
  number("damping", dof.damping, plain.damping);
  number("friction", dof.friction, plain.friction);
  number("spring_stiffness", dof.stiffness, plain.stiffness);
  number("spring_reference", dof.spring_reference, plain.spring_reference);
  number("armature", dof.armature, plain.armature);
  bound("lower", dof.lower, plain.lower);
  bound("upper", dof.upper, plain.upper);
  bound("effort", dof.effort_limit, plain.effort_limit);
  bound("velocity", dof.velocity_limit, plain.velocity_limit);
  if (dof.actuated != plain.actuated) xml.attribute("actuated", dof.actuated ? "true" : "false");
  xml.close();
}

bool same(const DofProperties& a, const DofProperties& b) {
  return a.damping == b.damping && a.friction == b.friction && a.stiffness == b.stiffness &&
         a.spring_reference == b.spring_reference && a.armature == b.armature &&
         a.lower == b.lower && a.upper == b.upper && a.effort_limit == b.effort_limit &&
         a.velocity_limit == b.velocity_limit && a.actuated == b.actuated;
}

void write_axes(XmlText& xml, const LinkSpec& link) {
  const JointType type = link.joint_type;
  if (type == JointType::kFixed || type == JointType::kSpherical || type == JointType::kFloating) {
    return;
  }
  xml.open("axis");
  xml.vector("xyz", link.axis);
  xml.close();
  if (type == JointType::kUniversal) {
    xml.open("cardan:axis2");
    xml.vector("xyz", link.axis2);
    xml.close();
  }
  if (type == JointType::kScrew) xml.leaf("cardan:screw", "pitch", shortest(link.pitch));
}

void write_mimic(XmlText& xml, const JointCoupling& coupling) {
  if (coupling.leader.empty()) return;
  xml.open("mimic");
  xml.attribute("joint", coupling.leader);
  xml.number("multiplier", coupling.multiplier);
  xml.number("offset", coupling.offset);
  xml.close();
}

}  // namespace

void write_joint(XmlText& xml, const LinkSpec& link, const std::string& parent) {
  xml.open("joint");
  xml.attribute("name", link.joint_name);
  xml.attribute("type", joint_type_name(link.joint_type));
  xml.leaf("parent", "link", parent);
  xml.leaf("child", "link", link.name);
  write_origin(xml, link.X_PJ);
  write_axes(xml, link);
  const JointRecord record = plain_record(link);
  write_limit(xml, record);
  write_dynamics(xml, record);
  write_mimic(xml, link.coupling);
  const DofProperties plain = plain_dof(record);
  for (std::size_t k = 0; k < link.dofs.size(); ++k) {
    if (!same(link.dofs[k], plain)) write_freedom(xml, static_cast<int>(k), link.dofs[k], plain);
  }
  xml.close();
}

}  // namespace cardan::urdf
