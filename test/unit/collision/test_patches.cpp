// Patches of resting bodies: number, position, ids and stability of their points.
#include <set>

#include "test/unit/collision/collision_oracles.h"

namespace cardan {
namespace {

using oracle::make_shape;

Shape prism(int sides) {
  std::vector<Vector3> points;
  for (int i = 0; i < sides; ++i)
    for (double z : {-0.1, 0.1})
      points.emplace_back(0.2 * std::cos(2 * M_PI * i / sides),
                          0.2 * std::sin(2 * M_PI * i / sides), z);
  return oracle::make_hull(points);
}

/// A slab 10 m wide whose top is z = 0, or a half-space.
std::vector<std::pair<Shape, RigidTransform>> floors() {
  return {
      {make_shape(GeometryKind::kPlane, 0), {}},
      {make_shape(GeometryKind::kBox, 10, 10, 0.2), RigidTransform(Vector3(0, 0, -0.1))},
      {make_shape(GeometryKind::kBox, 200, 200, 0.01), RigidTransform(Vector3(0, 0, -0.005))},
      {oracle::make_hull(oracle::box_corners({8, 9, 0.3})), RigidTransform(Vector3(0, 0, -0.15))}};
}

CollisionResult on_floor(const std::pair<Shape, RigidTransform>& floor, const Shape& shape,
                         const RigidTransform& X, double margin) {
  CollisionScene scene;
  const int ground = scene.add({"floor", floor.first, true, -1});
  const int body = scene.add({"object", shape, false, 0});
  scene.set_pose(ground, floor.second);
  scene.set_pose(body, X);
  return scene.detect(margin);
}

struct Resting {
  const char* name;
  Shape shape;
  Vector3 rpy;
  double height;
  std::size_t points;
};

std::vector<Resting> resting_cases() {
  return {
      {"sphere", make_shape(GeometryKind::kSphere, 0.1), {0.3, 0.2, 0.1}, 0.1, 1},
      {"point", make_shape(GeometryKind::kSphere, 0), {0, 0, 0}, 0, 1},
      {"box", make_shape(GeometryKind::kBox, 0.2, 0.3, 0.4), {0, 0, 0.7}, 0.2, 4},
      {"plate", make_shape(GeometryKind::kBox, 0.2, 0.3, 0.001), {0, 0, 0.7}, 0.0005, 4},
      {"box on edge",
       make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2),
       {M_PI / 4, 0, 0},
       0.1 * std::sqrt(2.0),
       2},
      {"cylinder standing", make_shape(GeometryKind::kCylinder, 0.1, 0.4), {0, 0, 0.4}, 0.2, 4},
      {"cylinder lying", make_shape(GeometryKind::kCylinder, 0.1, 0.4), {M_PI / 2, 0, 0.3}, 0.1, 2},
      {"capsule lying", make_shape(GeometryKind::kCapsule, 0.1, 0.4), {0, M_PI / 2, 0.2}, 0.1, 2},
      {"capsule standing", make_shape(GeometryKind::kCapsule, 0.1, 0.4), {0, 0, 0}, 0.3, 1},
      {"cone", make_shape(GeometryKind::kCone, 0.1, 0.4), {0, 0, 0}, 0.2, 4},
      {"ellipsoid", make_shape(GeometryKind::kEllipsoid, 0.1, 0.2, 0.3), {0, M_PI / 2, 0}, 0.1, 1},
      {"cube hull", oracle::make_hull(oracle::box_corners({0.2, 0.2, 0.2})), {0, 0, 0.3}, 0.1, 4},
      {"triangular prism", prism(3), {0, 0, 0.3}, 0.1, 3},
      {"12-sided prism", prism(12), {0, 0, 0.3}, 0.1, 4}};
}

TEST(Patch, RestingBodiesHaveAFullPatchOnEveryFloor) {
  for (const auto& floor : floors()) {
    for (const Resting& c : resting_cases()) {
      for (double gap : {-1e-4, -1e-9, 0.0, 1e-9, 1e-4}) {
        SCOPED_TRACE(std::string(c.name) + " on kind " + std::to_string(int(floor.first.kind)) +
                     " gap " + std::to_string(gap * 1e9) + "e-9");
        const RigidTransform X = RigidTransform::from_xyz_rpy({0.3, -0.2, c.height + gap}, c.rpy);
        const CollisionResult r = on_floor(floor, c.shape, X, 2e-4);
        ASSERT_EQ(r.contacts.size(), c.points);
        ASSERT_EQ(r.manifolds.size(), 1u);
        std::set<std::uint32_t> features;
        for (const Contact& contact : r.contacts) {
          EXPECT_NEAR(contact.phi, gap, 1e-13);
          EXPECT_NEAR(contact.point.z(), gap / 2, 1e-13);
          EXPECT_NEAR((contact.normal - Vector3::UnitZ()).norm(), 0, 1e-12);
          features.insert(contact.feature);
        }
        EXPECT_EQ(features.size(), c.points);
      }
    }
  }
}

TEST(Patch, BoxOnPlaneHasContactIdsOfItsCorners) {
  const CollisionResult r = on_floor(floors()[0], make_shape(GeometryKind::kBox, 1, 1, 1),
                                     RigidTransform(Vector3(0, 0, 0.5)), 1e-3);
  ASSERT_EQ(r.contacts.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(r.contacts[i].feature, i);
    EXPECT_EQ(r.contacts[i].point, Vector3((i & 1u) ? 0.5 : -0.5, (i & 2u) ? 0.5 : -0.5, 0));
  }
}

TEST(Patch, PatchIsStableUnderRoundOffAndSmallTilts) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const auto& floor : floors()) {
    for (const Resting& c : resting_cases()) {
      // On edge, on a cap's tip and on generators a tilt moves the points themselves; ids of faces
      // must stay.
      if (c.points < 3) continue;
      SCOPED_TRACE(std::string(c.name) + " on kind " + std::to_string(int(floor.first.kind)));
      std::vector<std::uint32_t> ids;
      std::vector<Vector3> points;
      for (int k = 0; k < 50; ++k) {
        const double noise = 1e-10;
        const Vector3 xyz = Vector3(0.3, -0.2, c.height) +
                            noise * Vector3(uniform(random), uniform(random), uniform(random));
        const Vector3 rpy =
            c.rpy + noise * Vector3(uniform(random), uniform(random), uniform(random));
        const CollisionResult r =
            on_floor(floor, c.shape, RigidTransform::from_xyz_rpy(xyz, rpy), 1e-3);
        std::vector<std::uint32_t> now;
        for (const Contact& contact : r.contacts) now.push_back(contact.feature);
        if (k == 0) {
          ids = now;
          for (const Contact& contact : r.contacts) points.push_back(contact.point);
          continue;
        }
        ASSERT_EQ(now, ids);
        for (std::size_t i = 0; i < points.size(); ++i)
          EXPECT_NEAR((r.contacts[i].point - points[i]).norm(), 0, 1e-8);
      }
    }
  }
}

