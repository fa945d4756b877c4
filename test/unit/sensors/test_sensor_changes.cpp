// Sensors in a world that changes: removal of models, payloads, and recordings that repeat them.
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>

#include "cardan/recording.h"
#include "test/support/temporary_directory.h"
#include "test/unit/sensors/sensor_worlds.h"

namespace cardan {
namespace {

using test::at;
using test::kG;
using test::message_of;
using test::sensor;
using test::vector_of;

const std::string kQuadruped = std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf";

std::vector<std::uint64_t> reading_bits(const Sensor& sensor) {
  std::vector<std::uint64_t> bits;
  for (const double value : sensor.values()) {
    bits.emplace_back();
    std::memcpy(&bits.back(), &value, sizeof value);
  }
  return bits;
}

SensorSpec noisy_imu(const std::string& name, const std::string& frame) {
  SensorSpec imu = sensor(name, ImuSpec{frame, {}});
  imu.errors["acceleration"] = {{0.1}, {}, {0.01}, {}, {}};
  imu.delay = 2e-3;
  return imu;
}

// Two boxes on the ground, and a third one that falls.
World boxes() {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  for (const char* name : {"a", "b"})
    world.add(test::body(name, test::box({0.2, 0.2, 0.2}), 2, at(name[0] - 'a', 0, 0.1)));
  world.add(test::body("falling", test::box({0.2, 0.2, 0.2}), 1, at(0, 3, 2),
                       {{1, 2, 0}, Vector3::Zero()}));
  return world;
}

void step(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step();
}

TEST(RemovedModel, TakesAlongTheSensorsThatNameIt) {
  World world = boxes();
  Sensor& on_a = world.add_sensor(sensor("on_a", ContactSensorSpec{"a", "", {}}));
  Sensor& on_b = world.add_sensor(noisy_imu("on_b", "b"));
  Sensor& b_with_a = world.add_sensor(sensor("b_with_a", ContactSensorSpec{"b", "a", {}}));
  Sensor& relative = world.add_sensor(sensor("relative", PoseSensorSpec{"b", {}, "a"}));
  RangesSpec down{"falling", {}, {0, 3, 4}, {}, 10};
  down.ignore = {"a", "b"};
  Sensor& rays = world.add_sensor(sensor("rays", down));
  step(world, 20);
  const auto before = reading_bits(on_b);
  world.remove("a");
  for (const Sensor* one : {&on_a, &b_with_a, &relative}) {
    EXPECT_TRUE(one->is_removed());
    EXPECT_NE(message_of([&] { one->values(); }).find("the sensor was removed"), std::string::npos);
  }
  EXPECT_FALSE(on_b.is_removed());
  EXPECT_EQ(reading_bits(on_b), before);
  ASSERT_EQ(world.sensors().size(), 2U);
  EXPECT_EQ(std::get<RangesSpec>(rays.spec().kind).ignore, std::vector<std::string>{"b"});
  World copy = world.clone();
  step(world, 20);
  step(copy, 20);
  EXPECT_EQ(reading_bits(copy.sensor("on_b")), reading_bits(on_b));
  EXPECT_EQ(reading_bits(copy.sensor("rays")), reading_bits(rays));
  EXPECT_NO_THROW(world.add_sensor(sensor("on_a", ContactSensorSpec{"b", "", {}})));
}

// The readings of the other sensors are those of a world that never had the model.
TEST(RemovedModel, LeavesRaysToOtherShapes) {
  World world = boxes(), other = boxes();
  other.remove("a");
  const RangesSpec ahead{"b", {}, {-3.1, 3.14, 64}, {}, 10};
  Sensor& rays = world.add_sensor(sensor("rays", ahead));
  const Sensor& expected = other.add_sensor(sensor("rays", ahead));
  step(world, 5);
  step(other, 5);
  EXPECT_NE(reading_bits(rays), reading_bits(expected)) << "the rays never met the box";
  world.remove("a");
  step(world, 1);
  step(other, 1);
  EXPECT_EQ(reading_bits(rays), reading_bits(expected));
}

TEST(Snapshot, OfAWorldWithARemovedModelHoldsItsSensors) {
  World world = boxes();
  world.add_sensor(noisy_imu("first", "falling"));
  world.add_sensor(noisy_imu("second", "a"));
  Sensor& third = world.add_sensor(noisy_imu("third", "b"));
  step(world, 10);
  world.remove("a");
  const StateSnapshot state = world.state();
  const auto start = reading_bits(third);
  step(world, 10);
  const auto reached = reading_bits(third);
  EXPECT_NE(reached, start);
  world.set_state(state);
  EXPECT_EQ(reading_bits(third), start);
  step(world, 10);
  EXPECT_EQ(reading_bits(third), reached);
}

// The fixed joint between ankle and foot carries the load on the foot.
TEST(Payload, BehindAFixedJointCountsInItsSensor) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec spec;
  spec.name = "robot";
  spec.urdf = kQuadruped;
  spec.base = BaseKind::kFixed;
  spec.pd = test::pd(1e4, 100);
  Model& robot = world.add(spec);
  const Sensor& ankle = world.add_sensor(sensor("ankle", ForceTorqueSpec{"robot/foot_front_left"}));
  const Sensor& other = world.add_sensor(sensor("other", ForceTorqueSpec{"robot/foot_rear_left"}));
  step(world, 3000);
  const auto force_of = [](const Sensor& one) { return vector_of(one, "force").norm(); };
  const double foot = force_of(ankle);
  EXPECT_NEAR(foot, 0.05 * kG, 1e-6);
  robot.add_payload("front_left_foot", 2, {0, 0, -0.01});
  step(world, 3000);
  EXPECT_NEAR(force_of(ankle), 2.05 * kG, 1e-5);
  EXPECT_NEAR(force_of(other), 0.05 * kG, 1e-6);
  World copy = world.clone();
  step(copy, 1);
  EXPECT_NEAR(force_of(copy.sensor("ankle")), 2.05 * kG, 1e-5);
}

// Sensors are added and removed while a recording runs.
TEST(RecordedSensors, AreRowsAndAreRepeated) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  World world = boxes();
  world.add_sensor(noisy_imu("imu", "falling"));
  world.find("falling")->add_payload("", 0.5, {0.1, 0, 0});
  std::vector<std::uint64_t> late;
  {
    Recorder recorder(file, 0);
    recorder.record(world);
    const auto run = [&](int steps) {
      for (int k = 0; k < steps; ++k) {
        world.step();
        recorder.record(world);
      }
    };
    run(300);
    world.add_sensor(noisy_imu("late", "b"));
    run(10);
    late = reading_bits(world.sensor("late"));
    world.remove_sensor("late");
    run(10);
    recorder.close();
  }
  const Recording recording(file);
  std::vector<std::string> calls;
  for (std::int64_t i = 0; i < recording.num_changes(); ++i)
    calls.push_back(recording.change(i).call);
  EXPECT_EQ(calls, (std::vector<std::string>{"add_sensor", "remove_sensor"}));
  int tables = 0;
  for (const RecordedTable& table : recording.tables()) {
    if (table.sensor.empty()) continue;
    ++tables;
    const auto last = recording.rows(table, recording.num_rows() - 1, 1);
    const auto before = recording.rows(table, 299, 1);
    ASSERT_EQ(table.columns.size(), last.size());
    if (table.path == "/sensors/late/acceleration") {
      EXPECT_EQ(table.columns,
                (std::vector<std::string>{"acceleration.x", "acceleration.y", "acceleration.z"}));
      EXPECT_EQ(table.units, (std::vector<std::string>{"m/s^2", "m/s^2", "m/s^2"}));
      EXPECT_TRUE(std::isnan(last[0]) && std::isnan(before[0]));
      EXPECT_FALSE(std::isnan(recording.rows(table, 310, 1)[0]));
    }
    if (table.path == "/sensors/imu/acceleration") {
      EXPECT_EQ(last[1], world.sensor("imu").value("acceleration.y"));
    }
  }
  EXPECT_EQ(tables, 6);

