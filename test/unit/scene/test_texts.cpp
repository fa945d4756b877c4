#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "cardan/drive_spec.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/robot_model.h"
#include "cardan/scene.h"
#include "cardan/urdf.h"
#include "test/support/temporary_directory.h"

// Compares robots and scenes from a text, and robots that were read or built before, with those
// from a file.
namespace cardan {
namespace {

const char* const kLamp = R"(<robot name="lamp">
<link name="world"/>
<link name="arm">
  <inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><geometry><mesh filename="meshes/wedge.obj"/></geometry></collision>
</link>
<joint name="hinge" type="revolute"><parent link="world"/><child link="arm"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="10" velocity="1"/></joint>
</robot>)";
const char* const kWedge =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

struct Texts : ::testing::Test {
  Texts() {
    folder.write("meshes/wedge.obj", kWedge);
    file = folder.write("lamp.urdf", kLamp);
  }
  /// State after some steps, in which the lamp swings.
  static std::uint64_t run(World& world) {
    world.find("lamp")->set_joint_position("hinge", 0.5);
    for (int k = 0; k < 50; ++k) world.step();
    return world.state_hash();
  }
  std::uint64_t expected() const {
    World world;
    world.add_urdf(file, RigidTransform(Vector3(0, 0, 2)));
    return run(world);
  }

