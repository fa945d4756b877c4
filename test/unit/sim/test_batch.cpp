#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "cardan/batch.h"
#include "cardan/error.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

constexpr int kWorlds = 5, kSteps = 60;

Scene quadruped_scene() {
  return load_scene(std::string(CARDAN_SOURCE_DIR) + "/bench/matrix/quadruped.yaml");
}

// World i starts i mm higher, has its own friction and is pushed harder.
void vary(int world, Scene& scene) {
  scene.models[1].pose.p.z() += 1e-3 * world;
  scene.world.materials.named["default"].mu_static = 0.4 + 0.1 * world;
  scene.world.materials.named["default"].mu_kinetic = 0.4 + 0.1 * world;
  ForceSpec push;
  push.on = "robot";
  push.from = 0.05;
  push.until = 0.1;
  push.force = Vector3(20.0 * world, 0, 0);
  scene.forces.push_back(push);
}

double effort(int world, int freedom) { return freedom < 6 ? 0 : 0.1 * std::sin(world + freedom); }

Batch make_batch(int threads) {
  Batch batch(quadruped_scene(), kWorlds, {threads, vary});
  for (int i = 0; i < kWorlds; ++i)
    for (int d = 0; d < batch.nv(); ++d)
      batch.efforts()[static_cast<std::size_t>(i * batch.nv() + d)] = effort(i, d);
  return batch;
}

// One world of the batch, built alone.
World make_single(int world, Scene& scene) {
  scene = quadruped_scene();
  vary(world, scene);
  return make_world(scene);
}

void advance(World& world, int number, int steps) {
  Model& robot = *world.find("robot");
  VectorX tau(robot.v().size());
  for (int d = 0; d < tau.size(); ++d) tau[d] = effort(number, d);
  robot.set_efforts(tau);
  for (int k = 0; k < steps; ++k) {
    world.step();
  }
}

void expect_same(const Batch& batch, int i, const World& single) {
  const Model& robot = *single.find("robot");
  const std::size_t nq = robot.q().size(), nv = robot.v().size();
  EXPECT_EQ(batch.world(i).state_hash(), single.state_hash()) << "world " << i;
  EXPECT_EQ(std::memcmp(&batch.q()[i * nq], robot.q().data(), nq * sizeof(double)), 0) << i;
  EXPECT_EQ(std::memcmp(&batch.v()[i * nv], robot.v().data(), nv * sizeof(double)), 0) << i;
}

TEST(Batch, BatchEqualsSingleWorldsBitForBitOnAnyThreads) {
  std::vector<World> singles;
  for (int i = 0; i < kWorlds; ++i) {
    Scene scene;
    singles.push_back(make_single(i, scene));
    advance(singles.back(), i, kSteps);
  }
  for (const int threads : {1, 2, 3}) {
    Batch batch = make_batch(threads);
    EXPECT_EQ(batch.threads(), threads);
    for (int k = 0; k < kSteps; k += 20) batch.step(20);
    for (int i = 0; i < kWorlds; ++i) {
      expect_same(batch, i, singles[i]);
      EXPECT_EQ(batch.status()[i].steps, kSteps);
      EXPECT_EQ(batch.status()[i].contacts, singles[i].report().contacts);
      EXPECT_TRUE(batch.status()[i].finite);
    }
  }
  // The varied value has an effect.
  EXPECT_NE(singles[0].state_hash(), singles[1].state_hash());
}

TEST(Batch, ResetAffectsOneWorldOnly) {
  Batch batch = make_batch(2);
  batch.step(kSteps);
  batch.reset(2);
  EXPECT_EQ(batch.status()[2].steps, 0);
  Scene scene;
  World fresh = make_single(2, scene);
  expect_same(batch, 2, fresh);
  EXPECT_EQ(batch.efforts()[static_cast<std::size_t>(2 * batch.nv() + 7)], 0);
  for (int d = 0; d < batch.nv(); ++d)
    batch.efforts()[static_cast<std::size_t>(2 * batch.nv() + d)] = effort(2, d);
  batch.step(kSteps);
  advance(fresh, 2, kSteps);
  expect_same(batch, 2, fresh);
  World longer = make_single(3, scene);
  advance(longer, 3, 2 * kSteps);
  expect_same(batch, 3, longer);
}

TEST(Batch, StateOfOneWorldIsSet) {
  Batch batch = make_batch(1);
  const std::vector<double> q(batch.q().begin(), batch.q().begin() + batch.nq());
  std::vector<double> v(static_cast<std::size_t>(batch.nv()), 0.25);
  batch.set_state(4, q, v);
  EXPECT_EQ(batch.q()[static_cast<std::size_t>(4 * batch.nq() + 2)], q[2]);
  EXPECT_EQ(batch.v()[static_cast<std::size_t>(4 * batch.nv() + 3)], 0.25);
  EXPECT_NE(batch.q()[static_cast<std::size_t>(3 * batch.nq() + 2)], q[2]);
  EXPECT_EQ(batch.world(4).find("robot")->v()[3], 0.25);
  v.pop_back();
  EXPECT_THROW(batch.set_state(4, q, v), Error);
}

