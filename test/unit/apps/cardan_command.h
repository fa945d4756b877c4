#pragma once

#include <string>

#include "support/run_command.h"

namespace cardan::test {

/// Runs `cardan ARGUMENTS`.
inline CommandResult cardan_command(const std::string& arguments) {
  return run_shell(std::string("'") + CARDAN_COMMAND + "' " + arguments);
}

inline std::string scene_file(const std::string& name) {
  return std::string(CARDAN_SOURCE_DIR) + "/data/scenes/" + name + ".yaml";
}

inline std::string robot_file(const std::string& name) {
  return std::string(CARDAN_SOURCE_DIR) + "/data/robots/" + name + ".urdf";
}

}  // namespace cardan::test
