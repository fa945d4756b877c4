// Contact points of resting bodies from step to step: they move with the body, keep their ids and
// do not jump, on every kind of floor.
#include "test/unit/collision/collision_oracles.h"

namespace cardan {
namespace {

using oracle::make_shape;

constexpr double kRadius = 0.1;

/// Squares of two triangles at z = 0 whose edges are parallel to no axis.
Shape mesh_floor() {
  auto mesh = std::make_shared<TriangleMesh>();
  constexpr int kCells = 12;
  const double edge = 0.171;
  for (int j = 0; j <= kCells; ++j)
    for (int i = 0; i <= kCells; ++i) {
      const double x = (i - 0.5 * kCells) * edge, y = (j - 0.5 * kCells) * edge;
      mesh->vertices.emplace_back(0.96 * x - 0.28 * y, 0.28 * x + 0.96 * y, 0);
    }
  for (int j = 0; j < kCells; ++j) {
    for (int i = 0; i < kCells; ++i) {
      const int v = j * (kCells + 1) + i;
      mesh->triangles.push_back({v, v + 1, v + kCells + 2});
      mesh->triangles.push_back({v, v + kCells + 2, v + kCells + 1});
    }
  }
  Shape shape;
  shape.kind = GeometryKind::kMesh;
  shape.mesh = mesh;
  return shape;
}

struct Floor {
  const char* name;
  Shape shape;
  RigidTransform X;
};

std::vector<Floor> floors() {
  return {{"half-space", make_shape(GeometryKind::kPlane, 0), {}},
          {"box", make_shape(GeometryKind::kBox, 10, 8, 0.2), RigidTransform(Vector3(0, 0, -0.1))},
          {"hull", oracle::make_hull(oracle::box_corners({8, 9, 0.3})),
           RigidTransform(Vector3(0, 0, -0.15))},
          {"mesh", mesh_floor(), {}}};
}

/// A body that stays in one scene while its pose changes.
class OnFloor {
 public:
  OnFloor(const Floor& floor, const Shape& shape) {
    scene_.set_pose(scene_.add({"floor", floor.shape, true, -1}), floor.X);
    body_ = scene_.add({"object", shape, false, 0});
  }
  const CollisionResult& at(const RigidTransform& X) {
    scene_.set_pose(body_, X);
    return scene_.detect(1e-3);
  }

 private:
  CollisionScene scene_;
  int body_ = -1;
};

/// Noise of the solver on a body at rest: depths of about 1e-9 m and tilts to match.
class Noise {
 public:
  RigidTransform add_to(const RigidTransform& X) {
    RigidTransform noisy = X;
    noisy.p += 1e-9 * direction();
    noisy.R = Eigen::AngleAxisd(1e-8 * uniform_(random_), direction().normalized()) * noisy.R;
    return noisy;
  }

