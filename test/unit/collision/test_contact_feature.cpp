#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "collision/contact_feature.h"

// The feature of a shape that belongs to a normal.
namespace cardan {
namespace {

Shape shape_of(GeometryKind kind, const Vector3& size) {
  Shape shape;
  shape.kind = kind;
  shape.size = size;
  return shape;
}

/// A pose in general position.
RigidTransform somewhere() {
  return RigidTransform::from_xyz_rpy(Vector3(0.3, -2, 1), Vector3(0.4, 1.1, -0.7));
}

/// Feature for a normal and a point in the frame of the shape.
ContactFeature ask(const Shape& shape, const Vector3& n_S, const Vector3& p_S) {
  const RigidTransform X = somewhere();
  return contact_feature(shape, X, X.R * n_S.normalized(), X * p_S);
}

void expect_along(const ContactFeature& feature, const Vector3& d_S) {
  EXPECT_NEAR(feature.direction.cross(somewhere().R * d_S.normalized()).norm(), 0, 1e-12);
}

void check_box(const Shape& box) {
  const ContactFeature face = ask(box, {0, 0, -1}, {0.5, 0.9, -1.5});
  EXPECT_EQ(face.kind, ContactFeatureKind::kFace);
  EXPECT_NEAR((face.direction + somewhere().R.col(2)).norm(), 0, 1e-12) << "outward";
  EXPECT_NEAR(face.corner_distance, 0.1, 1e-12);
  const ContactFeature edge = ask(box, {1, 0, 2}, {0.5, 0.2, 1.5});
  EXPECT_EQ(edge.kind, ContactFeatureKind::kEdge);
  expect_along(edge, Vector3::UnitY());
  EXPECT_EQ(ask(box, {1, -1, 2}, {0.5, -1, 1.5}).kind, ContactFeatureKind::kVertex);
  // Within 1e-6 rad a normal is the face's; beyond it is not.
  EXPECT_EQ(ask(box, {1e-7, 0, 1}, {0, 0, 1.5}).kind, ContactFeatureKind::kFace);
  EXPECT_EQ(ask(box, {1e-5, 0, 1}, {0.5, 0, 1.5}).kind, ContactFeatureKind::kEdge);
}

TEST(ContactFeature, BoxAndItsHullHaveTheSameFeatures) {
  check_box(shape_of(GeometryKind::kBox, {1, 2, 3}));
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(i & 1 ? 0.5 : -0.5, i & 2 ? 1 : -1, i & 4 ? 1.5 : -1.5);
  }
  Shape hull;
  hull.kind = GeometryKind::kConvex;
  hull.hull = make_convex_hull(corners, "box");
  check_box(hull);
}

/// Principal radii of the feature, ascending; one of the three belongs to the normal and is 0.
Vector3 radii(const ContactFeature& feature) {
  Eigen::SelfAdjointEigenSolver<Matrix3> solver(feature.radii);
  return solver.eigenvalues();
}

TEST(ContactFeature, RoundShapesHaveTheirRadii) {
  const ContactFeature ball =
      ask(shape_of(GeometryKind::kSphere, {0.4, 0, 0}), {1, 2, 3}, Vector3::Zero());
  EXPECT_EQ(ball.kind, ContactFeatureKind::kVertex);
  EXPECT_NEAR((radii(ball) - Vector3(0, 0.4, 0.4)).norm(), 0, 1e-12);
  const Shape bowl = shape_of(GeometryKind::kHollowSphere, {2, 0, 0});
  EXPECT_NEAR((radii(ask(bowl, {1, 0, 0}, Vector3::Zero())) - Vector3(-2, -2, 0)).norm(), 0, 1e-12);
  const Shape capsule = shape_of(GeometryKind::kCapsule, {0.2, 1, 0});
  const ContactFeature side = ask(capsule, {3, 4, 0}, {0.12, 0.16, 0.1});
  EXPECT_EQ(side.kind, ContactFeatureKind::kEdge);
  EXPECT_NEAR((radii(side) - Vector3(0, 0, 0.2)).norm(), 0, 1e-12);
  expect_along(side, Vector3::UnitZ());
  EXPECT_EQ(ask(capsule, {3, 4, 1}, {0, 0, 0.5}).kind, ContactFeatureKind::kVertex);
  const Shape cylinder = shape_of(GeometryKind::kCylinder, {0.3, 1, 0});
  EXPECT_EQ(ask(cylinder, {1, 0, 0}, {0.3, 0, 0}).kind, ContactFeatureKind::kEdge);
  const ContactFeature disc = ask(cylinder, {0, 0, 1}, {0.3, 0, 0.5});
  EXPECT_EQ(disc.kind, ContactFeatureKind::kFace);
  EXPECT_NEAR(disc.corner_distance, 0, 1e-12) << "points of its rim are its own";
  const ContactFeature rim = ask(cylinder, {3, 0, 4}, {0.3, 0, 0.5});
  EXPECT_EQ(rim.kind, ContactFeatureKind::kVertex);
  EXPECT_NEAR((radii(rim) - Vector3(0, 0, 0.3 / 0.6)).norm(), 0, 1e-12);
  EXPECT_NEAR((rim.radii * (somewhere().R * Vector3::UnitY())).norm(), 0.5, 1e-12);
}

TEST(ContactFeature, ConeHasAnApexASideARimAndABase) {
  const Shape cone = shape_of(GeometryKind::kCone, {0.3, 0.4, 0});
  EXPECT_EQ(radii(ask(cone, {1, 0, 2}, {0, 0, 0.2})).norm(), 0);
  // Half way up the side the circle about the axis has half the radius.
  const ContactFeature side = ask(cone, {4, 0, 3}, {0.15, 0, 0});
  EXPECT_EQ(side.kind, ContactFeatureKind::kEdge);
  expect_along(side, {-0.3, 0, 0.4});
  EXPECT_NEAR((radii(side) - Vector3(0, 0, 0.15 / 0.8)).norm(), 0, 1e-12);
  EXPECT_NEAR((radii(ask(cone, {4, 0, -3}, {0.3, 0, -0.2})) - Vector3(0, 0, 0.3 / 0.8)).norm(), 0,
              1e-12);
  EXPECT_EQ(ask(cone, {0, 0, -1}, {0.1, 0, -0.2}).kind, ContactFeatureKind::kFace);
  // A cone on its side touches at the rim and at the apex, whichever of them its tilt lowers.
  for (const double tilt : {-1e-4, 1e-4}) {
    const Vector3 n(4, 0, 3 + tilt);
    EXPECT_NEAR(radii(ask(cone, n, {0.3, 0, -0.2})).maxCoeff(), 0.3 / 0.8, 1e-4) << tilt;
    EXPECT_EQ(radii(ask(cone, n, {0, 0, 0.2})).norm(), 0) << tilt;
  }
}

// At the end of the axis a the radii are b²/a and c²/a.
TEST(ContactFeature, EllipsoidHasItsPrincipalRadii) {
  const Shape egg = shape_of(GeometryKind::kEllipsoid, {0.5, 0.2, 0.3});
  const ContactFeature end = ask(egg, {1, 0, 0}, {0.5, 0, 0});
  EXPECT_EQ(end.kind, ContactFeatureKind::kVertex);
  EXPECT_NEAR((radii(end) - Vector3(0, 0.08, 0.18)).norm(), 0, 1e-12);
}

TEST(ContactFeature, HalfSpaceIsAFaceWithoutCorners) {
  const ContactFeature ground =
      ask(shape_of(GeometryKind::kPlane, Vector3::Zero()), {0, 0, 1}, {5, 7, 0});
  EXPECT_EQ(ground.kind, ContactFeatureKind::kFace);
  EXPECT_TRUE(std::isinf(ground.corner_distance));
}

}  // namespace
}  // namespace cardan
