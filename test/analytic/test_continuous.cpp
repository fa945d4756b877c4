#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cardan/queries.h"
#include "test/support/worlds.h"

/// Fast objects against thin ones: the speculative margin alone, and the continuous check of balls.
/// No ghost collisions at edges, no tunnelling through meshes.
namespace cardan {
namespace {

using test::body;
using test::box;
using test::sphere;

constexpr double kStep = 5e-3;   // [s]
constexpr double kSpeed = 100;   // [m/s]
constexpr double kPlate = 1e-3;  // thickness [m]

enum class Check { kMargin, kContinuous };

WorldSpec free_space(Check check, const test::Surface& surface = {0.5, 0, 0}) {
  WorldSpec spec = test::world_spec(kStep, surface);
  spec.gravity.setZero();
  spec.contact.continuous = check == Check::kContinuous;
  return spec;
}

// Each side of a box as n × n squares of two triangles.
GeometryRecord box_of_triangles(const Vector3& size, int n) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const Vector3 w = side * Vector3::Unit(axis), u = Vector3::Unit((axis + 1) % 3);
      const Vector3 v = w.cross(u);
      const int first = static_cast<int>(mesh->vertices.size());
      for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
          mesh->vertices.push_back(
              0.5 * size.cwiseProduct(w + (2.0 * i / n - 1) * u + (2.0 * j / n - 1) * v));
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const int p = first + i * (n + 1) + j, q = p + n + 1;
          mesh->triangles.push_back({p, q, q + 1});
          mesh->triangles.push_back({p, q + 1, p + 1});
        }
      }
    }
  }
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.convex = false;
  record.parts = {mesh};
  return record;
}

// Height of the waves at (x, y).
double waves(double x, double y) { return 0.3 * std::sin(4 * x) * std::cos(3 * y); }

// An open mesh of 2 n² triangles over [-4, 4]².
template <class Height>
GeometryRecord terrain(int n, const Height& height) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      const double x = 8.0 * i / n - 4, y = 8.0 * j / n - 4;
      mesh->vertices.emplace_back(x, y, height(x, y));
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const int p = i * (n + 1) + j, q = p + n + 1;
      mesh->triangles.push_back({p, q, q + 1});
      mesh->triangles.push_back({p, q + 1, p + 1});
    }
  }
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.convex = false;
  record.parts = {mesh};
  return record;
}

ModelSpec fixed(const std::string& name, const GeometryRecord& geometry,
                const RigidTransform& pose = {}) {
  ModelSpec spec;
  spec.name = name;
  spec.geometry = geometry;
  spec.pose = pose;
  spec.is_static = true;
  return spec;
}

ModelSpec bullet(double radius, const Vector3& start, const Vector3& velocity,
                 const std::string& name = "ball") {
  SpatialVelocity v;
  v.linear = velocity;
  return body(name, sphere(radius), 0.01, RigidTransform(start), v);
}

Vector3 centre(const World& world, const std::string& name = "ball") {
  return world.find(name)->base_pose().p;
}
Vector3 speed(const World& world, const std::string& name = "ball") {
  return world.find(name)->base_velocity().linear;
}

const Vector3 kPlateSize(kPlate, 1, 1);

class Plates : public testing::TestWithParam<std::tuple<Check, double, bool>> {};

