#include <gtest/gtest.h>

#include <cstdio>

#include "cardan/scene.h"

// A box between two fingers that hold it by friction alone.
namespace cardan {
namespace {

TEST(Gripper, GripperHoldsABoxForAMinuteWithoutCreep) {
  World world =
      make_world(load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/gripper.yaml"));
  const Model& crate = *world.find("crate");
  const Model& gripper = *world.find("gripper");
  EXPECT_EQ(gripper.skeleton()->nv(), 1);  // the right finger follows the left one
  while (world.time() < 1 - 1e-9) world.step();
  const RigidTransform held = crate.base_pose();
  double slip = 0, turn = 0;
  while (world.time() < 60 - 1e-9) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.failed_islands + report.approximate_islands, 0) << world.time();
    slip = std::max(slip, (crate.base_pose().p - held.p).norm());
    turn = std::max(turn, (crate.base_pose().R - held.R).norm());
  }
  std::printf("gripper: slip %.2e m, turn %.2e from 1 s to 60 s\n", slip, turn);
  EXPECT_LE(slip, 1e-9);
  EXPECT_LE(turn, 1e-7);
  EXPECT_NEAR(held.p.z(), 0.44, 1e-6);
}

}  // namespace
}  // namespace cardan
