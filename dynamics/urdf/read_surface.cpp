#include <cmath>

#include "dynamics/urdf/numbers.h"
#include "dynamics/urdf/read_context.h"

/// Collects surface data from the extensions of several programs into one MaterialRecord per shape.
namespace cardan::urdf {

namespace {

// The number of <tag value="…"> or <tag>…</tag>. A defect in an extension never rejects the robot.
std::optional<double> extension_number(ReadContext& context, const Element& holder, const char* tag,
                                       const Place& place) {
  const Element* element = holder.FirstChildElement(tag);
  if (!element) return std::nullopt;
  const char* text = element->Attribute("value");
  if (!text) text = element->GetText();
  const NumberList list = parse_numbers(text ? text : "");
  if (list.fault.empty() && list.values.size() == 1) return list.values[0];
  context.warn(place.inside(tag, element->GetLineNum()), "expected one number; ignored");
  return std::nullopt;
}

void take(ReadContext& context, const Element& holder, const char* tag, const Place& place,
          double& field) {
  const std::optional<double> value = extension_number(context, holder, tag, place);
  if (!value) return;
  if (*value < 0) {
    context.warn(place.inside(tag, holder.GetLineNum()), "negative value; ignored");
    return;
  }
  field = *value;
}

// Bullet: <contact><lateral_friction value="…"/>… in a link.
void read_bullet_contact(ReadContext& context, const Element& contact, const Place& place,
                         MaterialRecord& material) {
  take(context, contact, "lateral_friction", place, material.mu_static);
  material.mu_kinetic = material.mu_static;
  take(context, contact, "restitution", place, material.restitution);
  take(context, contact, "stiffness", place, material.stiffness);
  take(context, contact, "damping", place, material.damping);
  take(context, contact, "rolling_friction", place, material.mu_rolling);
  take(context, contact, "spinning_friction", place, material.mu_torsion);
}

// Drake: <drake:proximity_properties> in a collision.
void read_drake_proximity(ReadContext& context, const Element& collision, const Place& place,
                          MaterialRecord& material) {
  const Element* element = collision.FirstChildElement("drake:proximity_properties");
  if (!element) return;
  const Place here = place.inside(element->Name(), element->GetLineNum());
  take(context, *element, "drake:mu_static", here, material.mu_static);
  take(context, *element, "drake:mu_dynamic", here, material.mu_kinetic);
  take(context, *element, "drake:point_contact_stiffness", here, material.stiffness);
  if (std::isnan(material.mu_kinetic)) material.mu_kinetic = material.mu_static;
  if (std::isnan(material.mu_static)) material.mu_static = material.mu_kinetic;
}

// Gazebo gives coefficients for two directions; here one coefficient, the smaller, applies to both.
void read_gazebo_block(ReadContext& context, const Element& gazebo, const Place& place,
                       MaterialRecord& material) {
  double mu1 = MaterialRecord::kUnset, mu2 = MaterialRecord::kUnset;
  take(context, gazebo, "mu1", place, mu1);
  take(context, gazebo, "mu2", place, mu2);
  if (mu1 != mu2 && !std::isnan(mu1) && !std::isnan(mu2)) {
    context.info(place, "mu1 and mu2 differ; the smaller is taken for both directions");
  }
  const double mu = std::fmin(mu1, mu2);  // fmin ignores NaN
  if (!std::isnan(mu)) material.mu_static = material.mu_kinetic = mu;
  take(context, gazebo, "kp", place, material.stiffness);
  take(context, gazebo, "kd", place, material.damping);
}

}  // namespace

void read_link_surface(ReadContext& context, const Element& link, const Place& place,
                       LinkRecord& record) {
  MaterialRecord material;
  if (const Element* contact = link.FirstChildElement("contact")) {
    read_bullet_contact(context, *contact, place.inside("contact", contact->GetLineNum()),
                        material);
  }
  std::size_t index = 0;
  for (const Element* e = link.FirstChildElement("collision");
       e && index < record.collisions.size(); e = e->NextSiblingElement("collision"), ++index) {
    record.collisions[index].material = material;
    const Place here = place.inside("collision[" + std::to_string(index) + "]", e->GetLineNum());
    read_drake_proximity(context, *e, here, record.collisions[index].material);
    read_collision_material(context, *e, here, record.collisions[index].material);
    read_filter_masks(context, *e, here, record.collisions[index]);
  }
}

namespace {

// Warns about repeated elements of a block. Elements other than these, such as <plugin>, may be
// repeated.
void check_repeated(ReadContext& context, const Element& gazebo, const Place& place) {
  for (const char* tag : {"mu1", "mu2", "kp", "kd", "selfCollide", "self_collide", "turnGravityOff",
                          "gravity", "fdir1", "kinematic", "dampingFactor"}) {
    single_child(context, gazebo, tag, place);
  }
}

}  // namespace

void read_gazebo_surfaces(ReadContext& context, const Element& robot) {
  std::map<std::string, LinkRecord*> links;
  for (LinkRecord& link : context.robot.links) links[link.name] = &link;
  std::set<std::string> joints;
  for (const JointRecord& joint : context.robot.joints) joints.insert(joint.name);
  int strays = 0;
  Place first_stray;
  for (const Element* e = robot.FirstChildElement("gazebo"); e;
       e = e->NextSiblingElement("gazebo")) {
    const std::string reference = text_attribute(*e, "reference");
    if (reference.empty()) {
      if (const auto self = self_collision_of(*e)) context.robot.self_collide = self;
      const std::string fixed = value_text(*e, "static");
      if (fixed == "true" || fixed == "1") context.robot.is_static = true;
      continue;
    }
    const Place place{"gazebo \"" + reference + "\"", e->GetLineNum()};
    const auto found = links.find(reference);
    if (found == links.end()) {
      if (joints.count(reference) == 0 && strays++ == 0) first_stray = place;
      continue;
    }
    if (const auto self = self_collision_of(*e)) found->second->self_collide = self;
    check_repeated(context, *e, place);
    for (ShapeRecord& shape : found->second->collisions) {
      read_gazebo_block(context, *e, place, shape.material);
    }
  }
  if (strays > 0) {
    context.warn(first_stray, std::to_string(strays) +
                                  " <gazebo> block(s) refer to a link or "
                                  "joint that is not in the file; this is the first");
  }
}

}  // namespace cardan::urdf