TEST_P(Plates, ThinPlateStopsAFastBallFromAnyDistanceAndAngle) {
  const auto [check, radius, is_mesh] = GetParam();
  for (int phase = 0; phase < 23; ++phase) {
    for (const double angle : {0.0, 0.5, 1.0, 1.35}) {
      World world(free_space(check));
      world.add(fixed("plate", is_mesh ? box_of_triangles(kPlateSize, 6) : box(kPlateSize)));
      const Vector3 direction(std::cos(angle), std::sin(angle), 0);
      const double way = 0.06 + 0.0231 * phase;  // to the plate [m]: any part of a step of 0.5 m
      const Vector3 start =
          -(way / direction.x()) * direction + Vector3(-radius, 0.4 * way * direction.y(), 0.03);
      if (start.y() < -0.45) continue;
      world.add(bullet(radius, start, kSpeed * direction));
      for (int i = 0; i < 8; ++i) {
        world.step();
        const Vector3 p = centre(world);
        if (std::abs(p.y()) > 0.5) break;  // slid off its side
        ASSERT_LT(p.x(), -0.5 * kPlate - radius + 1e-6) << way << " " << angle << " step " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Plates,
                         testing::Combine(testing::Values(Check::kMargin, Check::kContinuous),
                                          testing::Values(0.005, 0.01),
                                          testing::Values(false, true)));

TEST(Continuous, BallThatPassesAnEdgeKeepsItsPath) {
  double turned = 0;
  for (const Check check : {Check::kMargin, Check::kContinuous}) {
    for (int phase = 0; phase < 10; ++phase) {
      World world(free_space(check));
      world.add(fixed("block", box({1, 1, 1}), RigidTransform(Vector3(0.5, 0, -0.5))));
      // Over the block, with 2 cm of room.
      world.add(bullet(0.005, {-0.4 - 0.05 * phase, 0, 0.025}, {kSpeed, 0, 0}));
      for (int i = 0; i < 4; ++i) world.step();
      const double change = (speed(world) - Vector3(kSpeed, 0, 0)).norm();
      if (check == Check::kMargin) {
        turned = std::max(turned, change);
      } else {
        EXPECT_LT(change, 1e-9) << phase;
      }
    }
  }
  EXPECT_GT(turned, 1) << "the margin alone stops the ball at the plane of the nearest point";
}

TEST(Continuous, BallFliesThroughAGap) {
  for (int phase = 0; phase < 10; ++phase) {
    World world(free_space(Check::kContinuous));
    world.add(fixed("left", box(kPlateSize), RigidTransform(Vector3(0, 0.51, 0))));
    world.add(
        fixed("right", box_of_triangles(kPlateSize, 3), RigidTransform(Vector3(0, -0.51, 0))));
    world.add(bullet(0.005, {-0.1 - 0.05 * phase, 0, 0}, {kSpeed, 0, 0}));
    for (int i = 0; i < 4; ++i) world.step();
    EXPECT_LT((speed(world) - Vector3(kSpeed, 0, 0)).norm(), 1e-9) << phase;
    EXPECT_GT(centre(world).x(), 1);
  }
}

TEST(Continuous, BallThrownIntoACornerStaysInIt) {
  for (int phase = 0; phase < 20; ++phase) {
    World world(free_space(Check::kContinuous));
    world.add(fixed("floor", box({4, 4, kPlate})));
    world.add(
        fixed("wall", box_of_triangles({kPlate, 4, 4}, 4), RigidTransform(Vector3(0.5, 0, 0))));
    world.add(bullet(0.005, {-0.11 - 0.03 * phase, 0, 0.2}, {kSpeed, 10, -0.4 * kSpeed}));
    for (int i = 0; i < 6; ++i) world.step();
    EXPECT_LT(centre(world).x(), 0.5 - 0.5 * kPlate - 0.005 + 1e-6) << phase;
    EXPECT_GT(centre(world).z(), 0.5 * kPlate + 0.005 - 1e-6) << phase;
  }
}

TEST(Continuous, BallsDoNotTunnelThroughRoughTerrain) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> u(-1, 1);
  int through_by_margin = 0;
  for (int i = 0; i < 60; ++i) {
    const Vector3 start(0.5 * u(random), 0.5 * u(random), 0.45);
    const double heading = 3 * u(random);
    const Vector3 velocity =
        kSpeed * Vector3(std::cos(heading), std::sin(heading), -0.3 - 0.3 * u(random)).normalized();
    for (const Check check : {Check::kMargin, Check::kContinuous}) {
      World world(free_space(check, {0, 0, 0}));
      world.add(fixed("hills", terrain(80, waves)));
      world.add(bullet(0.005, start, velocity));
      for (int k = 0; k < 6; ++k) {
        world.step();
        const Vector3 p = centre(world);
        if (std::abs(p.x()) > 3.9 || std::abs(p.y()) > 3.9) break;
        // The triangles are no more than 1.2 cm off the waves.
        if (p.z() > waves(p.x(), p.y()) - 0.012) continue;
        if (check == Check::kMargin) {
          ++through_by_margin;
        } else {
          ADD_FAILURE() << "ball " << i << " is below the ground at step " << k;
        }
        break;
      }
    }
  }
  RecordProperty("through_by_margin_alone", through_by_margin);
}

TEST(Continuous, FlatTriangleFloorDoesNotSlowABall) {
  const auto flat = [](double, double) { return 0.0; };
  WorldSpec spec = free_space(Check::kContinuous, {0, 0, 0});
  spec.gravity = {0, 0, -9.81};
  World world(spec);
  world.add(fixed("floor", terrain(32, flat)));
  world.add(bullet(0.005, {-3.5, 0.013, 0.005}, {kSpeed, 3, 0}));
  for (int i = 0; i < 14; ++i) {
    world.step();
    EXPECT_NEAR(speed(world).x(), kSpeed, 1e-7);
    EXPECT_NEAR(speed(world).y(), 3, 1e-7);
    EXPECT_NEAR(centre(world).z(), 0.005, 1e-6);
  }
}

TEST(Continuous, ImpactOnAPlateConservesMomentum) {
  for (const Check check : {Check::kMargin, Check::kContinuous}) {
    for (int phase = 0; phase < 10; ++phase) {
      World world(free_space(check));
      world.add(body("plate", box(kPlateSize), 1));
      world.add(bullet(0.005, {-0.1 - 0.043 * phase, 0, 0}, {kSpeed, 0, 0}));
      for (int i = 0; i < 20; ++i) {
        world.step();
        ASSERT_LT(centre(world).x(), centre(world, "plate").x() - 0.0055 + 1e-6);
      }
      EXPECT_NEAR((0.01 * speed(world) + speed(world, "plate")).x(), 0.01 * kSpeed, 1e-9);
      EXPECT_NEAR(speed(world).x(), speed(world, "plate").x(), 1e-6);
    }
  }
}

TEST(Continuous, PlateOnAFastPathPushesABall) {
  for (const Check check : {Check::kMargin, Check::kContinuous}) {
    for (int phase = 0; phase < 10; ++phase) {
      World world(free_space(check));
      ModelSpec plate;
      plate.name = "plate";
      plate.geometry = box(kPlateSize);
      plate.kinematic = KinematicSpec{};
      plate.kinematic->velocity.linear = {kSpeed, 0, 0};
      world.add(plate);
      world.add(bullet(0.005, {0.1 + 0.043 * phase, 0, 0}, Vector3::Zero()));
      for (int i = 0; i < 6; ++i) world.step();
      EXPECT_GT(centre(world).x(), kSpeed * world.time() + 0.0055 - 1e-6);
      EXPECT_NEAR(speed(world).x(), kSpeed, 1e-6);
    }
  }
}

TEST(Continuous, BouncingBallReturnsAtTheSameSpeed) {
  for (const bool is_mesh : {false, true}) {
    World world(free_space(Check::kContinuous, {0, 1, 0}));
    world.add(fixed("plate", is_mesh ? box_of_triangles(kPlateSize, 6) : box(kPlateSize)));
    world.add(bullet(0.005, {-0.3, 0.01, 0.02}, {kSpeed, 20, 0}));
    for (int i = 0; i < 3; ++i) world.step();
    EXPECT_NEAR(speed(world).x(), -kSpeed, 1e-6);
    EXPECT_NEAR(speed(world).y(), 20, 1e-6);
    EXPECT_LT(centre(world).x(), 0);
  }
}

TEST(Continuous, BallsMeetHeadOn) {
  for (int phase = 0; phase < 10; ++phase) {
    World world(free_space(Check::kContinuous, {0, 0, 0}));
    world.add(bullet(0.005, {-0.1 - 0.04 * phase, 0, 0}, {kSpeed, 0, 0}, "one"));
    world.add(bullet(0.005, {0.15, 0, 0}, {-kSpeed, 0, 0}, "two"));
    // Passes between the two lines of flight without touching either body.
    world.add(bullet(0.005, {0, 0.02, 0.4}, {0, 0, -kSpeed}, "third"));
    for (int i = 0; i < 6; ++i) world.step();
    EXPECT_LT(centre(world, "one").x(), centre(world, "two").x() - 0.01 + 1e-6);
    EXPECT_NEAR(speed(world, "one").norm(), 0, 1e-6);
    EXPECT_LT((speed(world, "third") - Vector3(0, 0, -kSpeed)).norm(), 1e-9);
  }
}

TEST(Continuous, FastBallStaysInsideAHollowSphere) {
  World world(free_space(Check::kContinuous, {0.3, 0, 0}));
  GeometryRecord shell;
  shell.kind = GeometryKind::kHollowSphere;
  shell.size.x() = 0.7;
  world.add(fixed("shell", shell));
  world.add(bullet(0.005, {0.1, 0.05, 0}, {kSpeed, 40, 10}));
  for (int i = 0; i < 50; ++i) {
    world.step();
    // A grazing contact of a twentieth of the radius is ignored.
    ASSERT_LT(centre(world).norm(), 0.695 + 0.05 * 0.005 + 1e-6) << i;
  }
}

TEST(Continuous, BitsDoNotDependOnTheNumberOfThreads) {
  std::uint64_t hashes[2];
  for (const int threads : {1, 2}) {
    WorldSpec spec = free_space(Check::kContinuous);
    spec.threads = threads;
    World world(spec);
    world.add(fixed("hills", terrain(40, waves)));
    for (int i = 0; i < 10; ++i) {
      world.add(bullet(0.005, {0.3 * i - 1, 0.1 * i, 0.5}, {kSpeed, -20.0 * i, -40},
                       "ball" + std::to_string(i)));
    }
    for (int i = 0; i < 5; ++i) world.step();
    hashes[threads - 1] = world.state_hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// 1 cm × 1 cm × 20 cm, thrown and spun: only the margin acts, as the rod is not a sphere.
TEST(SpeculativeMargin, ThinFastRodDoesNotPassAPlate) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> g;
  for (int i = 0; i < 40; ++i) {
    World world(free_space(Check::kMargin));
    world.add(fixed("plate", box({kPlate, 2, 2})));
    RigidTransform X(Vector3(-0.2 - 0.0137 * i, 0.05 * g(random), 0.05 * g(random)));
    X.R = Quaternion(g(random), g(random), g(random), g(random)).normalized().toRotationMatrix();
    SpatialVelocity v;
    v.linear = {40, 3 * g(random), 3 * g(random)};
    v.angular = 30 * Vector3(g(random), g(random), g(random));
    world.add(body("rod", box({0.01, 0.01, 0.2}), 0.2, X, v));
    for (int k = 0; k < 60; ++k) {
      world.step();
      const Vector3 c = centre(world, "rod");
      if (c.tail<2>().cwiseAbs().maxCoeff() > 0.9) break;  // it leaves the plate at its rim
      ASSERT_LT(c.x(), 0) << i << " step " << k;
    }
  }
}

}  // namespace
}  // namespace cardan
