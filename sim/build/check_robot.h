#pragma once

#include <string>

#include "cardan/dynamics/urdf/check_report.h"

namespace cardan {

/// Runs check_urdf and then builds the data that a world would build for the robot. Also reports
/// shapes that a world would reject (for example, because of their hull), pairs of links that touch
/// in the neutral posture, and a tension in this posture that makes the default time step unstable.
/// Never throws for an invalid file.
CARDAN_API CheckReport check_robot(const std::string& file, const UrdfOptions& options = {});

/// Checks a robot given as text. `label` replaces the file name in messages.
CARDAN_API CheckReport check_robot_text(const std::string& text, const std::string& label,
                                        const UrdfOptions& options = {});

}  // namespace cardan
