#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/scene/scene.h"

namespace cardan::app {

/// A robot file as the command reads it.
struct RobotSource {
  std::string file;   ///< as the user gave it
  std::string label;  ///< the file in messages
  /// What xacro made of the file; its lines are not those of the file. Empty: the file is read.
  std::optional<std::string> expanded;
};

/// Runs `xacro FILE ARGUMENTS` if the file declares the namespace of xacro, holds something to
/// expand, and a program xacro is in PATH. arguments: NAME:=VALUE each. Throws Error, with xacro's
/// own words, if it fails, writes more than 16 MiB or takes more than a minute, and if arguments
/// are given that nothing would read.
RobotSource robot_source(const std::string& file, const std::vector<std::string>& arguments);

/// Does the same for the robots of a scene. notes: one line for each expanded file.
void expand_robots(const std::vector<std::string>& arguments, Scene& scene,
                   std::vector<std::string>& notes);

}  // namespace cardan::app
