#include <gtest/gtest.h>

#include "test/support/surfaces.h"
#include "test/support/worlds.h"

// A body that slides, rolls or stands on triangles or heights moves like on a plane: internal edges
// have no effect, but real edges do.
namespace cardan {
namespace {

using test::body;
using test::world_spec;

GeometryRecord round(GeometryKind kind, double radius, double length) {
  GeometryRecord record;
  record.kind = kind;
  record.size = {radius, length, 0};
  return record;
}

GeometryRecord plane() {
  GeometryRecord record;
  record.kind = GeometryKind::kPlane;
  return record;
}

struct Slider {
  const char* name;
  GeometryRecord geometry;
  RigidTransform pose;  // resting on z = 0
};

std::vector<Slider> sliders() {
  const RigidTransform lying = RigidTransform::from_xyz_rpy({0, 0, 0.1}, {0, M_PI / 2, 0.4});
  return {
      {"sphere", test::sphere(0.1), RigidTransform(Vector3(0, 0, 0.1))},
      {"box", test::box({0.5, 0.3, 0.2}), RigidTransform(Vector3(0, 0, 0.1))},
      {"small box", test::box({0.05, 0.03, 0.02}), RigidTransform(Vector3(0, 0, 0.01))},
      {"capsule", round(GeometryKind::kCapsule, 0.1, 0.4), lying},
      {"cylinder", round(GeometryKind::kCylinder, 0.15, 0.2), RigidTransform(Vector3(0, 0, 0.1))},
      {"mesh box", test::mesh_record(test::box_mesh({0.5, 0.3, 0.2})),
       RigidTransform(Vector3(0, 0, 0.1))}};
}

struct Floor {
  const char* name;
  GeometryRecord geometry;
};

std::vector<Floor> floors() {
  return {{"regular mesh", test::mesh_record(test::floor_mesh({}))},
          {"irregular mesh", test::mesh_record(test::floor_mesh({.irregular = true}))},
          {"STL mesh", test::mesh_record(test::floor_mesh({.irregular = true, .separate = true}))},
          {"heightfield", test::field_record(32, {8, 5})}};
}

struct Motion {
  double h, mu, speed;
  Matrix3 R;  // of floor, body and gravity together
};

// Velocities in the axes of the floor after each step.
std::vector<Vector6> slide(const GeometryRecord& floor, const Slider& slider, const Motion& m) {
  WorldSpec spec = world_spec(m.h, {.mu = m.mu}, "cone", "conic", 1e-13);
  spec.gravity = m.R * Vector3(0, 0, -9.81);
  World world(spec);
  const RigidTransform X(m.R, m.R * Vector3(0.3, -0.2, 0.4));
  ModelSpec ground = body("ground", floor, 1, X);
  ground.mass.reset();
  ground.is_static = true;
  world.add(ground);
  SpatialVelocity velocity;
  velocity.linear = m.speed * (m.R * Vector3(0.96, 0.28, 0));
  Model& model = world.add(body("body", slider.geometry, 1, X * slider.pose, velocity));
  std::vector<Vector6> velocities;
  for (int k = 0; k * m.h < 0.3; ++k) {
    world.step();
    Vector6 v;
    v << m.R.transpose() * model.base_velocity().angular,
        m.R.transpose() * model.base_velocity().linear;
    velocities.push_back(v);
  }
  return velocities;
}

class SurfaceSliding : public testing::TestWithParam<int> {};

TEST_P(SurfaceSliding, SliderLosesNoMoreSpeedThanOnAPlane) {
  const Floor floor = floors()[static_cast<std::size_t>(GetParam())];
  const Matrix3 turned = RigidTransform::from_xyz_rpy({}, {0.7, -1.1, 2.3}).R;
  for (const Slider& slider : sliders()) {
    double worst = 0;
    for (const double h : {1e-3, 1e-2}) {
      for (const double mu : {0.3, 0.0}) {
        for (const double speed : {0.1, 1.0, 5.0}) {
          for (const Matrix3& R : {Matrix3(Matrix3::Identity()), turned}) {
            const Motion motion{h, mu, speed, R};
            const auto truth = slide(plane(), slider, motion);
            const auto found = slide(floor.geometry, slider, motion);
            for (std::size_t k = 0; k < truth.size(); ++k) {
              const double lost = (found[k] - truth[k]).tail<3>().norm() / speed;
              worst = std::max(worst, lost);
              ASSERT_LE(lost, 1e-6) << slider.name << " on " << floor.name << ", h = " << h
                                    << ", mu = " << mu << ", " << speed << " m/s, step " << k;
            }
          }
        }
      }
    }
    std::printf("  %-10s on %-14s %.1e\n", slider.name, floor.name, worst);
  }
}

INSTANTIATE_TEST_SUITE_P(Floors, SurfaceSliding, testing::Range(0, 4));

ModelSpec fixed(const std::string& name, const GeometryRecord& geometry,
                const RigidTransform& pose = {}) {
  ModelSpec spec;
  spec.name = name;
  spec.geometry = geometry;
  spec.pose = pose;
  spec.is_static = true;
  return spec;
}

SpatialVelocity along_x(double speed) {
  SpatialVelocity velocity;
  velocity.linear = {speed, 0, 0};
  return velocity;
}

// A box pushed over the end of a table tips over its edge as soon as more than half of it is
// beyond: open meshes, closed ones and heightfields end where they end.
TEST(RealEdges, BoxTipsOverTheEdgeOfATable) {
  const std::vector<std::pair<const char*, ModelSpec>> tables{
      {"box", fixed("table", test::box({2, 2, 1}), RigidTransform(Vector3(-1, 0, -0.5)))},
      {"closed mesh", fixed("table", test::mesh_record(test::box_mesh({2, 2, 1})),
                            RigidTransform(Vector3(-1, 0, -0.5)))},
      {"sheet",
       fixed("table",
             test::mesh_record(test::floor_mesh({.columns = 10, .rows = 10, .irregular = true})),
             RigidTransform(Vector3(-1, 0, 0)))},
      {"heightfield",
       fixed("table", test::field_record(10, {2, 2}), RigidTransform(Vector3(-1, 0, 0)))}};
  for (const auto& [name, table] : tables) {
    for (const GeometryRecord& geometry :
         {test::box({0.4, 0.3, 0.1}), test::mesh_record(test::box_mesh({0.4, 0.3, 0.1}))}) {
      for (const double beyond : {-0.01, 0.01}) {
        World world(world_spec(1e-3, {.mu = 0.8}, "cone", "conic", 1e-10));
        world.add(table);
        Model& model =
            world.add(body("body", geometry, 1, RigidTransform(Vector3(beyond, 0.03, 0.05))));
        double fastest = 0;
        for (int k = 0; k < 1500; ++k) {
          world.step();
          fastest = std::max(fastest, model.base_velocity().linear.norm());
        }
        if (beyond < 0) {
          EXPECT_NEAR((model.base_pose().p - Vector3(beyond, 0.03, 0.05)).norm(), 0, 1e-5) << name;
        } else {
          EXPECT_LT(model.base_pose().p.z(), -0.5) << name;
          EXPECT_LT(fastest, 15) << name;  // never thrown out
        }
      }
    }
  }
}

// An obstacle across a floor stops a body that slides against it.
TEST(RealEdges, StepStopsABox) {
  const auto step = [](double x, double) { return x > 0.5 ? 0.03 : 0.0; };
  const std::vector<std::pair<const char*, ModelSpec>> floors{
      {"mesh", fixed("floor", test::mesh_record(test::floor_mesh(
                                  {.columns = 40, .rows = 10, .cell = 0.1}, step)))},
      {"heightfield", fixed("floor", test::field_record(40, {4, 4}, step))}};
  for (const auto& [name, floor] : floors) {
    World world(world_spec(1e-3, {.mu = 0}, "cone", "conic", 1e-10));
    world.add(floor);
    Model& model = world.add(body("body", test::box({0.4, 0.3, 0.5}), 1,
                                  RigidTransform(Vector3(0, 0.02, 0.25)), along_x(0.3)));
    double highest = 0;
    for (int k = 0; k < 1500; ++k) {
      world.step();
      highest = std::max(highest, model.base_pose().p.x());
    }
    // The riser leans over one cell: the lower edge of the box meets it within that cell.
    EXPECT_GT(highest, 0.29) << name;
    EXPECT_LT(highest, 0.45) << name;
  }
}

// A ridge lifts and slows a sphere that rolls over it, according to its height.
TEST(RealEdges, RidgeLiftsASphere) {
  const auto ridge = [](double x, double) { return std::max(0.0, 0.02 - std::abs(x - 0.6) * 0.2); };
  const std::vector<std::pair<const char*, ModelSpec>> floors{
      {"mesh", fixed("floor", test::mesh_record(test::floor_mesh(
                                  {.columns = 40, .rows = 10, .cell = 0.1}, ridge)))},
      {"heightfield", fixed("floor", test::field_record(40, {4, 4}, ridge))}};
  for (const auto& [name, floor] : floors) {
    World world(world_spec(1e-3, {.mu = 0}, "cone", "conic", 1e-10));
    world.add(floor);
    Model& ball = world.add(
        body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0.03, 0.1)), along_x(1)));
    double highest = 0;
    for (int k = 0; k < 1500; ++k) {
      world.step();
      highest = std::max(highest, ball.base_pose().p.z());
    }
    EXPECT_GT(highest, 0.1199) << name;
    EXPECT_GT(ball.base_pose().p.x(), 1) << name;
    EXPECT_LT(ball.base_velocity().linear.norm(), 1 + 1e-6) << name;
  }
}

}  // namespace
}  // namespace cardan
