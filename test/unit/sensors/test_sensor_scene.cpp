// The key `sensors` of a scene.
#include "cardan/scene.h"
#include "test/support/temporary_directory.h"
#include "test/unit/sensors/sensor_worlds.h"

namespace cardan {
namespace {

using test::message_of;

const char* const kHead =
    "cardan: 1\n"
    "models: [{name: ground, plane: {}, static: true}, {name: ball, sphere: {radius: 0.1}}]\n";

Scene read(const std::string& sensors) {
  const test::TemporaryDirectory folder;
  return load_scene(folder.write("scene.yaml", kHead + sensors));
}

TEST(SensorScene, EveryKeyIsRead) {
  const Scene scene = read(R"(
seed: 12
sensors:
  - name: imu
    imu: {frame: ball, offset: {xyz: [1, 2, 3]}}
    rate: 100
    delay: 0.02
    errors:
      acceleration: {noise: 0.1, bias: [1, 2, 3], bias_walk: 0.2, resolution: 0.3, saturation: 4}
  - {name: short, imu: ball}
  - {name: touch, contact: {on: ball, with: ground, axes: own}}
  - name: lidar
    ranges: {frame: ball, azimuth: {from: -1, to: 1, count: 3}, elevation: {from: 0.5}, max_range: 8, ignore_own: none, ignore: [ground]}
  - {name: pose, pose: {frame: ball, relative_to: ground}}
  - {name: twist, twist: {frame: ball, relative_to: ground, axes: own}}
)");
  EXPECT_EQ(scene.world.seed, 12U);
  ASSERT_EQ(scene.sensors.size(), 6U);
  const SensorSpec& imu = scene.sensors[0];
  EXPECT_EQ(imu.name, "imu");
  EXPECT_EQ(std::get<ImuSpec>(imu.kind).frame, "ball");
  EXPECT_EQ(std::get<ImuSpec>(imu.kind).offset.p, Vector3(1, 2, 3));
  EXPECT_EQ(imu.rate, 100);
  EXPECT_EQ(imu.delay, 0.02);
  const SensorErrors& errors = imu.errors.at("acceleration");
  EXPECT_EQ(errors.noise, std::vector<double>{0.1});
  EXPECT_EQ(errors.bias, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(errors.bias_walk, std::vector<double>{0.2});
  EXPECT_EQ(errors.resolution, std::vector<double>{0.3});
  EXPECT_EQ(errors.saturation, std::vector<double>{4});
  EXPECT_EQ(std::get<ImuSpec>(scene.sensors[1].kind).frame, "ball");
  const auto& touch = std::get<ContactSensorSpec>(scene.sensors[2].kind);
  EXPECT_EQ(touch.with, "ground");
  EXPECT_EQ(touch.axes, SensorAxes::kOwn);
  const auto& lidar = std::get<RangesSpec>(scene.sensors[3].kind);
  EXPECT_EQ(lidar.azimuth.count, 3);
  EXPECT_EQ(lidar.azimuth.to, 1);
  EXPECT_EQ(lidar.elevation.from, 0.5);
  EXPECT_EQ(lidar.elevation.to, 0.5);
  EXPECT_EQ(lidar.max_range, 8);
  EXPECT_EQ(lidar.ignore_own, RangesIgnore::kNone);
  EXPECT_EQ(lidar.ignore, std::vector<std::string>{"ground"});
  EXPECT_EQ(std::get<PoseSensorSpec>(scene.sensors[4].kind).relative_to, "ground");
  EXPECT_EQ(std::get<TwistSensorSpec>(scene.sensors[5].kind).axes, SensorAxes::kOwn);
  World world = make_world(scene);
  EXPECT_EQ(world.sensors().size(), 6U);
}

TEST(SensorScene, MistakesNameTheirLine) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"sensors: [{name: s, imu: bal}]", ":3: sensors[0].imu: unknown model 'bal'"},
      {"sensors: [{name: s, imu: {frame: ball, ofset: {}}}]", "unknown key 'ofset'"},
      {"sensors: [{name: s, imo: ball}]", "unknown key 'imo'"},
      {"sensors: [{name: s}]", "the sensor has no kind"},
      {"sensors: [{name: s, imu: ball, pose: ball}]", "cannot be combined with 'imu'"},
      {"sensors: [{imu: ball}]", "name"},
      {"sensors: [{name: s, imu: ball, rate: 0}]", "rate"},
      {"sensors: [{name: s, imu: ball, delay: -1}]", "delay"},
      {"sensors: [{name: s, ranges: ball}]", "rays need a range"},
      {"sensors: [{name: s, ranges: {frame: ball}}]", "max_range"},
      {"sensors: [{name: s, imu: ball, errors: {acceleration: {nois: 1}}}]", "unknown key 'nois'"},
      {"sensors: [{name: s, imu: ball, errors: {acceleration: {noise: []}}}]", "an empty list"},
      {"sensors: [{name: s, twist: {frame: ball, axes: mine}}]", "expected one of reference, own"},
      {"seed: -3", "expected a whole number from 0"}};
  for (const auto& [text, part] : mistakes) {
    const std::string message = message_of([text = text] { read(text); });
    EXPECT_NE(message.find(part), std::string::npos) << text << " gives: " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

TEST(SensorScene, ErrorsOfTheWorldNameTheLine) {
  for (const char* text : {"sensors:\n  - {name: s, imu: ball, rate: 300}\n",
                           "sensors:\n  - {name: s, joint: ball/x}\n",
                           "sensors:\n  - {name: s, contact: {on: ball, with: ball}}\n"}) {
    const Scene scene = read(text);
    const std::string message = message_of([&] { make_world(scene); });
    EXPECT_NE(message.find("scene.yaml:4: sensor 's': "), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace cardan
