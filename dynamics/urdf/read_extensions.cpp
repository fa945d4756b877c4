#include "cardan/skeleton.h"
#include "dynamics/urdf/numbers.h"
#include "dynamics/urdf/read_context.h"

/// Elements of the namespace cardan, which write_urdf uses for data that plain URDF cannot express
/// (docs/urdf.md). Defects in them are errors, because no other program uses these elements.
namespace cardan::urdf {

namespace {

// A number, or "none" for an absent bound.
void read_bound(ReadContext& context, const Element& element, const char* attribute, double none,
                const Place& place, std::optional<double>& bound) {
  if (text_attribute(element, attribute) == "none") {
    bound = none;
    return;
  }
  double value = 0;
  if (read_number(context, element, attribute, value, place) == Found::kGood) bound = value;
}

// A number of zero or more.
void read_quantity(ReadContext& context, const Element& element, const char* attribute,
                   const Place& place, std::optional<double>& quantity) {
  double value = 0;
  if (read_number(context, element, attribute, value, place) != Found::kGood) return;
  if (value < 0) {
    context.error(place, std::string("negative ") + attribute + "; give 0 or more");
    return;
  }
  quantity = value;
}

void read_index(ReadContext& context, const Element& element, int count, const Place& place,
                FreedomRecord& freedom) {
  double value = 0;
  if (read_number(context, element, "index", value, place) != Found::kGood) return;
  for (int k = 0; k < count; ++k) {
    if (value == k) freedom.index = k;
  }
  if (!freedom.index) {
    context.error(place,
                  "invalid index; the joint has " + std::to_string(count) + ", counted from 0");
  }
}

void read_actuated(ReadContext& context, const Element& element, const Place& place,
                   FreedomRecord& freedom) {
  const std::string text = text_attribute(element, "actuated");
  if (text.empty()) return;
  if (text == "true" || text == "false") {
    freedom.actuated = text == "true";
  } else {
    context.error(place, "actuated is '" + text + "'; expected true or false");
  }
}

}  // namespace

void read_freedoms(ReadContext& context, const Element& joint, const Place& place,
                   JointRecord& record) {
  const char* const tag = "cardan:freedom";
  for (const Element* e = joint.FirstChildElement(tag); e; e = e->NextSiblingElement(tag)) {
    const Place here = place.inside(tag, e->GetLineNum());
    FreedomRecord freedom;
    freedom.line = here.line;
    read_index(context, *e, joint_freedoms(record.type), here, freedom);
    read_quantity(context, *e, "damping", here, freedom.damping);
    read_quantity(context, *e, "friction", here, freedom.friction);
    read_quantity(context, *e, "spring_stiffness", here, freedom.spring_stiffness);
    read_quantity(context, *e, "armature", here, freedom.armature);
    double reference = 0;
    if (read_number(context, *e, "spring_reference", reference, here) == Found::kGood) {
      freedom.spring_reference = reference;
    }
    read_bound(context, *e, "lower", -kInfinity, here, freedom.lower);
    read_bound(context, *e, "upper", kInfinity, here, freedom.upper);
    read_bound(context, *e, "effort", kInfinity, here, freedom.effort);
    read_bound(context, *e, "velocity", kInfinity, here, freedom.velocity);
    read_actuated(context, *e, here, freedom);
    record.freedoms.push_back(freedom);
  }
}

void read_collision_material(ReadContext& context, const Element& collision, const Place& place,
                             MaterialRecord& material) {
  const Element* element = collision.FirstChildElement("cardan:material");
  if (!element) return;
  const Place here = place.inside(element->Name(), element->GetLineNum());
  const std::pair<const char*, double*> fields[] = {
      {"mu_static", &material.mu_static},     {"mu_kinetic", &material.mu_kinetic},
      {"restitution", &material.restitution}, {"stiffness", &material.stiffness},
      {"damping", &material.damping},         {"mu_torsion", &material.mu_torsion},
      {"mu_rolling", &material.mu_rolling}};
  for (const auto& [attribute, field] : fields) {
    std::optional<double> value;
    read_quantity(context, *element, attribute, here, value);
    if (value) *field = *value;
  }
}

void read_posture(ReadContext& context, const Element& element, const Place& place,
                  std::vector<PostureRecord>& postures) {
  const std::string name = text_attribute(element, "name");
  if (name.empty()) {
    context.warn(place, "a posture without a name; ignored");
    return;
  }
  auto found = postures.begin();
  while (found != postures.end() && found->name != name) ++found;
  if (found == postures.end()) {
    found = postures.insert(found, PostureRecord());
    found->name = name;
  }
  for (const Element* e = element.FirstChildElement("joint"); e;
       e = e->NextSiblingElement("joint")) {
    const Place here = place.inside("joint", e->GetLineNum());
    const NumberList list = parse_numbers(text_attribute(*e, "value"));
    if (!list.fault.empty() || list.values.empty()) {
      context.warn(here, "a joint of a posture without a numeric value; ignored");
      continue;
    }
    found->q[text_attribute(*e, "name")] = list.values;
  }
}

void read_postures(ReadContext& context, const Element& robot) {
  const char* const tag = "cardan:posture";
  for (const Element* e = robot.FirstChildElement(tag); e; e = e->NextSiblingElement(tag)) {
    read_posture(context, *e, {tag, e->GetLineNum()}, context.robot.postures);
  }
}

}  // namespace cardan::urdf
