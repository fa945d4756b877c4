#include "dynamics/urdf/fill_robot.h"

#include "cardan/error.h"
#include "core/number_text.h"
#include "dynamics/urdf/option_names.h"

/// Robots without any mass, such as arms that were written only for planning.
namespace cardan::urdf {

namespace {

bool has_mass(const LinkRecord& link) {
  return link.inertial && link.inertial->mass.value_or(0) > 0;
}

}  // namespace

double moving_mass(const LinkTree& tree, RobotBase base) {
  double mass = 0;
  for (std::size_t i = base == RobotBase::kFloating ? 0 : 1; i < tree.groups.size(); ++i) {
    mass += tree.groups[i].inertia.mass;
  }
  return mass;
}

bool has_motion(const LinkTree& tree, RobotBase base) {
  return base == RobotBase::kFloating || tree.groups.size() > 1;
}

void fill_massless_robot(double density, const LinkTree& tree, RobotBase base,
                         RobotDescription& description, std::vector<Diagnostic>& diagnostics) {
  if (!has_motion(tree, base)) return;
  Diagnostic said{Severity::kWarning, description.file, description.line, "robot", ""};
  if (moving_mass(tree, base) > 0) {
    said.message = "the robot has mass of its own; the given density is not used";
    diagnostics.push_back(said);
    return;
  }
  double mass = 0;
  int filled = 0;
  for (LinkRecord& link : description.links) {
    if (has_mass(link) || !fill_with(density, link)) continue;
    mass += link.inertial->mass.value_or(0);
    ++filled;
  }
  said.message = "no moving link has mass; " + std::to_string(filled) + " link(s) get " +
                 number_text(mass, 4) + " kg from a density of " + number_text(density, 4) +
                 " kg/m³ for their collision shapes";
  diagnostics.push_back(said);
}

void require_moving_mass(const RobotDescription& description, const LinkTree& tree, RobotBase base,
                         const UrdfOptions& options) {
  if (!has_motion(tree, base) || moving_mass(tree, base) > 0) return;
  const bool lone = tree.groups.size() == 1;
  const std::string what = lone ? "the robot has no mass and can't float"
                                : "no moving link has mass, so its motion is undefined";
  const std::string hint =
      options.density ? "the collision shapes of its links have no volume either"
                      : "give its collision shapes a density by " + density_option(options.caller);
  throw Error(what, lone ? "link \"" + description.root + "\"" : "robot",
              "give the links an <inertial>; " + hint);
}

}  // namespace cardan::urdf
