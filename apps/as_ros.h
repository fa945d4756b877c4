#pragma once

#include <string>
#include <vector>

#include "cardan/dynamics/urdf/robot_description.h"

namespace cardan::app {

/// How tools built on urdfdom read a robot, beside cardan's reading.
struct AsRosReport {
  bool same = false;  ///< they see the same robot
  std::string text;   ///< for people, several lines
  std::string json;   ///< the keys of docs/commands.md
};

/// Version of the urdfdom that the command uses; "" if it is built without.
std::string urdfdom_in_use();

/// Compares cardan's reading of a text with urdfdom's. Throws Error where the command is built
/// without urdfdom.
AsRosReport as_ros_report(const RobotDescription& robot, const std::string& text);

/// Reads a text that write_urdf_for_ros has written once more, by cardan and by urdfdom. Returns a
/// line on what they agree on, and further lines on what urdfdom does not keep. Without urdfdom,
/// the line says so.
std::string read_back(const RobotDescription& written, const std::string& text);

}  // namespace cardan::app
