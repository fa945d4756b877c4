#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "cardan/batch.h"
#include "cardan/error.h"
#include "cardan/quantity.h"
#include "cardan/queries.h"
#include "cardan/recording.h"
#include "cardan/sensor.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// States in memory, targets, observations, episodes and new parameters of a batch.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;

constexpr int kCount = 4;

Scene robot_scene() {
  return load_scene(std::string(CARDAN_SOURCE_DIR) + "/bench/matrix/quadruped.yaml");
}

/// A crate that slides on the ground.
Scene crate_scene(double speed) {
  Scene scene;
  scene.world = test::world_spec(2e-3, {.mu = 0.5});
  scene.models = {test::slope(0), body("crate", box({0.2, 0.2, 0.2}), 2, at(0, 0, 0.1),
                                       SpatialVelocity{Vector3::Zero(), Vector3(speed, 0, 0)})};
  return scene;
}

std::span<const double> row(std::span<const double> all, int world, int worlds = kCount) {
  const std::size_t width = all.size() / static_cast<std::size_t>(worlds);
  return all.subspan(static_cast<std::size_t>(world) * width, width);
}
std::span<double> row(std::span<double> all, int world, int worlds = kCount) {
  const std::size_t width = all.size() / static_cast<std::size_t>(worlds);
  return all.subspan(static_cast<std::size_t>(world) * width, width);
}

bool equal(std::span<const double> x, std::span<const double> y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
}

int column(const std::vector<std::string>& names, const std::string& name) {
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return static_cast<int>(k);
  ADD_FAILURE() << "no column " << name;
  return 0;
}

TEST(BatchStates, ForkedWorldContinuesAsItsOrigin) {
  Batch batch(robot_scene(), kCount, {.threads = 2});
  for (double& target : row(batch.targets(), 1)) target += 0.05;
  row(batch.efforts(), 1)[8] = 2;
  batch.step(40);
  ASSERT_FALSE(equal(row(batch.q(), 1), row(batch.q(), 3)));
  row(batch.efforts(), 1)[9] = -1;  // not applied yet
  batch.fork(1, 3);
  EXPECT_TRUE(equal(row(batch.q(), 1), row(batch.q(), 3)));
  EXPECT_TRUE(equal(row(batch.efforts(), 1), row(batch.efforts(), 3)));
  EXPECT_TRUE(equal(row(batch.targets(), 1), row(batch.targets(), 3)));
  batch.step(40);
  EXPECT_EQ(batch.world(1).state_hash(), batch.world(3).state_hash());
  EXPECT_NE(batch.world(0).state_hash(), batch.world(3).state_hash());
  EXPECT_THROW(batch.fork(0, kCount), Error);
  EXPECT_THROW(batch.fork(-1, 0), Error);
}

TEST(BatchStates, StatesInMemoryGoToOneAndToManyWorlds) {
  Batch batch(robot_scene(), kCount, {.threads = 3});
  batch.step(30);
  const StateSnapshot middle = batch.state(0);
  batch.step(30);
  const std::uint64_t end = batch.world(0).state_hash();
  const int all[] = {3, 0, 1};
  batch.set_states(all, middle);
  batch.set_state(2, middle);
  EXPECT_EQ(batch.status()[2].steps, 30);
  batch.step(30);
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(batch.world(i).state_hash(), end) << i;
  const int twice[] = {0, 0};
  EXPECT_THROW(batch.set_states(twice, middle), Error);
  EXPECT_THROW(batch.set_state(0, StateSnapshot()), Error);
}

