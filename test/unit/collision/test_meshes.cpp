// Triangle meshes: floors as smooth as a plane, closed meshes as solid as their hulls.
#include "test/unit/collision/pair_of_shapes.h"

namespace cardan {
namespace {

using oracle::make_shape;

Shape mesh_shape(std::shared_ptr<const TriangleMesh> mesh) {
  Shape shape;
  shape.kind = GeometryKind::kMesh;
  shape.mesh = std::move(mesh);
  return shape;
}

/// A flat floor of n × n squares of two triangles at z = 0, with the given edge length [m].
Shape flat_floor(int n, double edge) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      mesh->vertices.emplace_back((i - 0.5 * n) * edge, (j - 0.5 * n) * edge, 0);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const int v = j * (n + 1) + i;
      mesh->triangles.push_back({v, v + 1, v + n + 2});
      mesh->triangles.push_back({v, v + n + 2, v + n + 1});
    }
  }
  return mesh_shape(mesh);
}

/// The surface of a box, every triangle with vertices of its own.
Shape box_mesh(const Vector3& size) {
  const auto hull = make_convex_hull(oracle::box_corners(size), "box");
  auto mesh = std::make_shared<TriangleMesh>();
  for (const auto& loop : hull->faces) {
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
      const int first = static_cast<int>(mesh->vertices.size());
      for (std::size_t k : {std::size_t{0}, i, i + 1})
        mesh->vertices.push_back(hull->vertices[static_cast<std::size_t>(loop[k])]);
      mesh->triangles.push_back({first, first + 1, first + 2});
    }
  }
  return mesh_shape(mesh);
}

TEST(Mesh, FlatMeshFloorActsLikeAPlane) {
  const Shape floor = flat_floor(20, 0.1);
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const std::vector<std::pair<Shape, double>> bodies{
      {make_shape(GeometryKind::kSphere, 0.07), 0.07},
      {make_shape(GeometryKind::kBox, 0.25, 0.35, 0.1), 0.05},
      {make_shape(GeometryKind::kBox, 0.02, 0.03, 0.1), 0.05},
      {make_shape(GeometryKind::kCylinder, 0.12, 0.2), 0.1},
      {make_shape(GeometryKind::kCapsule, 0.05, 0.2), 0.15},
      {make_shape(GeometryKind::kEllipsoid, 0.1, 0.12, 0.08), 0.08}};
  for (const auto& [shape, height] : bodies) {
    for (int k = 0; k < 200; ++k) {
      const double gap = 1e-4 * uniform(random);
      const RigidTransform X =
          RigidTransform::from_xyz_rpy({0.6 * uniform(random), 0.6 * uniform(random), height + gap},
                                       {0, 0, 3 * uniform(random)});
      const CollisionResult mesh = collide(floor, {}, shape, X, 2e-4);
      const CollisionResult plane =
          collide(make_shape(GeometryKind::kPlane, 0), {}, shape, X, 2e-4);
      ASSERT_EQ(mesh.manifolds.size(), 1u) << int(shape.kind) << " pose " << k;
      ASSERT_EQ(mesh.contacts.size(), plane.contacts.size()) << int(shape.kind) << " pose " << k;
      for (const Contact& c : mesh.contacts) {
        EXPECT_NEAR((c.normal - Vector3::UnitZ()).norm(), 0, 1e-9);
        EXPECT_NEAR(c.phi, gap, 1e-11);
      }
    }
  }
}

TEST(Mesh, TiltedShapesReachTheDepthOfAPlane) {
  const Shape floor = flat_floor(20, 0.1);
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const Shape& shape :
       {make_shape(GeometryKind::kBox, 0.25, 0.35, 0.1),
        make_shape(GeometryKind::kCylinder, 0.12, 0.2),
        make_shape(GeometryKind::kCapsule, 0.05, 0.2), make_shape(GeometryKind::kCone, 0.1, 0.2)}) {
    for (int k = 0; k < 100; ++k) {
      RigidTransform X(oracle::random_rotation(random),
                       Vector3(0.5 * uniform(random), 0.5 * uniform(random), 0));
      const double lowest = (X * support_point(shape, X.R.transpose() * -Vector3::UnitZ())).z();
      const double gap = 1e-3 * uniform(random);
      X.p.z() = gap - lowest;
      const CollisionResult r = collide(floor, {}, shape, X, 2e-3);
      ASSERT_FALSE(r.contacts.empty()) << int(shape.kind) << " pose " << k;
      double deepest = 1;
      for (const Contact& c : r.contacts) {
        deepest = std::min(deepest, c.phi);
        EXPECT_NEAR((c.normal - Vector3::UnitZ()).norm(), 0, 1e-6)
            << int(shape.kind) << " pose " << k;
      }
      EXPECT_NEAR(deepest, gap, 1e-9) << int(shape.kind) << " pose " << k;
    }
  }
}

