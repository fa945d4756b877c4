#pragma once

#include <string>

#include "cardan/dynamics/urdf/check_report.h"

namespace cardan {

/// Runs check_urdf and then builds the data that a world builds for the robot: its hulls, with the
/// errors that would end a run, and the pairs of links that touch in the neutral posture. Never
/// throws for an invalid file.
CARDAN_API CheckReport check_robot(const std::string& file, const UrdfOptions& options = {});

/// Does the same for a text. label: replaces the file in messages.
CARDAN_API CheckReport check_robot_text(const std::string& text, const std::string& label,
                                        const UrdfOptions& options = {});

}  // namespace cardan
