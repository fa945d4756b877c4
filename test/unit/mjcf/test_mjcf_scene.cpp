#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/model_spec.h"
#include "cardan/queries.h"
#include "sim/scene/mjcf_to_scene.h"

namespace cardan {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = std::string(CARDAN_SOURCE_DIR) + "/test/unit/mjcf/models/";

Scene scene_of(const std::string& inner) {
  return mjcf_scene(read_mjcf_text("<mujoco>" + inner + "</mujoco>", "model.xml"));
}

TEST(MjcfScene, EveryModelOfTheTestsMoves) {
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".xml") continue;
    SCOPED_TRACE(entry.path().string());
    World world = make_world(load_mjcf(entry.path().string()));
    for (int i = 0; i < 100; ++i) EXPECT_EQ(world.step().failed_islands, 0);
    for (const Model* model : world.models())
      if (model->skeleton()) {
        EXPECT_TRUE(model->q().allFinite() && model->v().allFinite());
      }
  }
}

TEST(MjcfScene, JointsStartAtTheirReference) {
  World world = make_world(load_mjcf(kFolder + "ref_and_chain.xml"));
  const Model& model = *world.find("a");
  EXPECT_NEAR(model.q()[0], 1.5707963267948966, 1e-12);
  EXPECT_NEAR(model.q()[2], -0.2, 1e-12);
}

// MuJoCo accepts equalities and tendons between bodies that are fixed to each other.
TEST(MjcfScene, LoopsWithinARigidBodyAreLeftOut) {
  const Scene scene = scene_of(
      "<worldbody><body name='a'><freejoint/><geom size='.1'/><site name='s'/>"
      "<body name='b' pos='1 0 0'><geom size='.1'/><site name='t'/></body>"
      "<body name='c' pos='2 0 0'><geom size='.1'/></body></body></worldbody>"
      "<equality><weld body1='b' body2='c'/><connect body1='a' body2='b' anchor='0 0 1'/>"
      "</equality><tendon><spatial range='0 2' limited='true'><site site='s'/><site site='t'/>"
      "</spatial></tendon>");
  EXPECT_TRUE(scene.loops.empty());
  World world = make_world(scene);
  (void)world.step();
}

// In the pose of the file, every equality of that file is closed; the exact loops stay closed.
TEST(MjcfScene, EqualitiesHold) {
  Scene scene = load_mjcf(kFolder + "equalities.xml");
  ASSERT_EQ(scene.loops.size(), 3U);
  EXPECT_EQ(scene.loops[0].kind, LoopKind::kPoint);
  EXPECT_EQ(scene.loops[1].kind, LoopKind::kWeld);
  EXPECT_EQ(scene.loops[2].kind, LoopKind::kGear);
  EXPECT_EQ(scene.loops[2].compliance.kind, ComplianceKind::kTimeConstant);
  EXPECT_DOUBLE_EQ(scene.loops[2].compliance.first, 0.01);
  EXPECT_DOUBLE_EQ(scene.loops[2].compliance.second, 1.5);
  EXPECT_DOUBLE_EQ(scene.loops[2].ratio, 2);
  // q1 = 0.1 + 2 (q2 − ref2)
  EXPECT_NEAR(*scene.loops[2].offset, 0.1 - 2 * 20 * 3.14159265358979323846 / 180, 1e-12);
  World world = make_world(scene);
  for (int i = 0; i < 100; ++i) (void)world.step();
  const Vector3 tip = world.find("a")->pose("b") * Vector3(0.5, 0, 0);
  const Vector3 held = world.find("c")->pose("c") * Vector3(0, 0, 0.5);
  EXPECT_LT((tip - held).norm(), 1e-6);
}

