#pragma once

#include "cardan/dynamics/urdf/link_groups_internal.h"

namespace cardan::urdf {

/// Mass of the links that would move on this base [kg].
double moving_mass(const LinkTree& tree, RobotBase base);

/// True if something moves on this base.
bool has_motion(const LinkTree& tree, RobotBase base);

/// Fills the collision shapes of all links without mass, where no link that moves has any, and
/// says so in the diagnostics. Nothing is changed where a link that moves has mass.
void fill_massless_robot(double density, const LinkTree& tree, RobotBase base,
                         RobotDescription& description, std::vector<Diagnostic>& diagnostics);

/// Throws Error: something moves and nothing that moves has mass.
void require_moving_mass(const RobotDescription& description, const LinkTree& tree, RobotBase base,
                         const UrdfOptions& options);

}  // namespace cardan::urdf
