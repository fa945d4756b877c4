#pragma once

#include "dynamics/urdf/link_groups.h"

namespace cardan::urdf {

/// Returns the mass of the links that move with the given kind of base [kg].
double moving_mass(const LinkTree& tree, RobotBase base);

/// True if anything moves with the given kind of base.
bool has_motion(const LinkTree& tree, RobotBase base);

/// If no moving link has mass, gives all massless links the mass of their collision shapes and adds
/// a diagnostic. Changes nothing if a moving link has mass.
void fill_massless_robot(double density, const LinkTree& tree, RobotBase base,
                         RobotDescription& description, std::vector<Diagnostic>& diagnostics);

/// Throws Error if something moves but no moving link has mass.
void require_moving_mass(const RobotDescription& description, const LinkTree& tree, RobotBase base,
                         const UrdfOptions& options);

}  // namespace cardan::urdf