TEST(BatchStates, RowsOfSeveralWorldsAreSetOrNone) {
  Batch batch(robot_scene(), kCount, {.threads = 1});
  batch.step(10);
  const std::vector<double> before(batch.q().begin(), batch.q().end());
  const int worlds[] = {3, 1};
  std::vector<double> q, v(static_cast<std::size_t>(2 * batch.nv()), 0.1);
  for (int i = 0; i < 2; ++i) q.insert(q.end(), row(batch.q(), 0).begin(), row(batch.q(), 0).end());
  q[0] = 1;
  q[static_cast<std::size_t>(batch.nq())] = 2;
  v.back() = std::numeric_limits<double>::infinity();
  EXPECT_THROW(batch.set_states(worlds, q, v), Error);
  EXPECT_EQ(std::vector<double>(batch.q().begin(), batch.q().end()), before);
  v.back() = 0;
  batch.set_states(worlds, q, v);
  EXPECT_EQ(row(batch.q(), 3)[0], 1);
  EXPECT_EQ(row(batch.q(), 1)[0], 2);
  EXPECT_EQ(row(batch.v(), 1)[2], 0.1);
  q.pop_back();
  EXPECT_THROW(batch.set_states(worlds, q, v), Error);
}

TEST(BatchTargets, TargetsActAsThoseOfTheModel) {
  const Scene scene = robot_scene();
  Batch batch(scene, 2, {.threads = 1});
  World single = make_world(scene);
  const int k = column(batch.target_names(), "robot/knee_front_left");
  EXPECT_EQ(batch.target_names().size(), 12U);
  EXPECT_EQ(batch.targets().size(), 24U);
  row(batch.targets(), 1, 2)[static_cast<std::size_t>(k)] = -0.3;
  row(batch.target_velocities(), 1, 2)[static_cast<std::size_t>(k)] = 0.2;
  single.find("robot")->set_pd_target("knee_front_left", -0.3, 0.2);
  batch.step(50);
  World untouched = make_world(scene);
  for (int step = 0; step < 50; ++step) {
    single.step();
    untouched.step();
  }
  EXPECT_EQ(batch.world(1).state_hash(), single.state_hash());
  EXPECT_EQ(batch.world(0).state_hash(), untouched.state_hash());
  // A target that is set on the model itself appears in the row and is not overwritten.
  batch.world(0).find("robot")->set_pd_target("knee_front_left", 0.1);
  batch.step(1);
  EXPECT_EQ(row(batch.targets(), 0, 2)[static_cast<std::size_t>(k)], 0.1);
  // A NaN is ignored and counted.
  row(batch.targets(), 0, 2)[static_cast<std::size_t>(k)] = std::nan("");
  batch.step(1);
  EXPECT_EQ(batch.status()[0].rejected_inputs, 1);
  EXPECT_EQ(row(batch.targets(), 0, 2)[static_cast<std::size_t>(k)], 0.1);
}

TEST(BatchObservations, ColumnsAreThoseOfTheWorld) {
  BatchOptions options{.threads = 2};
  options.poses = {"robot", "robot/front_left_foot", "ground"};
  options.contact_forces = {"robot", "robot/front_left_foot", "ground"};
  options.observe = {"robot.base.z", "contacts", "robot.q.knee_front_left", "time"};
  Batch batch(robot_scene(), kCount, options);
  EXPECT_EQ(batch.poses().size(), static_cast<std::size_t>(kCount * 3 * 7));
  row(batch.efforts(), 2)[2] = 5;
  batch.step(200);
  for (int i = 0; i < kCount; ++i) {
    const World& world = batch.world(i);
    const RigidTransform foot = world.find("robot")->pose("front_left_foot");
    const auto poses = row(batch.poses(), i);
    const Quaternion turn(poses[10], poses[11], poses[12], poses[13]);
    EXPECT_LT((Vector3(poses[7], poses[8], poses[9]) - foot.p).norm(), 1e-15);
    EXPECT_LT((turn.toRotationMatrix() - foot.R).norm(), 1e-14);
    EXPECT_EQ(poses[2], world.find("robot")->base_pose().p.z());
    EXPECT_EQ(poses[17], 1);  // the quaternion of the ground
    const auto forces = row(batch.contact_forces(), i);
    const char* names[] = {"robot", "robot/front_left_foot", "ground"};
    for (int k = 0; k < 3; ++k) {
      const Vector3 expected = contact_force(world, names[k]).force;
      EXPECT_LT((Eigen::Map<const Vector3>(&forces[3 * k]) - expected).norm(), 1e-12);
    }
    EXPECT_GT(forces[2], 100);  // 14.4 kg stand on the ground
    const auto seen = row(batch.observations(), i);
    for (std::size_t k = 0; k < options.observe.size(); ++k)
      EXPECT_EQ(seen[k], make_quantity(options.observe[k], world, "").measure(world));
    EXPECT_EQ(seen[1], 4);
  }
  options.observe = {"robot.base.zz"};
  EXPECT_THROW(Batch(robot_scene(), 1, options), Error);
  options.observe.clear();
  options.poses = {"robot/knee"};
  EXPECT_THROW(Batch(robot_scene(), 1, options), Error);
  options.poses.clear();
  options.contact_forces = {"rabbit"};
  EXPECT_THROW(Batch(robot_scene(), 1, options), Error);
}

