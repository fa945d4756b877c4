#pragma once

#include <vector>

#include "cardan/dynamics/urdf/link_groups_internal.h"

namespace cardan::urdf {

/// The joints as they will be built and, in model.mimics, the couplings with their chains resolved.
/// A follower of a fixed joint becomes fixed at its offset; a ring of followers is cut where it
/// closes.
std::vector<BuiltJoint> settle_mimics(const RobotDescription& description, RobotModel& model);

/// Fills in the freedoms of model.mimics once the skeleton is there.
void index_mimics(RobotModel& model);

/// Fills model.shapes.
void place_shapes(const RobotDescription& description, RobotModel& model);

/// Fills model.adjacent_bodies and model.disabled_links.
void list_pairs(const RobotDescription& description, RobotModel& model);

}  // namespace cardan::urdf