TEST(Patch, TiltedBoxOnBoxHasTheGapsOfItsCorners) {
  // The test covers normals of either face and very small tilts, because a gap that is lost at 1e-6
  // rad lets stacks creep.
  const Shape box = make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2);
  const std::vector<std::pair<Shape, RigidTransform>> bases{
      floors()[1],
      floors()[3],
      {make_shape(GeometryKind::kBox, 0.3, 0.3, 0.2), RigidTransform(Vector3(0, 0, -0.1))}};
  for (const Shape& upper : {box, oracle::make_hull(oracle::box_corners({0.2, 0.2, 0.2}))}) {
    for (const auto& base : bases) {
      for (double tilt : {1e-3, 1e-5, 2e-6, 1e-7, 1e-9}) {
        SCOPED_TRACE(tilt);
        const RigidTransform X =
            RigidTransform::from_xyz_rpy({0, 0, 0.1 - 1e-9}, {tilt, 2 * tilt, 0});
        const CollisionResult plane = on_floor(floors()[0], upper, X, 1e-3),
                              r = on_floor(base, upper, X, 1e-3);
        ASSERT_EQ(plane.contacts.size(), 4u);
        ASSERT_EQ(r.contacts.size(), 4u);
        std::vector<double> a, b;
        for (std::size_t i = 0; i < 4; ++i) {
          a.push_back(plane.contacts[i].phi);
          b.push_back(r.contacts[i].phi);
        }
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(a[i], b[i], 1e-14 + 5 * tilt * tilt * 0.2);
      }
    }
  }
}

