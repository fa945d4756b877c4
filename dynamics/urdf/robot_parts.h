#pragma once

#include <vector>

#include "dynamics/urdf/link_groups.h"

namespace cardan::urdf {

/// Returns the joints as they will be built and fills model.mimics with the couplings, in which
/// chains are resolved. A follower of a fixed joint becomes fixed at its offset. A cycle of
/// followers is broken at the joint that closes it.
std::vector<BuiltJoint> resolve_mimics(const RobotDescription& description, RobotModel& model);

/// Sets the follower indices and leader DoFs of model.mimics once the skeleton exists.
void index_mimics(RobotModel& model);

/// Fills model.shapes.
void place_shapes(const RobotDescription& description, RobotModel& model);

/// Fills model.visuals and model.lumped.
void place_visuals(const RobotDescription& description, RobotModel& model);
void list_lumped(const RobotDescription& description, RobotModel& model);
/// Fills model.links. inertias: inertias of the links as built, in the link frames. model.skeleton
/// must be set.
void list_links(const RobotDescription& description, const LinkTree& tree,
                const std::vector<BuiltJoint>& joints, const std::vector<SpatialInertia>& inertias,
                RobotModel& model);

/// Fills model.adjacent_bodies and model.disabled_links.
void list_pairs(const RobotDescription& description, RobotModel& model);

}  // namespace cardan::urdf
