#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cardan/dynamics/skeleton.h"

namespace cardan::peers {

/// A robot to compare engines on.
struct Robot {
  std::string name;
  std::shared_ptr<const Skeleton> skeleton;  ///< null: its files are not there
};

/// Panda (9 freedoms, fingers free of each other), ANYmal C (18) and TALOS (38) from the folder of
/// robots.
std::vector<Robot> load_robots(const std::filesystem::path& folder);

/// n links in a row on a fixed base, hinges about x, y, z in turn.
std::shared_ptr<const Skeleton> make_chain(int n);

/// The skeleton with another rotor inertia on every freedom [kg m², kg].
std::shared_ptr<const Skeleton> with_armature(const Skeleton& skeleton, double armature);

}  // namespace cardan::peers
