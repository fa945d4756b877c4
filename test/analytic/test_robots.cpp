#include <gtest/gtest.h>

#include <cstdio>

#include "test/support/shared_robots.h"

// Real robots stand, hang and lie. Needs ../shared/robots beside the checkout.
namespace cardan {
namespace {

using test::kSharedRobots;
using test::SharedRobot;
using test::world_spec;

struct Stand {
  double height = 0, speed = 0, drift = 0, penetration = 0, worst_residual = 0;
  int failed = 0, fallbacks = 0;
};

// ANYmal C dropped from 5 cm with PD control, 10 s at 1 ms, in a crouch: with gains of this size
// the sway of a taller stance decays at about kd / (2 m L²) per leg, 0.8 1/s at L = 0.53 m, and is
// not over after 2 s (physics, not creep).
Stand stand_anymal(const std::string& solver) {
  WorldSpec spec = world_spec(1e-3, {}, "", solver);
  World world(spec);
  world.add_ground();
  ModelSpec anymal = test::shared_robot(
      {"anymal_c", "anymal_c_simple_description/urdf/anymal.urdf", BaseKind::kAuto});
  for (const char* leg : {"LF", "RF", "LH", "RH"}) {
    const double fore = leg[1] == 'F' ? 1 : -1;
    anymal.q[std::string(leg) + "_HFE"] = 0.9 * fore;
    anymal.q[std::string(leg) + "_KFE"] = -1.9 * fore;
  }
  anymal.pd = test::pd(200, 5);
  Model& robot = world.add(anymal);
  // Lowest foot 5 cm above the ground.
  double lowest = 1e9;
  for (const char* leg : {"LF", "RF", "LH", "RH"}) {
    lowest = std::min(lowest, robot.pose(std::string(leg) + "_FOOT").p.z());
  }
  VectorX q = robot.q();
  q[2] += 0.05 + 0.031 - lowest;
  robot.set_q(q);

  Stand stand;
  Vector3 at_two = Vector3::Zero();
  for (int k = 1; k <= 10000; ++k) {
    const StepReport& report = world.step();
    if (k > 1000) {
      stand.worst_residual = std::max(stand.worst_residual, report.worst_residual);
      stand.penetration = std::max(stand.penetration, report.max_penetration);
    }
    stand.failed += report.failed_islands;
    stand.fallbacks += report.fallbacks;
    if (k == 2000) at_two = robot.base_pose().p;
  }
  stand.height = robot.base_pose().p.z();
  stand.speed = robot.base_velocity().linear.norm();
  stand.drift = (robot.base_pose().p - at_two).head<2>().norm();
  std::printf(
      "%-6s height %.6f m, speed %.2e m/s, drift %.2e m, penetration %.2e m, residual %.2e m/s, "
      "fallbacks %d\n",
      solver.c_str(), stand.height, stand.speed, stand.drift, stand.penetration,
      stand.worst_residual, stand.fallbacks);
  return stand;
}

TEST(Robots, AnymalStandsWithEverySolver) {
  REQUIRE_ROBOT(kSharedRobots / "anymal_c");
  const Stand conic = stand_anymal("conic");
  EXPECT_LE(conic.worst_residual, 1e-8);
  EXPECT_LE(conic.speed, 1e-5);
  EXPECT_LE(conic.drift, 1e-6);
  EXPECT_LE(conic.penetration, 1e-4);
  EXPECT_EQ(conic.failed, 0);
  EXPECT_GT(conic.height, 0.2);
  const Stand lemke = stand_anymal("lemke");
  EXPECT_NEAR(lemke.height, conic.height, 1e-3);
  EXPECT_EQ(lemke.failed, 0);
  const Stand pgs = stand_anymal("pgs");
  EXPECT_NEAR(pgs.height, conic.height, 1e-3);
  EXPECT_EQ(pgs.failed, 0);
}

class RobotSteps : public ::testing::TestWithParam<SharedRobot> {};

TEST_P(RobotSteps, RobotRunsOneSecondWithoutAFailedIsland) {
  REQUIRE_ROBOT(kSharedRobots / GetParam().name);
  World world(world_spec(1e-3, {}));
  world.add_ground();
  ModelSpec spec = test::shared_robot(GetParam());
  spec.pose.p.z() = GetParam().base == BaseKind::kFloating ? 1.2 : 0;
  Model& robot = world.add(spec);
  int failed = 0;
  double residual = 0, penetration = 0;
  for (int k = 0; k < 1000; ++k) {
    const StepReport& report = world.step();
    failed += report.failed_islands;
    residual = std::max(residual, report.worst_residual);
    penetration = std::max(penetration, report.max_penetration);
  }
  std::printf("%-12s nv %d, contacts %d, worst residual %.2e m/s, penetration %.2e m\n",
              GetParam().name, robot.skeleton()->nv(), static_cast<int>(world.report().contacts),
              residual, penetration);
  EXPECT_EQ(failed, 0);
  EXPECT_TRUE(robot.q().allFinite());
  EXPECT_LT(robot.v().cwiseAbs().maxCoeff(), 1e3);
}

INSTANTIATE_TEST_SUITE_P(Shared, RobotSteps, ::testing::ValuesIn(test::shared_robots()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace cardan