TEST(MjcfScene, ActuatorsBecomeLaws) {
  const Scene scene = load_mjcf(kFolder + "actuators.xml");
  ASSERT_EQ(scene.models.size(), 1U);
  const auto& laws = scene.models[0].pd_joints;
  ASSERT_EQ(laws.size(), 2U);
  EXPECT_DOUBLE_EQ(laws.at("j2").kp, 120);  // kp gear²
  EXPECT_DOUBLE_EQ(*laws.at("j2").effort, 10);
  EXPECT_DOUBLE_EQ(laws.at("j3").kp, 10);
  EXPECT_DOUBLE_EQ(laws.at("j3").kd, 6);  // of two actuators
  EXPECT_DOUBLE_EQ(*laws.at("j3").target, 0.1);
}

// The world that a slide and a servo with these attributes make, after 4 s without gravity.
double rest_of_servo(const std::string& servo, const std::string& more = "",
                     const std::string& keyframe = "") {
  const MjcfDescription model = read_mjcf_text(
      "<mujoco><option gravity=\"0 0 0\"/><worldbody><body name=\"b\"><joint name=\"j\" "
      "type=\"slide\" axis=\"1 0 0\" damping=\"20\"/><geom size=\".1\" "
      "mass=\"1\"/></body></worldbody><actuator>" +
          servo + "</actuator>" + more + "</mujoco>",
      "model.xml");
  Scene scene = mjcf_scene(model);
  mjcf::ScenePlacement placement;
  placement.keyframe = keyframe;
  if (!keyframe.empty()) scene = mjcf::placed_scene(model, placement);
  World world = make_world(scene);
  for (int i = 0; i < 2000; ++i) (void)world.step();
  return world.models().at(0)->q()[0];
}

// MuJoCo: ctrl is 0, or that of the keyframe, and is held in its range before the law.
TEST(MjcfScene, ServosHoldTheCtrlOfTheStart) {
  const std::string key = "<keyframe><key name=\"home\" qpos=\".2\" ctrl=\".7 -3\"/></keyframe>";
  const std::string servo = "<position joint=\"j\" kp=\"100\" ";
  const std::string other = "<motor joint=\"j\" gear=\"0\"/>";
  EXPECT_NEAR(rest_of_servo(servo + "ctrlrange=\".5 1\"/>"), 0.5, 1e-6);
  EXPECT_NEAR(rest_of_servo(servo + "ctrlrange=\"-2 -1\" gear=\"2\"/>"), -0.5, 1e-6);
  EXPECT_NEAR(rest_of_servo(servo + "ctrlrange=\".5 1\"/>",
                            "<option><flag clampctrl=\"disable\"/></option>"),
              0, 1e-6);
  EXPECT_NEAR(rest_of_servo(servo + "/>" + other, key, "home"), 0.7, 1e-6);
  EXPECT_NEAR(rest_of_servo(servo + "ctrlrange=\"0 .4\"/>" + other, key, "home"), 0.4, 1e-6);
  EXPECT_NEAR(rest_of_servo(servo + "/>" + other, key), 0, 1e-6);
  // A muscle, which is left out, has its place in ctrl.
  EXPECT_NEAR(
      rest_of_servo("<muscle joint=\"j\"/>" + servo + "/>",
                    "<keyframe><key name=\"k\" qpos=\"0\" ctrl=\".7 -.3\"/></keyframe>", "k"),
      -0.3, 1e-6);
}

std::string warning_of(const Scene& scene, const std::string& part) {
  for (const Diagnostic& d : scene.diagnostics)
    if (d.severity == Severity::kWarning && d.message.find(part) != std::string::npos)
      return std::to_string(d.line) + ": " + d.message;
  return "";
}

TEST(MjcfScene, WhatALawCannotKeepIsTold) {
  const auto scene = [](const std::string& actuators) {
    return scene_of(
        "<worldbody><body><joint name=\"j\"/><geom size=\".1\"/></body></worldbody>\n"
        "<actuator>\n" +
        actuators + "</actuator>");
  };
  const Scene two = scene(
      "<position joint=\"j\" kp=\"100\" forcerange=\"-1 1\"/>\n"
      "<velocity joint=\"j\" kv=\"20\" forcerange=\"-2 2\"/>");
  EXPECT_EQ(warning_of(two, "several actuators").substr(0, 2), "4:");
  EXPECT_DOUBLE_EQ(*two.models.at(0).pd_joints.at("j").effort, 3);
  EXPECT_EQ(warning_of(scene("<position joint=\"j\" kp=\"1\"/><velocity joint=\"j\" kv=\"2\"/>"),
                       "several actuators"),
            "");
  EXPECT_EQ(warning_of(scene("<motor joint=\"j\" ctrlrange=\".5 1\" gear=\"4\"/>"), "at ctrl 0.5"),
            "3: the effort 2 at ctrl 0.5 is left out: set it as the effort of 'j'");
  EXPECT_NE(warning_of(scene("<motor joint=\"j\" ctrlrange=\"0 1\"/>"), "not symmetric"), "");
}

