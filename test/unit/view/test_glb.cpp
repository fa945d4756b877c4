#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cardan/mesh_files.h"
#include "geometry/mesh_moments.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"
#include "view/frame_collector.h"
#include "view/glb.h"
#include "view/tessellate.h"

namespace cardan::view {
namespace {

PageShape shape(const std::string& kind, const Vector3& size) {
  PageShape made;
  made.kind = kind;
  made.size = size;
  return made;
}

double volume(const std::string& kind, const Vector3& size) {
  MeshMoments moments;
  moments.add(tessellated({}, shape(kind, size), 1));
  EXPECT_LT(moments.facing.norm(), 1e-12) << kind;  // closed
  return moments.volume;
}

// Closed surfaces that face outward; those of round bodies are inscribed.
TEST(Tessellate, ShapesEncloseTheirVolume) {
  const double pi = std::numbers::pi;
  EXPECT_NEAR(volume("box", {1, 2, 3}), 6, 1e-12);
  const auto expect_inscribed = [](double found, double exact) {
    EXPECT_LT(found, exact);
    EXPECT_GT(found, 0.97 * exact);
  };
  expect_inscribed(volume("sphere", {2, 0, 0}), 4 / 3. * pi * 8);
  expect_inscribed(volume("ellipsoid", {1, 2, 3}), 4 / 3. * pi * 6);
  expect_inscribed(volume("cylinder", {2, 3, 0}), pi * 4 * 3);
  expect_inscribed(volume("cone", {2, 3, 0}), pi * 4 * 3 / 3);
  expect_inscribed(volume("capsule", {2, 3, 0}), pi * 4 * 3 + 4 / 3. * pi * 8);
  EXPECT_LT(volume("hollow_sphere", {2, 0, 0}), 0);
}

struct Glb {
  nlohmann::json json;
  std::string bytes;
};

std::uint32_t word(const std::string& text, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, text.data() + at, sizeof value);
  return value;
}

Glb parsed(const std::string& file) {
  EXPECT_EQ(file.substr(0, 4), "glTF");
  EXPECT_EQ(word(file, 8), file.size());
  const std::size_t text = word(file, 12);
  EXPECT_EQ(text % 4, 0U);
  EXPECT_EQ(word(file, 20 + text) + 28 + text, file.size());
  return {nlohmann::json::parse(file.substr(20, text)), file.substr(28 + text)};
}

std::vector<float> numbers(const Glb& glb, int accessor) {
  const auto& record = glb.json["accessors"][static_cast<std::size_t>(accessor)];
  const auto& view = glb.json["bufferViews"][record["bufferView"].get<std::size_t>()];
  std::vector<float> values(view["byteLength"].get<std::size_t>() / sizeof(float));
  std::memcpy(values.data(), glb.bytes.data() + view["byteOffset"].get<std::size_t>(),
              values.size() * sizeof(float));
  return values;
}

int output_of(const Glb& glb, const std::string& node, const std::string& path) {
  const auto& animation = glb.json["animations"][0];
  for (const auto& channel : animation["channels"]) {
    const auto target = channel["target"]["node"].get<std::size_t>();
    if (glb.json["nodes"][target]["name"] != node || channel["target"]["path"] != path) continue;
    return animation["samplers"][channel["sampler"].get<std::size_t>()]["output"];
  }
  return -1;
}

ModelSpec crate(const std::string& name, const RigidTransform& pose) {
  ModelSpec spec;
  spec.name = name;
  spec.geometry = test::box({0.2, 0.4, 0.6});
  spec.pose = pose;
  return spec;
}

// Read by assimp, through the loader of meshes: x and −z of glTF are x and y of W, y is z of W.
TEST(Glb, AnotherReaderFindsTheBoxInItsPlace) {
  const test::TemporaryDirectory folder;
  World world;
  world.add(crate("crate", RigidTransform::from_xyz_rpy({1, 2, 3}, {0, 0, std::numbers::pi / 2})));
  FrameCollector collector(world, {60, 0});
  collector.observe(world);
  const std::string file = folder.write("crate.glb", glb(collector.finish(world)));
  Vector3 least = Vector3::Constant(1e9), most = -least;
  for (const auto& part : load_mesh(file, Vector3::Ones())) {
    for (const Vector3& p : part->vertices) {
      least = least.cwiseMin(p);
      most = most.cwiseMax(p);
    }
  }
  // In W, the quarter turn gives the extents (0.4, 0.2, 0.6) about (1, 2, 3).
  EXPECT_LT((least - Vector3(0.8, 2.7, -2.1)).norm(), 1e-6) << least.transpose();
  EXPECT_LT((most - Vector3(1.2, 3.3, -1.9)).norm(), 1e-6) << most.transpose();
}

TEST(Glb, AnimationHoldsThePosesAndHidesAbsentBodies) {
  World world;
  world.add(crate("falls", test::at(0, 0, 5)));
  FrameCollector collector(world, {1000, 3});
  collector.observe(world);
  world.add(crate("late", test::at(2, 0, 5)));
  for (int i = 0; i < 3; ++i) {
    world.step();
    collector.observe(world);
  }
  const ReplayData data = collector.finish(world);
  const Glb found = parsed(glb(data));
  const std::vector<float> places = numbers(found, output_of(found, "falls", "translation"));
  const std::vector<float> turns = numbers(found, output_of(found, "falls", "rotation"));
  ASSERT_EQ(places.size(), 12U);
  ASSERT_EQ(turns.size(), 16U);
  for (std::size_t frame = 0; frame < 4; ++frame) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(places[3 * frame + k], data.poses[frame][k]);
    EXPECT_EQ(turns[4 * frame + 3], data.poses[frame][3]);  // w is the last of glTF
  }
  EXPECT_EQ(numbers(found, output_of(found, "late", "scale")),
            (std::vector<float>{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(output_of(found, "falls", "scale"), -1);
  // Both crates have one mesh.
  EXPECT_EQ(found.json["meshes"].size(), 1U);
}

TEST(Glb, VisualsReplaceCollisionShapes) {
  World world;
  world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf", test::at(0, 0, 1));
  FrameCollector collector(world, {60, 0});
  collector.observe(world);
  const ReplayData data = collector.finish(world);
  const Glb found = parsed(glb(data));
  std::size_t visuals = 0, shown = 0;
  for (const PagePart& part : data.parts) visuals += part.role == PagePart::Role::kVisual;
  for (const auto& node : found.json["nodes"]) shown += node.contains("mesh");
  EXPECT_EQ(shown, visuals);
  EXPECT_GT(found.json["materials"].size(), 1U);
}

}  // namespace
}  // namespace cardan::view
