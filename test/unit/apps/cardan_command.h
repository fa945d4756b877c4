#pragma once

#include <fcntl.h>
#include <spawn.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "test/support/run_command.h"

namespace cardan::test {

inline void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

/// Runs `cardan ARGUMENTS`.
inline CommandResult cardan_command(const std::string& arguments) {
  return run_shell(std::string("'") + CARDAN_COMMAND + "' " + arguments);
}

/// Starts `cardan WORDS…`, both streams into a file, and does not wait for it. Returns its process;
/// throws where there is none.
inline pid_t start_cardan(const std::vector<std::string>& words, const std::string& output) {
  std::vector<char*> arguments{const_cast<char*>(CARDAN_COMMAND)};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
  ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = -1;
  const int failure =
      ::posix_spawn(&child, CARDAN_COMMAND, &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  // Killing process -1 kills every permitted process, so this number is never returned.
  if (failure != 0 || child <= 1) {
    throw std::runtime_error(std::string("cannot start " CARDAN_COMMAND ": ") + strerror(failure));
  }
  return child;
}

inline std::string scene_file(const std::string& name) {
  return std::string(CARDAN_SOURCE_DIR) + "/data/scenes/" + name + ".yaml";
}

inline std::string robot_file(const std::string& name) {
  return std::string(CARDAN_SOURCE_DIR) + "/data/robots/" + name + ".urdf";
}

}  // namespace cardan::test
