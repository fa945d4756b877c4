#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/scene.h"

namespace cardan::app {

/// A robot file, as given to the command.
struct RobotSource {
  std::string file;   ///< path as the user gave it
  std::string label;  ///< name of the file in messages
  /// Output of xacro for the file; its line numbers differ from those of the file. Empty: the file
  /// itself is read.
  std::optional<std::string> expanded;
};

/// Runs `xacro FILE ARGUMENTS` if the file declares the namespace of xacro and contains something
/// to expand, and xacro is in PATH. arguments: NAME:=VALUE each. Throws an Error with xacro's own
/// message if xacro fails, writes more than 16 MiB or takes more than a minute. Also throws Error
/// if arguments are given but xacro does not run.
RobotSource robot_source(const std::string& file, const std::vector<std::string>& arguments);

/// Applies robot_source to the robots of a scene. notes: one line for each expanded file.
void expand_robots(const std::vector<std::string>& arguments, Scene& scene,
                   std::vector<std::string>& notes);

}  // namespace cardan::app
