#include <gtest/gtest.h>

#include "test/support/floors.h"
#include "test/support/surfaces.h"

// Bodies at rest, rolling and spinning on a level floor, for every kind of floor shape.
namespace cardan {
namespace {

using test::body;
using test::Floor;
using test::floors;
using test::world_spec;

GeometryRecord round(GeometryKind kind, double radius, double length) {
  GeometryRecord record;
  record.kind = kind;
  record.size = {radius, length, 0};
  return record;
}

GeometryRecord tetrahedron(const std::vector<Vector3>& points) {
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  auto mesh = std::make_shared<TriangleMesh>();
  mesh->vertices = points;
  mesh->triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  record.parts = {mesh};
  return record;
}

RigidTransform turned_about_z(double angle, const Vector3& p) {
  return {Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix(), p};
}

// Largest angle between two rotations and distance of two origins.
struct Drift {
  double distance = 0, angle = 0;
  void add(const RigidTransform& X, const RigidTransform& Y) {
    distance = std::max(distance, (X.p - Y.p).norm());
    angle = std::max(angle, (X.R - Y.R).norm() / std::sqrt(2.0));
  }
};

class OnAFloor : public testing::TestWithParam<std::tuple<int, double>> {
 protected:
  World make_world(double mu, double tolerance = 1e-12) {
    World world(world_spec(step(), {.mu = mu}, "cone", "conic", tolerance));
    world.add(floor().model);
    return world;
  }
  static Floor floor() { return floors()[static_cast<std::size_t>(std::get<0>(GetParam()))]; }
  static double step() { return std::get<1>(GetParam()); }
};

// Dropped from 2 cm and turned, a box stands on its four corners after a moment and then does not
// move: 60 s.
TEST_P(OnAFloor, BoxRestsWithoutDrift) {
  World world = make_world(0.5);
  const Model& box = world.add(body("body", test::box({0.3, 0.4, 0.5}), 2,
                                    turned_about_z(0.3, Vector3(0.013, 0.021, 0.27))));
  while (world.time() < 1) world.step();
  const RigidTransform at_one_second = box.base_pose();
  Drift drift;
  while (world.time() < 60) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.contacts, 4);
    ASSERT_LE(report.worst_residual, 1e-12);
    drift.add(box.base_pose(), at_one_second);
  }
  EXPECT_LE(drift.distance, 1e-9);
  EXPECT_LE(drift.angle, 1e-9);
}

TEST_P(OnAFloor, CylinderStands) {
  World world = make_world(0.5);
  const Model& cylinder = world.add(body("body", round(GeometryKind::kCylinder, 0.2, 0.5), 2,
                                         turned_about_z(0.3, Vector3(0.013, 0.021, 0.27))));
  while (world.time() < 1) world.step();
  const RigidTransform at_one_second = cylinder.base_pose();
  Drift drift;
  while (world.time() < 10) {
    ASSERT_EQ(world.step().contacts, 4);
    drift.add(cylinder.base_pose(), at_one_second);
  }
  EXPECT_LE(drift.distance, 1e-9);
  EXPECT_LE(drift.angle, 1e-9);
  EXPECT_NEAR(cylinder.base_pose().p.z(), 0.25, 1e-6);
}

// A cylinder that rolls on its side moves straight and keeps its speed.
TEST_P(OnAFloor, CylinderRollsStraight) {
  World world = make_world(0.5);
  const double radius = 0.2, speed = 1;
  SpatialVelocity velocity;
  velocity.linear = Vector3(0, speed, 0);
  velocity.angular = Vector3(-speed / radius, 0, 0);
  RigidTransform pose(Vector3(0.013, 0.021, radius));
  pose.R = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitY()).toRotationMatrix();
  const Model& cylinder =
      world.add(body("body", round(GeometryKind::kCylinder, radius, 0.5), 2, pose, velocity));
  while (world.time() < 5 - 1e-9) {
    world.step();
    ASSERT_EQ(world.contacts().size(), 2u) << world.time();
  }
  EXPECT_NEAR(cylinder.base_pose().p.x(), 0.013, 1e-6);
  EXPECT_NEAR(cylinder.base_pose().p.y(), 0.021 + 5 * speed, 1e-5);
  EXPECT_NEAR(cylinder.base_velocity().linear.y(), speed, 1e-6 * speed);
  EXPECT_NEAR(cylinder.base_velocity().angular.z(), 0, 1e-9);
}

// Time at which a standing cylinder with an initial 10 rad/s stops turning [s].
double spin_down_time(const Floor& floor, double h, double* shift) {
  World world(world_spec(h, {.mu = 0.5}, "cone", "conic", 1e-11));
  world.add(floor.model);
  SpatialVelocity velocity;
  velocity.angular = Vector3(0, 0, 10);
  const Vector3 start(0.013, 0.021, 0.25);
  const Model& cylinder = world.add(body("body", round(GeometryKind::kCylinder, 0.2, 0.5), 2,
                                         turned_about_z(0.3, start), velocity));
  // The time between two steps is interpolated, as the last step only ends the motion.
  double before = 10, spin = 10, time = 0;
  while (spin > 1e-6 && world.time() < 2) {
    world.step();
    before = spin;
    spin = cylinder.base_velocity().angular.z();
    if (spin > 0.5) time = world.time() + h * spin / (before - spin);
  }
  *shift = (cylinder.base_pose().p - start).norm();
  return time;
}

