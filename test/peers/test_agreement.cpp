// M, bias forces, Jacobians and forward dynamics of real robots against other engines.

#include <gtest/gtest.h>

#include <cstdio>

#include "bench/peers/agreement.h"
#include "bench/peers/robots.h"

namespace cardan {
namespace {

using Factory = std::unique_ptr<peers::Peer> (*)(std::shared_ptr<const Skeleton>);

constexpr double kTolerance = 1e-9;

void expect_agreement(const peers::Robot& robot, Factory make_other, double armature) {
  if (robot.skeleton == nullptr) {
    std::printf("%s skipped: not beside the checkout\n", robot.name.c_str());
    return;
  }
  const auto skeleton = peers::with_armature(*robot.skeleton, armature);
  const auto other = make_other(skeleton);
  const peers::Differences differences = peers::compare(skeleton, *other);
  std::printf("%-12s M %.1e  bias %.1e  J %.1e  forward dynamics %.1e\n", robot.name.c_str(),
              differences.mass_matrix, differences.bias, differences.jacobian,
              differences.forward_dynamics);
  EXPECT_LT(differences.mass_matrix, kTolerance) << robot.name;
  EXPECT_LT(differences.bias, kTolerance) << robot.name;
  EXPECT_LT(differences.jacobian, kTolerance) << robot.name;
  EXPECT_LT(differences.forward_dynamics, kTolerance) << robot.name;
}

void expect_agreement_on_all(Factory make_other, double armature) {
  std::vector<peers::Robot> robots = peers::load_robots(CARDAN_SOURCE_DIR "/../shared/robots");
  robots.push_back({"chain of 10", peers::make_chain(10)});
  for (const peers::Robot& robot : robots) expect_agreement(robot, make_other, armature);
}

TEST(Agreement, TrajectoriesAgreeWithMujoco) {
#ifdef CARDAN_PEER_MUJOCO
  expect_agreement_on_all(peers::make_mujoco, 0.05);
#else
  GTEST_SKIP() << "MuJoCo is not installed";
#endif
}

TEST(Agreement, TrajectoriesAgreeWithDart) {
#ifdef CARDAN_PEER_DART
  expect_agreement_on_all(peers::make_dart, 0);  // DART has no armature
#else
  GTEST_SKIP() << "DART is not installed";
#endif
}

}  // namespace
}  // namespace cardan