  test::TemporaryDirectory folder;
  std::string file;
  const RigidTransform pose{Vector3(0, 0, 2)};
};

TEST_F(Texts, UrdfTextGivesTheRobotOfTheFile) {
  World world;
  Model& lamp = world.add_urdf_text(kLamp, folder.path(), pose);
  EXPECT_EQ(lamp.name(), "lamp");
  EXPECT_EQ(run(world), expected());
}

TEST_F(Texts, DescriptionAndBuiltRobotGiveTheRobotOfTheFile) {
  const RobotDescription description = read_urdf(file);
  World read;
  read.add_robot(description, pose);
  EXPECT_EQ(run(read), expected());
  World built;
  built.add_robot(build_robot(description), pose);
  EXPECT_EQ(run(built), expected());
}

TEST_F(Texts, NameAndBaseOfTheCallAreUsed) {
  World world;
  const std::string free(R"(<robot name="r"><link name="a"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>)");
  EXPECT_TRUE(world.add_urdf_text(free, "", {}, BaseKind::kFloating, "one").skeleton());
  EXPECT_EQ(world.add_urdf_text(free, "", {}, BaseKind::kFixed, "two").skeleton(), nullptr);
  const RobotDescription description = read_urdf_text(free, "r.urdf");
  EXPECT_EQ(world.add_robot(description, {}, BaseKind::kFixed, "three").skeleton(), nullptr);
  EXPECT_NE(world.find("three"), nullptr);
}

TEST_F(Texts, ErrorsNameTheTextAndTheLine) {
  World world;
  std::string bad = kLamp;
  bad.replace(bad.find("mass value=\"1\""), 14, "mass value=\"x\"");
  const std::string message = error_of([&] { world.add_urdf_text(bad, folder.path()); });
  EXPECT_NE(message.find("<text>:4"), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
  ModelSpec spec;
  spec.urdf = "lamp of the shop";
  spec.urdf_text = bad;
  spec.urdf_folder = folder.path();
  EXPECT_NE(error_of([&] { world.add(spec); }).find("lamp of the shop:4"), std::string::npos);
  EXPECT_NE(error_of([&] { world.add_urdf_text("", ""); }).find("<text>"), std::string::npos);
  // The mesh is not in this folder or in any folder above it.
  const test::TemporaryDirectory other;
  const std::string lost = error_of([&] { world.add_urdf_text(kLamp, other.path()); });
  EXPECT_NE(lost.find("wedge.obj"), std::string::npos) << lost;
  EXPECT_EQ(world.num_models(), 0);
}

TEST_F(Texts, OptionsOfTheBuildAreRefusedForABuiltRobot) {
  ModelSpec spec;
  spec.robot = std::make_shared<RobotModel>(load_robot(file));
  spec.base = BaseKind::kFloating;
  World world;
  EXPECT_NE(error_of([&] { world.add(spec); }).find("'base' has no effect"), std::string::npos);
  spec.base = BaseKind::kAuto;
  spec.density = 1000;
  EXPECT_NE(error_of([&] { world.add(spec); }).find("'density'"), std::string::npos);
  spec.density.reset();
  spec.urdf = file;
  EXPECT_NE(error_of([&] { world.add(spec); }).find("one of urdf"), std::string::npos);
  spec.urdf.clear();
  spec.urdf_folder = folder.path();
  EXPECT_NE(error_of([&] { world.add(spec); }).find("urdf_text"), std::string::npos);
  spec.urdf_folder.clear();
  spec.kinematic = KinematicSpec{};
  EXPECT_NE(error_of([&] { world.add(spec); }).find("the base is fixed"), std::string::npos);
  spec.kinematic.reset();
  EXPECT_EQ(world.add(spec).name(), "lamp");
}

TEST_F(Texts, DescriptionWithErrorsIsRefused) {
  World world;
  const RobotDescription torn = inspect_urdf_text("<robot name='r'><link/></robot>", "torn.urdf");
  ASSERT_NE(torn.first_error(), nullptr);
  EXPECT_NE(error_of([&] { world.add_robot(torn); }).find("torn.urdf:1"), std::string::npos);
}

const char* const kScene = R"(cardan: 1
name: lamps
models:
  - {name: lamp, urdf: lamp.urdf, pose: {xyz: [0, 0, 2]}}
  - {name: floor, plane: {}, static: true}
)";

TEST_F(Texts, SceneTextGivesTheWorldOfTheFile) {
  World from_file = make_world(load_scene(folder.write("lamps.yaml", kScene)));
  const Scene scene = load_scene_text(kScene, folder.path(), {{"models.lamp.q", "{hinge: 0.1}"}});
  EXPECT_EQ(scene.file, "<text>");
  EXPECT_EQ(scene.name, "lamps");
  EXPECT_EQ(scene.models[0].q.at("hinge"), 0.1);
  World from_text = make_world(load_scene_text(kScene, folder.path()));
  EXPECT_EQ(run(from_text), run(from_file));
}

TEST_F(Texts, ErrorsOfASceneTextNameTheTextAndTheLine) {
  std::string bad = kScene;
  bad.replace(bad.find("static"), 6, "statik");
  EXPECT_NE(error_of([&] { load_scene_text(bad, folder.path()); }).find("<text>:5"),
            std::string::npos);
  EXPECT_NE(error_of([&] { load_scene_text("a: [", ""); }).find("<text>:1"), std::string::npos);
  EXPECT_NE(error_of([&] { load_scene_text("", ""); }).find("<text>"), std::string::npos);
  const std::string lost = error_of([&] { load_scene_text(kScene, folder.file("meshes")); });
  EXPECT_NE(lost.find("lamp.urdf"), std::string::npos) << lost;
}

// A scene text may be untrusted, so it is confined to the project of its folder.
TEST_F(Texts, SceneTextIsConfinedToItsFolder) {
  folder.write("shop/keep.txt", "");
  const std::string heights = folder.write("h.txt", "1 2\n3 4\n");
  const std::string text =
      "cardan: 1\nmodels:\n  - {name: f, static: true, heightfield: {file: ../h.txt, size: [1, "
      "1]}}\n";
  EXPECT_NE(
      error_of([&] { load_scene_text(text, folder.file("shop")); }).find("outside the project"),
      std::string::npos);
  EXPECT_EQ(load_scene_text(text, folder.file("shop"), {}, {.allow_outside = true}).models.size(),
            1u);
}

}  // namespace
}  // namespace cardan