// A hinge that falls from the horizontal onto a box of its parent, or of a body above an empty one.
double angle_at_rest(const std::string& begin, const std::string& end, const std::string& more) {
  World world = make_world(scene_of(
      "<worldbody><body name=\"a\" pos=\"0 0 2\"><joint name=\"s\" type=\"slide\" "
      "axis=\"1 0 0\" range=\"-.001 .001\"/><geom name=\"stop\" type=\"box\" size=\".2 .2 .05\" "
      "pos=\".3 0 -.3\" mass=\"10\"/>" +
      begin +
      "<body name=\"b\"><joint name=\"h\" axis=\"0 1 0\" damping=\".5\"/><geom name=\"rod\" "
      "type=\"capsule\" fromto=\".1 0 0 .5 0 0\" size=\".03\" mass=\"1\"/></body>" +
      end + "</body></worldbody>" + more));
  for (int i = 0; i < 3000; ++i) (void)world.step();
  const Model& model = *world.models().at(0);
  return model.q()[model.skeleton()->nq() - 1];
}

TEST(MjcfScene, ListedPairsOfLinkedBodiesCollide) {
  const std::string pair = "<contact><pair geom1=\"rod\" geom2=\"stop\"/></contact>";
  EXPECT_NEAR(angle_at_rest("", "", ""), 1.5707963, 0.01);
  EXPECT_LT(angle_at_rest("", "", pair), 0.8);
  EXPECT_LT(angle_at_rest("", "", "<option><flag filterparent=\"disable\"/></option>"), 0.8);
  // It has precedence over an <exclude>.
  EXPECT_LT(angle_at_rest("", "",
                          "<contact><exclude body1=\"a\" body2=\"b\"/><pair geom1=\"rod\" "
                          "geom2=\"stop\"/></contact>"),
            0.8);
}

TEST(MjcfScene, BodiesOnBothSidesOfAnEmptyBodyCollide) {
  const std::string empty =
      "<body name=\"m\"><joint name=\"x\" axis=\"1 0 0\" range=\"-.1 .1\"/><inertial "
      "pos=\"0 0 0\" mass=\".01\" diaginertia=\"1e-4 1e-4 1e-4\"/>";
  EXPECT_LT(angle_at_rest(empty, "</body>", ""), 0.8);
}

TEST(MjcfScene, PairsWithoutEffectAreTold) {
  const Scene scene = scene_of(
      "<worldbody><body name=\"a\"><freejoint/><geom name=\"g\" size=\".1\"/></body>"
      "<body name=\"b\" pos=\"1 0 0\"><freejoint/><geom name=\"h\" "
      "size=\".1\"/></body></worldbody>\n"
      "<contact><exclude body1=\"a\" body2=\"b\"/>\n<pair geom1=\"g\" geom2=\"h\"/></contact>");
  EXPECT_EQ(warning_of(scene, "<exclude>").substr(0, 2), "3:");
  std::string geoms;
  for (int i = 0; i < 40; ++i)
    geoms += "<geom size=\".1\" contype=\"" + std::to_string(i + 2) + "\"/>";
  EXPECT_NE(warning_of(scene_of("<worldbody>" + geoms + "</worldbody>"), "41 different"), "");
}

