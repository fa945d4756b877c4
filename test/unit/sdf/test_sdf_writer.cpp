#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cardan/mjcf_description.h"
#include "cardan/model_spec.h"
#include "cardan/robot_model.h"
#include "cardan/robot_writers.h"
#include "cardan/sdf.h"
#include "cardan/urdf.h"
#include "dynamics/mjcf/mjcf_trees.h"
#include "test/support/equal_robots.h"
#include "test/unit/sdf/models.h"

namespace cardan {
namespace {

using test::expect_equal;

RobotModel robot_of(const Scene& scene) {
  for (const ModelSpec& spec : scene.models) {
    if (spec.is_static || !spec.description) continue;
    UrdfOptions options;
    options.base = spec.base == BaseKind::kFixed ? UrdfBase::kFixed : UrdfBase::kFloating;
    return build_robot(*spec.description, options);
  }
  return {};
}

RobotModel again(const RobotModel& robot) {
  return robot_of(load_sdf_text(write_sdf(robot).text, "written.sdf"));
}

TEST(SdfWriter, AUrdfIsEqualThereAndBack) {
  const RobotModel robot =
      load_robot(std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf");
  const Scene scene = load_sdf_text(write_sdf(robot).text, "written.sdf");
  const RobotModel read = robot_of(scene);
  ASSERT_EQ(read.skeleton->nv(), robot.skeleton->nv());
  EXPECT_NEAR(read.skeleton->total_mass(), robot.skeleton->total_mass(), 1e-12);
  expect_equal(robot, build_robot(read_urdf_text(write_urdf(read), "again.urdf")));
}

TEST(SdfWriter, SdfIsEqualThereAndBackThroughUrdf) {
  for (const char* name : {"01_masses", "02_joint_types", "03_frames", "04_nested", "08_shapes",
                           "12_limits", "18_quadruped"}) {
    SCOPED_TRACE(name);
    const bool world = std::string(name) == "03_frames";
    const RobotModel robot = robot_of(load_sdf(kSdfModels + name + (world ? ".world" : ".sdf")));
    UrdfOptions options;
    options.base = robot.base == RobotBase::kFixed ? UrdfBase::kFixed : UrdfBase::kFloating;
    options.allow_outside = true;
    const RobotModel urdf =
        build_robot(read_urdf_text(write_urdf(robot), "written.urdf", options), options);
    expect_equal(robot, urdf);
    expect_equal(robot, again(urdf));
  }
}

TEST(SdfWriter, SdfIsEqualThereAndBackThroughMjcf) {
  for (const char* name : {"01_masses", "04_nested", "08_shapes", "18_quadruped"}) {
    SCOPED_TRACE(name);
    const RobotModel robot = robot_of(load_sdf(kSdfModels + name + ".sdf"));
    MjcfOptions options;
    options.allow_outside = true;
    const MjcfDescription written = read_mjcf_text(write_mjcf(robot).text, "written.xml", options);
    const MjcfParts parts = mjcf_parts(written);
    ASSERT_EQ(parts.trees.size(), 1U);
    const RobotModel mjcf = build_robot(parts.trees[0].robot);
    EXPECT_NEAR(mjcf.skeleton->total_mass(), robot.skeleton->total_mass(), 1e-12);
    ASSERT_EQ(mjcf.skeleton->nv(), robot.skeleton->nv());
    const RobotModel back = again(mjcf);
    expect_equal(mjcf, back, {.one_sided_limits = false});
    EXPECT_EQ(back.shapes.size(), robot.shapes.size());
  }
}

// Models of MuJoCo whose moving bodies all have mass: SDF has no others.
TEST(SdfWriter, MjcfIsEqualThereAndBackThroughSdf) {
  const std::string folder = std::string(CARDAN_SOURCE_DIR) + "/test/unit/mjcf/models/";
  for (const char* name :
       {"slide", "free_body", "inertial_full", "inertia_from_geoms", "mass_and_density"}) {
    SCOPED_TRACE(name);
    const MjcfParts parts = mjcf_parts(read_mjcf(folder + name + ".xml"));
    ASSERT_EQ(parts.trees.size(), 1U);
    const RobotModel robot = build_robot(parts.trees[0].robot);
    const RobotModel back = again(robot);
    expect_equal(robot, back, {.armature = false});
    const MjcfParts written = mjcf_parts(read_mjcf_text(write_mjcf(back).text, "written.xml"));
    ASSERT_EQ(written.trees.size(), 1U);
    expect_equal(robot, build_robot(written.trees[0].robot),
                 {.armature = false, .one_sided_limits = false, .X_0 = written.trees[0].pose});
  }
}

TEST(SdfWriter, LossesAreNamed) {
  const RobotModel robot = build_robot(read_urdf_text(
      "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' "
      "iyy='1' iyz='0' izz='1'/></inertial></link><link name='b'><inertial><mass value='1'/>"
      "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
      "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
      "<dynamics armature='0.1'/></joint></robot>",
      "r.urdf"));
  const WrittenSdf written = write_sdf(robot);
  ASSERT_EQ(written.losses.size(), 1U);
  EXPECT_EQ(written.losses[0].element, "joint \"j\"");
  EXPECT_NE(written.losses[0].message.find("armature"), std::string::npos);
}

TEST(SdfWriter, LostLawsOfFreeAndBallJointsAreNamed) {
  const std::string folder = std::string(CARDAN_SOURCE_DIR) + "/test/unit/mjcf/models/";
  for (const auto& [name, kind] :
       {std::pair{"free_joint_armature", "free joint"}, {"ball", "ball joint"}}) {
    SCOPED_TRACE(name);
    const MjcfParts parts = mjcf_parts(read_mjcf(folder + name + ".xml"));
    const WrittenSdf written = write_sdf(build_robot(parts.trees.at(0).robot));
    EXPECT_TRUE(std::any_of(written.losses.begin(), written.losses.end(),
                            [kind = kind](const Diagnostic& loss) {
                              return loss.message.find(kind) != std::string::npos;
                            }));
  }
}

}  // namespace
}  // namespace cardan
