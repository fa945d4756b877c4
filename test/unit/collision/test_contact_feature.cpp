#include <gtest/gtest.h>

#include "cardan/collision/contact_feature.h"

// The feature of a shape that belongs to a normal.
namespace cardan {
namespace {

Shape shape_of(ShapeKind kind, const Vector3& size) {
  Shape shape;
  shape.kind = kind;
  shape.size = size;
  return shape;
}

/// A pose that is none of the special ones.
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
  check_box(shape_of(ShapeKind::kBox, {1, 2, 3}));
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(i & 1 ? 0.5 : -0.5, i & 2 ? 1 : -1, i & 4 ? 1.5 : -1.5);
  }
  Shape hull;
  hull.kind = ShapeKind::kConvex;
  hull.hull = make_convex_hull(corners, "box");
  check_box(hull);
}

TEST(ContactFeature, RoundShapesAreCoresWithARadius) {
  const ContactFeature ball =
      ask(shape_of(ShapeKind::kSphere, {0.4, 0, 0}), {1, 2, 3}, Vector3::Zero());
  EXPECT_EQ(ball.kind, ContactFeatureKind::kVertex);
  EXPECT_EQ(ball.radius, 0.4);
  EXPECT_EQ(ask(shape_of(ShapeKind::kHollowSphere, {2, 0, 0}), {1, 0, 0}, Vector3::Zero()).radius,
            -2);
  const Shape capsule = shape_of(ShapeKind::kCapsule, {0.2, 1, 0});
  const ContactFeature side = ask(capsule, {3, 4, 0}, {0.12, 0.16, 0.1});
  EXPECT_EQ(side.kind, ContactFeatureKind::kEdge);
  EXPECT_EQ(side.radius, 0.2);
  expect_along(side, Vector3::UnitZ());
  EXPECT_EQ(ask(capsule, {3, 4, 1}, {0, 0, 0.5}).kind, ContactFeatureKind::kVertex);
  const Shape cylinder = shape_of(ShapeKind::kCylinder, {0.3, 1, 0});
  EXPECT_EQ(ask(cylinder, {1, 0, 0}, {0.3, 0, 0}).kind, ContactFeatureKind::kEdge);
  const ContactFeature disc = ask(cylinder, {0, 0, 1}, {0.3, 0, 0.5});
  EXPECT_EQ(disc.kind, ContactFeatureKind::kFace);
  EXPECT_NEAR(disc.corner_distance, 0, 1e-12) << "points of its rim are its own";
  const ContactFeature rim = ask(cylinder, {1, 0, 1}, {0.3, 0, 0.5});
  EXPECT_EQ(rim.kind, ContactFeatureKind::kVertex);
  EXPECT_EQ(rim.radius, 0);
}

TEST(ContactFeature, HalfSpaceIsAFaceWithoutCorners) {
  const ContactFeature ground =
      ask(shape_of(ShapeKind::kHalfSpace, Vector3::Zero()), {0, 0, 1}, {5, 7, 0});
  EXPECT_EQ(ground.kind, ContactFeatureKind::kFace);
  EXPECT_TRUE(std::isinf(ground.corner_distance));
}

}  // namespace
}  // namespace cardan
