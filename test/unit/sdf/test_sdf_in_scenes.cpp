// SDF files as models of a scene.
#include <gtest/gtest.h>

#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/recording.h"
#include "cardan/robot_description.h"
#include "cardan/sdf.h"
#include "test/support/placed_world.h"
#include "test/support/temporary_directory.h"
#include "test/unit/sdf/models.h"

namespace cardan {
namespace {

SceneOptions with_sdf() {
  SceneOptions options;
  options.readers.push_back(sdf_reader());
  return options;
}

Scene scene_with(const std::string& items, const SceneOptions& options = with_sdf()) {
  return load_scene_text(
      "cardan: 1\ntime: {step: 0.001, duration: 1}\nmaterials: {pairs: {rule: min}}\nmodels:\n" +
          items,
      kSdfModels, {}, options);
}

std::string message_of(const std::string& items, const SceneOptions& options = with_sdf()) {
  try {
    make_world(scene_with(items, options));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void step(World& world, int steps) {
  for (int i = 0; i < steps; ++i) (void)world.step();
}

// Gravity does not change when a file is moved and turned about z, so its motion is that of the
// file alone, moved and turned.
TEST(SdfInScenes, PlacedFileMovesAsTheFileAlone) {
  const RigidTransform pose = RigidTransform::from_xyz_rpy({1, 2, 0.5}, {0, 0, 0.7});
  for (const char* name :
       {"02_joint_types.sdf", "03_frames.world", "07_bitmasks.world", "10_loop.sdf",
        "11_gearbox.sdf", "16_several_trees.sdf", "18_quadruped.sdf", "19_loops_of_points.sdf"}) {
    SCOPED_TRACE(name);
    SdfOptions options;
    options.ground = false;
    Scene alone = load_sdf(kSdfModels + name, options);
    alone.world.step = alone.time.step = 0.001;
    alone.world.gravity = {0, 0, -9.81};
    World one = make_world(alone);
    World two = make_world(scene_with(std::string("  - {name: x, sdf: ") + name +
                                      ", pose: {xyz: [1, 2, 0.5], rpy: [0, 0, 0.7]}}\n"));
    step(one, 100);
    step(two, 100);
    test::expect_placed(one, two, pose);
  }
}

// The file turned with its world: the loops to the world turn too.
TEST(SdfInScenes, LoopsToTheWorldArePlaced) {
  const char* text =
      "<sdf version='1.9'><model name='m'><link name='a'><pose>0 0 1 0 0 0</pose></link>"
      "<link name='b'><pose>1 0 1 0 0 0</pose></link>"
      "<joint name='j' type='ball'><parent>world</parent><child>a</child></joint>"
      "<joint name='k' type='ball'><pose>0.5 0 0 0 0 0</pose><parent>a</parent><child>b</child>"
      "</joint><joint name='end' type='ball'><pose>0.5 0 0 0 0 0</pose><parent>world</parent>"
      "<child>b</child></joint><joint name='hold' type='fixed'><parent>world</parent>"
      "<child>b</child></joint></model></sdf>";
  const test::TemporaryDirectory folder;
  const std::string file = folder.write("m.sdf", text);
  Scene scene = load_scene_text("cardan: 1\nmodels:\n  - {name: x, sdf: " + file +
                                    ", pose: {xyz: [3, -1, 2], rpy: [0.3, 0.2, 1]}}\n",
                                "", {}, with_sdf());
  ASSERT_EQ(scene.loops.size(), 2U);
  World world = make_world(scene);
  const RigidTransform pose = RigidTransform::from_xyz_rpy({3, -1, 2}, {0.3, 0.2, 1});
  step(world, 200);
  // The loops hold b where the file has it.
  const RigidTransform b = world.find("x_m")->pose("b");
  EXPECT_LT((b.p - pose * Vector3(1, 0, 1)).norm(), 1e-6);
  EXPECT_LT((b.R - pose.R).norm(), 1e-6);
}

/// Group and mask of the shapes of one model.
struct Filter {
  std::uint32_t group, mask;
};

Filter filter_of(const Scene& scene, const std::string& model) {
  for (const ModelSpec& spec : scene.models) {
    if (spec.name != model) continue;
    if (!spec.description) return {spec.collision.group.value_or(1), 0xffffffffU};
    for (const LinkRecord& link : spec.description->links)
      for (const ShapeRecord& shape : link.collisions)
        return {static_cast<std::uint32_t>(shape.group), static_cast<std::uint32_t>(shape.mask)};
  }
  throw Error("no shape of " + model);
}

// Within a file and between its copies, the rule of SDF holds; with other models, each shape
// collides that has a bit.
TEST(SdfInScenes, FiltersOfCopiesAndOfOtherModels) {
  const Scene scene = scene_with(
      "  - {name: one, sdf: 07_bitmasks.world}\n"
      "  - {name: two, sdf: 07_bitmasks.world, pose: {xyz: [9, 0, 0]}}\n"
      "  - {name: crate, box: {size: [1, 1, 1]}, mass: 1, collision: {group: props}}\n");
  const auto collide = [&](const std::string& x, const std::string& y) {
    const Filter a = filter_of(scene, x), b = filter_of(scene, y);
    return (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
  };
  for (const std::string floor : {"one_floor", "two_floor"}) {
    EXPECT_TRUE(collide(floor, "one_rests"));
    EXPECT_TRUE(collide(floor, "one_category"));
    EXPECT_FALSE(collide(floor, "one_falls"));
  }
  for (const char* shape : {"one_floor", "one_rests", "one_category", "one_falls"})
    EXPECT_TRUE(collide("crate", shape)) << shape;
}

TEST(SdfInScenes, GridHasCopiesWithOneSetOfMaterials) {
  const Scene one = scene_with("  - {name: x, sdf: 06_surfaces.world}\n");
  const Scene many = scene_with(
      "  - {name: x, sdf: 06_surfaces.world, grid: {count: [2, 2, 1], spacing: [30, 30, 0]}}\n");
  EXPECT_EQ(many.models.size(), 4 * one.models.size());
  EXPECT_EQ(many.world.materials.named.size(), one.world.materials.named.size());
  EXPECT_EQ(many.diagnostics.size(), one.diagnostics.size());
  const Scene alone = load_sdf(kSdfModels + "06_surfaces.world");
  EXPECT_EQ(one.world.materials.named.size(), alone.world.materials.named.size());
  EXPECT_NO_THROW(make_world(many));
}

// Two items with one file, whose path is written in two ways, share materials. The file has several
// models, so that fewer copies reach the limit of a grid.
TEST(SdfInScenes, PathsAreNormalizedAndModelsOfCopiesAreCounted) {
  const Scene one = scene_with("  - {name: x, sdf: 06_surfaces.world}\n");
  const Scene two = scene_with(
      "  - {name: x, sdf: 06_surfaces.world}\n  - {name: y, sdf: ./06_surfaces.world}\n");
  EXPECT_EQ(two.world.materials.named.size(), one.world.materials.named.size());
  ASSERT_GE(one.models.size(), 2U);
  const std::string why = message_of(
      "  - {name: x, sdf: 06_surfaces.world, grid: {count: [1000, 100, 1], spacing: [9, 9, 0]}}\n");
  EXPECT_NE(why.find("more than 100000 models: each copy has"), std::string::npos) << why;
}

TEST(SdfInScenes, SensorsHaveTheNamesOfTheirModels) {
  World world = make_world(scene_with("  - {name: x, sdf: 13_sensors.world}\n"));
  const Scene alone = load_sdf(kSdfModels + "13_sensors.world");
  ASSERT_EQ(world.sensors().size(), alone.sensors.size());
  for (std::size_t i = 0; i < alone.sensors.size(); ++i)
    EXPECT_EQ(world.sensors()[i]->spec().name, "x_" + alone.sensors[i].name);
}

TEST(SdfInScenes, StaticModelsCanBeLeftOut) {
  const Scene all = scene_with("  - {name: x, sdf: 13_sensors.world}\n");
  const Scene some = scene_with("  - {name: x, sdf: 13_sensors.world, static_bodies: false}\n");
  ASSERT_EQ(all.models.size(), 2U);
  ASSERT_EQ(some.models.size(), 1U);
  EXPECT_EQ(some.models[0].name, "x_rover");
  EXPECT_NO_THROW(make_world(some));
}

TEST(SdfInScenes, FindingsAndFilesAreKept) {
  const Scene scene = scene_with("  - {name: x, sdf: 05_include.world}\n");
  const auto names = [&](const std::string& end) {
    return std::any_of(scene.files.begin(), scene.files.end(),
                       [&](const std::string& file) { return file.ends_with(end); });
  };
  EXPECT_TRUE(names("05_include.world"));
  EXPECT_TRUE(names("tray.sdf"));
  World world = make_world(scene_with("  - {name: x, sdf: 14_left_out.world}\n"));
  const auto& findings = world.diagnostics();
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const Diagnostic& d) {
    return d.file.ends_with("14_left_out.world") && d.line == 7;
  }));
}

TEST(SdfInScenes, ErrorsNameTheItem) {
  EXPECT_NE(message_of("  - {name: x, sdf: missing.sdf}\n").find("not found"), std::string::npos);
  EXPECT_NE(message_of("  - {name: x, sdf: 01_masses.sdf, mass: 1}\n").find("unknown key 'mass'"),
            std::string::npos);
  EXPECT_NE(message_of("  - {name: x, sdf: 01_masses.sdf}\n  - {name: x, sdf: 01_masses.sdf}\n")
                .find("already a model named"),
            std::string::npos);
  EXPECT_NE(message_of("  - {name: x, sdf: 01_masses.sdf}\n", {}).find("no reader of SDF"),
            std::string::npos);
}

TEST(SdfInScenes, ErrorsOfTheFileNameFileAndItem) {
  const test::TemporaryDirectory folder;
  folder.write("bad.sdf", "<sdf version='1.7'>\n<model name='a'>\n<link/></model></sdf>");
  try {
    load_scene_text("cardan: 1\nmodels:\n  - {name: x, sdf: bad.sdf}\n", folder.path(), {},
                    with_sdf());
    FAIL();
  } catch (const Error& error) {
    const std::string why = error.what();
    EXPECT_NE(why.find(":3: model 'x'"), std::string::npos) << why;
    EXPECT_NE(why.find("bad.sdf:3"), std::string::npos) << why;
  }
}

TEST(SdfInScenes, AFileWithoutModelsGivesAWarning) {
  const test::TemporaryDirectory folder;
  folder.write("empty.sdf", "<sdf version='1.7'><world name='w'/></sdf>");
  const Scene scene = load_scene_text(
      "cardan: 1\nmodels:\n  - {name: g, plane: {}, static: true}\n  - {name: x, sdf: empty.sdf}\n",
      folder.path(), {}, with_sdf());
  EXPECT_EQ(std::count_if(scene.diagnostics.begin(), scene.diagnostics.end(),
                          [](const Diagnostic& d) {
                            return d.severity == Severity::kWarning && d.line == 4 &&
                                   d.message == "the file adds no model";
                          }),
            1);
}

TEST(SdfInScenes, RecordingIsRepeatedBitForBit) {
  const test::TemporaryDirectory folder;
  World world =
      make_world(scene_with("  - {name: floor, plane: {}, static: true}\n"
                            "  - {name: x, sdf: 18_quadruped.sdf}\n"
                            "  - {name: y, sdf: 10_loop.sdf, pose: {xyz: [3, 0, 1]}}\n"));
  Recorder recorder(folder.file("r.h5"), 0.01);
  recorder.record(world);
  for (int i = 0; i < 60; ++i) {
    (void)world.step();
    recorder.record(world);
  }
  recorder.close();
  const Recording recording(folder.file("r.h5"));
  World again = recording.make_world(1);
  EXPECT_EQ(replay(recording, again), 60);
}

}  // namespace
}  // namespace cardan
