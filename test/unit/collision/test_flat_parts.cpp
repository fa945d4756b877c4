// Which triangles of a surface are tested against a shape: the cost of a contact does not depend on
// how finely flat ground is divided.
#include "collision/surface/surface_dispatch.h"
#include "test/support/surfaces.h"
#include "test/unit/collision/pair_of_shapes.h"

namespace cardan {
namespace {

using oracle::make_shape;

constexpr double kFieldExtent = 8, kMargin = 1e-3;

Shape field(int cells, const test::Height& height) {
  return make_shapes(test::field_record(cells, {kFieldExtent, kFieldExtent}, height), "field")[0];
}

Shape mesh(int cells, const test::Height& height) {
  test::FloorShape floor;
  floor.columns = floor.rows = cells;
  floor.cell = kFieldExtent / cells;
  return make_shapes(test::mesh_record(test::floor_mesh(floor, height)), "mesh")[0];
}

double terraces(double x, double y) { return 0.25 * std::floor(0.7 * x) + 0.125 * std::floor(y); }
double slope(double x, double y) { return 0.25 * x + 0.125 * y; }

/// Contacts of a convex shape with a surface, and the number of triangles that were tested.
struct Tested {
  std::vector<Patch> patches;
  std::size_t triangles = 0;
};

Tested collide_with(const Surface& surface, const Shape& ground, const Shape& shape,
                    const RigidTransform& X) {
  Tested tested;
  NarrowPhaseScratch scratch;
  const PosedShape a{shape, X}, b{ground, {}};
  const AxisBox bounds = local_bounds(shape);
  collide_surface({a, b, nullptr, surface, bounds}, kMargin, scratch, tested.patches);
  tested.triangles = scratch.near_b.triangles.size();
  return tested;
}

void expect_same(const std::vector<Patch>& patches, const std::vector<Patch>& expected,
                 double tolerance) {
  ASSERT_EQ(patches.size(), expected.size());
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const Patch &p = patches[i], &q = expected[i];
    EXPECT_LT((p.normal - q.normal).norm(), tolerance);
    ASSERT_EQ(p.count, q.count);
    for (std::size_t k = 0; k < static_cast<std::size_t>(p.count); ++k) {
      double nearest = 1;
      for (std::size_t m = 0; m < static_cast<std::size_t>(q.count); ++m)
        nearest = std::min(nearest, (p.points[k].point - q.points[m].point).norm() +
                                        std::abs(p.points[k].gap - q.points[m].gap));
      EXPECT_LT(nearest, tolerance) << "point " << k << " of patch " << i;
    }
  }
}

class FlatGround : public testing::TestWithParam<Shape (*)(int, const test::Height&)> {};

struct Ground {
  Ground(const Shape& of) : shape(of), surface(shape) {}
  Shape shape;
  Surface surface;
};

TEST_P(FlatGround, OnlyTrianglesUnderCornersAreTested) {
  const std::vector<std::pair<Shape, double>> shapes{
      {make_shape(GeometryKind::kBox, 2, 2, 0.2), 0.1},
      {make_shape(GeometryKind::kCylinder, 1, 0.2), 0.1},
      {make_shape(GeometryKind::kSphere, 1), 1}};
  constexpr std::size_t kCorners = 17, kAround = 6;  // corners and lowest point; triangles around
  for (const test::Height& height : {test::Height(test::flat), test::Height(slope)}) {
    const Vector3 up =
        Vector3(height(0, 0) - height(1, 0), height(0, 0) - height(0, 1), 1).normalized();
    const Matrix3 R = Quaternion::FromTwoVectors(Vector3::UnitZ(), up).toRotationMatrix();
    // The two large triangles of the coarsest ground are no flat part: their edges are boundaries.
    const Ground coarsest(GetParam()(1, height));
    for (const int cells : {50, 203}) {
      const Ground fine(GetParam()(cells, height));
      for (const auto& [shape, half] : shapes) {
        for (const double depth : {-0.5 * kMargin, 1e-9, 1e-4}) {
          const RigidTransform X(R,
                                 Vector3(0.013, 0.021, height(0.013, 0.021)) + (half - depth) * up);
          const Tested expected = collide_with(coarsest.surface, coarsest.shape, shape, X);
          ASSERT_EQ(expected.patches.size(), 1u);
          const Tested tested = collide_with(fine.surface, fine.shape, shape, X);
          expect_same(tested.patches, expected.patches, 1e-9);
          EXPECT_LE(tested.triangles, kAround * kCorners) << cells << " cells";
        }
      }
    }
  }
}

// A box over terraces touches the highest grid point under it, whether that is inside flat ground
// or on an edge.
TEST_P(FlatGround, BoxOverTerracesTouchesTheHighest) {
  const Shape box = make_shape(GeometryKind::kBox, 1.5, 1.1, 0.2);
  const int cells = 80;
  const Shape ground = GetParam()(cells, terraces);
  const Surface surface(ground);
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int k = 0; k < poses(60); ++k) {
    RigidTransform X(Vector3(2.5 * uniform(random), 2.5 * uniform(random), 0));
    X.R = Eigen::AngleAxisd(3 * uniform(random), Vector3::UnitZ()).toRotationMatrix();
    double top = -1e9;
    for (int i = 0; i <= cells; ++i) {
      for (int j = 0; j <= cells; ++j) {
        const double x = (i / (0.5 * cells) - 1) * 0.5 * kFieldExtent;
        const double y = (j / (0.5 * cells) - 1) * 0.5 * kFieldExtent;
        const Vector3 p = X.R.transpose() * (Vector3(x, y, 0) - X.p);
        if (std::abs(p.x()) < 0.75 && std::abs(p.y()) < 0.55) top = std::max(top, terraces(x, y));
      }
    }
    X.p.z() = top + 0.1 + 0.5 * kMargin;
    const Tested tested = collide_with(surface, ground, box, X);
    ASSERT_FALSE(tested.patches.empty()) << k;
    double gap = 1;
    for (const Patch& patch : tested.patches)
      for (int i = 0; i < patch.count; ++i)
        gap = std::min(gap, patch.points[static_cast<std::size_t>(i)].gap);
    EXPECT_LE(gap, 0.5 * kMargin + 1e-9) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Surfaces, FlatGround, testing::Values(field, mesh),
                         [](const auto& of) { return of.index == 0 ? "field" : "mesh"; });

TEST(HeightPyramid, FindsExactlyTheTrianglesThatTouchABox) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const int cells : {1, 3, 4, 29, 64}) {
    const Shape ground = field(cells, [&](double, double) { return uniform(random); });
    const HeightfieldSurface surface(ground.heights);
    SurfaceFeatures all, near;
    surface.find({Vector3::Constant(-99), Vector3::Constant(99)}, all);
    ASSERT_EQ(all.triangles.size(), 2 * static_cast<std::size_t>(cells * cells));
    for (int k = 0; k < 200; ++k) {
      const Vector3 p(4.5 * uniform(random), 4.5 * uniform(random), 1.2 * uniform(random));
      const AxisBox box =
          grown({p, p}, 1e-3 + 1.5 * uniform(random) * uniform(random) * (k % 2 == 0 ? 1 : 0.01));
      if (box.lower.x() > box.upper.x()) continue;
      surface.find(box, near);
      std::size_t count = 0;
      for (const SurfaceTriangle& t : all.triangles) {
        if (!touches(box, t.corners)) continue;
        ASSERT_LT(count, near.triangles.size());
        EXPECT_EQ(near.triangles[count++].id, t.id);
      }
      EXPECT_EQ(near.triangles.size(), count) << cells << " cells, box " << k;
    }
  }
}

}  // namespace
}  // namespace cardan
