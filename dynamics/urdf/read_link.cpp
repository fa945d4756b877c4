#include <algorithm>

#include "dynamics/urdf/link_groups.h"
#include "dynamics/urdf/read_context.h"

namespace cardan::urdf {

namespace {

// The entries of <inertia>. Absent ones are zero, with a warning.
std::optional<Matrix3> read_inertia_matrix(ReadContext& context, const Element& element,
                                           const Place& place) {
  static constexpr const char* kEntry[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
  double value[6] = {};
  std::string absent;
  bool good = true;
  for (int i = 0; i < 6; ++i) {
    const Found found = read_number(context, element, kEntry[i], value[i], place);
    if (found == Found::kAbsent) absent += (absent.empty() ? "" : ", ") + std::string(kEntry[i]);
    good = good && found != Found::kBad;
  }
  if (!good) return std::nullopt;
  if (!absent.empty()) {
    context.warn(place, "<inertia> without " + absent + "; taken as 0");
  }
  Matrix3 inertia;
  inertia << value[0], value[1], value[2], value[1], value[3], value[4], value[2], value[4],
      value[5];
  return inertia;
}

void read_inertial(ReadContext& context, const Element& element, const Place& link_place,
                   LinkRecord& link) {
  const Place place = link_place.inside("inertial", element.GetLineNum());
  InertialRecord inertial;
  inertial.line = element.GetLineNum();
  read_origin(context, element, place, inertial.origin);
  if (const Element* mass = single_child(context, element, "mass", place)) {
    const Place here = place.inside("mass", mass->GetLineNum());
    double value = 0;
    const Found found = read_number(context, *mass, "value", value, here);
    if (found == Found::kAbsent) context.error(here, "<mass> has no attribute 'value'");
    if (value < 0) context.error(here, "negative mass " + std::string(mass->Attribute("value")));
    if (found == Found::kGood) inertial.mass = value;
  } else if (const Element* density = single_child(context, element, "density", place)) {
    const Place here = place.inside("density", density->GetLineNum());
    read_number(context, *density, "value", inertial.density, here);
    if (inertial.density < 0) context.error(here, "negative density; give 0 or more");
  } else {
    context.warn(place, "<inertial> without <mass>; the mass is taken as 0");
  }
  if (const Element* inertia = single_child(context, element, "inertia", place)) {
    const Place here = place.inside("inertia", inertia->GetLineNum());
    inertial.inertia = read_inertia_matrix(context, *inertia, here);
  } else if (inertial.density == 0) {
    context.warn(place, "<inertial> without <inertia>; taken as a point mass");
  }
  link.inertial = inertial;
}

// IsaacGym's <density>: computes mass, centre of mass and inertia of the collision shapes.
void apply_density(ReadContext& context, const Place& place, LinkRecord& link) {
  if (!link.inertial || !(link.inertial->density > 0)) return;
  const InertialRecord& inertial = *link.inertial;
  if (fill_with(inertial.density, link)) {
    context.info(place.at(inertial.line), "mass and inertia from the density and the shapes");
  } else {
    context.warn(place.at(inertial.line),
                 "a density but no shape with a volume; the link has no mass");
  }
}

ShapeRecord read_shape(ReadContext& context, const Element& element, const Place& place) {
  ShapeRecord shape;
  shape.line = element.GetLineNum();
  shape.name = text_attribute(element, "name");
  const bool origin = read_origin(context, element, place, shape.origin);
  shape.X_LS = shape.origin.pose();
  shape.usable = read_geometry(context, element, place, shape) && origin;
  return shape;
}

void read_shapes(ReadContext& context, const Element& element, const Place& place,
                 LinkRecord& link) {
  for (const char* tag : {"visual", "collision"}) {
    const bool visual = tag[0] == 'v';
    std::vector<ShapeRecord>& shapes = visual ? link.visuals : link.collisions;
    context.in_visual = visual;
    for (const Element* e = element.FirstChildElement(tag); e; e = e->NextSiblingElement(tag)) {
      const Place here = place.inside(std::string(tag) + "[" + std::to_string(shapes.size()) + "]",
                                      e->GetLineNum());
      shapes.push_back(read_shape(context, *e, here));
      if (visual) shapes.back().appearance = read_visual_material(context, *e, here);
    }
    context.in_visual = false;
  }
}

}  // namespace

void read_link(ReadContext& context, const Element& element) {
  LinkRecord link;
  link.line = element.GetLineNum();
  const char* name = element.Attribute("name");
  if (!name || !*name) {
    context.error({"link", link.line}, "a link without a name; give it the attribute 'name'");
  }
  link.name = name ? name : "";
  link.base_only = text_attribute(element, "cardan:base") == "true";
  const Place place{"link \"" + link.name + "\"", link.line};
  if (const Element* inertial = single_child(context, element, "inertial", place)) {
    read_inertial(context, *inertial, place, link);
  }
  read_shapes(context, element, place, link);
  apply_density(context, place, link);
  read_link_surface(context, element, place, link);
  const auto has_form = [](const ShapeRecord& shape) { return !shape.tag.empty(); };
  if (!link.inertial && std::any_of(link.collisions.begin(), link.collisions.end(), has_form)) {
    context.info(place, "collision shapes but no <inertial>; the link has no mass of its own");
  }
  if (!link.name.empty()) context.robot.links.push_back(std::move(link));
}

}  // namespace cardan::urdf
