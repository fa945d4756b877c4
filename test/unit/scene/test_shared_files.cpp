// Files that several scenes or models have in common are read once, with the results of reading
// them each time.
#include <gtest/gtest.h>

#include <filesystem>

#include "cardan/batch.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "sim/scene/scene_file.h"
#include "sim/scene/world_builder.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

constexpr const char* kQuadruped = CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf";

class SharedFiles : public testing::Test {
 protected:
  SharedFiles() { std::filesystem::copy_file(kQuadruped, folder_.file("robot.urdf")); }

  std::string write_scene(const std::string& base) const {
    return folder_.write("scene.yaml",
                         "cardan: 1\ntime: {step: 0.001, duration: 0.02}\n"
                         "materials: {default: {mu: 0.8}}\nmodels:\n"
                         "  - {name: ground, plane: {}, static: true}\n"
                         "  - {name: robot, urdf: robot.urdf, base: " +
                             base + ", pose: {xyz: [0, 0, 0.35]}}\n");
  }
  static std::uint64_t hash_after_steps(World world) {
    for (int i = 0; i < 20; ++i) world.step();
    return world.state_hash();
  }
  static std::string error_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  test::TemporaryDirectory folder_;
};

TEST_F(SharedFiles, RobotsOfOneFileKeepTheirOptions) {
  folder_.write("scene.yaml",
                "cardan: 1\nmodels:\n  - {name: a, urdf: robot.urdf, base: fixed}\n"
                "  - {name: b, urdf: robot.urdf, base: floating, pose: {xyz: [5, 0, 0]}}\n"
                "  - {name: c, urdf: robot.urdf, base: fixed, pose: {xyz: [9, 0, 0]}}\n");
  const World world = make_world(load_scene(folder_.file("scene.yaml")));
  const int nv = world.model(0).skeleton()->nv();
  EXPECT_EQ(world.model(1).skeleton()->nv(), nv + 6);
  EXPECT_EQ(world.model(2).skeleton()->nv(), nv);
}

TEST_F(SharedFiles, BatchReadsTheFileOfARobotOnce) {
  const Scene scene = load_scene(write_scene("floating"));
  const std::uint64_t expected = hash_after_steps(make_world(scene));
  BatchOptions options;
  options.threads = 1;
  options.vary = [&](int world, Scene&) {
    if (world == 1) std::filesystem::remove(folder_.file("robot.urdf"));
  };
  Batch batch(scene, 3, options);
  batch.step(20);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(batch.world(i).state_hash(), expected) << i;
}

TEST_F(SharedFiles, BuilderReadsTheFileOfARobotOnceAndMakesTheWorldsOfMakeWorld) {
  const std::string file = write_scene("floating");
  const std::vector<std::vector<SceneOverride>> changes{
      {},
      {{"materials.default.mu", "0.1"}, {"models.robot.control", "{pd: {kp: 100, kd: 2}}"}},
      {{"models.robot.self_collision", "false"}, {"models.robot.pose", "{xyz: [0, 0, 0.34]}"}},
      {{"contact.solver", "pgs"}},
      {}};
  std::vector<std::uint64_t> expected;
  for (const auto& overrides : changes)
    expected.push_back(hash_after_steps(make_world(load_scene(file, overrides))));
  WorldBuilder builder;
  std::vector<std::uint64_t> built;
  for (const auto& overrides : changes)
    built.push_back(hash_after_steps(builder.make(load_scene(file, overrides))));
  EXPECT_EQ(built, expected);
  const Scene scene = load_scene(file);
  std::filesystem::remove(folder_.file("robot.urdf"));
  EXPECT_EQ(hash_after_steps(builder.make(scene)), expected.front());
}

TEST_F(SharedFiles, WorldsMadeLaterReadTheFileAgain) {
  const Scene scene = load_scene(write_scene("floating"));
  make_world(scene);
  World world = make_world(scene);
  std::filesystem::remove(folder_.file("robot.urdf"));
  EXPECT_THROW(make_world(scene), Error);
  EXPECT_THROW(world.add_urdf(folder_.file("robot.urdf"), {}, BaseKind::kAuto, "again"), Error);
}

TEST_F(SharedFiles, SceneFileGivesTheScenesOfLoadScene) {
  const std::string file = write_scene("floating");
  const std::vector<std::vector<SceneOverride>> changes{
      {},
      {{"materials.default.mu", "0.1"}},
      {{"models.robot.pose", "{xyz: [0, 0, 0.34]}"}, {"gravity", "[0, 1, -9]"}},
      {}};
  const SceneFile shared(file);
  for (const auto& overrides : changes) {
    const Scene expected = load_scene(file, overrides), scene = shared.with(overrides);
    EXPECT_EQ(hash_after_steps(make_world(scene)), hash_after_steps(make_world(expected)));
    EXPECT_EQ(scene.file, expected.file);
    EXPECT_EQ(scene.text, expected.text);
    EXPECT_EQ(scene.lines.models, expected.lines.models);
  }
}

TEST_F(SharedFiles, SceneFileHasTheErrorsOfLoadScene) {
  const std::string file = write_scene("floating");
  const SceneFile shared(file);
  for (const SceneOverride& change :
       {SceneOverride{"materials.default.mu", "-1"}, SceneOverride{"models.robot.mass", "1"},
        SceneOverride{"models.cat.mass", "1"}, SceneOverride{"models.robot.urdf", "none.urdf"}}) {
    const std::string expected = error_of([&] { load_scene(file, {change}); });
    EXPECT_NE(expected, "");
    EXPECT_EQ(error_of([&] { shared.with({change}); }), expected);
  }
  for (const char* text : {"", "cardan: 1\n---\ncardan: 1\n", "[1", "- a\n"}) {
    folder_.write("bad.yaml", text);
    const std::string bad = folder_.file("bad.yaml");
    const std::string expected = error_of([&] { load_scene(bad); });
    EXPECT_NE(expected, "");
    EXPECT_EQ(error_of([&] { SceneFile{bad}; }), expected);
  }
}

TEST_F(SharedFiles, ChangedFileHasNoEffectOnASceneFile) {
  const SceneFile shared(write_scene("floating"));
  write_scene("fixed");
  EXPECT_EQ(shared.with({}).models[1].base, BaseKind::kFloating);
  EXPECT_EQ(SceneFile(folder_.file("scene.yaml")).with({}).models[1].base, BaseKind::kFixed);
}

// The project of a scene is found once; folders that an override names are added for its own scene.
TEST_F(SharedFiles, ScopeOfASceneIsThatOfItsOverrides) {
  const test::TemporaryDirectory elsewhere;
  elsewhere.write("h.txt", "1 2\n3 4\n");
  folder_.write("scene.yaml", "cardan: 1\nmodels:\n  - {name: a, box: {size: [1, 1, 1]}}\n");
  const SceneFile shared(folder_.file("scene.yaml"));
  const SceneOverride outside{"models.a", "{name: a, static: true, heightfield: {file: " +
                                              elsewhere.file("h.txt") + ", size: [1, 1]}}"};
  const SceneOverride named{"needs", "[" + elsewhere.path() + "]"};
  EXPECT_NO_THROW(shared.with({outside, named}));
  EXPECT_NE(error_of([&] { shared.with({outside}); }).find("outside the project"),
            std::string::npos);
}

}  // namespace
}  // namespace cardan
