#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "cardan/mjcf_description.h"
#include "cardan/robot_model.h"
#include "cardan/robot_writers.h"
#include "cardan/urdf.h"
#include "dynamics/mjcf/mjcf_trees.h"
#include "test/support/equal_robots.h"

namespace cardan {
namespace {

using test::expect_equal;

RobotModel robot_of(const MjcfDescription& model) {
  const MjcfParts parts = mjcf_parts(model);
  EXPECT_EQ(parts.trees.size(), 1U);
  return build_robot(parts.trees.at(0).robot);
}

TEST(MjcfWriter, FloatingRobotIsEqualThereAndBack) {
  const RobotModel robot =
      load_robot(std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf");
  const WrittenMjcf written = write_mjcf(robot);
  const RobotModel again = robot_of(read_mjcf_text(written.text, "written.xml"));
  expect_equal(robot, again);
  expect_equal(robot, build_robot(read_urdf_text(write_urdf(again), "again.urdf")));
}

TEST(MjcfWriter, ModelsOfMujocoAreEqualThereAndBack) {
  const std::string folder = std::string(CARDAN_SOURCE_DIR) + "/test/unit/mjcf/models/";
  for (const char* name : {"hinge", "several_joints", "ball", "branches", "deep_chain", "slide",
                           "free_joint_armature", "inertial_full"}) {
    SCOPED_TRACE(name);
    const RobotModel robot = robot_of(read_mjcf(folder + name + ".xml"));
    expect_equal(robot, build_robot(read_urdf_text(write_urdf(robot), "again.urdf")));
    const MjcfDescription written = read_mjcf_text(write_mjcf(robot).text, "written.xml");
    // The pose of the first body of a fixed base is that of the tree.
    expect_equal(robot, robot_of(written), {.X_0 = mjcf_parts(written).trees.at(0).pose});
  }
}

TEST(MjcfWriter, LossesAreNamed) {
  const RobotModel robot = build_robot(read_urdf_text(
      "<robot name=\"r\"><link name=\"world\"/><link name=\"a\"><inertial><mass value=\"1\"/>"
      "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>"
      "<joint name=\"j\" type=\"planar\"><parent link=\"world\"/><child link=\"a\"/></joint>"
      "</robot>",
      "r.urdf"));
  const WrittenMjcf written = write_mjcf(robot);
  ASSERT_FALSE(written.losses.empty());
  EXPECT_EQ(written.losses[0].element, "joint \"j\"");
  EXPECT_EQ(written.losses[0].message, "a planar joint becomes three joints");
}

}  // namespace
}  // namespace cardan
