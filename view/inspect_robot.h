#pragma once

#include <string>

#include "cardan/robot_description.h"
#include "view/replay_data.h"

namespace cardan::view {

/// Makes a page of a robot file without a run: the links at q = 0, the joints, the inertias, and
/// the findings of `cardan check`. A file that a world would reject also gets a page, with the
/// parts that could be read. Throws Error if nothing could be read.
ReplayData inspect_robot(const std::string& file, const UrdfOptions& options);

}  // namespace cardan::view