// MuJoCo: the greater of each coefficient and of condim; the geom of higher priority alone.
TEST(MjcfScene, SurfacesCombineByTheRulesOfMujoco) {
  const Scene scene = scene_of(
      "<worldbody><geom type=\"plane\" size=\"1 1 1\" condim=\"1\" friction=\"2\"/>"
      "<body><freejoint/><geom size=\".1\" friction=\".5 .01\" condim=\"4\"/></body>"
      "<body><freejoint/><geom size=\".1\" friction=\".3\" priority=\"2\"/></body></worldbody>");
  const MaterialTable& table = scene.world.materials;
  const auto pair = [&](const std::string& a, const std::string& b) {
    for (const MaterialPair& one : table.pairs)
      if ((one.first == a && one.second == b) || (one.first == b && one.second == a))
        return one.material;
    throw Error("no pair");
  };
  EXPECT_DOUBLE_EQ(pair("surface_0", "surface_0").mu_static, 0);
  EXPECT_DOUBLE_EQ(pair("surface_0", "surface_1").mu_static, 2);
  EXPECT_DOUBLE_EQ(pair("surface_0", "surface_1").mu_torsion, 0.01);
  EXPECT_DOUBLE_EQ(pair("surface_0", "surface_2").mu_static, 0.3);
  EXPECT_DOUBLE_EQ(pair("surface_1", "surface_2").mu_static, 0.3);
  EXPECT_EQ(scene.world.contact.rules.stabilization.kind, StabilizationKind::kBaumgarte);
}

TEST(MjcfScene, GivenSoftnessBecomesRelaxationAndCompliance) {
  const Scene scene = scene_of(
      "<worldbody><body><freejoint/><geom size=\".1\" solref=\".05 2\" solimp=\".8 .8 .01\"/>"
      "</body></worldbody>");
  const Stabilization& stabilization = scene.world.contact.rules.stabilization;
  EXPECT_EQ(stabilization.kind, StabilizationKind::kRelaxation);
  EXPECT_DOUBLE_EQ(stabilization.relaxation.first, 0.05);
  EXPECT_DOUBLE_EQ(stabilization.relaxation.second, 2);
  EXPECT_DOUBLE_EQ(scene.world.materials.named.at("surface_0").compliance, 0.25);
}

// Row 0 of the image is at the greatest y; its heights go from 0 to 255.
TEST(MjcfScene, HeightsOfAnImageAreTheGround) {
  World world = make_world(load_mjcf(kFolder + "hfield_image.xml"));
  const auto height = [&](double x, double y) {
    const auto hit = ray_cast(world, Ray{Vector3(x, y, 5), Vector3(0, 0, -1), 100});
    return hit ? 5 - hit->distance : -1;
  };
  EXPECT_NEAR(height(1.999, 0.999), 0.1 + 0.5, 2e-3);
  EXPECT_NEAR(height(-1.999, 0.999), 0.1, 2e-3);
  EXPECT_NEAR(height(-1.999, -0.999), 0.1 + 0.5 * 200 / 255, 2e-3);
}

TEST(MjcfScene, KeyframesArePostures) {
  Scene scene = load_mjcf(kFolder + "keyframes.xml");
  scene.models[0].posture = "home";
  World world = make_world(scene);
  const Model& model = *world.find("a");
  EXPECT_DOUBLE_EQ(model.q()[7], 0.5);
}

TEST(MjcfScene, FixedTendonsActOnTheirJoints) {
  const Scene scene = load_mjcf(kFolder + "fixed_tendon.xml");
  ASSERT_EQ(scene.loops.size(), 1U);  // of the tendon with two joints
  EXPECT_DOUBLE_EQ(scene.loops[0].ratio, 0.5);
  EXPECT_DOUBLE_EQ(*scene.loops[0].offset, 0.1);
  EXPECT_DOUBLE_EQ(scene.loops[0].compliance.first, 5);
  World world = make_world(scene);
  const Skeleton& skeleton = *world.find("a")->skeleton();
  EXPECT_DOUBLE_EQ(skeleton.dof[0].stiffness, 12);  // stiffness coef²
  EXPECT_DOUBLE_EQ(skeleton.dof[0].damping, 0.8);
}

}  // namespace
}  // namespace cardan