TEST(Patch, StackedBoxesOfOneSizeKeepFourCorners) {
  const Shape box = make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2);
  for (double shift : {0.0, 1e-12, -1e-11, 0.03}) {
    const CollisionResult r = on_floor({box, RigidTransform(Vector3(0, 0, -0.1))}, box,
                                       RigidTransform(Vector3(shift, 0, 0.1 - 1e-6)), 1e-3);
    ASSERT_EQ(r.contacts.size(), 4u);
    for (const Contact& c : r.contacts) {
      EXPECT_NEAR(c.phi, -1e-6, 1e-13);
      EXPECT_NEAR(std::abs(c.point.y()), 0.1, 1e-12);
    }
  }
}

TEST(Patch, NearlyCoplanarSoleIsOneFace) {
  std::mt19937_64 random(21);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Vector3> points;
  for (int i = 0; i < 24; ++i) {
    const double angle = 2 * M_PI * i / 24;
    for (double z : {-0.05, 0.05})
      points.emplace_back(0.1 * std::cos(angle), 0.06 * std::sin(angle),
                          z + 3e-9 * uniform(random));
  }
  const Shape foot = oracle::make_hull(points);
  for (const auto& floor : floors()) {
    for (double gap : {-1e-5, 1e-5}) {
      const CollisionResult r =
          on_floor(floor, foot, RigidTransform(Vector3(0.1, 0.2, 0.05 + gap)), 1e-3);
      ASSERT_EQ(r.contacts.size(), 4u) << int(floor.first.kind);
      // Among quadrangles in an ellipse the largest has the area 2 a b.
      std::vector<Vector2> corners;
      for (const Contact& c : r.contacts)
        corners.emplace_back(c.point.x() - 0.1, c.point.y() - 0.2);
      std::sort(corners.begin(), corners.end(), [](const Vector2& p, const Vector2& q) {
        return std::atan2(p.y(), p.x()) < std::atan2(q.y(), q.x());
      });
      double area = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        const Vector2 &p = corners[i], &q = corners[(i + 1) % 4];
        area += 0.5 * (p.x() * q.y() - p.y() * q.x());
      }
      EXPECT_GT(area, 0.9 * 2 * 0.1 * 0.06);
      for (const Contact& c : r.contacts) EXPECT_NEAR(c.phi, gap, 1e-8);
    }
  }
}

TEST(Patch, CrossedEdgesMeetInOnePoint) {
  const Shape box = make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2);
  // One box on its edge along x, another on its edge along y above it.
  const double half = 0.1 * std::sqrt(2.0);
  const RigidTransform low = RigidTransform::from_xyz_rpy({0, 0, -half}, {M_PI / 4, 0, 0});
  for (double gap : {-1e-3, 1e-4}) {
    const RigidTransform high =
        RigidTransform::from_xyz_rpy({0.01, 0.02, half + gap}, {0, M_PI / 4, 0});
    const CollisionResult r = on_floor({box, low}, box, high, 1e-3);
    ASSERT_EQ(r.contacts.size(), 1u);
    EXPECT_NEAR(r.contacts[0].phi, gap, 1e-14);
    EXPECT_NEAR((r.contacts[0].point - Vector3(0.01, 0, gap / 2)).norm(), 0, 1e-13);
    EXPECT_NEAR((r.contacts[0].normal - Vector3::UnitZ()).norm(), 0, 1e-13);
  }
}

TEST(Patch, ParallelCapsulesAndCylindersTouchInTwoPoints) {
  for (const Shape& shape : {make_shape(GeometryKind::kCapsule, 0.1, 0.4),
                             make_shape(GeometryKind::kCylinder, 0.1, 0.4)}) {
    const RigidTransform low = RigidTransform::from_xyz_rpy({0, 0, -0.1}, {0, M_PI / 2, 0});
    const RigidTransform high = RigidTransform::from_xyz_rpy({0.1, 0, 0.0999}, {0, M_PI / 2, 0});
    const CollisionResult r = on_floor({shape, low}, shape, high, 1e-3);
    ASSERT_EQ(r.contacts.size(), 2u);
    std::vector<double> x{r.contacts[0].point.x(), r.contacts[1].point.x()};
    std::sort(x.begin(), x.end());
    EXPECT_NEAR(x[0], -0.1, 1e-12);
    EXPECT_NEAR(x[1], 0.2, 1e-12);
    for (const Contact& c : r.contacts) EXPECT_NEAR(c.phi, -1e-4, 1e-10);
  }
}

