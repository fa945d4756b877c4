#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cardan/core/error.h"
#include "cardan/scene/mjcf.h"
#include "cardan/sim/queries.h"

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
