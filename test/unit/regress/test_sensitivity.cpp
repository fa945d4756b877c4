#include <fstream>
#include <set>
#include <sstream>

#include "apps/regress/run_case.h"
#include "test/support/temporary_directory.h"

/// Small changes of a model must be detected, and the failing quantity must be the one that the
/// change affects.
namespace cardan::app {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Replaces the first occurrence of a text after a mark.
std::string replaced(std::string text, const std::string& after, const std::string& from,
                     const std::string& to) {
  const std::size_t mark = text.find(after);
  EXPECT_NE(mark, std::string::npos) << after;
  const std::size_t at = text.find(from, mark);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class Sensitivity : public testing::Test {
 protected:
  CaseResult run(const std::string& robot, const std::string& scene, bool record = false) {
    folder_.write("robot.urdf", robot);
    CaseRequest request;
    request.id.file = folder_.write("scene.yaml", scene);
    request.record_golden = record;
    return run_case(request);
  }
  // Quantities of the checks that failed.
  std::set<std::string> failed(const std::string& robot, const std::string& scene) {
    const CaseResult result = run(robot, scene);
    EXPECT_NE(result.status, CaseStatus::kError) << result.message;
    std::set<std::string> names;
    for (const CaseCheck& check : result.checks) {
      if (!check.passed) names.insert(check.quantity);
    }
    EXPECT_EQ(names.empty(), result.status == CaseStatus::kPassed);
    return names;
  }
  // The scene with the trajectory of its current robot.
  std::string with_golden(const std::string& robot, const std::string& scene,
                          const std::string& columns) {
    const std::string text = scene +
                             "  - {golden: golden.csv, rtol: 1e-6, atol: 1e-6, every: 0.1, " +
                             "columns: [" + columns + "]}\n";
    const CaseResult result = run(robot, text, true);
    EXPECT_EQ(result.recorded.size(), 1u) << result.message;
    if (!result.recorded.empty()) folder_.write("golden.csv", result.recorded[0].text);
    return text;
  }

  using Names = std::set<std::string>;
  test::TemporaryDirectory folder_;
};

const char* const kStand = R"(cardan: 1
time: {step: 0.002, duration: 3}
models:
  - {name: ground, plane: {}, static: true}
  - {name: robot, urdf: robot.urdf, pose: {xyz: [0, 0, 0.36]}, control: {pd: {kp: 150, kd: 4}}}
expect:
  # 14.4 kg
  - {quantity: robot.contact_force.z, at: 3, equals: 141.264, within: 0.1}
  - {quantity: contacts, from: 1, equals: 4, within: 0}
  - {quantity: robot.base.height, at: 3, equals: 0.347, within: 2e-3}
)";

TEST_F(Sensitivity, OnePercentOfMassIsDetected) {
  const std::string robot = text_of(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf");
  EXPECT_EQ(failed(robot, kStand), Names{});
  const std::string heavier =
      replaced(robot, "<link name=\"base\"", "value=\"8\"", "value=\"8.08\"");
  EXPECT_EQ(failed(heavier, kStand), Names{"robot.contact_force.z"});
}

TEST_F(Sensitivity, ChangedMassIsDetectedByAGoldenTrajectory) {
  const std::string robot = text_of(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf");
  const std::string scene =
      with_golden(robot, kStand, "robot.base.y, robot.base.height, robot.effort.knee_rear_left");
  EXPECT_EQ(failed(robot, scene), Names{});
  // With 1 % more mass of the base, the knees carry more, and the base does not move sideways.
  const std::string heavier =
      replaced(robot, "<link name=\"base\"", "value=\"8\"", "value=\"8.08\"");
  const Names names = failed(heavier, scene);
  EXPECT_TRUE(names.count("robot.effort.knee_rear_left")) << testing::PrintToString(names);
  EXPECT_FALSE(names.count("robot.base.y"));
}

TEST_F(Sensitivity, MissingContactPointIsDetected) {
  const std::string robot = text_of(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf");
  std::string footless = replaced(robot, "<link name=\"front_left_foot\"", "<collision>", "<!--");
  footless = replaced(footless, "<link name=\"front_left_foot\"", "</collision>", "-->");
  const Names names = failed(footless, kStand);
  EXPECT_TRUE(names.count("contacts")) << testing::PrintToString(names);
}

TEST_F(Sensitivity, FlippedAxisIsDetected) {
  const std::string robot = text_of(CARDAN_SOURCE_DIR "/data/robots/arm7.urdf");
  const std::string scene = R"(cardan: 1
time: {step: 0.002, duration: 3}
models:
  - {name: arm, urdf: robot.urdf, q: {joint_2: 0.5, joint_4: 1.0, joint_6: 0.5}, control: {pd: {kp: 800, kd: 60}}}
expect:
  - {quantity: arm.q.joint_1, at: 3, equals: 0, within: 1e-6}
  - {quantity: arm.q.joint_2, at: 3, equals: 0.54, within: 1e-3}
  - {quantity: residual, below: 1e-8}
)";
  EXPECT_EQ(failed(robot, scene), Names{});
  const std::string flipped =
      replaced(robot, "<joint name=\"joint_2\"", "xyz=\"0 1 0\"", "xyz=\"0 -1 0\"");
  EXPECT_EQ(failed(flipped, scene), Names{"arm.q.joint_2"});
}

TEST_F(Sensitivity, OnePercentOfFrictionIsDetected) {
  const std::string scene = R"(cardan: 1
time: {step: 0.001, duration: 0.6}
materials: {default: {mu: 0.5}}
models:
  - {name: ground, plane: {}, static: true}
  - {name: box, box: {size: [0.4, 0.4, 0.1]}, mass: 2, pose: {xyz: [0, 0, 0.05]}, velocity: {linear: [2, 0, 0]}}
expect:
  # v^2 / (2 mu g)
  - {quantity: box.base.travel, at: 0.6, equals: 0.4077, within: 2e-3}
  - {quantity: box.base.height, equals: 0.05, within: 1e-6}
  - {quantity: box.base.speed, at: 0.6, below: 1e-6}
  - {quantity: box.contact_force.z, from: 0.01, equals: 19.62, within: 1e-3}
)";
  EXPECT_EQ(failed("", scene), Names{});
  EXPECT_EQ(failed("", replaced(scene, "materials", "0.5", "0.505")), Names{"box.base.travel"});
}

}  // namespace
}  // namespace cardan::app