 private:
  Vector3 direction() { return {uniform_(random_), uniform_(random_), uniform_(random_)}; }
  std::mt19937_64 random_{5};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

TEST(PatchStability, StandingDiscHasFourRimPointsOnEveryFloor) {
  for (const Shape& shape : {make_shape(GeometryKind::kCylinder, kRadius, 0.3),
                             make_shape(GeometryKind::kCone, kRadius, 0.3)}) {
    for (const Floor& floor : floors()) {
      OnFloor body(floor, shape);
      Noise noise;
      for (int k = 0; k < 200; ++k) {
        SCOPED_TRACE(std::string(floor.name) + " angle " + std::to_string(0.05 * k));
        const RigidTransform X =
            RigidTransform::from_xyz_rpy({0.02, 0.03, 0.15 - 1e-9}, {0, 0, 0.05 * k});
        const CollisionResult& r = body.at(noise.add_to(X));
        ASSERT_EQ(r.contacts.size(), 4u);
        ASSERT_EQ(r.manifolds.size(), 1u);
        Vector3 sum = Vector3::Zero();
        for (const Contact& c : r.contacts) {
          const Vector3 arm = c.point - X.p;
          EXPECT_NEAR(std::hypot(arm.x(), arm.y()), kRadius, 1e-8);
          sum += arm;
        }
        EXPECT_NEAR(std::hypot(sum.x(), sum.y()), 0, 1e-7);
      }
    }
  }
}

TEST(PatchStability, PatchPointsTurnWithTheBody) {
  const std::vector<std::pair<Shape, double>> bodies{
      {make_shape(GeometryKind::kCylinder, kRadius, 0.3), 0.15},
      {make_shape(GeometryKind::kCone, kRadius, 0.3), 0.15},
      {make_shape(GeometryKind::kBox, 0.2, 0.3, 0.1), 0.05}};
  for (const auto& [shape, height] : bodies) {
    for (const Floor& floor : floors()) {
      if (floor.shape.kind == GeometryKind::kMesh)
        continue;  // its triangles change beneath the body
      SCOPED_TRACE(floor.name);
      OnFloor body(floor, shape);
      Noise noise;
      std::vector<Contact> last;
      for (int k = 0; k < 400; ++k) {
        const RigidTransform X =
            RigidTransform::from_xyz_rpy({0.02 + 1e-4 * k, 0.03, height - 1e-9}, {0, 0, 2e-3 * k});
        const CollisionResult& r = body.at(noise.add_to(X));
        ASSERT_EQ(r.contacts.size(), 4u);
        for (std::size_t i = 0; i < last.size(); ++i) {
          ASSERT_EQ(r.contacts[i].feature, last[i].feature) << "step " << k;
          // 1e-4 m and 2e-3 rad per step.
          ASSERT_LE((r.contacts[i].point - last[i].point).norm(), 1e-4 + 2e-3 * 0.2)
              << "step " << k;
        }
        last = r.contacts;
      }
    }
  }
}

// A lying body keeps the two ends of its line.
TEST(PatchStability, RollingLineContactKeepsItsEnds) {
  for (const Shape& shape : {make_shape(GeometryKind::kCylinder, kRadius, 0.3),
                             make_shape(GeometryKind::kCapsule, kRadius, 0.3)}) {
    for (const Floor& floor : floors()) {
      SCOPED_TRACE(floor.name);
      OnFloor body(floor, shape);
      Noise noise;
      std::vector<Contact> last;
      for (int k = 0; k < 200; ++k) {
        const double angle = 0.01 * k;
        const RigidTransform X = RigidTransform::from_xyz_rpy(
            {0.02, 0.03 + kRadius * angle, kRadius - 1e-9}, {M_PI / 2, 0, M_PI / 2});
        RigidTransform turned = X;
        turned.R = X.R * Eigen::AngleAxisd(angle, Vector3::UnitZ());
        const CollisionResult& r = body.at(noise.add_to(turned));
        ASSERT_EQ(r.contacts.size(), 2u) << "step " << k;
        ASSERT_EQ(r.manifolds.size(), 1u) << "step " << k;
        for (const Contact& c : r.contacts)
          EXPECT_NEAR(std::abs((c.point - X.p).dot(X.R.col(2))), 0.15, 1e-6);
        if (floor.shape.kind == GeometryKind::kMesh) continue;
        for (std::size_t i = 0; i < last.size(); ++i)
          ASSERT_EQ(r.contacts[i].feature, last[i].feature) << "step " << k;
        last = r.contacts;
      }
    }
  }
}

// Two stacked bodies of one kind, the upper one turning: the ids must not depend on which of them
// rounding selects as the first.
TEST(PatchStability, FeatureIdsOfAStackAreStable) {
  for (const Shape& shape : {make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2),
                             make_shape(GeometryKind::kCylinder, kRadius, 0.2)}) {
    const Floor base{"base", shape, RigidTransform(Vector3(0, 0, -0.1))};
    OnFloor body(base, shape);
    Noise noise;
    std::vector<std::uint32_t> last;
    for (int k = 0; k < 200; ++k) {
      const CollisionResult& r =
          body.at(noise.add_to(RigidTransform(Vector3(1e-3, 2e-3, 0.1 - 1e-9))));
      std::vector<std::uint32_t> now;
      for (const Contact& c : r.contacts) now.push_back(c.feature);
      ASSERT_EQ(now.size(), 4u);
      if (k == 0) last = now;
      ASSERT_EQ(now, last) << "step " << k;
      last = now;
    }
  }
}

}  // namespace
}  // namespace cardan
