// Sensors and the state of their world: threads, saving and restoring, removal, recordings.
#include <cstring>

#include "cardan/recording.h"
#include "cardan/scene.h"
#include "core/hdf5_file.h"
#include "test/support/temporary_directory.h"
#include "test/unit/sensors/sensor_worlds.h"

namespace cardan {
namespace {

using test::message_of;
using test::sensor;

const std::string kScenes = std::string(CARDAN_SOURCE_DIR) + "/data/scenes/";

// A quadruped that lands, with sensors of every kind, noise and delays.
Scene watched_scene(int threads = 1) {
  Scene scene = load_scene(kScenes + "stand.yaml");
  scene.world.threads = threads;
  scene.world.seed = 42;
  SensorSpec imu = sensor("imu", ImuSpec{"robot/base", test::at(0.1, 0, 0)});
  imu.errors["acceleration"] = {{0.1}, {0.2, 0, 0}, {0.01}, {1e-3}, {40}};
  imu.errors["angular_velocity"].bias_walk = {0.02};
  imu.rate = 500;
  imu.delay = 6e-3;
  SensorSpec ankle = sensor("ankle", ForceTorqueSpec{"robot/foot_rear_left"});
  ankle.errors["force"].noise = {0.3};
  SensorSpec lidar = sensor("lidar", RangesSpec{"robot/base", {}, {-2, 2, 40}, {-1, 0, 5}, 5});
  lidar.errors["distance"].noise = {0.01};
  lidar.rate = 100;
  SensorSpec twist = sensor("twist", TwistSensorSpec{"robot/front_left_foot", {}, "robot", {}});
  twist.delay = 3e-3;
  scene.sensors = {imu,
                   ankle,
                   lidar,
                   twist,
                   sensor("knee", JointSensorSpec{"robot/knee_rear_left"}),
                   sensor("foot", ContactSensorSpec{"robot/front_left_foot", "ground", {}}),
                   sensor("pose", PoseSensorSpec{"robot", {}, ""})};
  return scene;
}

std::vector<std::uint64_t> bits_of(const World& world) {
  std::vector<std::uint64_t> bits;
  for (const Sensor* one : world.sensors()) {
    for (const double value : one->values()) {
      bits.emplace_back();
      std::memcpy(&bits.back(), &value, sizeof value);
    }
    bits.push_back(static_cast<std::uint64_t>(one->samples()));
  }
  return bits;
}

TEST(SensorState, BitsAreEqualOnAnyNumberOfThreads) {
  World one = make_world(watched_scene(1)), two = make_world(watched_scene(2)),
        eight = make_world(watched_scene(8));
  for (int k = 0; k < 400; ++k) {
    for (World* world : {&one, &two, &eight}) world->step();
    ASSERT_EQ(bits_of(one), bits_of(two)) << k;
    ASSERT_EQ(bits_of(one), bits_of(eight)) << k;
  }
}

TEST(SensorState, SensorsDoNotChangeTheMotion) {
  Scene plain = watched_scene();
  plain.sensors.clear();
  World watched = make_world(watched_scene()), bare = make_world(plain);
  for (int k = 0; k < 400; ++k) {
    watched.step();
    bare.step();
    ASSERT_EQ(watched.state_hash(), bare.state_hash()) << k;
  }
}

TEST(SensorState, RestoredRunContinuesBitForBit) {
  const test::TemporaryDirectory folder;
  for (const int moment : {0, 1, 7, 203}) {
    World world = make_world(watched_scene());
    for (int k = 0; k < moment; ++k) world.step();
    world.find("robot")->apply_wrench("rear_left_foot", {1, 2, 3});  // part of the state
    const std::string file = folder.file("state.h5");
    world.save_state(file);
    World other = make_world(watched_scene());
    for (int k = 0; k < 11; ++k) other.step();
    other.restore_state(file);
    ASSERT_EQ(bits_of(world), bits_of(other)) << moment;
    for (int k = 0; k < 60; ++k) {
      world.step();
      other.step();
      ASSERT_EQ(bits_of(world), bits_of(other)) << moment << " + " << k;
    }
  }
}

TEST(SensorState, StateWithoutASensorClearsIt) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("state.h5");
  Scene plain = watched_scene();
  plain.sensors.erase(plain.sensors.begin());
  World world = make_world(plain);
  for (int k = 0; k < 20; ++k) world.step();
  world.save_state(file);
  World other = make_world(watched_scene());
  for (int k = 0; k < 20; ++k) other.step();
  other.restore_state(file);
  EXPECT_FALSE(other.sensor("imu").has_reading());
  EXPECT_EQ(other.sensor("imu").samples(), 0);
  EXPECT_EQ(other.sensor("twist").samples(), 20);
}

TEST(SensorState, RemovedSensorGivesAnErrorAndTheOthersStay) {
  World world = make_world(watched_scene());
  for (int k = 0; k < 20; ++k) world.step();
  World whole = make_world(watched_scene());
  for (int k = 0; k < 20; ++k) whole.step();
  Sensor& lidar = world.sensor("lidar");
  const Sensor& twist = world.sensor("twist");
  world.remove_sensor("lidar");
  EXPECT_EQ(message_of([&] { lidar.values(); }), "sensor 'lidar': the sensor was removed");
  EXPECT_NE(message_of([&] { world.sensor("lidr"); }).find("unknown sensor 'lidr'"),
            std::string::npos);
  EXPECT_EQ(world.sensors().size(), 6U);
  for (int k = 0; k < 20; ++k) {
    world.step();
    whole.step();
    for (const char* name : {"imu", "ankle", "twist", "knee", "foot", "pose"}) {
      const auto a = world.sensor(name).values(), b = whole.sensor(name).values();
      for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(std::memcmp(&a[i], &b[i], sizeof(double)), 0) << name << " " << i;
    }
  }
  EXPECT_EQ(&twist, &world.sensor("twist"));
  for (const char* name : {"imu", "ankle", "twist", "knee", "foot", "pose"})
    world.remove_sensor(name);
  world.step();
  EXPECT_TRUE(world.sensors().empty());
}

TEST(SensorState, RecordingHoldsTheReadings) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("run.h5");
  World world = make_world(watched_scene());
  Recorder recorder(file, 0);
  recorder.record(world);
  std::vector<double> last;
  for (int k = 0; k < 30; ++k) {
    world.step();
    recorder.record(world);
  }
  recorder.close();
  const Hdf5Reader reader(file);
  const std::vector<double> row = reader.row("/sensors/imu/acceleration", 30);
  const auto expected = world.sensor("imu").values("acceleration");
  EXPECT_EQ(row, std::vector<double>(expected.begin(), expected.end()));
  EXPECT_EQ(reader.row("/sensors/imu/time", 30)[0], world.sensor("imu").time());
  EXPECT_TRUE(std::isnan(reader.row("/sensors/imu/acceleration", 0)[0]));
  EXPECT_EQ(reader.num_rows("/sensors/lidar/distance"), 31);
  EXPECT_EQ(reader.row("/sensors/lidar/distance", 30).size(), 200U);
}

