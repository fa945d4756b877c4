#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>

#include "cardan/error.h"
#include "core/mesh_moments.h"
#include "core/point_hull.h"

namespace cardan {
namespace {

// Every edge lies between two triangles, once in each direction, and no point is outside.
void expect_hull(const std::vector<Vector3>& points) {
  const std::vector<std::array<int, 3>> triangles = hull_triangles(points, "points");
  ASSERT_FALSE(triangles.empty());
  std::map<std::pair<int, int>, int> edges;
  for (const auto& t : triangles) {
    const auto at = [&](int i) { return points[static_cast<std::size_t>(i)]; };
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
    const Vector3 normal = (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0])).normalized();
    for (const Vector3& p : points) EXPECT_LE(normal.dot(p - at(t[0])), 1e-8);
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1U);
  }
}

TEST(PointHull, RandomPointsAndPointsOfASphere) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<Vector3> cloud, sphere;
  for (int i = 0; i < 2000; ++i) {
    cloud.emplace_back(normal(random), 10 * normal(random), 0.1 * normal(random));
    sphere.push_back(Vector3(normal(random), normal(random), normal(random)).normalized());
  }
  expect_hull(cloud);
  expect_hull(sphere);
  EXPECT_EQ(hull_triangles(sphere, "").size(), 2 * 2000U - 4);  // Euler, as all points are corners
}

// Many points in one plane and on one line, far from the origin, each of them twice.
TEST(PointHull, AGridHasTheVolumeOfItsBox) {
  TriangleMesh mesh;
  for (int twice = 0; twice < 2; ++twice)
    for (int i = 0; i < 1000; ++i)
      mesh.vertices.emplace_back(100 + 0.1 * (i % 10), 0.3 * (i / 10 % 10), 0.7 * (i / 100));
  mesh.triangles = hull_triangles(mesh.vertices, "");
  MeshMoments moments;
  moments.add(mesh);
  EXPECT_NEAR(moments.inertia(1).mass, 0.9 * 2.7 * 6.3, 1e-9);
}

TEST(PointHull, FlatSetsHaveNoTrianglesAndOthersAreRefused) {
  EXPECT_TRUE(hull_triangles({}, "").empty());
  EXPECT_TRUE(hull_triangles(std::vector<Vector3>(9, Vector3(1, 2, 3)), "").empty());
  EXPECT_TRUE(hull_triangles({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, "").empty());
  EXPECT_TRUE(hull_triangles({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}}, "").empty());
  EXPECT_THROW(
      hull_triangles(
          {{0, 0, 1}, {std::numeric_limits<double>::infinity(), 0, 1}, {0, 1, 1}, {1, 1, 2}}, "f"),
      Error);
}

}  // namespace
}  // namespace cardan
