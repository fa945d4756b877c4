// Shapes from records, hulls from points, and rejected input.
#include <ctime>

#include "cardan/error.h"
#include "test/unit/collision/collision_oracles.h"

namespace cardan {
namespace {

GeometryRecord record(GeometryKind kind, double x, double y = 0, double z = 0) {
  GeometryRecord r;
  r.kind = kind;
  r.size = Vector3(x, y, z);
  return r;
}

TEST(Shapes, GeometryRecordsBecomeShapes) {
  EXPECT_EQ(make_shapes(record(GeometryKind::kBox, 1, 2, 3), "x")[0].kind, GeometryKind::kBox);
  EXPECT_EQ(make_shapes(record(GeometryKind::kPlane, 0), "x")[0].kind, GeometryKind::kPlane);
  EXPECT_EQ(make_shapes(record(GeometryKind::kSphere, 0), "x")[0].size.x(), 0);  // a point
  GeometryRecord mesh = record(GeometryKind::kMesh, 0);
  for (double shift : {0.0, 2.0}) {
    auto part = std::make_shared<TriangleMesh>();
    for (const Vector3& p : oracle::box_corners({1, 1, 1}))
      part->vertices.push_back(p + Vector3(shift, 0, 0));
    part->triangles = {{0, 1, 2}};
    mesh.parts.push_back(part);
  }
  EXPECT_EQ(make_shapes(mesh, "x").size(), 2u);
  EXPECT_EQ(make_shapes(mesh, "x")[1].hull->faces.size(), 6u);
  mesh.convex = false;
  EXPECT_EQ(make_shapes(mesh, "x")[0].kind, GeometryKind::kMesh);
}

TEST(Shapes, InvalidSizesAndFlatMeshesAreRejected) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(make_shapes(record(GeometryKind::kBox, 1, -1, 1), "x"), Error);
  EXPECT_THROW(make_shapes(record(GeometryKind::kBox, 1, 0, 1), "x"), Error);
  EXPECT_THROW(make_shapes(record(GeometryKind::kSphere, nan), "x"), Error);
  EXPECT_THROW(make_shapes(record(GeometryKind::kMesh, 0), "x"), Error);
  EXPECT_THROW(make_convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "x"), Error);
  EXPECT_THROW(make_convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, "x"), Error);
  EXPECT_THROW(make_convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}}, "x"), Error);
  EXPECT_THROW(make_convex_hull(std::vector<Vector3>(10, Vector3::Ones()), "x"), Error);
}

TEST(Shapes, HullIsClosedConvexAndMergesCoplanarFaces) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> g;
  std::vector<Vector3> cloud, cube = oracle::box_corners({1, 2, 3});
  for (int i = 0; i < 300; ++i) cloud.emplace_back(g(random), g(random), g(random));
  cube.emplace_back(0.5, 0.3, 0.2);  // in a face
  cube.emplace_back(0.1, 0.3, 0.2);  // inside
  cube.push_back(cube[0]);
  for (const auto& points : {cloud, cube}) {
    const auto hull = make_convex_hull(points, "x");
    EXPECT_EQ(static_cast<int>(hull->vertices.size()) - static_cast<int>(hull->edges.size()) +
                  static_cast<int>(hull->faces.size()),
              2);  // Euler
    for (std::size_t f = 0; f < hull->faces.size(); ++f) {
      const Vector3& n = hull->face_normals[f];
      const Vector3& on_face = hull->vertices[static_cast<std::size_t>(hull->faces[f][0])];
      for (const Vector3& p : points) EXPECT_LE(n.dot(p - on_face), 1e-12);
      for (std::size_t i = 0; i < hull->faces[f].size(); ++i) {  // counter-clockwise from outside
        const auto at = [&](std::size_t k) {
          return hull
              ->vertices[static_cast<std::size_t>(hull->faces[f][k % hull->faces[f].size()])];
        };
        EXPECT_GT(n.dot((at(i + 1) - at(i)).cross(at(i + 2) - at(i + 1))), 0);
      }
    }
  }
  const auto hull = make_convex_hull(cube, "x");
  EXPECT_EQ(hull->vertices.size(), 8u);
  EXPECT_EQ(hull->faces.size(), 6u);
  EXPECT_EQ(hull->edges.size(), 12u);
}