TEST(BatchMask, MaskedWorldsDoNotChange) {
  Batch batch(robot_scene(), kCount, {.threads = 2});
  batch.step(5);
  const std::vector<std::uint8_t> mask{1, 0, 0, 1};
  batch.step(5, mask);
  for (int i = 0; i < kCount; ++i) {
    EXPECT_EQ(batch.world(i).steps(), mask[static_cast<std::size_t>(i)] != 0 ? 10 : 5);
    EXPECT_EQ(batch.status()[static_cast<std::size_t>(i)].steps, batch.world(i).steps());
  }
  const std::vector<std::uint8_t> wrong{1, 0};
  EXPECT_THROW(batch.step(1, wrong), Error);
}

// The crate of world i begins at another speed; it terminates when it has come to rest.
TEST(BatchEpisodes, EpisodesEndAndRestart) {
  for (const int threads : {1, 3}) {
    BatchOptions options{.threads = threads};
    options.observe = {"crate.base.x"};
    options.max_episode_steps = 150;
    options.auto_reset = true;
    options.terminate = [](int, const World& world) {
      return world.find("crate")->base_velocity().linear.norm() < 0.05;
    };
    options.on_reset = [](int world, std::int64_t episode, World& state) {
      VectorX v = state.find("crate")->v();
      v[3] = 0.5 + 0.5 * world + 0.1 * static_cast<double>(episode);
      state.find("crate")->set_v(v);
    };
    Batch batch(crate_scene(1), kCount, options);
    int terminated = 0, truncated = 0, resets = 0;
    for (int call = 0; call < 60; ++call) {
      batch.step(10);
      for (int i = 0; i < kCount; ++i) {
        const BatchStatus& status = batch.status()[static_cast<std::size_t>(i)];
        terminated += status.terminated;
        truncated += status.truncated;
        EXPECT_FALSE(status.terminated && status.truncated);
        EXPECT_EQ(status.was_reset, status.terminated || status.truncated);
        if (!status.was_reset) continue;
        ++resets;
        EXPECT_EQ(status.steps, 0);
        EXPECT_EQ(status.truncated, status.episode_steps == 150);
        EXPECT_EQ(batch.world(i).steps(), 0);
        // The row shows the new start from on_reset; final_* show the end of the last episode.
        EXPECT_EQ(row(batch.v(), i)[3], 0.5 + 0.5 * i + 0.1 * static_cast<double>(status.episode));
        EXPECT_EQ(row(batch.observations(), i)[0], 0);
        EXPECT_EQ(row(batch.final_observations(), i)[0], row(batch.final_q(), i)[0]);
        EXPECT_GT(row(batch.final_q(), i)[0], 0);
        if (!status.terminated) continue;
        EXPECT_LT(std::abs(row(batch.final_v(), i)[3]), 0.05);
        // A crate that begins at v slides for (v − 0.05 m/s) / (μ g), in calls of ten steps of 2
        // ms.
        const auto ended = static_cast<double>(status.episode - 1);
        const double speed = ended == 0 ? 1 : 0.5 + 0.5 * i + 0.1 * ended;
        const double calls = std::ceil((speed - 0.05) / (0.5 * test::kG) / 0.02);
        EXPECT_EQ(status.episode_steps, 10 * static_cast<int>(calls)) << i << ", from " << speed;
      }
    }
    int episodes = 0;
    for (const BatchStatus& status : batch.status()) episodes += static_cast<int>(status.episode);
    EXPECT_EQ(episodes, resets);
    EXPECT_GT(terminated, 4);
    EXPECT_GT(truncated, 4);
  }
}