// Four points on the rim of radius R: the torque is mu m g R, so the spin of m R²/2 ends after
// omega R / (2 mu g).
TEST(Floors, CylinderSpinsDownInTheSameTimeOnEveryFloor) {
  for (const double h : {1e-3, 1e-2}) {
    for (const Floor& floor : floors()) {
      double shift = 0;
      const double time = spin_down_time(floor, h, &shift);
      EXPECT_NEAR(time, 10 * 0.2 / (2 * 0.5 * 9.81), 0.02 * 0.2039) << floor.name << ", h = " << h;
      EXPECT_LT(shift, 1e-4) << floor.name << ", h = " << h;
      std::cout << floor.name << ", h = " << h << " s: " << time << " s, centre moved " << shift
                << " m\n";
    }
  }
}

TEST_P(OnAFloor, EachShapeHasItsNumberOfPatchPoints) {
  const double s = 0.1;
  const std::vector<Vector3> wedge{{-s, -s, -s}, {s, -s, -s}, {0, s, -s}, {0, 0, s}};
  RigidTransform lying(Vector3(0, 0, s));
  lying.R = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitY()).toRotationMatrix();
  const RigidTransform standing(Vector3(0, 0, s));
  const struct {
    const char* name;
    GeometryRecord geometry;
    RigidTransform pose;
    std::size_t points;
  } cases[] = {{"box", test::box({2 * s, 2 * s, 2 * s}), standing, 4},
               {"cylinder", round(GeometryKind::kCylinder, s, 2 * s), standing, 4},
               {"lying cylinder", round(GeometryKind::kCylinder, s, 2 * s), lying, 2},
               {"capsule", round(GeometryKind::kCapsule, s, 2 * s), lying, 2},
               {"cone", round(GeometryKind::kCone, s, 2 * s), standing, 4},
               {"sphere", test::sphere(s), standing, 1},
               {"hull", tetrahedron(wedge), standing, 3}};
  for (const auto& c : cases) {
    World world = make_world(0.5, 1e-9);
    world.add(body("body", c.geometry, 1, c.pose));
    world.step();
    EXPECT_EQ(world.contacts().size(), c.points) << c.name;
    for (const ContactInfo& contact : world.contacts()) {
      // "body" sorts before "ground".
      EXPECT_NEAR((contact.normal + Vector3::UnitZ()).norm(), 0, 1e-12) << c.name;
      EXPECT_NEAR(contact.phi, 0, 1e-12) << c.name;
      EXPECT_NEAR(contact.point.z(), 0, 1e-12) << c.name;
    }
  }
}

// A small mesh on a large solid: the far side of the floor, clipped by a triangle of the cube's
// side, does not count as depth.
TEST(Floors, SmallMeshRestsOnALargeBox) {
  for (const double yaw : {0.0, 0.4, 1.1}) {
    World world(world_spec(2e-3, {.mu = 0.5}, "cone", "conic", 1e-9));
    world.add(test::box_floor(10));
    ModelSpec spec = body("cube", test::mesh_record(test::box_mesh({0.3, 0.3, 0.3})), 5,
                          turned_about_z(yaw, Vector3(0.1, 0.2, 0.25)));
    spec.velocity.linear = Vector3(1, 0.5, -4);
    spec.velocity.angular = Vector3(0.3, -0.2, 1);
    const Model& cube = world.add(spec);
    double depth = 0;
    while (world.time() < 2) depth = std::max(depth, world.step().max_penetration);
    EXPECT_LT(depth, 2e-2) << yaw;  // an edge on the way down, at 4 m/s and 2 ms
    EXPECT_NEAR(cube.base_pose().p.z(), 0.15, 1e-5) << yaw;
    EXPECT_LT(cube.base_velocity().linear.norm(), 1e-6) << yaw;
    EXPECT_LT(cube.base_pose().p.head<2>().norm(), 2) << yaw;
  }
}

// A ball that lands with a tangential speed rolls off at 5/7 of it, at whatever time within a step
// it touches: the lever arm of friction is its radius without half of the gap.
TEST(Floors, LandingBallRollsAtFiveSeventhsOfItsSpeed) {
  for (const double height : {0.10, 0.11, 0.12, 0.13, 0.14}) {
    World world(world_spec(5e-3, {.mu = 1}, "cone", "conic", 1e-9));
    world.add(test::plane_floor());
    SpatialVelocity velocity;
    velocity.linear = Vector3(20, 0, -20);
    const Model& ball = world.add(
        body("ball", test::sphere(0.01), 0.01, RigidTransform(Vector3(0, 0, height)), velocity));
    while (world.time() < 0.2) world.step();
    EXPECT_NEAR(ball.base_velocity().linear.x(), 20 * 5 / 7.0, 0.02) << height;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Floors, OnAFloor, testing::Combine(testing::Range(0, 3), testing::Values(1e-3, 1e-2)),
    [](const auto& test_case) {
      return std::string(floors()[static_cast<std::size_t>(std::get<0>(test_case.param))].name) +
             (std::get<1>(test_case.param) < 5e-3 ? "_1ms" : "_10ms");
    });

}  // namespace
}  // namespace cardan
