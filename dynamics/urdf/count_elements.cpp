#include "dynamics/urdf/numbers.h"
#include "dynamics/urdf/read_context.h"

namespace cardan::urdf {

namespace {

// Number of DoFs of a joint type as written; 0 for an unknown type.
int num_dofs_of(const std::string& type) {
  static const std::map<std::string, int> kFreedoms = {
      {"fixed", 0},    {"revolute", 1},  {"continuous", 1}, {"prismatic", 1}, {"planar", 3},
      {"floating", 6}, {"spherical", 3}, {"ball", 3},       {"universal", 2}, {"screw", 1}};
  const auto found = kFreedoms.find(type);
  return found == kFreedoms.end() ? 0 : found->second;
}

// The mass that the reader uses for a link: that of its first <inertial>, else 0.
double mass_of(const Element& link) {
  const Element* inertial = link.FirstChildElement("inertial");
  const Element* mass = inertial ? inertial->FirstChildElement("mass") : nullptr;
  const NumberList list = parse_numbers(mass ? text_attribute(*mass, "value") : "");
  return list.fault.empty() && list.values.size() == 1 ? list.values[0] : 0;
}

void count_link(const Element& link, FileCounts& counts) {
  ++counts.links;
  counts.mass += mass_of(link);
  for (const Element* e = link.FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string tag = e->Name();
    if (tag == "visual") ++counts.visuals;
    if (tag == "inertial") ++counts.inertials;
    if (tag == "collision") {
      const Element* geometry = e->FirstChildElement("geometry");
      const Element* shape = geometry ? shape_element(*geometry) : nullptr;
      if (shape) ++counts.shapes[local_tag(*shape)];
    }
  }
}

}  // namespace

FileCounts count_elements(const Element& robot) {
  FileCounts counts;
  for (const Element* e = robot.FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string tag = e->Name();
    if (tag == "link") count_link(*e, counts);
    if (tag != "joint" && tag != "drake:joint") continue;
    ++counts.joints;
    const std::string type = text_attribute(*e, "type");
    ++counts.joint_types[type];
    counts.dof += num_dofs_of(type);
    if (e->FirstChildElement("mimic")) ++counts.mimic;
  }
  return counts;
}

}  // namespace cardan::urdf