TEST(BatchEpisodes, WorldContinuesWithoutAutoReset) {
  BatchOptions options{.threads = 1};
  options.max_episode_steps = 20;
  Batch batch(crate_scene(1), 2, options);
  batch.step(20);
  EXPECT_TRUE(batch.status()[0].truncated);
  EXPECT_FALSE(batch.status()[0].was_reset);
  batch.step(1);
  EXPECT_EQ(batch.status()[0].steps, 21);
  batch.reset(0);
  EXPECT_EQ(batch.status()[0].episode, 1);
  EXPECT_EQ(batch.status()[0].episode_steps, 21);
  EXPECT_FALSE(batch.status()[0].truncated);
  EXPECT_EQ(batch.status()[1].episode, 0);
}

// World 1 has its own μ, mass and gravity, and is compared with a world built with these values.
TEST(BatchParameters, ResetWithNewParametersEqualsANewWorld) {
  Batch batch(crate_scene(2), 2, {.threads = 1});
  batch.step(20);
  BatchParameters parameters;
  parameters.friction["default"] = 0.2;
  parameters.mass["crate"] = 5;
  parameters.gravity = Vector3(0, 0, -3);
  batch.reset(1, parameters);
  batch.reset(0);
  Scene built = crate_scene(2);
  Scene plain = built;
  built.world.materials.named["default"].mu_static = 0.2;
  built.world.materials.named["default"].mu_kinetic = 0.2;
  built.models[1].mass = 5;
  built.world.gravity = Vector3(0, 0, -3);
  World expected = make_world(built), unchanged = make_world(plain);
  const auto compare = [&](int steps) {
    batch.step(steps);
    for (int k = 0; k < steps; ++k) {
      expected.step();
      unchanged.step();
    }
    // Scaling an inertia rounds differently from computing it.
    EXPECT_LT((batch.world(1).find("crate")->q() - expected.find("crate")->q()).norm(), 1e-12);
    EXPECT_LT((batch.world(1).find("crate")->v() - expected.find("crate")->v()).norm(), 1e-12);
    EXPECT_EQ(batch.world(0).state_hash(), unchanged.state_hash());
  };
  compare(100);
  EXPECT_NEAR(batch.v()[static_cast<std::size_t>(batch.nv() + 3)], 2 - 0.2 * 3 * 0.2, 1e-4);
  // The next reset keeps the parameters.
  batch.reset(1);
  batch.reset(0);
  expected = make_world(built);
  unchanged = make_world(plain);
  compare(50);
}

// The recording of a world contains everything that its batch does to it.
TEST(BatchRecording, InputsForksAndResetsAreRepeatedBitForBit) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  Batch batch(robot_scene(), 2, {.threads = 1});
  batch.step(3);
  Recorder recorder(file, 0);
  recorder.record(batch.world(1));
  constexpr int kRecordedSteps = 60;
  for (int step = 0; step < kRecordedSteps; ++step) {
    if (step == 5) row(batch.efforts(), 1, 2)[8] = 2;
    if (step == 10)
      for (double& target : row(batch.targets(), 1, 2)) target += 0.05;
    if (step == 20) batch.fork(0, 1);
    if (step == 30) {
      BatchParameters parameters;
      parameters.mass["robot/base"] = 10;
      parameters.gains["robot/knee_front_left"] = {80, 3};
      parameters.friction["default"] = 0.3;
      parameters.gravity = Vector3(0, 0, -5);
      batch.reset(1, parameters);
    }
    if (step == 45) batch.reset(1);
    batch.step(1);
    recorder.record(batch.world(1));
  }
  recorder.close();
  const Recording recording(file);
  World again = recording.make_world();
  EXPECT_EQ(replay(recording, again), kRecordedSteps);
  EXPECT_EQ(again.state_hash(), batch.world(1).state_hash());
}

