#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::body;
using test::sphere;

ModelSpec ball(const std::string& name, double x) {
  return body(name, sphere(0.1), 1, RigidTransform(Vector3(x, 0, 0)));
}

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

int contacts_after_a_step(World& world) {
  world.step();
  return static_cast<int>(world.contacts().size());
}

// Whether two overlapping balls collide, with the filters of a scene.
int meetings(const CollisionFilter& a, const CollisionFilter& b) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec first = ball("a", 0), second = ball("b", 0.19);
  first.collision = a;
  second.collision = b;
  world.add(first);
  world.add(second);
  return contacts_after_a_step(world);
}

TEST(Filters, BothMasksMustContainTheOtherGroup) {
  EXPECT_EQ(meetings({}, {}), 1);
  EXPECT_EQ(meetings({2U, {}}, {}), 1);
  EXPECT_EQ(meetings({2U, {}}, {{}, 2U}), 1);
  EXPECT_EQ(meetings({{}, 2U}, {2U, {}}), 1);
  EXPECT_EQ(meetings({2U, {}}, {{}, 5U}), 0);
  EXPECT_EQ(meetings({2U, 4U}, {4U, 1U}), 0);  // one of the two does not suffice
  EXPECT_EQ(meetings({0U, {}}, {}), 0);
  EXPECT_EQ(meetings({{}, 0U}, {}), 0);
}

TEST(Filters, IgnoredModelsDoNotCollide) {
  World world(test::world_spec(1e-3, {}));
  world.add(ball("a", 0));
  world.add(ball("b", 0.19));
  world.add(ball("c", 0.38));
  EXPECT_EQ(contacts_after_a_step(world), 2);
  world.ignore_collision("b", "a");
  ASSERT_EQ(contacts_after_a_step(world), 1);
  EXPECT_EQ(world.contacts()[0].model_b, "c");
  world.ignore_collision("c", "b");
  EXPECT_EQ(contacts_after_a_step(world), 0);
  EXPECT_NE(error_of([&] { world.ignore_collision("a", "d"); }).find("unknown model 'd'"),
            std::string::npos);
  EXPECT_NE(error_of([&] { world.ignore_collision("a", "b/hand"); }).find("unknown link 'hand'"),
            std::string::npos);
}

// Two arms on a post, each with a ball at its end; at 0 the balls overlap.
const char* const kArms = R"(<robot name="arms">
<link name="post"/>
<link name="left"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="right"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision GROUP><origin xyz="1 0 0.1"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="l" type="continuous"><parent link="post"/><child link="left"/><axis xyz="0 0 1"/></joint>
<joint name="r" type="continuous"><parent link="post"/><child link="right"/><axis xyz="0 0 1"/></joint>
</robot>)";

// Arms at angles l and 0, a ball at x = 1 beside them.
struct ArmsWorld {
  explicit ArmsWorld(const std::string& model_keys, const std::string& group = "",
                     const std::string& more = "") {
    std::string text = kArms;
    text.replace(text.find("GROUP"), 5, group);
    folder.write("arms.urdf", text);
    scene = load_scene(folder.write(
        "scene.yaml",
        "cardan: 1\ngravity: [0, 0, 0]\nmodels:\n  - {name: arms, urdf: arms.urdf, base: "
        "fixed, pose: {xyz: [0, 0, 1]}, " +
            model_keys + "}\n" + more));
  }
  World make() const { return make_world(scene); }
  test::TemporaryDirectory folder;
  Scene scene;
};

int arm_contacts(const std::string& model_keys, const std::string& group = "",
                 const std::string& more = "") {
  World world = ArmsWorld(model_keys, group, more).make();
  return contacts_after_a_step(world);
}

TEST(Filters, PairsThatTouchInTheNamedPostureAreIgnored) {
  // At the neutral posture the balls touch: never tested, unless another posture is named.
  EXPECT_EQ(arm_contacts("q: {l: 0.01}"), 0);
  EXPECT_EQ(arm_contacts("q: {l: 0.01}, self_collision: true"), 0);
  EXPECT_EQ(arm_contacts("q: {l: 0.01}, self_collision: {touching: neutral}"), 0);
  EXPECT_EQ(arm_contacts("q: {l: 0.01}, self_collision: {touching: initial}"), 0);
  World apart = ArmsWorld("q: {l: 0.5}, self_collision: {touching: initial}").make();
  EXPECT_TRUE(apart.diagnostics().empty() ||
              apart.diagnostics().back().message.find("is disabled") == std::string::npos);
  apart.find("arms")->set_joint_position("l", 0.01);
  EXPECT_EQ(contacts_after_a_step(apart), 1);
  EXPECT_NE(
      error_of([] { arm_contacts("self_collision: {touching: home}"); }).find("no posture 'home'"),
      std::string::npos);
}

