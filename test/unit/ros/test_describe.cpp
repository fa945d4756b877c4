#include <urdf_parser/urdf_parser.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cardan/urdfdom.h"
#include "cardan/world.h"
#include "test/unit/urdf/urdf_text.h"

namespace cardan {
namespace {

using test::jointed;
using test::link;
using test::shaped;

// A tree whose names are sorted, so that urdfdom keeps its order.
std::string sorted_arm() {
  std::string text = link("a", 2) + link("b") + link("c", 0.5);
  text +=
      "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><origin "
      "xyz=\"0.1 0.2 0.3\" rpy=\"0.4 -0.5 0.6\"/><axis xyz=\"0 1 0\"/><limit lower=\"-1\" "
      "upper=\"2\" effort=\"30\" velocity=\"4\"/><dynamics damping=\"0.1\" friction=\"0.2\"/>"
      "</joint>\n<joint name=\"k\" type=\"prismatic\"><parent link=\"b\"/><child link=\"c\"/>"
      "<origin rpy=\"0 0 1.57\"/><axis xyz=\"0 0 1\"/><limit lower=\"0\" upper=\"0.5\" "
      "effort=\"10\" velocity=\"1\"/><mimic joint=\"j\" multiplier=\"-0.1\" offset=\"0.2\"/>"
      "</joint>";
  return test::robot(text);
}

// The same state gives the same mass matrix only for the same tree, axes, poses and inertias.
void expect_same_robot(const RobotDescription& one, const RobotDescription& other) {
  World a, b;
  Model& first = a.add_robot(one, {}, BaseKind::kFixed);
  Model& second = b.add_robot(other, {}, BaseKind::kFixed);
  ASSERT_EQ(first.v().size(), second.v().size());
  VectorX q = VectorX::Constant(first.q().size(), 0.3);
  first.set_q(q);
  second.set_q(q);
  EXPECT_LT((first.mass_matrix() - second.mass_matrix()).norm(),
            1e-12 * first.mass_matrix().norm());
  a.step();
  b.step();
  EXPECT_LT((first.v() - second.v()).norm(), 1e-12 * (1 + first.v().norm()));
}

TEST(DescribeModel, ModelAndTextGiveTheSameRobot) {
  const std::string text = sorted_arm();
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(text);
  ASSERT_NE(model, nullptr);
  const RobotDescription alone = ros::describe(*model);
  EXPECT_NE(test::find(alone.diagnostics, Severity::kWarning, "which has no capsules"), nullptr);
  for (const Diagnostic& d : alone.diagnostics) EXPECT_EQ(d.line, 0);
  EXPECT_EQ(*alone.joints[0].lower, -1);
  EXPECT_EQ(*alone.joints[0].effort, 30);
  EXPECT_EQ(alone.joints[0].friction, 0.2);
  EXPECT_EQ(alone.joints[1].mimic->offset, 0.2);
  const RobotDescription with_text = ros::describe(*model, text);
  EXPECT_EQ(test::count(with_text.diagnostics, Severity::kWarning), 0)
      << test::listed(with_text.diagnostics);
  expect_same_robot(alone, with_text);
  expect_same_robot(alone, read_urdf_text(text, "t.urdf"));
}

TEST(DescribeModel, TextWinsAndTheModelIsCompared) {
  const std::string text = shaped("<capsule radius=\"0.1\" length=\"0.2\"/>");
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(text);
  ASSERT_NE(model, nullptr);
  EXPECT_TRUE(ros::describe(*model).links[0].collisions.empty());
  const RobotDescription robot = ros::describe(*model, text);
  ASSERT_EQ(robot.links[0].collisions.size(), 1u);
  EXPECT_EQ(robot.links[0].collisions[0].geometry.kind, GeometryKind::kCapsule);
  EXPECT_NE(test::find(robot.diagnostics, Severity::kWarning, "0 of 1 collision shapes"), nullptr)
      << test::listed(robot.diagnostics);
  const urdf::ModelInterfaceSharedPtr other = urdf::parseURDF(sorted_arm());
  EXPECT_NE(test::find(ros::describe(*other, text).diagnostics, Severity::kWarning,
                       "has a joint that cardan does not read"),
            nullptr);
}

TEST(DescribeModel, ErrorsNameTheElement) {
  urdf::ModelInterface empty;
  EXPECT_THROW(ros::describe(empty), Error);
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(sorted_arm());
  model->joints_.at("j")->type = urdf::Joint::UNKNOWN;
  try {
    ros::describe(*model);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("joint \"j\""), std::string::npos) << error.what();
  }
  EXPECT_THROW(ros::describe(*model, "<robot"), Error);
  UrdfOptions strict;
  strict.strict = true;
  EXPECT_THROW(ros::describe(*urdf::parseURDF(sorted_arm()), strict), Error);
}

}  // namespace
}  // namespace cardan