TEST(BatchParameters, MassOfALinkAndGainsOfAJoint) {
  Batch batch(robot_scene(), 2, {.threads = 1});
  const double before = batch.world(1).find("robot")->skeleton()->total_mass();
  BatchParameters parameters;
  parameters.mass["robot/base"] = 10;
  parameters.gains["robot/knee_front_left"] = {80, 3};
  batch.reset(1, parameters);
  EXPECT_NEAR(batch.world(1).find("robot")->skeleton()->total_mass() - before, 2, 1e-12);
  EXPECT_NEAR(batch.world(0).find("robot")->skeleton()->total_mass(), before, 1e-12);
  World same = batch.world(1).clone();
  // The weight of the standing robot.
  batch.step(1500);
  EXPECT_NEAR(contact_force(batch.world(1), "robot").force.z(), (before + 2) * test::kG, 1e-3);
  EXPECT_NEAR(contact_force(batch.world(0), "robot").force.z(), before * test::kG, 1e-3);
  batch.reset(1);
  batch.step(10);
  for (int k = 0; k < 10; ++k) same.step();
  EXPECT_EQ(batch.world(1).state_hash(), same.state_hash());
}

TEST(BatchParameters, InvalidParametersChangeNothing) {
  Scene scene = robot_scene();
  scene.world.materials.named["unused"] = {};
  Batch batch(scene, 2, {.threads = 1});
  batch.step(10);
  const std::uint64_t hash = batch.world(1).state_hash();
  const auto refused = [&](const auto& set) {
    BatchParameters parameters;
    parameters.gravity = Vector3(0, 0, -1);
    parameters.friction["default"] = 0.1;
    set(parameters);
    EXPECT_THROW(batch.reset(1, parameters), Error);
    EXPECT_EQ(batch.world(1).state_hash(), hash);
    EXPECT_EQ(batch.world(1).gravity(), Vector3(0, 0, -9.81));
  };
  refused([](BatchParameters& p) { p.friction["ice"] = 0.1; });
  refused([](BatchParameters& p) { p.friction["unused"] = 0.1; });
  refused([](BatchParameters& p) { p.friction["default"] = -0.1; });
  refused([](BatchParameters& p) { p.mass["robot"] = 3; });
  refused([](BatchParameters& p) { p.mass["robot/base"] = 0; });
  refused([](BatchParameters& p) { p.mass["ground"] = 1; });
  refused([](BatchParameters& p) { p.gains["robot/knee"] = {1, 1}; });
  refused([](BatchParameters& p) { p.gains["robot/knee_front_left"] = {-1, 1}; });
  refused([](BatchParameters& p) { p.gravity = Vector3(0, 0, std::nan("")); });
}

// Jumps by a fork or a state are not part of the path of the crate.
TEST(BatchObservations, JumpsDoNotCountInAPath) {
  Batch batch(crate_scene(2), 2,
              {.threads = 1,
               .contact_forces = {"crate"},
               .observe = {"crate.base.path", "crate.base.travel", "energy_change"}});
  const StateSnapshot start = batch.state(0);
  batch.step(50);
  const std::uint8_t second[] = {0, 1};
  batch.step(50, second);
  batch.fork(1, 0);
  EXPECT_TRUE(equal(row(batch.observations(), 0, 2), row(batch.observations(), 1, 2)));
  EXPECT_TRUE(equal(row(batch.contact_forces(), 0, 2), row(batch.contact_forces(), 1, 2)));
  EXPECT_GT(row(batch.contact_forces(), 0, 2)[2], 10);
  batch.step(50);
  EXPECT_TRUE(equal(row(batch.observations(), 0, 2), row(batch.observations(), 1, 2)));
  const double path = row(batch.observations(), 0, 2)[0];
  EXPECT_GT(path, 0.1);
  batch.set_state(0, start);
  EXPECT_EQ(row(batch.observations(), 0, 2)[0], path);
  EXPECT_EQ(row(batch.observations(), 0, 2)[1], 0);
}

