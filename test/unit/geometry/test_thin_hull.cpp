#include <cmath>

#include "cardan/error.h"
#include "cardan/shape.h"
#include "geometry/thin_hull.h"

namespace cardan {
namespace {

std::vector<Vector3> sheet(const RigidTransform& X, double height = 0) {
  std::vector<Vector3> points;
  for (const double x : {0.0, 0.2, 0.4}) {
    for (const double y : {0.0, 0.3}) points.push_back(X * Vector3(x, y, height * x * y));
  }
  return points;
}

RigidTransform turned() {
  return RigidTransform::from_xyz_rpy(Vector3(0.3, -2, 1), Vector3(0.4, 1.1, -0.7));
}

GeometryRecord record_of(const std::vector<std::vector<Vector3>>& parts) {
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  for (const std::vector<Vector3>& points : parts) {
    auto mesh = std::make_shared<TriangleMesh>();
    mesh->vertices = points;
    mesh->triangles = {{0, 1, 2}};
    record.parts.push_back(mesh);
  }
  return record;
}

// Half the thickness to both sides, and the outline as it was.
TEST(ThinHull, FlatPartBecomesAPlateAroundItsPlane) {
  const std::vector<Vector3> points = sheet(turned());
  const std::vector<Shape> shapes = make_shapes(record_of({points}), "x");
  ASSERT_EQ(shapes.size(), 1u);
  const double thickness = plate_thickness(points);
  EXPECT_NEAR(thickness, 0.5e-3, 1e-9);  // a thousandth of the diagonal
  const ConvexHull& hull = *shapes[0].hull;
  EXPECT_EQ(hull.faces.size(), 6u);
  const Vector3 normal = turned().R.col(2);
  double low = 1, high = -1;
  for (const Vector3& v : hull.vertices) {
    const double height = normal.dot(v - turned().p);
    low = std::min(low, height);
    high = std::max(high, height);
    double nearest = 1;
    for (const Vector3& p : points) nearest = std::min(nearest, (p - v).norm());
    EXPECT_NEAR(nearest, thickness / 2, 1e-12);
  }
  EXPECT_NEAR(high, thickness / 2, 1e-12);
  EXPECT_NEAR(low, -thickness / 2, 1e-12);
}

TEST(ThinHull, PartWithVolumeIsUnchanged) {
  std::vector<Vector3> points = sheet(turned());
  points.push_back(turned() * Vector3(0.1, 0.1, 0.01));
  const std::vector<Shape> shapes = make_shapes(record_of({points}), "x");
  EXPECT_EQ(plate_thickness(points), 0);
  EXPECT_EQ(shapes[0].hull->vertices, make_convex_hull(points, "x")->vertices);
}

// For every thickness from zero to large, one of the two methods gives a hull.
TEST(ThinHull, EveryThicknessIsAPlateOrAHull) {
  for (double e = -12; e < -2; e += 0.125) {
    for (const RigidTransform& X : {RigidTransform(), turned()}) {
      SCOPED_TRACE(e);
      EXPECT_NO_THROW(make_shapes(record_of({sheet(X, std::pow(10.0, e))}), "x"));
    }
  }
}

TEST(ThinHull, CollinearAndNonFinitePointsAreRejected) {
  const std::vector<Vector3> line{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
  EXPECT_EQ(plate_thickness(line), 0);
  EXPECT_THROW(make_shapes(record_of({line}), "x"), Error);
  EXPECT_THROW(make_shapes(record_of({std::vector<Vector3>(5, Vector3::Ones())}), "x"), Error);
  const std::vector<Vector3> broken{{0, 0, 0}, {1, 0, 0}, {0, 1, std::nan("")}};
  EXPECT_EQ(plate_thickness(broken), 0);
  EXPECT_THROW(make_shapes(record_of({broken}), "x"), Error);
}

}  // namespace
}  // namespace cardan