/// A world with one robot for bad specs.
struct BadSpecs : ::testing::Test {
  BadSpecs() : world(make_world(load_scene(kScenes + "stand.yaml"))) {}

  std::string message(SensorKindSpec kind) { return message(sensor("s", std::move(kind))); }
  std::string message(const SensorSpec& spec) {
    const std::string text = message_of([&] { world.add_sensor(spec); });
    EXPECT_TRUE(world.sensors().empty());
    EXPECT_EQ(text.find('\n'), std::string::npos);
    return text;
  }
  World world;
};

TEST_F(BadSpecs, UnknownNamesAreNamedWithTheNearest) {
  EXPECT_EQ(message(ImuSpec{"robt", {}}),
            "sensor 's': unknown model 'robt'; did you mean 'robot'?");
  EXPECT_EQ(message(ImuSpec{"robot/bas", {}}),
            "sensor 's': unknown link 'bas' of model 'robot'; did you mean 'base'?");
  EXPECT_EQ(message(PoseSensorSpec{"robot", {}, "robot/bse"}),
            "sensor 's': unknown link 'bse' of model 'robot'; did you mean 'base'?");
  EXPECT_EQ(message(ForceTorqueSpec{"robot/foot_frnt_left"}),
            "sensor 's': unknown joint 'foot_frnt_left' of model 'robot'; did you mean "
            "'foot_front_left'?");
  EXPECT_EQ(message(JointSensorSpec{"robot/foot_front_left"}).substr(0, 56),
            "sensor 's': unknown joint 'foot_front_left' of model 'ro");
  EXPECT_EQ(message(JointSensorSpec{"knee"}),
            "sensor 's': 'knee' does not name a joint; write MODEL/JOINT");
  EXPECT_EQ(message(JointSensorSpec{"ground/knee"}), "sensor 's': model 'ground' has no joints");
  EXPECT_EQ(message(ContactSensorSpec{"robot", "grund", {}}),
            "sensor 's': unknown model 'grund'; did you mean 'ground'?");
  EXPECT_EQ(message(ImuSpec{}), "sensor 's': names no frame; give MODEL or MODEL/LINK");
  SensorSpec errors = sensor("s", ImuSpec{"robot", {}});
  errors.errors["aceleration"].noise = {1};
  EXPECT_EQ(message(errors),
            "sensor 's', errors: unknown quantity 'aceleration'; did you mean 'acceleration'?");
}

