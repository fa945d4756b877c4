// Rays of sensors against the distance to a plane and against ray_cast.
#include <cmath>
#include <random>

#include "cardan/queries.h"
#include "test/unit/sensors/sensor_worlds.h"

namespace cardan {
namespace {

using test::sensor;

RangesSpec fan(const std::string& frame, int count, double max_range) {
  RangesSpec spec;
  spec.frame = frame;
  spec.azimuth = {-1.0, 1.0, count};
  spec.max_range = max_range;
  return spec;
}

// Rays that look down from a pole: height over the cosine, and max_range beyond it.
TEST(Ranges, FanReadsTheDistanceToAPlane) {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  ModelSpec pole = test::body("pole", test::box({0.1, 0.1, 2}), 1, test::at(0, 0, 3));
  pole.mass.reset();
  pole.is_static = true;
  world.add(pole);
  RangesSpec spec = fan("pole", 41, 4);
  // x points down, the fan opens in the plane of x and y.
  spec.offset.R = Eigen::AngleAxisd(EIGEN_PI / 2, Vector3::UnitY()).toRotationMatrix();
  const Sensor& lidar = world.add_sensor(sensor("lidar", spec));
  world.step();
  ASSERT_EQ(lidar.values().size(), 41U);
  int missed = 0;
  for (int i = 0; i < 41; ++i) {
    const double angle = -1.0 + 0.05 * i, distance = 3 / std::cos(angle);
    EXPECT_NEAR(lidar.values()[static_cast<std::size_t>(i)], std::min(distance, 4.0), 1e-12) << i;
    missed += distance > 4;
  }
  EXPECT_EQ(missed, 12);
  EXPECT_EQ(lidar.value("distance.20"), lidar.values()[20]);
}

TEST(Ranges, OwnShapesAreIgnoredAsAsked) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec spec;
  spec.name = "robot";
  spec.urdf = CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf";
  spec.base = BaseKind::kFixed;
  spec.pose = test::at(0, 0, 2);
  world.add(spec);
  world.add_ground();
  // From the centre of the trunk to a foot, through the leg.
  RangesSpec rays = fan("robot/base", 1, 9);
  const Vector3 foot = world.find("robot")->pose("front_left_foot").p - Vector3(0, 0, 2);
  rays.azimuth = {std::atan2(foot.y(), foot.x()), std::atan2(foot.y(), foot.x()), 1};
  const double elevation = std::atan2(foot.z(), foot.head<2>().norm());
  rays.elevation = {elevation, elevation, 1};
  const auto reads = [&](const std::string& name, RangesIgnore own) {
    rays.ignore_own = own;
    return &world.add_sensor(sensor(name, rays));
  };
  const Sensor *none = reads("none", RangesIgnore::kNone),
               *body = reads("body", RangesIgnore::kBody),
               *model = reads("model", RangesIgnore::kModel);
  rays.ignore = {"ground"};
  const Sensor* nothing = reads("nothing", RangesIgnore::kModel);
  world.step();
  EXPECT_EQ(none->values()[0], 0);  // starts within the trunk
  EXPECT_GT(body->values()[0], 0.01);
  EXPECT_LE(body->values()[0], foot.norm());
  EXPECT_NEAR(model->values()[0], 2 / std::sin(-elevation), 1e-9);
  EXPECT_EQ(nothing->values()[0], 9);
}

// A grid in a heap of bodies that fall: equal to ray_cast after every step.
TEST(Ranges, GridAgreesWithRayCast) {
  World world(test::world_spec(2e-3, {}));
  world.add_ground();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 20; ++i) {
    const RigidTransform pose = RigidTransform::from_xyz_rpy(
        {2 * uniform(random), 2 * uniform(random), 0.7 + 0.5 * uniform(random)},
        {uniform(random), uniform(random), uniform(random)});
    world.add(i % 2 == 0
                  ? test::body("box" + std::to_string(i), test::box({0.3, 0.2, 0.4}), 1, pose)
                  : test::body("ball" + std::to_string(i), test::sphere(0.2), 1, pose));
  }
  RangesSpec spec = fan("box0", 24, 6);
  spec.azimuth = {-EIGEN_PI, EIGEN_PI, 24};
  spec.elevation = {-1.2, 1.2, 9};
  spec.offset = RigidTransform::from_xyz_rpy({0.1, 0.05, 0.1}, {0.1, 0.2, 0.3});
  const Sensor& lidar = world.add_sensor(sensor("lidar", spec));
  int hits = 0;
  for (int k = 0; k < 60; ++k) {
    world.step();
    if (k == 30) world.add(test::body("late", test::sphere(0.4), 1, test::at(0, 0, 2)));
    if (k == 30) world.step();
    const RigidTransform X = world.find("box0")->base_pose() * spec.offset;
    const WorldView view(world);
    for (int row = 0; row < 9; ++row) {
      for (int column = 0; column < 24; ++column) {
        const double e = -1.2 + 2.4 * row / 8, a = -EIGEN_PI + 2 * EIGEN_PI * column / 23;
        const Vector3 d(std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e));
        const auto hit = ray_cast(view, {X.p, X.R * d, 6}, {0xffffffffU, {"box0"}});
        const double reading = lidar.values()[static_cast<std::size_t>(24 * row + column)];
        ASSERT_NEAR(reading, hit ? hit->distance : 6, 1e-9) << k << " " << row << " " << column;
        hits += hit.has_value();
      }
    }
  }
  EXPECT_GT(hits, 3000);
}

}  // namespace
}  // namespace cardan
