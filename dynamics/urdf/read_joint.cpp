#include <numbers>

#include "core/nearest.h"
#include "dynamics/urdf/freedom_properties.h"
#include "dynamics/urdf/read_context.h"

namespace cardan::urdf {

namespace {

const std::map<std::string, JointType>& joint_types() {
  static const std::map<std::string, JointType> kTypes = {
      {"fixed", JointType::kFixed},           {"revolute", JointType::kRevolute},
      {"continuous", JointType::kContinuous}, {"prismatic", JointType::kPrismatic},
      {"planar", JointType::kPlanar},         {"floating", JointType::kFloating},
      {"spherical", JointType::kSpherical},   {"ball", JointType::kSpherical},
      {"universal", JointType::kUniversal},   {"screw", JointType::kScrew}};
  return kTypes;
}

std::vector<std::string> joint_type_names() {
  std::vector<std::string> names;
  for (const auto& [name, type] : joint_types()) names.push_back(name);
  return names;
}

bool joint_type_of(const std::string& name, JointType& type) {
  const auto found = joint_types().find(name);
  if (found != joint_types().end()) type = found->second;
  return found != joint_types().end();
}

void read_joint_link(ReadContext& context, const Element& joint, const char* tag,
                     const Place& place, std::string& name, int& line) {
  const Element* element = single_child(context, joint, tag, place);
  name = element ? text_attribute(*element, "link") : "";
  line = element ? element->GetLineNum() : place.line;
  if (name.empty()) {
    context.error(place.at(line), std::string("no <") + tag +
                                      " link=\"…\">; a joint needs both "
                                      "parent and child");
  }
}

bool has_axis(JointType type) {
  return type != JointType::kFixed && type != JointType::kSpherical && type != JointType::kFloating;
}

// Reads the unit vector of <TAG xyz="…">. Keeps the current value if there is none.
void read_axis(ReadContext& context, const Element& joint, const char* tag, const Place& place,
               Vector3& unit) {
  const Element* element = single_child(context, joint, tag, place);
  if (!element) return;
  const Place here = place.inside(tag, element->GetLineNum());
  Vector3 axis;
  const Found found = read_numbers(context, *element, "xyz", 3, axis.data(), here);
  if (found == Found::kAbsent) {
    context.warn(here, std::string("<") + tag + "> has no attribute 'xyz'; taken as " +
                           (unit.x() != 0 ? "1 0 0" : "0 1 0"));
  }
  if (found != Found::kGood) return;
  const double scale = axis.cwiseAbs().maxCoeff();
  if (!(scale > 0)) {
    context.error(here, "a zero axis; give the direction the joint moves about or along");
    return;
  }
  const double length = axis.norm();
  if (std::abs(length - 1) > 1e-3) {
    context.warn(here, "the axis is not of unit length; normalised");
  }
  // Scaled first, so that a tiny or huge axis neither underflows nor overflows.
  unit = (axis / scale).normalized();
}

// Reads the pitch of a screw: metres per turn in Drake's element, metres per radian in cardan's.
void read_pitch(ReadContext& context, const Element& joint, const Place& place,
                JointRecord& record) {
  if (!joint.FirstChildElement("drake:screw_thread_pitch") &&
      !joint.FirstChildElement("cardan:screw")) {
    context.error(place,
                  "a screw joint without a pitch; add <cardan:screw pitch=\"…\"/> in m/rad or "
                  "<drake:screw_thread_pitch value=\"…\"/> in m per turn");
  }
  if (const Element* e = joint.FirstChildElement("drake:screw_thread_pitch")) {
    const Place here = place.inside(e->Name(), e->GetLineNum());
    if (read_number(context, *e, "value", record.pitch, here) == Found::kGood) {
      record.pitch /= 2 * std::numbers::pi;
    }
  }
  if (const Element* e = joint.FirstChildElement("cardan:screw")) {
    read_number(context, *e, "pitch", record.pitch, place.inside(e->Name(), e->GetLineNum()));
  }
}

// Warns about elements that belong to another type of joint.
void warn_misplaced(ReadContext& context, const Element& joint, const Place& place,
                    const JointRecord& record) {
  const std::pair<const char*, JointType> owners[] = {
      {"cardan:axis2", JointType::kUniversal},
      {"cardan:screw", JointType::kScrew},
      {"drake:screw_thread_pitch", JointType::kScrew}};
  for (const auto& [tag, type] : owners) {
    const Element* e = joint.FirstChildElement(tag);
    if (!e || record.type == type) continue;
    context.warn(place.inside(tag, e->GetLineNum()), std::string("has no meaning in a ") +
                                                         record.type_name + " joint, but in a " +
                                                         joint_type_name(type) + " one; ignored");
  }
}

void read_axes(ReadContext& context, const Element& joint, const Place& place,
               JointRecord& record) {
  warn_misplaced(context, joint, place, record);
  if (!has_axis(record.type)) return;
  read_axis(context, joint, "axis", place, record.axis);
  if (record.type == JointType::kUniversal) {
    read_axis(context, joint, "cardan:axis2", place, record.axis2);
    if (record.axis.cross(record.axis2).norm() < 1e-6) {
      context.error(place, "the two axes of a universal joint are parallel; turn one of them");
    }
  }
  if (record.type == JointType::kScrew) read_pitch(context, joint, place, record);
}

void read_optional(ReadContext& context, const Element& element, const char* attribute,
                   const Place& place, std::optional<double>& value) {
  double number = 0;
  if (read_number(context, element, attribute, number, place) == Found::kGood) value = number;
}

// Replaces numbers that mean "no limit" in URDF files with an absent limit, and adds a note.
void normalize_range(ReadContext& context, const Place& place, JointRecord& joint) {
  if (joint.type == JointType::kContinuous) {
    if (joint.lower || joint.upper) {
      context.warn(place, "bounds on a continuous joint; ignored (a bounded one is revolute)");
    }
    joint.lower.reset();
    joint.upper.reset();
    return;
  }
  if (!joint.lower && !joint.upper) {
    context.warn(place, "<limit> without lower and upper; taken as unlimited");
    return;
  }
  if (joint.lower.has_value() != joint.upper.has_value()) {
    context.warn(place, std::string("<limit> without ") + (joint.lower ? "upper" : "lower") +
                            "; taken as unbounded on that side");
  }
  for (std::optional<double>* bound : {&joint.lower, &joint.upper}) {
    if (*bound && std::abs(**bound) >= kFakeInfinity) {
      context.info(place, "a bound beyond 1e5; taken as none");
      bound->reset();
    }
  }
  if (!joint.lower || !joint.upper) return;
  if (*joint.lower > *joint.upper) {
    context.warn(place, "lower > upper; taken as unlimited");
  } else if (*joint.lower == *joint.upper && joint.effort == 0.0 && joint.velocity == 0.0) {
    context.warn(place,
                 "lower = upper and effort = velocity = 0 are placeholders; taken as "
                 "unlimited (type fixed locks a joint)");
  } else {
    if (*joint.lower == *joint.upper) {
      context.warn(place, "lower = upper locks the joint; type fixed would be cheaper");
    }
    return;
  }
  joint.lower.reset();
  joint.upper.reset();
}

void normalize_effort(ReadContext& context, const Place& place, JointRecord& joint) {
  if (!joint.effort) context.info(place, "<limit> without effort; taken as no bound");
  if (!joint.velocity) context.info(place, "<limit> without velocity; taken as no bound");
  if (joint.effort == 0.0) {
    context.info(place, "effort 0: the joint has no motor; constraint forces are not limited");
  } else if (joint.effort && *joint.effort < 0) {
    context.warn(place, "negative effort; taken as no bound");
  }
  if (joint.velocity && *joint.velocity <= 0) {
    context.info(place, "velocity of zero or less; taken as no bound");
    joint.velocity.reset();
  }
  for (std::optional<double>* bound : {&joint.effort, &joint.velocity}) {
    if (!*bound || **bound < kFakeEffort) continue;
    context.info(place, "an effort or velocity of 1e9 or more; taken as no bound");
    bound->reset();
  }
}

// <limit> has no meaning for joints with several DoFs; only effective bounds are reported.
void report_lost_limit(ReadContext& context, const Element& joint, const Place& place,
                       const JointRecord& record) {
  const Element* element = joint.FirstChildElement("limit");
  if (!element || record.type == JointType::kFixed) return;
  if (!element->Attribute("lower") && !element->Attribute("upper")) return;
  context.info(place.inside("limit", element->GetLineNum()),
               "bounds of a " + record.type_name +
                   " joint are not read; use <cardan:freedom> to limit its degrees of freedom");
}

// The limits of URDF 1.2 concern planners and controllers.
void read_planning_limits(ReadContext& context, const Element& element, const Place& place,
                          JointRecord& joint) {
  const std::pair<const char*, std::optional<double>*> limits[] = {
      {"acceleration", &joint.acceleration},
      {"deceleration", &joint.deceleration},
      {"jerk", &joint.jerk}};
  std::string given;
  for (const auto& [name, value] : limits) {
    read_optional(context, element, name, place, *value);
    if (!*value) continue;
    if (!(**value > 0)) {
      context.warn(place, std::string(name) + " of zero or less; taken as no bound");
      value->reset();
      continue;
    }
    given.append(given.empty() ? "" : ", ").append(name);
  }
  if (!given.empty()) {
    context.info(place, "limits for planners, which no step enforces: " + given);
  }
}

void read_limit(ReadContext& context, const Element& joint, const Place& place,
                JointRecord& record) {
  if (joint_freedoms(record.type) != 1) return report_lost_limit(context, joint, place, record);
  const Element* element = single_child(context, joint, "limit", place);
  if (!element) {
    if (record.type == JointType::kContinuous) return;
    context.warn(place, record.type_name + " joint without <limit>; taken as unlimited");
    return;
  }
  const Place here = place.inside("limit", element->GetLineNum());
  record.has_limit = true;
  record.limit_line = here.line;
  read_optional(context, *element, "lower", here, record.lower);
  read_optional(context, *element, "upper", here, record.upper);
  read_optional(context, *element, "effort", here, record.effort);
  read_optional(context, *element, "velocity", here, record.velocity);
  normalize_range(context, here, record);
  normalize_effort(context, here, record);
  read_planning_limits(context, *element, here, record);
}

void read_not_negative(ReadContext& context, const Element& element, const char* attribute,
                       const Place& place, double& value) {
  read_number(context, element, attribute, value, place);
  if (value < 0) {
    context.warn(place, std::string("negative ") + attribute + "; taken as 0");
    value = 0;
  }
}

// drake:rotor_inertia and drake:gear_ratio are separate elements: armature = n² J.
void read_drake_rotor(ReadContext& context, const Element& joint, const Place& place,
                      JointRecord& record) {
  double inertia = 0, ratio = 1;
  if (const Element* e = joint.FirstChildElement("drake:rotor_inertia")) {
    read_not_negative(context, *e, "value", place.inside(e->Name(), e->GetLineNum()), inertia);
  }
  if (const Element* e = joint.FirstChildElement("drake:gear_ratio")) {
    read_number(context, *e, "value", ratio, place.inside(e->Name(), e->GetLineNum()));
  }
  if (inertia > 0) record.armature = inertia * ratio * ratio;
}

// Reads one number for all DoFs of the joint or one for each; Drake gives planar joints three. The
// damping of the first DoF is stored in the record itself.
void read_damping(ReadContext& context, const Element& element, const Place& place,
                  JointRecord& record) {
  const int count = joint_freedoms(record.type);
  std::vector<double> values;
  if (read_number_list(context, element, "damping", values, place) != Found::kGood) return;
  if (values.size() != 1 && static_cast<int>(values.size()) != count) {
    context.error(
        place.at(element.FindAttribute("damping")->GetLineNum()),
        "attribute 'damping' holds " + std::to_string(values.size()) + " numbers; expected 1" +
            (count > 1 ? " or " + std::to_string(count) + ", one for each degree of freedom" : ""));
    return;
  }
  for (double& value : values) {
    if (value >= 0) continue;
    context.warn(place, "negative damping; taken as 0");
    value = 0;
  }
  record.damping = values[0];
  for (int k = 1; k < static_cast<int>(values.size()); ++k) {
    FreedomRecord freedom;
    freedom.line = place.line;
    freedom.index = k;
    freedom.damping = values[static_cast<std::size_t>(k)];
    record.freedoms.push_back(freedom);
  }
}

void read_dynamics(ReadContext& context, const Element& joint, const Place& place,
                   JointRecord& record) {
  if (record.type == JointType::kFixed) return;
  if (const Element* element = single_child(context, joint, "dynamics", place)) {
    const Place here = place.inside("dynamics", element->GetLineNum());
    read_damping(context, *element, here, record);
    read_not_negative(context, *element, "friction", here, record.friction);
    read_not_negative(context, *element, "spring_stiffness", here, record.spring_stiffness);
    read_number(context, *element, "spring_reference", record.spring_reference, here);
    read_not_negative(context, *element, "armature", here, record.armature);
  }
  read_drake_rotor(context, joint, place, record);
}

void read_mimic(ReadContext& context, const Element& joint, const Place& place,
                JointRecord& record) {
  const Element* element = single_child(context, joint, "mimic", place);
  if (!element) return;
  const Place here = place.inside("mimic", element->GetLineNum());
  MimicRecord mimic;
  mimic.line = here.line;
  mimic.joint = text_attribute(*element, "joint");
  if (mimic.joint.empty()) context.error(here, "<mimic> names no joint");
  read_number(context, *element, "multiplier", mimic.multiplier, here);
  read_number(context, *element, "offset", mimic.offset, here);
  record.mimic = mimic;
}

}  // namespace

void read_joint(ReadContext& context, const Element& element) {
  JointRecord joint;
  joint.line = element.GetLineNum();
  joint.name = text_attribute(element, "name");
  joint.type_name = text_attribute(element, "type");
  const Place place{"joint \"" + joint.name + "\"", joint.line};
  if (joint.name.empty()) {
    context.error({"joint", joint.line}, "a joint without a name; give it the attribute 'name'");
  }
  if (!joint_type_of(joint.type_name, joint.type)) {
    context.error(place, joint.type_name.empty()
                             ? "a joint without a type; give it the attribute 'type'"
                             : "unknown joint type '" + joint.type_name + "'; " +
                                   suggest_name(joint.type_name, joint_type_names()));
  }
  read_joint_link(context, element, "parent", place, joint.parent, joint.parent_line);
  read_joint_link(context, element, "child", place, joint.child, joint.child_line);
  read_origin(context, element, place, joint.origin);
  read_axes(context, element, place, joint);
  read_limit(context, element, place, joint);
  read_dynamics(context, element, place, joint);
  read_mimic(context, element, place, joint);
  read_freedoms(context, element, place, joint);
  context.robot.joints.push_back(std::move(joint));
}

}  // namespace cardan::urdf
