#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/queries.h"
#include "cardan/robot_description.h"
#include "cardan/sdf.h"
#include "test/support/temporary_directory.h"
#include "test/unit/sdf/models.h"

namespace cardan {
namespace {

Scene text_scene(const std::string& inner) {
  return load_sdf_text("<sdf version='1.9'>\n" + inner + "\n</sdf>", "model.sdf");
}

const ModelSpec& model_of(const Scene& scene, const std::string& name) {
  for (const ModelSpec& spec : scene.models)
    if (spec.name == name) return spec;
  throw Error("no model " + name);
}

const MaterialRecord& surface_of(const Scene& scene, const std::string& model) {
  return model_of(scene, model).description->links.front().collisions.at(0).material;
}

bool says(const Scene& scene, Severity severity, int line, const std::string& text) {
  return std::any_of(scene.diagnostics.begin(), scene.diagnostics.end(), [&](const Diagnostic& d) {
    return d.severity == severity && d.line == line && d.message.find(text) != d.message.npos;
  });
}

TEST(SdfScene, SurfacesKeepTheirNumbers) {
  const Scene scene = load_sdf(kSdfModels + "06_surfaces.world");
  EXPECT_EQ(scene.world.materials.rule, PairRule::kMin);
  EXPECT_EQ(surface_of(scene, "bouncy").restitution, 0.6);
  EXPECT_EQ(surface_of(scene, "bouncy").mu_static, 1);
  EXPECT_EQ(surface_of(scene, "soft").stiffness, 10000);
  EXPECT_EQ(surface_of(scene, "soft").damping, 50);
  EXPECT_EQ(surface_of(scene, "undirected").mu_static, 0.3);
  EXPECT_TRUE(says(scene, Severity::kWarning, 14, "no fdir1"));
  const MaterialRecord& top = surface_of(scene, "top");
  EXPECT_EQ(top.mu_static, 0.4);
  EXPECT_NEAR(top.mu_torsion, 3 * M_PI / 16 * 0.8 * 0.02, 1e-15);
  EXPECT_EQ(top.mu_rolling, 0.002);
  const ShapeRecord& skate = model_of(scene, "skate").description->links[0].collisions[0];
  const MaterialSpec& directed = scene.world.materials.named.at(skate.surface);
  EXPECT_EQ(directed.mu_static, 0.05);
  EXPECT_NEAR(directed.mu_ratio, 16, 1e-12);
  EXPECT_EQ(*directed.direction, Vector3::UnitX());
}

// The ball of mask 2 has no bit of the floor's 1; that of category 1 has one.
TEST(SdfScene, OneMatchOfCategoryAndMaskSuffices) {
  World world = make_world(load_sdf(kSdfModels + "07_bitmasks.world"));
  while (world.time() < 0.5) (void)world.step();
  const auto height = [&](const char* name) { return world.find(name)->pose("l").p.z(); };
  EXPECT_NEAR(height("rests"), 0.1, 2e-3);
  EXPECT_NEAR(height("category"), 0.1, 2e-3);
  EXPECT_LT(height("falls"), -1);
  EXPECT_LT(height("ghost"), -1);
}

// Gazebo's ground has all bits.
TEST(SdfScene, AnAddedGroundHoldsEachShapeWithABit) {
  const auto height = [](const std::string& contact) {
    World world = make_world(text_scene(
        "<model name='m'><pose>0 0 0.1 0 0 0</pose><link name='l'><collision name='c'><geometry>"
        "<sphere><radius>0.1</radius></sphere></geometry><surface><contact>" +
        contact + "</contact></surface></collision></link></model>"));
    while (world.time() < 0.2) (void)world.step();
    return world.find("m")->pose("l").p.z();
  };
  EXPECT_NEAR(height("<collide_bitmask>2</collide_bitmask>"), 0.1, 2e-3);
  EXPECT_NEAR(height("<collide_bitmask>0</collide_bitmask><category_bitmask>4</category_bitmask>"),
              0.1, 2e-3);
  EXPECT_LT(height("<collide_bitmask>0</collide_bitmask>"), 0);
}

TEST(SdfScene, TheFourBarTurnsAndStaysClosed) {
  World world = make_world(load_sdf(kSdfModels + "10_loop.sdf"));
  Model& model = *world.find("four_bar");
  double mass = 0;
  for (const SpatialInertia& body : model.skeleton()->inertia) mass += body.mass;
  EXPECT_NEAR(mass, 0.9, 1e-12);
  VectorX v = VectorX::Zero(model.v().size());
  v[model.skeleton()->joints[model.skeleton()->find_joint("a")].v_start] = 1;
  model.set_v(v);
  double travelled = 0;
  for (int i = 0; i < 1000; ++i) {
    (void)world.step();
    // A parallelogram: the coupler keeps its orientation, and both ends of the loop meet.
    EXPECT_LT((model.pose("coupler").R - Matrix3::Identity()).norm(), 1e-5);
    EXPECT_LT((model.pose("coupler").p - model.pose("coupler:c:loop").p).norm(), 1e-6);
    travelled = std::max(travelled, std::abs(model.q()[0]));
  }
  EXPECT_GT(travelled, 0.3);
}

// θ₂ = −0.4 θ₁ about +y; the axis of the large wheel is −y.
TEST(SdfScene, AGearboxKeepsItsRatio) {
  const Scene scene = load_sdf(kSdfModels + "11_gearbox.sdf");
  ASSERT_EQ(scene.loops.size(), 1U);
  EXPECT_EQ(scene.loops[0].kind, LoopKind::kGear);
  World world = make_world(scene);
  while (world.time() < 1) (void)world.step();
  const Model& model = *world.find("gears");
  const Skeleton& skeleton = *model.skeleton();
  const auto angle = [&](const char* joint) {
    return model.q()[skeleton.joints[skeleton.find_joint(joint)].q_start];
  };
  EXPECT_GT(std::abs(angle("j_small")), 0.1);
  EXPECT_NEAR(-angle("j_large"), -0.4 * angle("j_small"), 1e-8);
}

TEST(SdfScene, LimitsBecomeLaws) {
  const Scene scene = load_sdf(kSdfModels + "12_limits.sdf");
  const auto& laws = model_of(scene, "limits").limits_joints;
  ASSERT_EQ(laws.size(), 1U);
  EXPECT_EQ(laws.at("soft").kind, ComplianceKind::kSpring);
  EXPECT_EQ(laws.at("soft").first, 500);
  EXPECT_EQ(laws.at("soft").second, 5);
}

TEST(SdfScene, SensorsKeepPlaceRateAndErrors) {
  const Scene scene = load_sdf(kSdfModels + "13_sensors.world");
  ASSERT_EQ(scene.sensors.size(), 4U);
  const auto* imu = std::get_if<ImuSpec>(&scene.sensors[0].kind);
  ASSERT_NE(imu, nullptr);
  EXPECT_EQ(imu->frame, "rover/body");
  EXPECT_NEAR(imu->offset.p.x(), 0.1, 1e-12);
  EXPECT_NEAR(*scene.sensors[0].rate, 100, 1e-9);
  const SensorErrors& errors = scene.sensors[0].errors.at("angular_velocity");
  EXPECT_EQ(errors.noise, (std::vector<double>{0.01, 0, 0}));
  EXPECT_EQ(errors.bias, (std::vector<double>{0.002, 0, 0}));
  EXPECT_TRUE(std::holds_alternative<ContactSensorSpec>(scene.sensors[1].kind));
  const auto* ranges = std::get_if<RangesSpec>(&scene.sensors[2].kind);
  ASSERT_NE(ranges, nullptr);
  EXPECT_EQ(ranges->azimuth.count, 11);
  EXPECT_EQ(ranges->max_range, 12);
  // 33 steps of 1 ms instead of 33.3.
  EXPECT_NEAR(*scene.sensors[2].rate, 1 / 0.033, 1e-9);
  EXPECT_TRUE(says(scene, Severity::kInfo, 13, "whole number of steps"));
  const auto* wrench = std::get_if<ForceTorqueSpec>(&scene.sensors[3].kind);
  ASSERT_NE(wrench, nullptr);
  EXPECT_EQ(wrench->joint, "rover/neck");
  EXPECT_TRUE(says(scene, Severity::kWarning, 16, "no sensor of cardan"));
}

TEST(SdfScene, WhatIsLeftOutIsNamedWithItsLine) {
  const Scene scene = load_sdf(kSdfModels + "14_left_out.world");
  EXPECT_TRUE(says(scene, Severity::kInfo, 5, "drawn"));
  EXPECT_TRUE(says(scene, Severity::kInfo, 6, "drawn"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 7, "no air"));
  EXPECT_TRUE(says(scene, Severity::kInfo, 8, "no effect"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 9, "Gazebo"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 10, "figure"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 12, "gravity"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 12, "no air"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 12, "damping in space"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 13, "shape is left out"));
  EXPECT_TRUE(says(scene, Severity::kInfo, 14, "drawn"));
  EXPECT_TRUE(says(scene, Severity::kInfo, 12, "colon"));
  EXPECT_TRUE(says(scene, Severity::kWarning, 17, "Gazebo"));
}

// The brightest pixel of the image, 60 of 255 at the corners, has the height size.z.
TEST(SdfScene, HeightsOfAnImageAreTheGround) {
  World world = make_world(load_sdf(kSdfModels + "15_heightmap.world"));
  const auto height = [&](double x, double y) {
    const auto hit = ray_cast(world, Ray{Vector3(x, y, 9), Vector3(0, 0, -1), 100});
    return hit ? 9 - hit->distance : -1;
  };
  EXPECT_NEAR(height(3.999, 3.999), 0.1 + 0.2 + 1, 2e-3);
  EXPECT_NEAR(height(3.999, 0), 0.3 + 40.0 / 120, 2e-3);
  EXPECT_NEAR(height(0, 3.999), 0.3 + 80.0 / 120, 2e-3);
}

TEST(SdfScene, EachTreeOfAModelIsAModel) {
  const Scene scene = load_sdf(kSdfModels + "16_several_trees.sdf");
  std::vector<std::string> names;
  for (const ModelSpec& spec : scene.models) names.push_back(spec.name);
  EXPECT_EQ(names, (std::vector<std::string>{"set", "set::first", "set::world", "ground"}));
  EXPECT_EQ(scene.models[0].description->root, "second");
  // No link of the model collides with another: the cube falls through the other one.
  World world = make_world(scene);
  while (world.time() < 1) (void)world.step();
  EXPECT_NEAR(world.find("set")->pose("second").p.z(), 0.1, 2e-3);
  EXPECT_NEAR(world.find("set::first")->pose("first").p.z(), 0.1, 2e-3);
}

TEST(SdfScene, LinksCollideWhereBothSaySo) {
  const Scene scene = load_sdf(kSdfModels + "20_self_collision.sdf");
  const ModelSpec& chain = model_of(scene, "chain");
  EXPECT_TRUE(chain.self_collision);
  const auto& pairs = chain.description->disabled_links;
  EXPECT_EQ(pairs.size(), 3U);
  for (const auto& [a, b] : pairs) EXPECT_EQ(b, "d");
  EXPECT_FALSE(load_sdf(kSdfModels + "04_nested.sdf").models[0].self_collision);
}

TEST(SdfScene, GroundIsAddedToAModelThatMovesAndNotToAWorld) {
  const std::string model =
      "<model name='m'><link name='l'><collision name='c'><geometry><sphere><radius>0.1</radius>"
      "</sphere></geometry></collision></link></model>";
  EXPECT_EQ(text_scene(model).models.size(), 2U);
  EXPECT_EQ(text_scene("<world name='w'>" + model + "</world>").models.size(), 1U);
  SdfOptions options;
  options.ground = false;
  EXPECT_EQ(load_sdf_text("<sdf version='1.9'>" + model + "</sdf>", "m.sdf", options).models.size(),
            1U);
}

TEST(SdfScene, ColoursAndOpacityOfVisuals) {
  const Scene scene = load_sdf(kSdfModels + "08_shapes.sdf");
  const auto& visuals = scene.models[0].description->links[0].visuals;
  ASSERT_EQ(visuals.size(), 2U);
  ASSERT_TRUE(visuals[0].appearance.rgba);
  EXPECT_NEAR((*visuals[0].appearance.rgba)[0], 0.8, 1e-6);
  EXPECT_NEAR((*visuals[0].appearance.rgba)[3], 0.75, 1e-6);
  EXPECT_FALSE(visuals[1].appearance.rgba);
}
std::string config_of(const std::string& name) {
  return "<?xml version='1.0'?><model><name>" + name +
         "</name><sdf version='1.9'>model.sdf</sdf></model>";
}

// The files of a model of two links, of one that merges it, and of one that includes or merges the
// latter.
std::string write_models(const test::TemporaryDirectory& folder, const std::string& link,
                         const std::string& merge) {
  for (const char* name : {"base", "arm", "robot"})
    (void)folder.write(std::string(name) + "/model.config", config_of(name));
  (void)folder.write("base/model.sdf",
                     "<sdf version='1.9'><model name='base'><link name='l'>\n" + link +
                         "<inertial><mass>2</mass></inertial></link></model></sdf>");
  (void)folder.write("arm/model.sdf",
                     "<sdf version='1.9'><model name='arm'><include merge='true'>"
                     "<uri>model://base</uri></include><link name='m'/><joint name='j' "
                     "type='revolute'><parent>l</parent><child>m</child><axis><xyz>0 0 1</xyz>"
                     "</axis></joint></model></sdf>");
  return folder.write("robot/model.sdf", "<sdf version='1.9'><model name='robot'><include" + merge +
                                             "><uri>\n  model://arm\n</uri></include>"
                                             "</model></sdf>");
}

TEST(SdfScene, AnIncludedModelThatMergesIsRead) {
  SdfOptions options;
  for (const char* merge : {" merge='true'", ""}) {
    const test::TemporaryDirectory folder;
    for (const char* name : {"base", "arm"}) options.models[name] = folder.file(name);
    const Scene scene = load_sdf(write_models(folder, "", merge), options);
    const RobotDescription& robot = *scene.models.at(0).description;
    EXPECT_EQ(robot.links.size(), 2U);
    ASSERT_EQ(robot.joints.size(), 1U);
    EXPECT_EQ(*robot.links[0].inertial->mass, 2);
  }
}

// libsdformat prints what it finds in such a model, and returns nothing.
TEST(SdfScene, FindingsInAModelThatIsMergedAreTold) {
  const test::TemporaryDirectory folder;
  SdfOptions options;
  for (const char* name : {"base", "arm"}) options.models[name] = folder.file(name);
  const Scene scene = load_sdf(write_models(folder, "<bogus/>", " merge='true'"), options);
  const auto told = std::find_if(
      scene.diagnostics.begin(), scene.diagnostics.end(),
      [](const Diagnostic& d) { return d.message.find("bogus") != std::string::npos; });
  ASSERT_NE(told, scene.diagnostics.end());
  EXPECT_EQ(told->file, folder.file("base/model.sdf"));
  EXPECT_EQ(told->line, 2);
}

TEST(SdfScene, ASensorOfUnknownTypeIsLeftOut) {
  const Scene scene = text_scene(
      "<model name='m'><link name='l'>\n<sensor name='s' type='dvl'/>\n<sensor name='t' "
      "type='imu'/></link></model>");
  EXPECT_TRUE(says(scene, Severity::kWarning, 3, "its type is not known"));
  ASSERT_EQ(scene.sensors.size(), 1U);
  EXPECT_EQ(scene.sensors[0].name, "m_t");
}

// SDF 1.11. Boxes of 6 l and 1 l, the second with a density of its own.
TEST(SdfScene, AutomaticInertiaIsThatOfTheCollisions) {
  const auto read = [](const std::string& inner) {
    return load_sdf_text(
        "<sdf version='1.11'>\n<model name='m'><link name='l'>\n" + inner + "</link></model></sdf>",
        "model.sdf");
  };
  const std::string boxes =
      "<collision name='a'><geometry><box><size>.1 .2 .3</size></box></geometry></collision>"
      "<collision name='b'><pose>1 0 0 0 0 0</pose><density>4000</density><geometry><box>"
      "<size>.1 .1 .1</size></box></geometry></collision>";
  const Scene scene = read("<inertial auto='true'><density>500</density></inertial>" + boxes);
  EXPECT_TRUE(says(scene, Severity::kWarning, 1, "SDF 1.11 is newer than"));
  const InertialRecord inertial = *scene.models.at(0).description->links.at(0).inertial;
  EXPECT_NEAR(*inertial.mass, 3 + 4, 1e-12);
  EXPECT_NEAR(inertial.origin.xyz.x(), 4.0 / 7, 1e-12);
  EXPECT_NEAR((*inertial.inertia)(0, 0), 3 * (0.04 + 0.09) / 12 + 4 * 0.02 / 12, 1e-12);
  EXPECT_NEAR((*inertial.inertia)(1, 1), 3 * (0.01 + 0.09) / 12 + 4 * 0.02 / 12 + 12.0 / 7, 1e-12);
  const auto mass = [](const Scene& one) {
    return *one.models.at(0).description->links.at(0).inertial->mass;
  };
  EXPECT_NEAR(mass(read("<inertial auto='true'/>" + boxes)), 10, 1e-12);
  EXPECT_NEAR(mass(read("<inertial auto='false'/>" + boxes)), 1, 1e-12);
  for (const char* refused :
       {"<inertial auto='true'><mass>3</mass></inertial>", "<inertial auto='yes'/>",
        "<inertial auto='true'/>",
        "<inertial auto='true'/><collision name='c'><geometry><cone><radius>1</radius>"
        "<length>1</length></cone></geometry></collision>"}) {
    try {
      (void)read(refused);
      ADD_FAILURE() << refused;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find("model.sdf:3"), 0U) << error.what();
    }
  }
}

/// Text within <sdf>, and what the error says at which line.
struct Refusal {
  const char *name, *text, *message;
  int line;
};

class SdfRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(SdfRefusal, IsOneLineWithItsPlace) {
  const Refusal& refusal = GetParam();
  try {
    (void)text_scene(refusal.text);
    FAIL() << "it was accepted";
  } catch (const Error& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find(refusal.message), line.npos) << line;
    EXPECT_EQ(line.find('\n'), line.npos);
    if (refusal.line > 0) {
      EXPECT_EQ(line.find("model.sdf:" + std::to_string(refusal.line)), std::string::size_type{0})
          << line;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, SdfRefusal,
    testing::Values(
        Refusal{"empty", "", "neither a world nor a model", 0},
        Refusal{"unclosed", "<model name='m'>", "not well-formed", 2},
        Refusal{"number",
                "<model name='m'><link name='l'>\n<inertial><mass>abc</mass></inertial>"
                "</link></model>",
                "mass", 3},
        Refusal{"nan", "<model name='m'>\n<pose>nan 0 0 0 0 0</pose><link name='l'/></model>",
                "pose", 3},
        Refusal{"mass",
                "<model name='m'>\n<link name='l'><inertial><mass>-1</mass></inertial>"
                "</link></model>",
                "inertia", 0},
        Refusal{"size",
                "<model name='m'><link name='l'><collision name='c'><geometry>\n<sphere>"
                "<radius>-1</radius></sphere></geometry></collision></link></model>",
                "not above zero", 0},
        Refusal{"parent",
                "<model name='m'><link name='l'/>\n<joint name='j' type='fixed'><parent>"
                "missing_link</parent><child>l</child></joint></model>",
                "missing_link", 0},
        Refusal{"cycle",
                "<model name='m'>\n<frame name='f'><pose relative_to='g'/></frame>"
                "<frame name='g'><pose relative_to='f'/></frame><link name='l'/></model>",
                "cycle", 0},
        Refusal{"mesh",
                "<model name='m'><link name='l'><collision name='c'><geometry>\n<mesh><uri>"
                "nothing.obj</uri></mesh></geometry></collision></link></model>",
                "not found", 3},
        Refusal{"include", "<world name='w'>\n<include><uri>nothing</uri></include></world>",
                "not found", 3},
        Refusal{"empty_include", "<world name='w'>\n<include><uri> \n</uri></include></world>",
                "it is empty", 3},
        Refusal{"include_of_nothing", "<world name='w'>\n<include/></world>", "it has no <uri>", 3},
        Refusal{"attribute_in_include",
                "<world name='w'>\n<include><uri>nothing</uri><pose sise='1'/></include></world>",
                "unknown attribute 'sise'", 3},
        Refusal{"attribute_of_include_plugin",
                "<world name='w'>\n<include><uri>nothing</uri>"
                "<plugin name='p' filename='f' x:y='1'/></include></world>",
                "unknown attribute 'x:y'", 3},
        Refusal{"empty_mesh",
                "<model name='m'><link name='l'><collision name='c'><geometry>\n<mesh><uri/>"
                "</mesh></geometry></collision></link></model>",
                "it is empty", 3},
        Refusal{"outside", "<world name='w'>\n<include><uri>/etc/passwd</uri></include></world>",
                "/etc/passwd", 3},
        Refusal{"network",
                "<world name='w'>\n<include><uri>https://example.org/m</uri></include>"
                "</world>",
                "network", 3},
        Refusal{"step",
                "<world name='w'>\n<physics name='p' type='ode'><max_step_size>0"
                "</max_step_size></physics><model name='m'><link name='l'/></model></world>",
                "max_step_size", 0}),
    [](const testing::TestParamInfo<Refusal>& one) { return std::string(one.param.name); });

TEST(SdfScene, AStrictReaderRefusesWarnings) {
  SdfOptions options;
  options.strict = true;
  EXPECT_THROW((void)load_sdf(kSdfModels + "14_left_out.world", options), Error);
  EXPECT_NO_THROW((void)load_sdf(kSdfModels + "01_masses.sdf", options));
}

// The memory of libsdformat is known before it reads.
TEST(SdfScene, AFileThatIsTooLargeIsRefusedAtOnce) {
  std::string links;
  for (int i = 0; i < 1000; ++i) links += "<link name='l" + std::to_string(i) + "'/>";
  try {
    (void)text_scene("<model name='m'>" + links + "</model>");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("MiB"), std::string::npos);
  }
}

}  // namespace
}  // namespace cardan