// A cylinder of very many sides: two caps, each one face, and a face per side; as Qhull has it, in
// time that grows no faster than the corners.
TEST(Shapes, HullOfManyCornersMergesCoplanarFaces) {
  const auto cylinder = [](int sides) {
    std::vector<Vector3> points;
    const Matrix3 R = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * M_PI * i / sides;
      for (const double z : {-1.0, 1.0})
        points.push_back((R * Vector3(std::cos(angle), std::sin(angle), z))
                             .cast<float>()  // as in files
                             .cast<double>());
    }
    return points;
  };
  for (const int sides : {500, 4000}) {
    const std::vector<Vector3> points = cylinder(sides);
    const auto hull = make_convex_hull(points, "x");
    const auto n = static_cast<std::size_t>(sides);
    EXPECT_EQ(hull->vertices.size(), 2 * n);
    EXPECT_EQ(hull->edges.size(), 3 * n);
    EXPECT_EQ(hull->faces.size(), n + 2);
    std::size_t caps = 0;
    for (std::size_t f = 0; f < hull->faces.size(); ++f) {
      caps += hull->faces[f].size() == n;
      const Vector3& on_face = hull->vertices[static_cast<std::size_t>(hull->faces[f][0])];
      for (std::size_t k = 0; k < points.size(); k += 97)
        EXPECT_LE(hull->face_normals[f].dot(points[k] - on_face), 1e-6);
    }
    EXPECT_EQ(caps, 2u);
  }
}

// 50000 corners in a second or two; 4.4 s by Qhull's merging.
TEST(Shapes, HullOfManyCornersIsBuiltQuickly) {
  std::vector<Vector3> points;
  constexpr int kRows = 220;
  for (int i = 0; i <= kRows; ++i) {
    for (int j = 0; j < kRows; ++j) {
      const double theta = M_PI * i / kRows, phi = 2 * M_PI * j / kRows;
      points.emplace_back(static_cast<float>(std::sin(theta) * std::cos(phi)),
                          static_cast<float>(std::sin(theta) * std::sin(phi)),
                          static_cast<float>(std::cos(theta)));
    }
  }
  const std::clock_t start = std::clock();
  const auto hull = make_convex_hull(points, "x");
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 4.0);
  EXPECT_GT(hull->vertices.size(), 45000u);
  EXPECT_EQ(static_cast<int>(hull->vertices.size()) - static_cast<int>(hull->edges.size()) +
                static_cast<int>(hull->faces.size()),
            2);
}

TEST(Shapes, SupportPointLiesOnTheSurfaceAndIsFarthest) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> g;
  const Shape cone = oracle::make_shape(GeometryKind::kCone, 0.3, 0.5);
  for (int k = 0; k < 1000; ++k) {
    const Vector3 d = Vector3(g(random), g(random), g(random)).normalized();
    double best = 0.25 * d.z();  // apex
    for (int i = 0; i < 720; ++i)
      best = std::max(best, d.dot(Vector3(0.3 * std::cos(i * M_PI / 360),
                                          0.3 * std::sin(i * M_PI / 360), -0.25)));
    EXPECT_NEAR(support_point(cone, d).dot(d), best, 1e-5);
    EXPECT_GE(support_point(cone, d).dot(d), best - 1e-12);
  }
}

TEST(MakeShapes, KindsThatAreNotThoseOfARecordAreRefused) {
  for (const GeometryKind kind : {GeometryKind::kConvex, static_cast<GeometryKind>(200)}) {
    GeometryRecord record;
    record.kind = kind;
    record.size = Vector3::Ones();
    EXPECT_THROW(make_shapes(record, "shape"), Error);
    EXPECT_THROW(geometry_inertia(record, 1000), Error);
  }
}

}  // namespace
}  // namespace cardan
