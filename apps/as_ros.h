#pragma once

#include <string>
#include <vector>

#include "cardan/robot_description.h"

namespace cardan::app {

/// Comparison of cardan's reading of a robot with that of tools built on urdfdom.
struct AsRosReport {
  bool same = false;  ///< both read the same robot
  std::string text;   ///< several lines in human-readable form
  std::string json;   ///< JSON with the keys of docs/commands.md
};

/// Version of urdfdom that the command uses; "" if it was built without urdfdom.
std::string urdfdom_in_use();

/// Compares cardan's reading of a text with urdfdom's. Throws Error if the command was built
/// without urdfdom.
AsRosReport as_ros_report(const RobotDescription& robot, const std::string& text);

/// Reads a text written by write_urdf_for_ros with both cardan and urdfdom. Returns one line about
/// what they agree on, and further lines about the data that urdfdom does not keep. Without
/// urdfdom, returns one line that says so.
std::string read_back(const RobotDescription& written, const std::string& text);

}  // namespace cardan::app