TEST(Filters, GroupAndMaskOfARobotFileApplyToAllModels) {
  const std::string crate =
      "  - {name: ball, sphere: {radius: 0.2}, pose: {xyz: [1, 0, 1.25]}, mass: 1, collision: "
      "{mask: ";
  const std::string keys = "self_collision: false, q: {l: 2}";
  EXPECT_EQ(arm_contacts(keys, "", crate + "1}}\n"), 1);
  EXPECT_EQ(arm_contacts(keys, "group=\"2\"", crate + "1}}\n"), 0);
  EXPECT_EQ(arm_contacts(keys, "group=\"2\"", crate + "2}}\n"), 1);
  // The setting of the scene, for the model or a link, overrides the file.
  EXPECT_EQ(arm_contacts(keys + ", collision: {group: 1}", "group=\"2\"", crate + "1}}\n"), 1);
  EXPECT_EQ(arm_contacts(keys + ", collision: {links: {right: {group: 4}}}", "", crate + "1}}\n"),
            0);
  EXPECT_EQ(arm_contacts(keys + ", collision: {group: 1, links: {left: {group: 4}}}", "group=\"2\"",
                         crate + "1}}\n"),
            1);
}

TEST(Filters, ScenesDefineNamedGroups) {
  test::TemporaryDirectory folder;
  const auto contacts = [&](const std::string& a, const std::string& b) {
    const Scene scene = load_scene(folder.write(
        "scene.yaml",
        "cardan: 1\ngravity: [0, 0, 0]\nmodels:\n"
        "  - {name: a, sphere: {radius: 0.1}, collision: {" +
            a +
            "}}\n"
            "  - {name: b, sphere: {radius: 0.1}, pose: {xyz: [0.19, 0, 0]}, collision: {" +
            b + "}}\n"));
    World world = make_world(scene);
    return contacts_after_a_step(world);
  };
  EXPECT_EQ(contacts("group: tools", "mask: default"), 0);
  EXPECT_EQ(contacts("group: tools", "mask: [default, tools]"), 1);
  EXPECT_EQ(contacts("group: [tools, parts]", "mask: [parts], group: parts"), 1);
  EXPECT_EQ(contacts("group: tools, mask: []", ""), 0);
  EXPECT_EQ(contacts("group: 6, mask: -1", "mask: 0x4"), 1);
}

TEST(Filters, PartsOfACompoundHaveTheirOwnFilters) {
  test::TemporaryDirectory folder;
  const auto contacts = [&](const std::string& left, const std::string& mask) {
    const Scene scene = load_scene(folder.write(
        "scene.yaml",
        "cardan: 1\ngravity: [0, 0, 0]\nmodels:\n"
        "  - name: dumbbell\n    collision: {group: ends}\n    compound:\n"
        "      - {sphere: {radius: 0.1}, pose: {xyz: [-1, 0, 0]}, collision: {group: " +
            left +
            "}}\n"
            "      - {sphere: {radius: 0.1}, pose: {xyz: [1, 0, 0]}}\n"
            "  - {name: bar, box: {size: [3, 0.1, 0.1]}, pose: {xyz: [0, 0, 0.14]}, "
            "collision: {mask: " +
            mask + "}}\n"));
    World world = make_world(scene);
    return contacts_after_a_step(world);
  };
  EXPECT_EQ(contacts("ends", "ends"), 2);
  EXPECT_EQ(contacts("left", "ends"), 1);
  EXPECT_EQ(contacts("left", "left"), 1);
  EXPECT_EQ(contacts("left", "[left, ends]"), 2);
  EXPECT_EQ(contacts("left", "default"), 0);
}

TEST(Filters, ScenesDefineIgnoredPairs) {
  const std::string ball = "  - {name: ball, sphere: {radius: 0.2}, pose: {xyz: [1, 0, 1.25]}}\n";
  EXPECT_EQ(arm_contacts("q: {l: 2}", "", ball), 1);
  EXPECT_EQ(arm_contacts("q: {l: 2}", "", ball + "ignore: [[ball, arms]]\n"), 0);
  EXPECT_EQ(arm_contacts("q: {l: 2}", "", ball + "ignore: [[ball, arms/right]]\n"), 0);
  EXPECT_EQ(arm_contacts("q: {l: 2}", "", ball + "ignore: [[ball, arms/left]]\n"), 1);
  const std::string message =
      error_of([&] { arm_contacts("q: {l: 2}", "", ball + "ignore: [[ball, arms/rihgt]]\n"); });
  EXPECT_NE(message.find("scene.yaml:6: "), std::string::npos) << message;
  EXPECT_NE(message.find("unknown link 'rihgt' of model 'arms'"), std::string::npos) << message;
  EXPECT_NE(message.find("did you mean 'right'?"), std::string::npos) << message;
  EXPECT_NE(error_of([&] {
              arm_contacts("collision: {links: {hand: {group: 2}}}", "", ball);
            }).find("link 'hand', which the model does not have"),
            std::string::npos);
}

}  // namespace
}  // namespace cardan
