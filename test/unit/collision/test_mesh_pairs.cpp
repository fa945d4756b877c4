// Closed meshes of boxes against the boxes themselves: two meshes, and a mesh and every convex
// kind.
#include <cstdlib>

#include "test/support/surfaces.h"
#include "test/unit/collision/pair_of_shapes.h"

namespace cardan {
namespace {

using oracle::make_shape;

// Splits every triangle into four, repeatedly, so that internal edges are everywhere.
Shape mesh_of_box(const Vector3& size, int refinements) {
  auto mesh = std::make_shared<TriangleMesh>(*test::box_mesh(size));
  for (int k = 0; k < refinements; ++k) {
    TriangleMesh finer;
    for (const auto& t : mesh->triangles) {
      const int first = static_cast<int>(finer.vertices.size());
      for (std::size_t i = 0; i < 3; ++i)
        finer.vertices.push_back(mesh->vertices[static_cast<std::size_t>(t[i])]);
      for (int i = 0; i < 3; ++i)
        finer.vertices.emplace_back(
            0.5 * (finer.vertices[static_cast<std::size_t>(first + i)] +
                   finer.vertices[static_cast<std::size_t>(first + (i + 1) % 3)]));
      for (const std::array<int, 3>& s :
           std::vector<std::array<int, 3>>{{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}})
        finer.triangles.push_back({first + s[0], first + s[1], first + s[2]});
    }
    *mesh = finer;
  }
  return make_shapes(test::mesh_record(mesh), "mesh")[0];
}

/// Errors of the answers over many poses.
struct Tally {
  int touching = 0, shallow = 0, weak = 0;
  double too_deep = 0;
  void count(double truth, double found) {
    ++touching;
    too_deep = std::max(too_deep, truth - found);
    if (truth < -0.01) return;
    ++shallow;
    if (found > 0.5 * truth) ++weak;
  }
  void print(const char* name) const {
    std::printf(
        "  %-10s %4d touching, %.1e too deep, less than half the depth in %d of %d shallow ones\n",
        name, touching, too_deep, weak, shallow);
  }
};

// A pose of b with the given signed distance to a along a random line, roughly.
RigidTransform near_pose(const Shape& a, const Shape& b, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::normal_distribution<double> normal;
  const Vector3 line = Vector3(normal(random), normal(random), normal(random)).normalized();
  RigidTransform X(oracle::random_rotation(random), Vector3::Zero());
  const double touch =
      oracle::Pose{a, {}}.support(line).dot(line) - oracle::Pose{b, X}.support(-line).dot(line);
  const Vector3 side = 0.05 * Vector3(uniform(random), uniform(random), uniform(random));
  X.p = line * (touch - 0.05 * std::pow(std::abs(uniform(random)), 2)) + side;
  return X;
}

TEST(MeshPairs, TwoMeshesCollideLikeTwoBoxes) {
  const Vector3 size_a(0.5, 0.4, 0.3), size_b(0.3, 0.2, 0.25);
  const Shape box_a = make_shape(GeometryKind::kBox, size_a.x(), size_a.y(), size_a.z());
  const Shape box_b = make_shape(GeometryKind::kBox, size_b.x(), size_b.y(), size_b.z());
  for (const auto& [fine_a, fine_b] : {std::pair(0, 0), std::pair(2, 0), std::pair(2, 2)}) {
    const Shape mesh_a = mesh_of_box(size_a, fine_a), mesh_b = mesh_of_box(size_b, fine_b);
    std::mt19937_64 random(41);
    Tally tally;
    for (int k = 0; k < poses(300); ++k) {
      const RigidTransform X_b = near_pose(box_a, box_b, random);
      const double truth = oracle::polytope_distance({box_a, {}}, {box_b, X_b});
      const CollisionResult r = collide(mesh_a, {}, mesh_b, X_b, 0);
      if (truth > 1e-9) {
        EXPECT_TRUE(r.contacts.empty()) << "pose " << k << ", " << truth << " apart";
      }
      if (truth > -1e-7) continue;
      ASSERT_FALSE(r.contacts.empty()) << "pose " << k << ", depth " << truth;
      EXPECT_GE(deepest(r), truth - 1e-9) << "pose " << k;
      tally.count(truth, deepest(r));
    }
    tally.print("meshes");
    EXPECT_GT(tally.touching, share(300, 6));
    EXPECT_LE(tally.weak, tally.shallow / 4 + 2);
  }
}

TEST(MeshPairs, MeshCollidesWithConvexShapesLikeItsHull) {
  const Vector3 size(0.5, 0.4, 0.3);
  const Shape box = make_shape(GeometryKind::kBox, size.x(), size.y(), size.z());
  std::vector<Vector3> cloud;
  for (const Vector3& d : oracle::sphere_directions(20))
    cloud.push_back(0.13 * d.cwiseProduct(Vector3(1, 0.8, 0.6)));
  const std::vector<std::pair<const char*, Shape>> bodies{
      {"sphere", make_shape(GeometryKind::kSphere, 0.1)},
      {"box", make_shape(GeometryKind::kBox, 0.3, 0.2, 0.1)},
      {"cylinder", make_shape(GeometryKind::kCylinder, 0.1, 0.2)},
      {"capsule", make_shape(GeometryKind::kCapsule, 0.06, 0.2)},
      {"cone", make_shape(GeometryKind::kCone, 0.12, 0.2)},
      {"ellipsoid", make_shape(GeometryKind::kEllipsoid, 0.15, 0.1, 0.07)},
      {"hull", oracle::make_hull(cloud)}};
  for (const int fine : {0, 2}) {
    const Shape mesh = mesh_of_box(size, fine);
    for (const auto& [name, shape] : bodies) {
      std::mt19937_64 random(42);
      Tally tally;
      for (int k = 0; k < poses(60); ++k) {
        const RigidTransform X = near_pose(box, shape, random);
        const oracle::Pose a{box, {}}, b{shape, X};
        const double truth = oracle::is_polytope(shape) ? oracle::polytope_distance(a, b)
                                                        : oracle::swept_distance(a, b);
        const CollisionResult r = collide(mesh, {}, shape, X, 0);
        if (truth > 1e-6) {
          EXPECT_TRUE(r.contacts.empty()) << name << ", pose " << k << ", " << truth << " apart";
        }
        if (truth > -1e-5) continue;
        ASSERT_FALSE(r.contacts.empty()) << name << ", pose " << k << ", depth " << truth;
        EXPECT_GE(deepest(r), truth - 1e-6) << name << ", pose " << k;
        tally.count(truth, deepest(r));
      }
      tally.print(name);
      EXPECT_GT(tally.touching, share(60, 8)) << name;
    }
  }
}

}  // namespace
}  // namespace cardan
