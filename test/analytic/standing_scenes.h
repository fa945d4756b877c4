#pragma once

#include <gtest/gtest.h>

#include "cardan/scene/scene.h"

namespace cardan::test {

/// Steps a scene of data/scenes whose bodies stand at the start, and checks after every step that
/// no island missed 1e-6 m/s or fell to the last resort, and at the end that nothing has moved.
inline void expect_standing(const std::string& name, double duration) {
  const Scene scene = load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/" + name + ".yaml");
  World world = make_world(scene);
  std::vector<RigidTransform> start;
  for (int i = 0; i < world.num_models(); ++i) start.push_back(world.model(i).base_pose());
  while (world.time() < duration - 1e-9) {
    const StepReport& report = world.step();
    ASSERT_LE(report.worst_residual, 1e-6) << name << " at " << world.time() << " s";
    ASSERT_EQ(report.failed_islands, 0) << name << " at " << world.time() << " s";
    ASSERT_EQ(report.fallbacks, 0) << name << " at " << world.time() << " s";
  }
  for (int i = 0; i < world.num_models(); ++i) {
    const RigidTransform X = world.model(i).base_pose();
    EXPECT_LT((X.p - start[static_cast<std::size_t>(i)].p).norm(), 1e-5) << world.model(i).name();
    EXPECT_LT((X.R - start[static_cast<std::size_t>(i)].R).norm(), 1e-4) << world.model(i).name();
    if (!world.model(i).is_static()) {
      EXPECT_LT(world.model(i).base_velocity().linear.norm(), 1e-5) << world.model(i).name();
    }
  }
}

inline const std::vector<std::string>& standing_scenes() {
  static const std::vector<std::string> names{"box_stack", "box_pyramid", "card_house", "arch"};
  return names;
}

}  // namespace cardan::test
