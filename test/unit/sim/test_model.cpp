#include <gtest/gtest.h>

#include "cardan/error.h"
#include "test/analytic/linkages.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// Accepted and rejected calls of Model.
namespace cardan {
namespace {

const char* const kRack = R"(<robot name="rack"><link name="shelf">
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="camera"/>
<joint name="mount" type="fixed"><parent link="shelf"/><child link="camera"/><origin xyz="0.5 0 0.2"/></joint>
</robot>)";

/// A robot without a joint that moves, turned by a quarter about z.
ModelSpec rack(const test::TemporaryDirectory& folder) {
  ModelSpec spec;
  spec.name = "rack";
  spec.urdf = folder.write("rack.urdf", kRack);
  spec.pose = RigidTransform::from_xyz_rpy({1, 2, 3}, {0, 0, M_PI / 2});
  return spec;
}

TEST(Model, LinksOfAJointlessRobotHaveTheirOwnPoses) {
  const test::TemporaryDirectory folder;
  ModelSpec spec = rack(folder);
  spec.base = BaseKind::kFixed;
  World world;
  const Model& model = world.add(spec);
  ASSERT_EQ(model.skeleton(), nullptr);
  EXPECT_LT((model.pose("camera").p - Vector3(1, 2.5, 3.2)).norm(), 1e-12);
  EXPECT_LT((model.pose("camera").R - spec.pose.R).norm(), 1e-12);
  EXPECT_EQ(model.pose("").p, Vector3(1, 2, 3));
  EXPECT_EQ(model.velocity("camera").linear, Vector3(0, 0, 0));
  EXPECT_THROW(model.pose("camra"), Error);
  EXPECT_THROW(model.velocity("camra"), Error);
}

// v + ω × r.
TEST(Model, LinksOfAScriptedJointlessRobotMoveWithIt) {
  const test::TemporaryDirectory folder;
  ModelSpec spec = rack(folder);
  spec.kinematic = KinematicSpec{};
  spec.kinematic->velocity = {Vector3(0, 0, 2), Vector3(0.1, 0, 0)};
  World world;
  const Model& model = world.add(spec);
  ASSERT_EQ(model.skeleton(), nullptr);
  EXPECT_LT((model.velocity("camera").linear - Vector3(-0.9, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(model.velocity("camera").angular, Vector3(0, 0, 2));
  EXPECT_EQ(model.velocity("").linear, Vector3(0.1, 0, 0));
}

TEST(Model, StaticBodyHasOneLink) {
  World world;
  const Model& ground = world.add_ground(0.5);
  EXPECT_EQ(ground.pose("").p, ground.base_pose().p);
  EXPECT_THROW(ground.pose("lid"), Error);
}

std::shared_ptr<const Skeleton> arm() {
  SkeletonBuilder builder("arm");
  builder.add_link(test::rod_link("bob", "", 0, {1, 1}));
  return builder.build();
}

TEST(Model, TargetNeedsAController) {
  World world;
  Model& model = world.add_skeleton("arm", arm());
  EXPECT_THROW(model.set_pd_target("bob", 0.5), Error);
  model.set_pd("bob", 10, 1, 0);
  model.set_pd_target("bob", 0.5);
  EXPECT_DOUBLE_EQ(model.joint_effort("bob"), 5);
  model.set_pd("bob", 0, 0, 0);
  EXPECT_THROW(model.set_pd_target("bob", 0.5), Error);
}

// A second arm that follows the first: q = −2 q_bob + 0.1.
World followed() {
  SkeletonBuilder builder("arms");
  builder.add_link(test::rod_link("bob", "", 0, {1, 1}));
  LinkSpec mimic = test::rod_link("tail", "", 1, {1, 1});
  mimic.coupling = {"bob", -2, 0.1};
  builder.add_link(mimic);
  World world;
  world.add_skeleton("arms", builder.build());
  return world;
}

TEST(Model, MimicJointFollowsItsLeader) {
  World world = followed();
  Model& model = *world.find("arms");
  model.set_joint_position("bob", 0.3);
  model.set_v(VectorX::Constant(1, 0.7));
  EXPECT_DOUBLE_EQ(model.joint_position("tail"), -2 * 0.3 + 0.1);
  EXPECT_DOUBLE_EQ(model.joint_velocity("tail"), -2 * 0.7);
}

TEST(Model, DrivingAMimicJointIsAnErrorThatNamesItsLeader) {
  World world = followed();
  Model& model = *world.find("arms");
  const auto message = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  for (const std::string& text : {message([&] { model.set_joint_position("tail", 0); }),
                                  message([&] { model.set_effort("tail", 1); }),
                                  message([&] { model.set_pd("tail", 1, 1, 0); }),
                                  message([&] { model.joint_effort("tail"); })}) {
    EXPECT_NE(text.find("follows joint 'bob'"), std::string::npos) << text;
  }
}

TEST(Model, WrenchOnAFixedBaseIsRejected) {
  World world;
  Model& model = world.add_skeleton("arm", arm());
  EXPECT_THROW(model.apply_wrench("", Vector3(0, 0, 1)), Error);
  EXPECT_NO_THROW(model.apply_wrench("bob", Vector3(0, 0, 1)));
}

// A mount welded to the world, an arm on a hinge, and a tool welded to the arm.
const char* const kMountedTool = R"(<robot name="crane">
<link name="mount"/><link name="foot"/>
<link name="arm"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="tool"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j1" type="fixed"><parent link="mount"/><child link="foot"/></joint>
<joint name="j2" type="continuous"><parent link="foot"/><child link="arm"/><axis xyz="0 0 1"/></joint>
<joint name="j3" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="2 0 0"/></joint>
</robot>)";

// A wrench on a link that a fixed joint merges into another acts on the body of both; a wrench that
// can move nothing is refused.
TEST(Model, WrenchOnAWeldedLinkMovesItsBodyOrIsRejected) {
  World world;
  ModelSpec spec;
  spec.urdf_text = kMountedTool;
  spec.base = BaseKind::kFixed;
  Model& model = world.add(spec);
  for (const char* fixed : {"mount", "foot"}) {
    try {
      model.apply_wrench(fixed, Vector3(0, 1, 0));
      FAIL() << "the wrench on " << fixed << " was accepted";
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find(fixed), std::string::npos) << text;
      EXPECT_NE(text.find("crane"), std::string::npos) << text;
      EXPECT_NE(text.find("is fixed"), std::string::npos) << text;
    }
  }
  model.apply_wrench("tool", Vector3(0, 1, 0));
  world.step();
  // Inertia about the axis: 1 + 2 0.5^2 + 1 + 1 2^2 = 6.5; moment of the force: 2.
  EXPECT_NEAR(model.v()[0], world.time_step() * 2 / 6.5, 1e-12);
}

TEST(Model, WrenchOnABodyThatFollowsAScriptIsRejected) {
  World world;
  ModelSpec spec;
  spec.urdf_text = kMountedTool;
  spec.kinematic = KinematicSpec{};
  Model& model = world.add(spec);
  EXPECT_THROW(model.apply_wrench("", Vector3(0, 1, 0)), Error);
  EXPECT_THROW(model.apply_wrench("foot", Vector3(0, 1, 0)), Error);
  EXPECT_NO_THROW(model.apply_wrench("tool", Vector3(0, 1, 0)));
}

}  // namespace
}  // namespace cardan
