#include <gtest/gtest.h>

#include <cmath>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "test/analytic/linkages.h"
#include "test/support/kept_state.h"
#include "test/support/worlds.h"

// PD targets that follow a path over time.
namespace cardan {
namespace {

constexpr double kStep = 1e-3;

/// One freedom, "bob"; the tests have no gravity.
std::shared_ptr<const Skeleton> arm() {
  SkeletonBuilder builder("arm");
  builder.add_link(test::rod_link("bob", "", 0, {1, 1}));
  return builder.build();
}

ModelSpec driven_arm(const TargetPath& path, double kp = 1e4, double kd = 200) {
  ModelSpec spec;
  spec.name = "arm";
  spec.skeleton = arm();
  spec.pd_joints["bob"] = test::pd(kp, kd);
  spec.pd_joints["bob"].path = path;
  return spec;
}

World weightless(const ModelSpec& model, Integrator integrator = Integrator::kSemiImplicitEuler) {
  WorldSpec spec = test::world_spec(kStep, {});
  spec.integrator = integrator;
  spec.gravity.setZero();
  World world(spec);
  world.add(model);
  return world;
}

// A ramp of 0.5 rad/s: kd damps against the velocity of the path, so the joint does not lag once it
// follows the path.
TEST(TargetPath, RampIsFollowedWithoutLag) {
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kMidpoint}) {
    World world = weightless(driven_arm({{{0, 0}, {2, 1}}}), integrator);
    const Model& model = *world.find("arm");
    for (int k = 1; k <= 1500; ++k) world.step();
    EXPECT_NEAR(model.joint_position("bob"), 0.75, 1e-9);
    EXPECT_NEAR(model.joint_velocity("bob"), 0.5, 1e-9);
    EXPECT_NEAR(model.joint_effort("bob"), 0, 1e-5);
    for (int k = 0; k < 2500; ++k) world.step();
    EXPECT_NEAR(model.joint_position("bob"), 1, 1e-9);
    EXPECT_NEAR(model.joint_velocity("bob"), 0, 1e-9);
  }
}

// 10 s³ − 15 s⁴ + 6 s⁵ from rest to rest, by its formula.
TEST(TargetPath, SmoothPathRunsFromRestToRest) {
  const TargetPath path{{{0.5, 1}, {1.5, 3}}, true, false};
  World world = weightless(driven_arm(path));
  Model& model = *world.find("arm");
  model.set_joint_position("bob", 1);
  for (int k = 1; k <= 2000; ++k) {
    world.step();
    const double s = std::clamp(k * kStep - 0.5, 0.0, 1.0);
    const double expected = 1 + 2 * s * s * s * (10 - 15 * s + 6 * s * s);
    ASSERT_NEAR(model.joint_position("bob"), expected, 2e-3) << k;
  }
  EXPECT_NEAR(model.joint_position("bob"), 3, 1e-6);
}

TEST(TargetPath, RepeatedPathRestarts) {
  const TargetPath path{{{0, 0}, {0.5, 1}, {1, 0}}, true, true};
  World world = weightless(driven_arm(path));
  const Model& model = *world.find("arm");
  for (int k = 0; k < 2500; ++k) world.step();
  EXPECT_NEAR(model.joint_position("bob"), 1, 5e-3);
  for (int k = 0; k < 500; ++k) world.step();
  EXPECT_NEAR(model.joint_position("bob"), 0, 5e-3);
}

// The path is a function of time: a state saved on it continues with equal bits.
TEST(TargetPath, RestoredStateContinuesBitForBit) {
  const ModelSpec model = driven_arm({{{0, 0}, {0.1, 1}, {0.3, -1}}});
  World whole = weightless(model), half = weightless(model);
  for (int k = 0; k < 150; ++k) half.step();
  for (int k = 0; k < 300; ++k) whole.step();
  for (const test::StateForm form : test::kStateForms) {
    SCOPED_TRACE(test::name_of(form));
    World later = weightless(model);
    test::KeptState(form, half).restore(later);
    for (int k = 0; k < 150; ++k) later.step();
    EXPECT_EQ(later.state_hash(), whole.state_hash());
    EXPECT_EQ(later.find("arm")->q(), whole.find("arm")->q());
  }
}

TEST(TargetPath, PathWakesASleepingModel) {
  WorldSpec spec = test::world_spec(5e-3, {});
  spec.gravity.setZero();
  spec.contact.sleep = SleepSpec{};
  World world(spec);
  Model& model = world.add(driven_arm({{{2, 0}, {3, 1}}}));
  for (int k = 0; k < 390; ++k) world.step();
  EXPECT_TRUE(model.is_asleep());
  for (int k = 0; k < 110; ++k) world.step();
  EXPECT_FALSE(model.is_asleep());
  EXPECT_NEAR(model.joint_position("bob"), 0.5, 1e-2);
  for (int k = 0; k < 400; ++k) world.step();
  EXPECT_TRUE(model.is_asleep());
  EXPECT_NEAR(model.joint_position("bob"), 1, 1e-2);
}

TEST(TargetPath, SettingATargetOfAPathIsRejected) {
  World world = weightless(driven_arm({{{0, 0}, {2, 1}}}));
  Model& model = *world.find("arm");
  EXPECT_THROW(model.set_pd_target("bob", 1), Error);
  EXPECT_THROW(model.set_pd("bob", 1, 1, 0), Error);
}

TEST(TargetPath, InvalidPathIsRejected) {
  const double nan = std::nan("");
  for (const TargetPath& path : {TargetPath{{{0, 0}, {0, 1}}}, TargetPath{{{1, 0}, {0, 1}}},
                                 TargetPath{{{0, nan}}}, TargetPath{{{nan, 0}}}}) {
    EXPECT_THROW(weightless(driven_arm(path)), Error);
  }
  ModelSpec both = driven_arm({{{0, 0}, {1, 1}}});
  both.pd_joints["bob"].target = 1;
  EXPECT_THROW(weightless(both), Error);
}

// --- In a scene

std::string arm_scene(const test::TemporaryDirectory& folder, const std::string& law) {
  folder.write("arm.urdf", R"(<robot name="arm"><link name="base"/><link name="bob">
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="swing" type="continuous"><parent link="base"/><child link="bob"/><axis xyz="0 0 1"/></joint>
</robot>)");
  return folder.write("arm.yaml",
                      "cardan: 1\ntime: {step: 0.001, duration: 1}\nmodels:\n"
                      "  - name: arm\n    urdf: arm.urdf\n    base: fixed\n    control:\n"
                      "      joints:\n        swing: {kp: 1e4, kd: 200, " +
                          law + "}\n");
}

TEST(TargetPath, SceneDefinesAPath) {
  const test::TemporaryDirectory folder;
  World world = make_world(load_scene(
      arm_scene(folder, "path: [{time: 0, target: 0}, {time: 0.5, target: 1}], smooth: true")));
  for (int k = 0; k < 1000; ++k) world.step();
  EXPECT_NEAR(world.find("arm")->joint_position("swing"), 1, 1e-6);
}

TEST(TargetPath, InvalidPathInASceneIsRejectedWithItsLine) {
  const test::TemporaryDirectory folder;
  for (const char* law :
       {"path: []", "path: [{time: 0}]", "path: [{time: 1, target: 0}, {time: 1, target: 1}]",
        "path: [{time: 0, target: 0}], target: 1", "path: [{time: 0, target: 0}], velocity: 1",
        "smooth: true", "path: [{time: 0, xyz: 0, target: 0}]"}) {
    try {
      load_scene(arm_scene(folder, law));
      ADD_FAILURE() << law;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("arm.yaml:9"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace cardan
