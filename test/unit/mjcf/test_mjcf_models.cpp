// MJCF files as models of a scene or of a world, and recordings of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/model_spec.h"
#include "cardan/recording.h"
#include "cardan/robot_description.h"
#include "test/support/placed_world.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

namespace fs = std::filesystem;

const std::string kModels = std::string(CARDAN_SOURCE_DIR) + "/test/unit/mjcf/models/";

Scene scene_with(const std::string& items, const std::string& more = "") {
  const std::string text =
      "cardan: 1\ntime: {step: 0.002, duration: 1}\n" + more + "models:\n" + items;
  return load_scene_text(text, kModels);
}

std::string message_of(const std::string& items) {
  try {
    make_world(scene_with(items));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void step(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

// Gravity does not change when a file is moved and turned about z, so its motion is that of the
// file alone, moved and turned.
TEST(MjcfModels, PlacedFileMovesAsTheFileAlone) {
  const RigidTransform pose = RigidTransform::from_xyz_rpy({1, 2, 0.5}, {0, 0, 0.7});
  for (const char* name :
       {"equalities", "two_trees", "branches", "ref_and_chain", "keyframes", "hung"}) {
    SCOPED_TRACE(name);
    Scene alone = load_mjcf(kModels + name + ".xml");
    alone.world.step = alone.time.step = 0.002;
    alone.world.gravity = {0, 0, -9.81};
    World one = make_world(alone);
    World two = make_world(scene_with(std::string("  - {name: x, mjcf: ") + name +
                                      ".xml, pose: {xyz: [1, 2, 0.5], rpy: [0, 0, 0.7]}}\n"));
    step(one, 100);
    step(two, 100);
    test::expect_placed(one, two, pose);
  }
}

TEST(MjcfModels, SensorsAreThoseOfTheFile) {
  World one = make_world(load_mjcf(kModels + "sites_and_sensors.xml"));
  World two = make_world(scene_with("  - {name: x, mjcf: sites_and_sensors.xml}\n"));
  ASSERT_EQ(one.sensors().size(), two.sensors().size());
  for (std::size_t i = 0; i < one.sensors().size(); ++i)
    EXPECT_EQ("x_" + one.sensors()[i]->spec().name, two.sensors()[i]->spec().name);
}

/// Group, mask, and the name of the file to which a shape belongs.
struct Filter {
  std::uint32_t group = 1, mask = 0xffffffffU;
  std::string file, geom;
};

std::vector<Filter> filters_of(const Scene& scene, const std::string& prefix) {
  std::vector<Filter> filters;
  for (const ModelSpec& model : scene.models) {
    if (!model.name.starts_with(prefix)) continue;
    for (const CompoundPart& part : model.compound)
      filters.push_back({*part.collision.group, *part.collision.mask, prefix, "floor"});
    if (!model.description) continue;
    for (const LinkRecord& link : model.description->links)
      for (const ShapeRecord& shape : link.collisions)
        filters.push_back({static_cast<std::uint32_t>(shape.group),
                           static_cast<std::uint32_t>(shape.mask), prefix, shape.name});
  }
  return filters;
}

bool collide(const Filter& a, const Filter& b) {
  return (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
}

// Within a file, MuJoCo's rule holds; between files, and with usual models, geoms collide that
// collide with one of contype 1 and conaffinity 1.
TEST(MjcfModels, FiltersOfTwoFilesAndOfGroups) {
  const Scene scene = scene_with(
      "  - {name: one, mjcf: contact_filters.xml}\n"
      "  - {name: two, mjcf: geom_kinds.xml, pose: {xyz: [0, 0, 9]}}\n"
      "  - {name: again, mjcf: contact_filters.xml, pose: {xyz: [9, 0, 0]}}\n"
      "  - {name: crate, box: {size: [1, 1, 1]}, mass: 1, collision: {group: props}}\n");
  const std::vector<Filter> one = filters_of(scene, "one_"), two = filters_of(scene, "two_");
  const std::vector<Filter> again = filters_of(scene, "again_");
  const MjcfDescription model = read_mjcf(kModels + "contact_filters.xml");
  const auto geom = [&](const std::string& name) {
    for (const mjcf::Geom& g : model.geoms)
      if (g.name == name) return g;
    throw Error("no geom " + name);
  };
  const auto rule = [&](const Filter& a, const Filter& b) {
    const mjcf::Geom x = geom(a.geom), y = geom(b.geom);
    const bool listed = std::minmax(a.geom, b.geom) == std::minmax<std::string>("gc", "floor");
    return (x.contype & y.conaffinity) != 0 || (y.contype & x.conaffinity) != 0 || listed;
  };
  ASSERT_EQ(one.size(), 5U);
  ASSERT_FALSE(two.empty());
  const Filter crate{*scene.models.back().collision.group, 0xffffffffU, "", ""};
  for (const Filter& a : one) {
    for (const Filter& b : one) EXPECT_EQ(collide(a, b), rule(a, b)) << a.geom << " " << b.geom;
    for (const Filter& b : again) EXPECT_EQ(collide(a, b), rule(a, b)) << a.geom << " " << b.geom;
    const mjcf::Geom x = geom(a.geom);
    const bool usual = ((x.contype | x.conaffinity) & 1U) != 0;
    EXPECT_EQ(collide(a, crate), usual) << a.geom;
    for (const Filter& b : two) EXPECT_EQ(collide(a, b), usual && (b.mask & 1U)) << a.geom;
  }
}

TEST(MjcfModels, KeyframeAndStaticBodies) {
  const RigidTransform pose = RigidTransform::from_xyz_rpy({0, 3, 0}, {0, 0, 1});
  World world =
      make_world(scene_with("  - {name: x, mjcf: keyframes.xml, q: home, pose: {xyz: [0, 3, 0], "
                            "rpy: [0, 0, 1]}}\n"));
  const Model& model = *world.find("x_a");
  EXPECT_DOUBLE_EQ(model.q()[7], 0.5);
  EXPECT_LT((model.pose("a").p - pose * Vector3(0, 0, 2)).norm(), 1e-14);
  const Scene without =
      scene_with("  - {name: x, mjcf: contact_filters.xml, static_bodies: false}\n");
  EXPECT_EQ(without.models.size(), 4U);
  EXPECT_NO_THROW(make_world(without));
}

TEST(MjcfModels, GridHasCopiesWithOneSetOfMaterials) {
  const Scene one = scene_with("  - {name: x, mjcf: contact_filters.xml}\n");
  const Scene many = scene_with(
      "  - {name: x, mjcf: contact_filters.xml, grid: {count: [3, 2, 1], spacing: [3, 3, 0]}}\n");
  EXPECT_EQ(many.models.size(), 6 * one.models.size());
  EXPECT_EQ(many.world.materials.named.size(), one.world.materials.named.size());
  EXPECT_EQ(many.world.materials.pairs.size(), one.world.materials.pairs.size());
  World world = make_world(many);
  EXPECT_NEAR(world.find("x_2_1_0_a")->pose("a").p.x(), 6, 1e-14);
}

TEST(MjcfModels, ModelsOfCopiesAreCounted) {
  ASSERT_GE(scene_with("  - {name: x, mjcf: contact_filters.xml}\n").models.size(), 2U);
  const std::string why = message_of(
      "  - {name: x, mjcf: contact_filters.xml, grid: {count: [999, 100, 1], spacing: [3, 3, "
      "0]}}\n");
  EXPECT_NE(why.find("more than 100000 models: each copy has"), std::string::npos) << why;
}

TEST(MjcfModels, ErrorsNameTheItem) {
  EXPECT_NE(message_of("  - {name: x, mjcf: missing.xml}\n").find("not found"), std::string::npos);
  EXPECT_NE(message_of("  - {name: x, mjcf: hinge.xml, mass: 1}\n").find("unknown key 'mass'"),
            std::string::npos);
  const std::string key = message_of("  - {name: x, mjcf: keyframes.xml, q: hme}\n");
  EXPECT_NE(key.find("did you mean 'home'"), std::string::npos) << key;
  EXPECT_NE(message_of("  - {name: x, mjcf: hinge.xml}\n  - {name: x, mjcf: hinge.xml}\n")
                .find("already a model named"),
            std::string::npos);
}

TEST(MjcfModels, ErrorsOfTheFileNameFileAndItem) {
  const test::TemporaryDirectory folder;
  folder.write("bad.xml", "<mujoco>\n<worldbody>\n<geom type=\"x\"/></worldbody></mujoco>");
  try {
    load_scene_text("cardan: 1\nmodels:\n  - {name: x, mjcf: bad.xml}\n", folder.path());
    FAIL();
  } catch (const Error& error) {
    const std::string why = error.what();
    EXPECT_NE(why.find(":3: model 'x'"), std::string::npos) << why;
    EXPECT_NE(why.find("bad.xml:3: geom"), std::string::npos) << why;
  }
}

TEST(MjcfModels, AFileWithoutModelsGivesAWarning) {
  const test::TemporaryDirectory folder;
  folder.write("empty.xml", "<mujoco><worldbody/></mujoco>");
  const Scene scene = load_scene_text(
      "cardan: 1\nmodels:\n  - {name: g, plane: {}, static: true}\n"
      "  - {name: x, mjcf: empty.xml, grid: {count: [2, 1, 1], spacing: [1, 1, 1]}}\n",
      folder.path());
  const auto is_warning = [](const Diagnostic& d) {
    return d.severity == Severity::kWarning && d.line == 4 && d.message == "the file adds no model";
  };
  EXPECT_EQ(std::count_if(scene.diagnostics.begin(), scene.diagnostics.end(), is_warning), 1);
  EXPECT_THROW(load_scene_text("cardan: 1\nmodels:\n  - {name: g, plane: {}, static: true}\n"
                               "  - {name: x, mjcf: empty.xml, strict: true}\n",
                               folder.path()),
               Error);
  const Scene full = scene_with("  - {name: x, mjcf: hinge.xml}\n");
  EXPECT_EQ(std::count_if(full.diagnostics.begin(), full.diagnostics.end(), is_warning), 0);
}

TEST(MjcfModels, FindingsAreKept) {
  World world = make_world(scene_with("  - {name: x, mjcf: actuators.xml}\n"));
  const auto& findings = world.diagnostics();
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const Diagnostic& d) {
    return d.file.ends_with("actuators.xml") && d.line > 0;
  }));
}

// A file that a scene names and a file that add_mjcf adds give bitwise equal runs.
TEST(MjcfModels, AddedFileIsThatOfTheScene) {
  for (const char* name : {"equalities", "contact_filters", "actuators"}) {
    SCOPED_TRACE(name);
    World scene = make_world(scene_with(std::string("  - {name: x, mjcf: ") + name + ".xml}\n"));
    WorldSpec spec;
    spec.step = 0.002;
    World world(spec);
    AddMjcfOptions options;
    options.name = "x";
    const std::vector<Model*> added = add_mjcf(world, kModels + name + ".xml", options);
    EXPECT_EQ(static_cast<int>(added.size()), scene.num_models());
    step(scene, 200);
    step(world, 200);
    EXPECT_EQ(scene.state_hash(), world.state_hash());
  }
}

// A body that is welded to a mocap body goes where the program moves it.
TEST(MjcfModels, ProgramsMoveMocapBodies) {
  World world = make_world(load_mjcf(kModels + "mocap.xml"));
  Model& hand = *world.find("hand");
  Model& hook = *world.find("hook");
  const Model& box = *world.find("load");
  for (int k = 1; k <= 100; ++k) {
    hand.set_pose_target(RigidTransform(Vector3(0.001 * k, 0, 2)));
    hook.set_pose_target(RigidTransform(Vector3(0, 0.001 * k, 3)));
    world.step();
  }
  EXPECT_NEAR(hand.base_pose().p.x(), 0.1, 1e-12);
  EXPECT_LT((box.base_pose().p - Vector3(0, 0.1, 2.5)).norm(), 1e-6);
}

TEST(MjcfModels, RefusedFileAddsNoModel) {
  World world;
  AddMjcfOptions options;
  options.keyframe = "none";
  EXPECT_THROW(add_mjcf(world, kModels + "keyframes.xml", options), Error);
  add_mjcf(world, kModels + "contact_filters.xml");
  const int before = static_cast<int>(world.models().size());
  EXPECT_THROW(add_mjcf(world, kModels + "contact_filters.xml"), Error);  // names in use
  EXPECT_EQ(static_cast<int>(world.models().size()), before);
}

void expect_repeated(const std::string& file, int steps) {
  const Recording recording(file);
  for (const int threads : {1, 2}) {
    World again = recording.make_world(threads);
    EXPECT_EQ(replay(recording, again), steps);
  }
}

// A recording holds the whole model: it is repeated without the file.
TEST(MjcfRecordings, EveryModelIsRepeatedBitForBit) {
  const test::TemporaryDirectory folder;
  for (const auto& entry : fs::directory_iterator(kModels)) {
    if (entry.path().extension() != ".xml") continue;
    SCOPED_TRACE(entry.path().string());
    const std::string file = folder.file(entry.path().stem().string() + ".h5");
    World world = make_world(load_mjcf(entry.path().string()));
    Recorder recorder(file, 0.01);
    recorder.record(world);
    for (int i = 0; i < 30; ++i) {
      world.step();
      recorder.record(world);
    }
    recorder.close();
    expect_repeated(file, 30);
  }
}

TEST(MjcfRecordings, TextOfTheFileIsInTheRecording) {
  const test::TemporaryDirectory folder;
  World world = make_world(load_mjcf(kModels + "hinge.xml"));
  Recorder recorder(folder.file("r.h5"), 0);
  recorder.record(world);
  recorder.close();
  std::ostringstream text;
  text << std::ifstream(kModels + "hinge.xml").rdbuf();
  EXPECT_EQ(Recording(folder.file("r.h5")).scene_text(), text.str());
}

TEST(MjcfRecordings, FilesAddedDuringARecordingAreRepeated) {
  const test::TemporaryDirectory folder;
  World world;
  world.add_ground();
  Recorder recorder(folder.file("r.h5"), 0.01);
  recorder.record(world);
  for (int i = 0; i < 60; ++i) {
    if (i == 10 || i == 20) {
      AddMjcfOptions options;
      options.name = i == 10 ? "one" : "two";
      options.pose.p.x() = 0.2 * i;
      add_mjcf(world, kModels + "contact_filters.xml", options);
    }
    world.step();
    recorder.record(world);
  }
  recorder.close();
  expect_repeated(folder.file("r.h5"), 60);
}

}  // namespace
}  // namespace cardan