TEST(Patch, PatchOfAnOverhangingCylinderLiesOnTheSlab) {
  const Shape cylinder = make_shape(GeometryKind::kCylinder, 0.1, 0.2);
  const CollisionResult r =
      on_floor(floors()[1], cylinder, RigidTransform(Vector3(5.02, 0, 0.1)), 1e-3);
  ASSERT_EQ(r.contacts.size(), 4u);
  for (const Contact& c : r.contacts) {
    EXPECT_LE(c.point.x(), 5 + 1e-9);
    EXPECT_LE((c.point - Vector3(5.02, 0, 0)).norm(), 0.1 + 1e-9);
  }
}

TEST(Patch, CylinderTipsOverItsDeepestRimPoint) {
  const Shape cylinder = make_shape(GeometryKind::kCylinder, 0.1, 0.2);
  for (const auto& floor : floors()) {
    const double tilt = 1e-3;
    const RigidTransform X = RigidTransform::from_xyz_rpy(
        {0, 0, 0.1 * std::cos(tilt) + 0.1 * std::sin(tilt) - 1e-5}, {tilt, 0, 0.9});
    const CollisionResult r = on_floor(floor, cylinder, X, 1e-4);
    double deepest = 1;
    for (const Contact& c : r.contacts) deepest = std::min(deepest, c.phi);
    EXPECT_NEAR(deepest, -1e-5, 1e-12);
  }
}

/// Interval of t in which p + t n lies in a box.
std::pair<double, double> part_in_box(const Shape& box, const RigidTransform& X, const Vector3& p,
                                      const Vector3& n) {
  const Vector3 p_B = X.inverse() * p, n_B = X.R.transpose() * n;
  double from = -std::numeric_limits<double>::infinity(), to = -from;
  for (int i = 0; i < 3; ++i) {
    const double t0 = (-0.5 * box.size[i] - p_B[i]) / n_B[i];
    const double t1 = (0.5 * box.size[i] - p_B[i]) / n_B[i];
    from = std::max(from, std::min(t0, t1));
    to = std::min(to, std::max(t0, t1));
  }
  return {from, to};
}

// The slabs overhang each other, so that two edges are the deepest place. Each point of the patch
// has the gap between the surfaces along the normal.
TEST(Patch, TiltedSlabsRestOnTheAreaThatTheyShare) {
  const Shape slab = make_shape(GeometryKind::kBox, 1, 1, 0.2);
  const RigidTransform X_lower;
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int edges = 0, wide = 0;
  for (int k = 0; k < 200; ++k) {
    const Vector3 rpy(0.05 * uniform(random), 0.05 * uniform(random), 0.3 * uniform(random));
    const auto upper_at = [&](double z) {
      return RigidTransform::from_xyz_rpy({0.5, 0.4, z}, rpy);
    };
    const auto contacts_at = [&](double z) {
      CollisionScene scene;
      const int lower = scene.add({"lower", slab, true, -1});
      const int upper = scene.add({"upper", slab, false, 0});
      scene.set_pose(lower, X_lower);
      scene.set_pose(upper, upper_at(z));
      return scene.detect(0.5);
    };
    double z = 0.3;
    for (int i = 0; i < 3; ++i) {  // the depth is not linear in the height
      double gap = 1;
      for (const Contact& contact : contacts_at(z).contacts) gap = std::min(gap, contact.phi);
      z -= gap + 1e-3;
    }
    const CollisionResult r = contacts_at(z);
    ASSERT_FALSE(r.contacts.empty());
    double least = 1;
    Vector3 middle = Vector3::Zero();
    for (const Contact& contact : r.contacts)
      middle += contact.point / static_cast<double>(r.contacts.size());
    for (const Contact& contact : r.contacts) {
      const Vector3& n = contact.normal;  // from the lower slab to the upper one
      const Vector3 inside = contact.point + 1e-7 * (middle - contact.point);
      const auto [enters, leaves] = part_in_box(slab, X_lower, inside, n);
      const auto [meets, passes] = part_in_box(slab, upper_at(z), inside, n);
      EXPECT_NEAR(contact.phi, meets - leaves, 1e-7) << k;
      EXPECT_LT(enters, passes);
      least = std::min(least, contact.phi);
    }
    EXPECT_NEAR(least, -1e-3, 1e-4) << k;
    const Vector3& n = r.contacts[0].normal;
    const Matrix3 R = upper_at(z).R;
    if (std::abs(n.z()) > 1 - 1e-10 || std::abs(R.col(2).dot(n)) > 1 - 1e-10) continue;
    ++edges;
    if (r.contacts.size() >= 3) ++wide;
  }
  EXPECT_GT(edges, 20);
  EXPECT_EQ(wide, edges);
}

}  // namespace
}  // namespace cardan
