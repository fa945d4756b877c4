#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "cardan/dynamics/mjcf/mjcf_reader.h"
#include "cardan/dynamics/mjcf/mjcf_trees.h"
#include "cardan/dynamics/mjcf/mjcf_writer.h"
#include "cardan/dynamics/urdf/reader.h"
#include "cardan/dynamics/urdf/robot_model.h"
#include "cardan/dynamics/urdf/writer.h"

namespace cardan {
namespace {

// Moving joints in order, masses and shapes of both. X_0: pose of the base of b in that of a.
void expect_equal(const RobotModel& a, const RobotModel& b, const RigidTransform& X_0 = {}) {
  const Skeleton &x = *a.skeleton, &y = *b.skeleton;
  ASSERT_EQ(x.nv(), y.nv());
  ASSERT_EQ(x.num_bodies(), y.num_bodies());
  EXPECT_EQ(x.floating_base(), y.floating_base());
  for (int i = 0; i < x.num_bodies(); ++i) {
    EXPECT_EQ(x.body_joint[i], y.body_joint[i]) << i;
    EXPECT_NEAR(x.inertia[i].mass, y.inertia[i].mass, 1e-12 * (1 + x.inertia[i].mass));
    EXPECT_LT((x.inertia[i].com - y.inertia[i].com).norm(), 1e-12);
    EXPECT_LT((x.inertia[i].inertia - y.inertia[i].inertia).norm(), 1e-12);
    const bool on_fixed_base = y.parent[i] < 0 && !y.floating_base();
    const RigidTransform X_PF = on_fixed_base ? X_0 * y.X_PF[i] : y.X_PF[i];
    EXPECT_LT((x.X_PF[i].p - X_PF.p).norm(), 1e-12);
    EXPECT_LT((x.X_PF[i].R - X_PF.R).norm(), 1e-12);
    if (x.body_nv[i] == 1) {
      EXPECT_LT((x.axis[i] - y.axis[i]).norm(), 1e-12);
    }
  }
  for (int i = 0; i < x.nv(); ++i) {
    EXPECT_EQ(x.dof[i].damping, y.dof[i].damping);
    EXPECT_EQ(x.dof[i].armature, y.dof[i].armature);
    if (std::isfinite(x.dof[i].lower) && std::isfinite(x.dof[i].upper)) {
      EXPECT_EQ(x.dof[i].lower, y.dof[i].lower);
      EXPECT_EQ(x.dof[i].upper, y.dof[i].upper);
    }
  }
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    EXPECT_EQ(a.shapes[i].geometry.kind, b.shapes[i].geometry.kind);
    EXPECT_LT((a.shapes[i].geometry.size - b.shapes[i].geometry.size).norm(), 1e-12);
    EXPECT_LT((a.shapes[i].X_BS.p - b.shapes[i].X_BS.p).norm(), 1e-12);
  }
}

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
    expect_equal(robot, robot_of(written), mjcf_parts(written).trees.at(0).pose);
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
