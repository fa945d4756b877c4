#include <cmath>

#include "dynamics/mjcf/read.h"

namespace cardan::mjcf {

void Reader::read_compiler(const Element& element) {
  if (!check_element(element, "")) return;
  std::string given;
  if (text(element, "angle", given)) {
    compiler.degrees = given != "radian";
    if (given != "radian" && given != "degree")
      error(element, "attribute 'angle' is '" + given + "'; expected radian or degree");
  }
  if (text(element, "coordinate", given) && given != "local")
    error(element, "global coordinates are not read; save the model with local ones");
  if (text(element, "eulerseq", given)) {
    if (given.size() == 3 && given.find_first_not_of("xyzXYZ") == given.npos) {
      compiler.euler_sequence = given;
    } else {
      error(element, "attribute 'eulerseq' is '" + given + "'; expected three letters of xyzXYZ");
    }
  }
  flag(element, "autolimits", compiler.auto_limits);
  flag(element, "exactmeshinertia", compiler.exact_mesh_inertia);
  flag(element, "strippath", compiler.strip_path);
  flag(element, "balanceinertia", compiler.balance);
  text(element, "meshdir", compiler.mesh_directory);
  text(element, "assetdir", compiler.asset_directory);
  number(element, "boundmass", compiler.bound_mass);
  number(element, "boundinertia", compiler.bound_inertia);
  number(element, "settotalmass", compiler.total_mass);
  Limited from = Limited::kAuto;
  if (has(element, "inertiafromgeom")) {
    limited(element, "inertiafromgeom", from);
    compiler.from_geoms = from == Limited::kAuto  ? Compiler::FromGeoms::kAuto
                          : from == Limited::kYes ? Compiler::FromGeoms::kYes
                                                  : Compiler::FromGeoms::kNo;
  }
  std::array<double, 2> groups{};
  if (numbers(element, "inertiagrouprange", 2, 2, groups.data()) == 2) {
    compiler.least_group = static_cast<int>(std::clamp(groups[0], -1e6, 1e6));
    compiler.greatest_group = static_cast<int>(std::clamp(groups[1], -1e6, 1e6));
  }
  for (const Element* child : children(element)) check_element(*child, "compiler");
}

void Reader::read_option(const Element& element) {
  if (!check_element(element, "")) return;
  Options& to = out.options;
  to.source = source(element);
  if (number(element, "timestep", to.timestep) && !(to.timestep > 0)) {
    error(element, "attribute 'timestep' must be above zero");
    to.timestep = 0.002;
  }
  vector(element, "gravity", to.gravity);
  text(element, "integrator", to.integrator);
  text(element, "cone", to.cone);
  for (const Element* child : children(element)) {
    if (!check_element(*child, "option")) continue;
    const auto enabled = [&](const char* name, bool& value) {
      std::string given;
      if (!text(*child, name, given)) return;
      value = given != "disable";
      if (given != "disable" && given != "enable")
        error(*child, std::string("attribute '") + name + "' is '" + given +
                          "'; expected enable or disable");
    };
    bool constraints = true, passive = true;
    enabled("contact", to.contacts);
    enabled("gravity", to.has_gravity);
    enabled("limit", to.limits);
    enabled("equality", to.equalities);
    enabled("passive", passive);
    enabled("spring", to.springs);
    enabled("damper", to.dampers);
    if (!passive) to.springs = to.dampers = false;
    enabled("clampctrl", to.clamp_ctrl);
    enabled("actuation", to.actuation);
    enabled("frictionloss", to.friction_loss);
    enabled("filterparent", to.filter_parent);
    enabled("constraint", constraints);
    if (!constraints) to.contacts = to.limits = to.equalities = to.friction_loss = false;
  }
}

}  // namespace cardan::mjcf