TEST(Mesh, SpheresAgainstABoxOfTrianglesMeetTheBox) {
  const Vector3 size(0.4, 0.3, 0.2);
  const Shape mesh = box_mesh(size),
              box = make_shape(GeometryKind::kBox, size.x(), size.y(), size.z());
  const Shape ball = make_shape(GeometryKind::kSphere, 0.05);
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double margin = 0.01;
  int contacts = 0;
  for (int k = 0; k < 2000; ++k) {
    const RigidTransform X_mesh(oracle::random_rotation(random), Vector3(uniform(random), 0, 2));
    const Vector3 offset(0.3 * uniform(random), 0.25 * uniform(random), 0.2 * uniform(random));
    const RigidTransform X(X_mesh * offset);
    const CollisionResult r = collide(mesh, X_mesh, ball, X, margin),
                          truth = collide(box, X_mesh, ball, X, margin);
    if (truth.contacts.empty()) {
      EXPECT_TRUE(r.contacts.empty());
      continue;
    }
    if (truth.contacts[0].phi < -0.05) continue;  // a surface cannot detect this
    ASSERT_FALSE(r.contacts.empty()) << truth.contacts[0].phi;
    ++contacts;
    double deepest = 1;
    for (const Contact& c : r.contacts) deepest = std::min(deepest, c.phi);
    EXPECT_NEAR(deepest, truth.contacts[0].phi, 1e-9);
  }
  EXPECT_GT(contacts, 100);
}

TEST(Mesh, VerticesOfAMovingMeshRestOnThePlane) {
  const CollisionResult r =
      collide(make_shape(GeometryKind::kPlane, 0), {}, box_mesh({0.2, 0.2, 0.2}),
              RigidTransform(Vector3(0, 0, 0.1)), 1e-4);
  ASSERT_EQ(r.contacts.size(), 4u);
  for (const Contact& c : r.contacts) EXPECT_NEAR(c.phi, 0, 1e-15);
}

TEST(Mesh, OverlappingMeshesAreFound) {
  const Shape mesh = box_mesh({0.2, 0.2, 0.2});
  const RigidTransform tilted =
      RigidTransform::from_xyz_rpy({0.02, 0.01, 0.199}, {0.01, 0.02, 0.3});
  const CollisionResult found = collide(mesh, {}, mesh, tilted, 0);
  const CollisionResult truth = collide(make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2), {},
                                        make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2), tilted, 0);
  const auto deepest = [](const CollisionResult& r) {
    double gap = 1;
    for (const Contact& c : r.contacts) gap = std::min(gap, c.phi);
    return gap;
  };
  ASSERT_FALSE(found.contacts.empty());
  EXPECT_LE(deepest(found), 0.9 * deepest(truth));
  EXPECT_GE(deepest(found), 1.1 * deepest(truth));
}

// The far side of the plate has no effect on bodies that lie on it.
TEST(Mesh, ThinPlateHasTwoSides) {
  const Shape plate = box_mesh({1, 1, 1e-3});
  for (const Shape& body :
       {make_shape(GeometryKind::kSphere, 0.1), make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2),
        box_mesh({0.2, 0.2, 0.2})}) {
    for (const double side : {1.0, -1.0}) {
      for (const double depth : {1e-9, 5e-4, 5e-3}) {
        const double z = side * (0.1 + 5e-4 - depth);
        const CollisionResult r =
            collide(plate, {}, body, RigidTransform(Vector3(0.07, 0.02, z)), 1e-3);
        ASSERT_FALSE(r.contacts.empty());
        for (const Contact& c : r.contacts) {
          EXPECT_NEAR(c.normal.z(), side, 1e-9) << depth;
          EXPECT_NEAR(c.phi, -depth, 1e-9);
        }
      }
    }
  }
}

// A plank over the end of a table lies on it; it is not stuck in the table's side.
TEST(Mesh, PlankOverAnEdgeHasItsTrueDepth) {
  const Shape table = box_mesh({2, 2, 1});
  for (const Shape& plank :
       {make_shape(GeometryKind::kBox, 0.8, 0.2, 0.05), box_mesh({0.8, 0.2, 0.05})}) {
    for (const double depth : {1e-9, 1e-6, 1e-3}) {
      const CollisionResult r = collide(table, RigidTransform(Vector3(0, 0, -0.5)), plank,
                                        RigidTransform(Vector3(0.9, 0.1, 0.025 - depth)), 1e-4);
      ASSERT_EQ(r.contacts.size(), 4u);
      for (const Contact& c : r.contacts) {
        EXPECT_NEAR(c.normal.z(), 1, 1e-9);
        EXPECT_NEAR(c.phi, -depth, 1e-9);
      }
    }
  }
}

TEST(Mesh, ShapeInsideAClosedMeshIsPushedOut) {
  const Shape room = box_mesh({2, 2, 2});
  for (const Shape& body :
       {make_shape(GeometryKind::kSphere, 0.1), make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2),
        box_mesh({0.2, 0.2, 0.2})}) {
    const CollisionResult r = collide(room, {}, body, RigidTransform(Vector3(0.1, 0.2, 0.7)), 1e-4);
    ASSERT_EQ(r.contacts.size(), 1u);
    EXPECT_NEAR(r.contacts[0].normal.z(), 1, 1e-9);
    EXPECT_NEAR(r.contacts[0].phi, -0.4, 1e-9);
  }
}

}  // namespace
}  // namespace cardan