TEST(BatchMask, MaskedWorldsForgetTheEventsOfAnEarlierCall) {
  Batch batch(crate_scene(1), 2, {.threads = 1, .max_episode_steps = 10, .auto_reset = true});
  batch.step(10);
  ASSERT_TRUE(batch.status()[1].was_reset && batch.status()[1].truncated);
  const std::uint8_t first[] = {1, 0};
  batch.step(1, first);
  EXPECT_FALSE(batch.status()[1].was_reset || batch.status()[1].truncated);
  EXPECT_EQ(batch.status()[1].episode, 1);
}

TEST(BatchParameters, MassWithoutAFiniteInertiaChangesNothing) {
  Batch batch(crate_scene(1), 1, {.threads = 1});
  BatchParameters parameters;
  parameters.gravity = Vector3(0, 0, -1);
  parameters.mass["crate"] = 1e308;
  EXPECT_NO_THROW(batch.reset(0, parameters));
  Scene heavy = crate_scene(1);
  heavy.models[1].geometry->size = {100, 100, 100};
  heavy.models[1].pose.p.z() = 50;
  Batch large(heavy, 1, {.threads = 1});
  large.step(1);
  EXPECT_THROW(large.reset(0, parameters), Error);
  EXPECT_EQ(large.world(0).gravity().z(), -9.81);
  EXPECT_EQ(large.status()[0].episode, 0);
}

TEST(BatchStates, ModelsAndLoopsOfItsWorldsStay) {
  Batch batch(crate_scene(1), 2, {.threads = 1});
  World& world = batch.world(1);
  EXPECT_THROW(world.add(body("more", box({1, 1, 1}), 1, at(5, 0, 1))), Error);
  EXPECT_THROW(world.weld("crate", "world"), Error);
  EXPECT_THROW(world.remove("crate"), Error);
  EXPECT_EQ(world.num_models(), 2);
}

// The noise of world i is the same in a batch of any size, and differs between episodes.
TEST(BatchNoise, DiffersBetweenWorldsAndEpisodes) {
  Scene scene = crate_scene(0);
  SensorSpec imu;
  imu.name = "imu";
  imu.kind = ImuSpec{"crate", {}};
  imu.errors["acceleration"].noise = {0.1};
  scene.sensors = {imu};
  const auto reading = [](Batch& batch, int world) {
    return batch.world(world).sensor("imu").value("acceleration.x");
  };
  Batch two(scene, 2, {.threads = 1}), three(scene, 3, {.threads = 2});
  two.step();
  three.step();
  EXPECT_EQ(reading(two, 0), reading(three, 0));
  EXPECT_EQ(reading(two, 1), reading(three, 1));
  EXPECT_NE(reading(three, 0), reading(three, 1));
  EXPECT_NE(reading(three, 1), reading(three, 2));
  World single = make_world(scene);
  single.step();
  EXPECT_EQ(single.sensor("imu").value("acceleration.x"), reading(two, 0));
  const double first = reading(two, 1);
  two.reset(1);
  two.step();
  EXPECT_NE(reading(two, 1), first);
}

// Clones of the first world equal worlds that were built one by one.
TEST(BatchStates, ClonedWorldsEqualBuiltOnes) {
  Batch cloned(robot_scene(), 3, {.threads = 1});
  Batch built(robot_scene(), 3, {.threads = 1, .vary = [](int, Scene&) {}});
  cloned.step(60);
  built.step(60);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(cloned.world(i).state_hash(), built.world(i).state_hash()) << i;
}

}  // namespace
}  // namespace cardan
