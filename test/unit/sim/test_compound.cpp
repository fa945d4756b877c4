#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "test/support/surfaces.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// One body of several shapes: masses are summed, the shapes never collide with each other, and each
// has its own surface.
namespace cardan {
namespace {

using test::body;
using test::world_spec;

CompoundPart part(const GeometryRecord& geometry, const RigidTransform& pose) {
  CompoundPart result;
  result.geometry = geometry;
  result.pose = pose;
  return result;
}

ModelSpec compound(const std::string& name, std::vector<CompoundPart> parts) {
  ModelSpec spec;
  spec.name = name;
  spec.compound = std::move(parts);
  return spec;
}

// A box of two halves, turned by quarter turns, is the same body.
TEST(Compound, TwoHalvesActLikeTheWholeBox) {
  const RigidTransform left(Vector3(-0.2, 0, 0)),
      right = RigidTransform::from_xyz_rpy({0.2, 0, 0}, {M_PI / 2, 0, 0});
  World world(world_spec(1e-3, {}));
  ModelSpec whole;
  whole.name = "whole";
  whole.geometry = test::box({0.8, 0.2, 0.3});
  whole.density = 700;
  ModelSpec halves = compound(
      "halves", {part(test::box({0.4, 0.2, 0.3}), left), part(test::box({0.4, 0.3, 0.2}), right)});
  halves.density = 700;
  halves.pose.p.y() = 5;
  const Skeleton& a = *world.add(whole).skeleton();
  const Skeleton& b = *world.add(halves).skeleton();
  EXPECT_NEAR(a.inertia[0].mass, b.inertia[0].mass, 1e-12);
  EXPECT_NEAR((a.inertia[0].com - b.inertia[0].com).norm(), 0, 1e-15);
  EXPECT_NEAR((a.inertia[0].inertia - b.inertia[0].inertia).norm(), 0, 1e-12);
}

// A hammer: head 2 kg at 0.3 m, handle 0.5 kg; centre of mass by hand.
TEST(Compound, InertiaOfPartsIsSummed) {
  CompoundPart head = part(test::box({0.05, 0.12, 0.05}), RigidTransform(Vector3(0.3, 0, 0)));
  head.mass = 2;
  CompoundPart handle = part(test::box({0.3, 0.02, 0.02}), RigidTransform(Vector3(0.125, 0, 0)));
  handle.mass = 0.5;
  World world(world_spec(1e-3, {}));
  const SpatialInertia inertia =
      world.add(compound("hammer", {head, handle})).skeleton()->inertia[0];
  EXPECT_NEAR(inertia.mass, 2.5, 1e-15);
  EXPECT_NEAR(inertia.com.x(), (2 * 0.3 + 0.5 * 0.125) / 2.5, 1e-15);
  const double c = inertia.com.x();
  const double z = 2 * (0.05 * 0.05 + 0.12 * 0.12) / 12 + 2 * (0.3 - c) * (0.3 - c) +
                   0.5 * (0.3 * 0.3 + 0.02 * 0.02) / 12 + 0.5 * (0.125 - c) * (0.125 - c);
  EXPECT_NEAR(inertia.inertia(2, 2), z, 1e-14);
  ModelSpec both = compound("both", {head});
  both.mass = 1;
  EXPECT_THROW(world.add(both), Error);
}

// Overlapping parts do not push each other, and the body rests on its lowest parts.
TEST(Compound, PartsOfOneBodyDoNotCollide) {
  World world(world_spec(1e-3, {}, "cone", "conic", 1e-11));
  world.add_ground();
  const GeometryRecord leg = test::box({0.1, 0.1, 0.5});
  ModelSpec table =
      compound("table", {part(test::box({1, 0.6, 0.1}), RigidTransform(Vector3(0, 0, 0.5)))});
  for (const double x : {-0.4, 0.4})
    for (const double y : {-0.2, 0.2})
      table.compound.push_back(part(leg, RigidTransform(Vector3(x, y, 0.25))));
  Model& model = world.add(table);
  for (int k = 0; k < 500; ++k) world.step();
  EXPECT_NEAR(model.base_pose().p.norm(), 0, 1e-6);
  EXPECT_LT(model.base_velocity().linear.norm(), 1e-8);
  EXPECT_EQ(world.contacts().size(), 16u);
  for (const ContactInfo& c : world.contacts())
    EXPECT_EQ(c.model_b == "table" ? c.model_a : c.model_b, "ground");
}

// One foot is ice and one is rubber: on a slope, the body turns about the rubber foot.
TEST(Compound, PartsHaveTheirOwnMaterials) {
  WorldSpec spec = world_spec(1e-3, {.mu = 1}, "cone", "conic", 1e-10);
  MaterialSpec& slippery = spec.materials.named["ice"];
  slippery.mu_static = slippery.mu_kinetic = 0;
  spec.materials.rule = PairRule::kMin;
  World world(spec);
  world.add(test::slope(0.2));
  CompoundPart grip = part(test::sphere(0.1), RigidTransform(Vector3(0, -0.5, 0)));
  CompoundPart ice = part(test::sphere(0.1), RigidTransform(Vector3(0, 0.5, 0)));
  ice.material = "ice";
  CompoundPart third = part(test::sphere(0.1), RigidTransform(Vector3(-0.5, 0, 0)));
  ModelSpec sled = compound("sled", {grip, ice, third});
  sled.pose.R = Eigen::AngleAxisd(0.2, Vector3::UnitY()).toRotationMatrix();
  sled.pose.p = sled.pose.R * Vector3(0, 0, 0.1);
  Model& model = world.add(sled);
  for (int k = 0; k < 300; ++k) world.step();
  EXPECT_LT(world.contacts().size(), 4u);
  for (const ContactInfo& c : world.contacts()) {
    const Vector3 tangential = c.impulse - c.normal * c.normal.dot(c.impulse);
    const Vector3 in_body = model.base_pose().R.transpose() * (c.point - model.base_pose().p);
    if (in_body.y() > 0.3) {
      EXPECT_LT(tangential.norm(), 1e-9);
    }
  }
}

TEST(Compound, ScenesReadCompounds) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.write("s.yaml", R"(cardan: 1
materials: {default: {mu: 1}, ice: {mu: 0}}
models:
  - name: hammer
    pose: {xyz: [0, 0, 1]}
    compound:
      - {box: {size: [0.05, 0.12, 0.05]}, pose: {xyz: [0.3, 0, 0]}, mass: 2}
      - {cylinder: {radius: 0.01, length: 0.3, axis: x}, pose: {xyz: [0.125, 0, 0], rpy: [0, 0, 0]}, density: 600, material: ice}
  - name: ground
    static: true
    compound: [{plane: {}}, {heightfield: {data: [[0, 0], [0, 1]], size: [1, 1]}}]
)");
  const Scene scene = load_scene(file);
  ASSERT_EQ(scene.models[0].compound.size(), 2u);
  EXPECT_EQ(scene.models[0].compound[1].material, "ice");
  EXPECT_NEAR(std::abs(scene.models[0].compound[1].pose.R(0, 2)), 1, 1e-12);
  World world = make_world(scene);
  EXPECT_NEAR(world.find("hammer")->skeleton()->inertia[0].mass, 2 + 600 * M_PI * 0.01 * 0.01 * 0.3,
              1e-12);
}

// Bodies of triangles: inertia of the enclosed solid, rest on plane, box and triangles alike.
TEST(MovingMesh, MeshBodyFallsAndRests) {
  const auto mesh = test::box_mesh({0.4, 0.3, 0.2});
  ModelSpec table;
  table.is_static = true;
  table.name = "floor";
  const auto rest = [&](const GeometryRecord& geometry, const RigidTransform& pose) {
    World world(world_spec(1e-3, {}, "cone", "conic", 1e-11));
    table.geometry = geometry;
    table.pose = pose;
    world.add(table);
    Model& model = world.add(
        body("mesh", test::mesh_record(mesh), 2, RigidTransform(Vector3(0.13, 0.07, 0.15))));
    for (int k = 0; k < 600; ++k) world.step();
    EXPECT_NEAR(model.base_pose().p.z(), 0.1, 1e-6) << geometry_kind_name(geometry.kind);
    EXPECT_NEAR((model.base_pose().R - Matrix3::Identity()).norm(), 0, 1e-5);
    EXPECT_LT(model.base_velocity().linear.norm(), 1e-7);
    EXPECT_EQ(world.contacts().size(), 4u) << geometry_kind_name(geometry.kind);
  };
  GeometryRecord plane;
  plane.kind = GeometryKind::kPlane;
  rest(plane, {});
  rest(test::box({2, 2, 1}), RigidTransform(Vector3(0, 0, -0.5)));
  rest(test::mesh_record(test::floor_mesh({.columns = 10, .rows = 10, .irregular = true})), {});
  rest(test::mesh_record(test::box_mesh({2, 2, 1})), RigidTransform(Vector3(0, 0, -0.5)));
  rest(test::field_record(9, {2, 2}), {});
}

}  // namespace
}  // namespace cardan
