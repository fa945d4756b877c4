#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cardan/skeleton.h"

namespace cardan::peers {

/// A robot for the comparison of engines.
struct Robot {
  std::string name;
  std::shared_ptr<const Skeleton> skeleton;  ///< null: files missing
};

/// Loads Panda (9 degrees of freedom, independent fingers), ANYmal C (18) and TALOS (38) from the
/// robot folder.
std::vector<Robot> load_robots(const std::filesystem::path& folder);

/// Chain of n links on a fixed base, with hinges about x, y, z in turn.
std::shared_ptr<const Skeleton> make_chain(int n);

/// A copy of the skeleton with this rotor inertia on every degree of freedom [kg m², kg].
std::shared_ptr<const Skeleton> with_armature(const Skeleton& skeleton, double armature);

}  // namespace cardan::peers