TEST(Batch, NonFiniteStateIsRejectedWithoutChange) {
  Batch batch = make_batch(1);
  batch.step(5);
  const std::vector<double> before(batch.q().begin(), batch.q().end());
  const std::uint64_t hash = batch.world(2).state_hash();
  std::vector<double> q(before.begin(), before.begin() + batch.nq());
  std::vector<double> v(static_cast<std::size_t>(batch.nv()), 0);
  q[2] += 1;
  v[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(batch.set_state(2, q, v), Error);
  v[7] = 0;
  std::fill(q.begin() + 3, q.begin() + 7, 0);  // the quaternion of the base
  EXPECT_THROW(batch.set_state(2, q, v), Error);
  EXPECT_EQ(std::vector<double>(batch.q().begin(), batch.q().end()), before);
  EXPECT_EQ(batch.world(2).state_hash(), hash);
}

/// A crate at rest, which falls asleep after half a second.
Scene sleepy_scene() {
  Scene scene;
  scene.world = test::world_spec(5e-3, {});
  scene.world.contact.sleep = SleepSpec{};
  scene.models = {test::slope(0), test::body("crate", test::box({0.2, 0.2, 0.2}), 1,
                                             RigidTransform(Vector3(0, 0, 0.1)))};
  return scene;
}

TEST(Batch, ChangedEffortsWakeOnlyTheirWorld) {
  const Scene scene = sleepy_scene();
  Batch batch(scene, 2, {1, {}});
  World single = make_world(scene);
  const auto advance_all = [&](int steps) {
    batch.step(steps);
    for (int k = 0; k < steps; ++k) single.step();
  };
  advance_all(120);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(batch.world(i).find("crate")->is_asleep()) << i;
  VectorX lift = VectorX::Zero(6);
  lift[5] = 20;
  single.find("crate")->set_efforts(lift);
  batch.efforts()[static_cast<std::size_t>(batch.nv() + 5)] = lift[5];
  advance_all(20);
  EXPECT_TRUE(batch.world(0).find("crate")->is_asleep());
  EXPECT_FALSE(batch.world(1).find("crate")->is_asleep());
  EXPECT_GT(batch.world(1).find("crate")->base_pose().p.z(), 0.11);
  EXPECT_EQ(batch.world(1).state_hash(), single.state_hash());
}

TEST(Batch, BadEffortsOfAllStepsOfACallAreCounted) {
  Batch batch = make_batch(1);
  batch.efforts()[static_cast<std::size_t>(batch.nv() + 8)] =
      std::numeric_limits<double>::quiet_NaN();
  batch.step(4);
  EXPECT_EQ(batch.status()[0].rejected_inputs, 0);
  EXPECT_EQ(batch.status()[1].rejected_inputs, 1);  // in the first step, which replaces it by 0
}

TEST(Batch, BadEffortsAreNamedByWorld) {
  Batch batch = make_batch(2);
  batch.efforts()[static_cast<std::size_t>(batch.nv() + 8)] =
      std::numeric_limits<double>::quiet_NaN();
  batch.step();
  EXPECT_EQ(batch.status()[0].rejected_inputs, 0);
  EXPECT_GT(batch.status()[1].rejected_inputs, 0);
  EXPECT_TRUE(batch.status()[1].finite);
}

TEST(Batch, InvalidBatchesAreRejected) {
  const Scene scene = quadruped_scene();
  EXPECT_THROW(Batch(scene, 0), Error);
  EXPECT_THROW(Batch(scene, 2, {-1, {}}), Error);
  const auto another = [](int world, Scene& own) {
    if (world == 1) own.models.pop_back();
  };
  EXPECT_THROW(Batch(scene, 2, {1, another}), Error);
  Batch batch(scene, 1, {1, {}});
  EXPECT_THROW(batch.reset(1), Error);
  EXPECT_THROW(batch.world(-1), Error);
}

double speed_of_forced_ball() {
  World world = make_world(load_scene_text(R"(cardan: 1
gravity: [0, 0, 0]
models: [{name: ball, sphere: {radius: 0.1}, mass: 2}]
forces: [{on: ball, from: 0, until: 1, force: [10, 0, 0]}]
)"));
  for (int i = 0; i < 100; ++i) world.step();
  return world.find("ball")->base_velocity().linear.x();
}

TEST(SceneForces, StepAppliesThem) {
  EXPECT_NEAR(speed_of_forced_ball(), 0.5, 1e-9);  // F t / m
}

// begin_step applies them once, however often it is called before finish_step or step.
TEST(SceneForces, EachStepAppliesThemOnce) {
  const Scene scene = load_scene_text(R"(cardan: 1
gravity: [0, 0, 0]
models: [{name: ball, sphere: {radius: 0.1}, mass: 2}]
forces: [{on: ball, from: 0, until: 1, force: [10, 0, 0]}]
)");
  World once = make_world(scene), begun = make_world(scene);
  for (int i = 0; i < 3; ++i) {
    once.step();
    begun.begin_step();
    begun.begin_step();
    if (i == 1)
      begun.step();
    else
      begun.finish_step();
    EXPECT_EQ(once.state_hash(), begun.state_hash()) << i;
  }
}

}  // namespace
}  // namespace cardan
