#include <cmath>

#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

World make(const std::string& text) {
  test::TemporaryDirectory folder;
  return make_world(load_scene(folder.write("scene.yaml", "cardan: 1\n" + text)));
}

const char* const kBall =
    "models:\n"
    "  - {name: ground, plane: {}, static: true}\n"
    "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [1, 2, 3]}}\n"
    "  - {name: lift, box: {size: [1, 1, 1]}, kinematic: {path: [{time: 0, xyz: [9, 9, 9]}]}}\n";

// The numbers of an independent implementation: FNV-1a of seed and name, SplitMix64, 53 bits.
TEST(Perturb, OffsetsAgreeWithAnIndependentImplementation) {
  const World world = make(std::string("perturb: {seed: 7, position: 0.5, velocity: 2}\n") + kBall);
  const Model& ball = *world.find("ball");
  EXPECT_EQ(ball.q()[0], 1 + 0.34237038355703786);
  EXPECT_EQ(ball.q()[1], 2 + 0.42038509781406286);
  EXPECT_EQ(ball.q()[2], 3 - 0.47535206520129547);
  EXPECT_EQ(ball.q()[3], 1);
  const double v[] = {-1.2234388823646598, -0.8723940631545668, -1.6976622532305616,
                      0.8360076550990692,  -0.8667618209361381, 0.1547596234621742};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(ball.v()[i], v[i]) << i;
  EXPECT_EQ(world.find("ground")->base_pose().p, Vector3::Zero());
  EXPECT_EQ(world.find("lift")->base_pose().p, Vector3(9, 9, 9));
}

TEST(Perturb, OffsetsDependOnlyOnSeedAndName) {
  const auto start = [](const std::string& seed, const std::string& models) -> VectorX {
    const World world = make("perturb: {seed: " + seed + ", position: 0.5}\n" + models);
    return world.find("ball")->q();
  };
  EXPECT_EQ(start("1", kBall), start("1", kBall));
  EXPECT_NE(start("1", kBall), start("2", kBall));
  EXPECT_EQ(start("1", kBall), start("1", "models:\n  - {name: first, sphere: {radius: 1}}\n" +
                                              std::string(kBall).substr(8)));
}

TEST(Perturb, RotationsAndJointOffsetsStayWithinTheirBounds) {
  double largest_turn = 0, largest_joint = 0;
  for (int seed = 1; seed <= 20; ++seed) {
    std::string text = "perturb: {rotation: 0.1, joints: 0.2, seed: ";
    text.append(std::to_string(seed)).append("}\nmodels: [{name: r, base: floating, urdf: ");
    const World world = make(text.append(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf}]\n"));
    const Model& robot = *world.find("r");
    EXPECT_EQ(robot.base_pose().p, Vector3::Zero());
    EXPECT_EQ(robot.v().cwiseAbs().maxCoeff(), 0);
    EXPECT_NEAR(robot.q().segment<4>(3).norm(), 1, 1e-15);
    const double turn = 2 * std::acos(std::min(1.0, std::abs(robot.q()[3])));
    EXPECT_LE(turn, 0.1 * std::sqrt(3.0) + 1e-12);
    EXPECT_LE(robot.q().tail(12).cwiseAbs().maxCoeff(), 0.2);
    largest_turn = std::max(largest_turn, turn);
    largest_joint = std::max(largest_joint, robot.q().tail(12).cwiseAbs().maxCoeff());
  }
  EXPECT_GT(largest_turn, 0.1);
  EXPECT_GT(largest_joint, 0.19);
}

TEST(Perturb, JointsStayWithinTheirLimits) {
  const World world = make(
      "perturb: {joints: 100, seed: 3}\nmodels: [{name: r, base: floating, urdf: " CARDAN_SOURCE_DIR
      "/data/robots/quadruped.urdf}]\n");
  const Model& robot = *world.find("r");
  const Skeleton& skeleton = *robot.skeleton();
  for (int i = 6; i < skeleton.nv(); ++i) {
    EXPECT_GE(robot.q()[skeleton.single_q_index(i)], skeleton.dof[i].lower);
    EXPECT_LE(robot.q()[skeleton.single_q_index(i)], skeleton.dof[i].upper);
  }
}

}  // namespace
}  // namespace cardan