  World again = recording.make_world(2);
  replay(recording, again, [&](const World& at_step) {
    if (at_step.steps() == 310) {
      EXPECT_EQ(reading_bits(at_step.sensor("late")), late);
    }
  });
  EXPECT_EQ(reading_bits(again.sensor("imu")), reading_bits(world.sensor("imu")));
  EXPECT_EQ(again.sensors().size(), 1U);

  std::ostringstream csv;
  write_csv(recording, csv);
  EXPECT_NE(csv.str().find("imu/acceleration.x [m/s^2]"), std::string::npos);
  write_csv_folder(recording, folder.file("csv"));
  EXPECT_TRUE(std::filesystem::exists(folder.file("csv") + "/sensor_late.csv"));
}

// A second sensor with the same name has its own tables.
TEST(RecordedSensors, KeepTheirTablesWhenANameReturns) {
  const test::TemporaryDirectory folder;
  World world = boxes();
  world.add_sensor(noisy_imu("imu", "a"));
  Recorder recorder(folder.file("r.h5"), 0);
  recorder.record(world);
  world.remove("a");
  world.add_sensor(sensor("imu", PoseSensorSpec{"b", {}, ""}));
  world.step();
  recorder.record(world);
  recorder.close();
  const Recording recording(folder.file("r.h5"));
  std::vector<std::string> paths;
  for (const RecordedTable& table : recording.tables())
    if (!table.sensor.empty()) paths.push_back(table.path);
  EXPECT_EQ(paths,
            (std::vector<std::string>{"/sensors/imu/time", "/sensors/imu/acceleration",
                                      "/sensors/imu/angular_velocity", "/sensors/imu~2/time",
                                      "/sensors/imu~2/position", "/sensors/imu~2/orientation"}));
  World again = recording.make_world();
  EXPECT_EQ(replay(recording, again), 1);
}

TEST(RecordedSensors, AreRecoveredFromAnUnfinishedRecording) {
  const test::TemporaryDirectory folder;
  World world = boxes();
  world.add_sensor(noisy_imu("imu", "falling"));
  {
    Recorder recorder(folder.file("r.h5"), 0);
    for (int k = 0; k < 30; ++k) {
      // Rows are flushed every half second.
      if (k == 20) std::this_thread::sleep_for(std::chrono::milliseconds(600));
      recorder.record(world);
      world.step();
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder.file("")))
      if (entry.path().string().find("partial") != std::string::npos)
        std::filesystem::copy_file(entry.path(), folder.file("unfinished"));
  }
  const RepairedRecording repaired =
      repair_recording(folder.file("unfinished"), folder.file("again.h5"));
  ASSERT_GE(repaired.rows, 20);
  const Recording recording(folder.file("again.h5"));
  std::size_t columns = 0;
  for (const RecordedTable& table : recording.tables())
    if (table.sensor == "imu") columns += table.columns.size();
  EXPECT_EQ(columns, 7U);
  World again = recording.make_world();
  EXPECT_EQ(replay(recording, again), repaired.last_step);
}

}  // namespace
}  // namespace cardan