TEST_F(BadSpecs, JointsThatTransmitNothingAreRefused) {
  EXPECT_EQ(message(ForceTorqueSpec{"robot/floating_base"}),
            "sensor 's': joint 'floating_base' is a floating joint, which transmits no force; name "
            "a joint between two links");
  EXPECT_EQ(message(JointSensorSpec{"robot/floating_base"}).substr(0, 59),
            "sensor 's': joint 'floating_base' has 6 degrees of freedom;");
}

TEST_F(BadSpecs, UnusableNumbersAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  SensorSpec spec = sensor("s", ImuSpec{"robot", {}});
  spec.rate = 300;
  EXPECT_EQ(message(spec),
            "sensor 's': the rate 300 Hz is a sample every 3.33333 steps, which is not a whole "
            "number; with this time step, use 333.333 Hz or 250 Hz");
  spec.rate = 5000;
  EXPECT_NE(message(spec).find("use 1000 Hz or 500 Hz"), std::string::npos);
  for (const double rate : {0.0, -1.0, nan}) {
    spec.rate = rate;
    EXPECT_EQ(message(spec), "sensor 's': the rate is not a positive number; give it in Hz");
  }
  spec.rate = 100;
  spec.delay = 5e-3;
  EXPECT_EQ(message(spec),
            "sensor 's': the delay 0.005 s is not a whole number of samples; samples are 0.01 s "
            "apart");
  spec.delay = -1;
  EXPECT_EQ(message(spec), "sensor 's': the delay is negative or not finite; give it in seconds");
  spec.delay = 0;
  spec.errors["acceleration"].noise = {-1};
  EXPECT_EQ(message(spec), "sensor 's', errors: 'acceleration': noise is negative");
  spec.errors["acceleration"].noise = {nan};
  EXPECT_EQ(message(spec), "sensor 's', errors: 'acceleration': noise is not finite");
  spec.errors["acceleration"].noise = {1, 2};
  EXPECT_EQ(message(spec),
            "sensor 's', errors: 'acceleration': noise has 2 entries; expected one number, or one "
            "for each of the 3 components");
  spec.errors["acceleration"].noise = {1, 2, 3};
  spec.errors["acceleration"].saturation = {0};
  EXPECT_NE(message(spec).find("saturation is 0"), std::string::npos);
  spec = sensor("s", ImuSpec{"robot", RigidTransform(2 * Matrix3::Identity(), {0, 0, 0})});
  EXPECT_NE(message(spec).find("not a rotation matrix"), std::string::npos);
  for (const char* name : {"", "a/b", "a.b", "a\nb"})
    EXPECT_NE(message(sensor(name, ImuSpec{"robot", {}})), "") << name;
}

TEST_F(BadSpecs, UnusableRaysAndContactsAreRefused) {
  RangesSpec rays{"robot", {}, {0, 1, 3}, {}, 5};
  rays.max_range = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message(rays).find("max_range is not a positive number"), std::string::npos);
  rays.max_range = 5;
  rays.azimuth = {0, 1, 1};
  EXPECT_NE(message(rays).find("azimuth: one ray has one angle"), std::string::npos);
  rays.azimuth = {1, 1, 3};
  EXPECT_NE(message(rays).find("all rays have the same angle"), std::string::npos);
  rays.azimuth = {0, 1, 0};
  EXPECT_NE(message(rays).find("azimuth: count is 0"), std::string::npos);
  rays.azimuth = rays.elevation = {0, 1, 100000};
  EXPECT_NE(message(rays).find("more than 1048576 rays"), std::string::npos);
  EXPECT_NE(message(ContactSensorSpec{"robot", "robot", {}}).find("both sides are 'robot'"),
            std::string::npos);
}

TEST_F(BadSpecs, NamesAreUnique) {
  world.add_sensor(sensor("s", ImuSpec{"robot", {}}));
  EXPECT_EQ(message_of([&] {
              world.add_sensor(sensor("s", ImuSpec{"robot", {}}));
            }),
            "sensors: two sensors are named 's'; give each its own name");
}

}  // namespace
}  // namespace cardan
