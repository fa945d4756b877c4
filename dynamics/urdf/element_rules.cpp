#include "dynamics/urdf/element_rules.h"

#include <algorithm>
#include <map>
#include <set>

namespace cardan::urdf {

namespace {

using Rules = std::map<std::string, ElementRule>;

void add_link_rules(Rules& rules) {
  rules["link"] = {{"inertial", "visual", "collision", "contact", "self_collision_checking",
                    "collision_checking"},
                   {"name", "concave", "cardan:base"},
                   {"self_filter", "audio_source"},
                   {"drake_ignore", "type"},
                   {"gazebo", "sensor"}};
  rules["robot"] = {{}, {"name", "version"}};
  rules["inertial"] = {{"origin", "mass", "inertia", "density"}, {}};
  rules["mass"] = {{}, {"value"}};
  rules["density"] = {{}, {"value"}};
  rules["inertia"] = {{}, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}};
  rules["origin"] = {{}, {"xyz", "rpy", "quat_xyzw"}};
  rules["visual"] = {{"origin", "geometry", "material"}, {"name"}};
  rules["collision"] = {
      {"origin", "geometry", "material", "drake:proximity_properties", "cardan:material"},
      {"name", "group", "mask", "concave"},
      {"sdf", "verbose", "max_contacts"},
      {},
      {"contact_coefficients"}};
  rules["material"] = {{"color", "texture"}, {"name"}, {"specular"}};
  rules["color"] = {{}, {"rgba"}};
  rules["texture"] = {{}, {"filename"}};
  rules["contact"] = {{"lateral_friction", "restitution", "stiffness", "damping",
                       "rolling_friction", "spinning_friction"},
                      {},
                      {},
                      {},
                      {"contact_cfm", "contact_erp", "friction_anchor", "inertia_scaling"}};
  for (const std::string& tag : rules["contact"].children) {
    rules["contact/" + tag] = {{}, {"value"}, {}, {}, {}, true};
  }
  rules["cardan:material"] = {{},
                              {"mu_static", "mu_kinetic", "restitution", "stiffness", "damping",
                               "mu_torsion", "mu_rolling"}};
  rules["drake:proximity_properties"] = {
      {"drake:mu_static", "drake:mu_dynamic", "drake:point_contact_stiffness"},
      {},
      {"drake:rigid_hydroelastic", "drake:compliant_hydroelastic", "drake:soft_hydroelastic",
       "drake:hydroelastic_modulus", "drake:mesh_resolution_hint"},
      {},
      {"drake:hunt_crossley_dissipation", "drake:relaxation_time"}};
  for (const std::string& tag : rules["drake:proximity_properties"].children) {
    rules[tag] = {{}, {"value"}, {}, {}, {}, true};
  }
}

// <geometry> has no rule here: read_geometry checks its children.
void add_shape_rules(Rules& rules) {
  rules["geometry"] = {{"box", "sphere", "cylinder", "capsule", "ellipsoid", "plane", "mesh",
                        "drake:capsule", "drake:ellipsoid", "drake:declare_convex"},
                       {}};
  rules["box"] = {{}, {"size"}};
  rules["sphere"] = {{}, {"radius"}};
  rules["cylinder"] = {{}, {"radius", "length"}};
  rules["capsule"] = rules["drake:capsule"] = rules["cylinder"];
  rules["ellipsoid"] = rules["drake:ellipsoid"] = {{}, {"a", "b", "c"}};
  rules["plane"] = {{}, {"normal"}};
  rules["mesh"] = {{"drake:declare_convex"}, {"filename", "scale"}};
}

void add_joint_rules(Rules& rules) {
  rules["joint"] = {{"parent", "child", "origin", "axis", "limit", "dynamics", "mimic",
                     "safety_controller", "calibration", "drake:rotor_inertia", "drake:gear_ratio",
                     "drake:screw_thread_pitch", "cardan:axis2", "cardan:screw", "cardan:freedom"},
                    {"name", "type", "dont_collapse"}};
  rules["drake:joint"] = rules["joint"];
  rules["parent"] = rules["child"] = {{}, {"link"}};
  rules["axis"] = {{}, {"xyz"}, {}, {"rpy"}};
  rules["limit"] = {
      {}, {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"}};
  rules["dynamics"] = {{},
                       {"damping", "friction", "spring_stiffness", "spring_reference", "armature"},
                       {},
                       {"D", "K", "mu_coulomb", "mu_viscous"}};
  rules["mimic"] = {{}, {"joint", "multiplier", "offset"}};
  rules["safety_controller"] = {
      {}, {"soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"}};
  rules["calibration"] = {{}, {"rising", "falling", "reference_position"}};
  rules["drake:rotor_inertia"] = rules["drake:gear_ratio"] =
      rules["drake:screw_thread_pitch"] = {{}, {"value"}};
  rules["cardan:axis2"] = {{}, {"xyz"}};
  rules["cardan:screw"] = {{}, {"pitch"}};
  rules["cardan:freedom"] = {
      {},
      {"index", "damping", "friction", "spring_stiffness", "spring_reference", "armature", "lower",
       "upper", "effort", "velocity", "actuated"}};
  rules["cardan:posture"] = {{"joint"}, {"name"}};
  rules["cardan:posture/joint"] = {{}, {"name", "value"}};
}

const Rules& rules() {
  static const Rules kRules = [] {
    Rules made;
    add_link_rules(made);
    add_shape_rules(made);
    add_joint_rules(made);
    return made;
  }();
  return kRules;
}

}  // namespace

const ElementRule* element_rule(const std::string& parent, const std::string& tag) {
  auto found = rules().find(parent + "/" + tag);
  if (found == rules().end()) found = rules().find(tag);
  return found == rules().end() ? nullptr : &found->second;
}

const std::vector<std::string>& known_tags() {
  static const std::vector<std::string> kTags = [] {
    std::set<std::string> tags{"link", "joint"};
    for (const auto& [tag, rule] : rules()) tags.insert(rule.children.begin(), rule.children.end());
    return std::vector<std::string>(tags.begin(), tags.end());
  }();
  return kTags;
}

}  // namespace cardan::urdf
