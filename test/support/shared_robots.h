#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "test/support/worlds.h"

/// Robots of ../shared/robots beside the checkout. Tests that need them skip where they are absent.
namespace cardan::test {

inline const std::filesystem::path kSharedRobots =
    std::filesystem::path(CARDAN_SOURCE_DIR) / "../shared/robots";

#define REQUIRE_ROBOT(place)           \
  if (!std::filesystem::exists(place)) \
  GTEST_SKIP() << "no " << std::filesystem::path(place).filename() << " beside the checkout"

struct SharedRobot {
  const char* name;  ///< of its folder
  const char* urdf;  ///< in its folder
  BaseKind base;
};

inline void PrintTo(const SharedRobot& robot, std::ostream* out) { *out << robot.name; }

inline const std::vector<SharedRobot>& shared_robots() {
  static const std::vector<SharedRobot> robots{
      {"panda", "example-robot-data/robots/panda_description/urdf/panda.urdf", BaseKind::kFixed},
      {"iiwa14", "drake_models/iiwa_description/urdf/iiwa14_primitive_collision.urdf",
       BaseKind::kFixed},
      {"talos", "example-robot-data/robots/talos_data/robots/talos_reduced.urdf",
       BaseKind::kFloating},
      {"atlas", "drake_models/atlas/atlas_convex_hull.urdf", BaseKind::kFloating},
      {"unitree_go2", "go2_description/urdf/go2_description.urdf", BaseKind::kFloating}};
  return robots;
}

/// A model "robot" at the origin.
inline ModelSpec shared_robot(const SharedRobot& robot) {
  ModelSpec spec;
  spec.name = "robot";
  const std::filesystem::path folder = kSharedRobots / robot.name;
  spec.urdf = (folder / robot.urdf).string();
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_directory())
      spec.packages[entry.path().filename().string()] = entry.path().string();
  spec.base = robot.base;
  return spec;
}

}  // namespace cardan::test
