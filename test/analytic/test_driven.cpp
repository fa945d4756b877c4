// Bodies that a program moves, and what they carry: conveyor, elevator, turntable and gripper
// against their closed forms, limits of speed, and states.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "cardan/state_snapshot.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;

class Driven : public testing::TestWithParam<Integrator> {
 protected:
  WorldSpec spec(double h = 1e-3) const {
    WorldSpec spec = test::world_spec(h, {.mu = 0.8, .compliance = 0});
    spec.integrator = GetParam();
    return spec;
  }
};
INSTANTIATE_TEST_SUITE_P(Integrators, Driven,
                         testing::Values(Integrator::kSemiImplicitEuler, Integrator::kMidpoint),
                         [](const auto& one) {
                           return one.param == Integrator::kMidpoint ? "midpoint" : "euler";
                         });

Model& add_driven(World& world, const std::string& name, const Vector3& size,
                  const RigidTransform& pose = {}, double max_speed = kInfinity,
                  double max_turn_rate = kInfinity) {
  ModelSpec spec = body(name, box(size), 1, pose);
  spec.mass.reset();
  spec.kinematic = KinematicSpec{};
  spec.kinematic->driven = true;
  spec.kinematic->max_speed = max_speed;
  spec.kinematic->max_turn_rate = max_turn_rate;
  return world.add(spec);
}

void run(World& world, double time) {
  const auto steps = std::lround(time / world.time_step());
  for (long k = 0; k < steps; ++k) world.step();
}

// A smooth way from 0 to 1 in 1 s, whose acceleration is 0 at both ends.
double way(double t) { return t <= 0 ? 0 : t >= 1 ? 1 : t * t * t * (10 + t * (-15 + 6 * t)); }

RigidTransform turned(double angle) { return RigidTransform::from_xyz_rpy({}, {0, 0, angle}); }

// The box slides until it has the speed of the belt, for v / (μ g), and then rests on it.
TEST_P(Driven, ConveyorCarriesABoxAfterItsSlide) {
  constexpr double kSpeed = 0.5, kTime = 1;
  World world(spec());
  Model& belt = add_driven(world, "belt", {20, 1, 0.1});
  const Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.15)));
  run(world, 0.2);
  const double start = crate.base_pose().p.x();
  belt.set_velocity_target({Vector3::Zero(), {kSpeed, 0, 0}});
  run(world, kTime);
  const double slide = kSpeed / (0.8 * test::kG);
  EXPECT_NEAR(belt.base_pose().p.x(), kSpeed * kTime, 1e-12);
  EXPECT_NEAR(crate.base_velocity().linear.x(), kSpeed, 1e-6);
  EXPECT_NEAR(crate.base_pose().p.x() - start, kSpeed * (kTime - slide / 2),
              kSpeed * world.time_step());
  const double distance = crate.base_pose().p.x() - belt.base_pose().p.x();
  run(world, kTime);
  EXPECT_NEAR(crate.base_pose().p.x() - belt.base_pose().p.x(), distance, 1e-6);
}

// With `midpoint`, the crate is up to h² a / 4 from its place.
TEST_P(Driven, ElevatorLiftsWhatStandsOnIt) {
  World world(spec(5e-4));
  Model& lift = add_driven(world, "lift", {1, 1, 0.1});
  const Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0.1, 0, 0.15)));
  run(world, 0.1);
  const RigidTransform before = lift.base_pose().inverse() * crate.base_pose();
  const double start = world.time();
  double largest = 0;
  while (world.time() < start + 1.2) {
    lift.set_pose_target(at(0, 0, way(world.time() + world.time_step() - start)));
    world.step();
    const RigidTransform now = lift.base_pose().inverse() * crate.base_pose();
    largest = std::max(largest, (now.p - before.p).norm());
  }
  EXPECT_LT(largest, 1e-6);
  EXPECT_NEAR(lift.base_pose().p.z(), 1, 1e-15);
  EXPECT_NEAR(lift.base_velocity().linear.norm(), 0, 1e-15);
}

// A lift that starts at once takes the crate with it and does not throw it.
TEST_P(Driven, JumpOfTheVelocityDoesNotThrow) {
  World world(spec());
  Model& lift = add_driven(world, "lift", {1, 1, 0.1});
  const Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.15)));
  run(world, 0.1);
  lift.set_velocity_target({Vector3::Zero(), {0.1, 0, 0.5}});
  double fastest = 0, highest = 0;
  for (int k = 0; k < 300; ++k) {
    world.step();
    fastest = std::max(fastest, crate.base_velocity().linear.z());
    highest = std::max(highest, crate.base_pose().p.z() - lift.base_pose().p.z());
  }
  EXPECT_NEAR(fastest, 0.5, 1e-3);
  EXPECT_NEAR(highest, 0.15, 0.5 * world.time_step());
}

TEST_P(Driven, TurntableCarriesOnACircle) {
  constexpr double kRate = 2, kRadius = 0.3;
  World world(spec(5e-4));
  Model& table = add_driven(world, "table", {2, 2, 0.1});
  const Model& crate = world.add(body("crate", box({0.1, 0.1, 0.1}), 1, at(kRadius, 0, 0.1)));
  run(world, 0.1);
  // Up to speed in 1 s, and then one turn.
  double angle = 0, largest = 0;
  for (int k = 1; k <= 8000; ++k) {
    const double h = world.time_step(), rate = kRate * std::min(1.0, k * h);
    table.set_velocity_target({{0, 0, rate}, Vector3::Zero()});
    angle += h * rate;
    world.step();
    const RigidTransform place = table.base_pose().inverse() * crate.base_pose();
    largest = std::max(largest, (place.p - Vector3(kRadius, 0, place.p.z())).norm());
  }
  EXPECT_LT(largest, 1e-6);
  EXPECT_LT((table.base_pose().R - turned(angle).R).norm(), 1e-12);
}

// Two fingers close on a box with a target below its surface, lift it, and carry it sideways.
TEST_P(Driven, GripperCarriesABox) {
  WorldSpec soft = spec();
  soft.materials.named["default"].compliance = 1e-4;
  World world(soft);
  world.add_ground();
  Model& left = add_driven(world, "left", {0.02, 0.05, 0.05}, at(-0.07, 0, 0.05), 0.1);
  Model& right = add_driven(world, "right", {0.02, 0.05, 0.05}, at(0.07, 0, 0.05), 0.1);
  const Model& crate = world.add(body("crate", box({0.1, 0.1, 0.1}), 0.5, at(0, 0, 0.05)));
  const auto move = [&](const Vector3& middle, double gap) {
    left.set_pose_target(at(middle.x() - gap, middle.y(), middle.z()));
    right.set_pose_target(at(middle.x() + gap, middle.y(), middle.z()));
  };
  move({0, 0, 0.05}, 0.0595);
  run(world, 0.5);
  move({0, 0, 0.15}, 0.0595);
  run(world, 1.2);
  const Vector3 held = crate.base_pose().p - left.base_pose().p;
  EXPECT_GT(crate.base_pose().p.z(), 0.14);
  move({0.05, 0.05, 0.15}, 0.0595);
  run(world, 1.5);
  EXPECT_LT((crate.base_pose().p - left.base_pose().p - held).norm(), 1e-6);
}

TEST_P(Driven, SpeedLimitsHoldAndTheTargetIsReachedExactly) {
  World world(spec());
  Model& body = add_driven(world, "body", {1, 1, 1}, {}, 2, 1);
  const RigidTransform target = RigidTransform::from_xyz_rpy({1, 0, 0}, {0, 0, 0.25});
  body.set_pose_target(target);
  world.step();
  EXPECT_NEAR(body.base_velocity().linear.x(), 2, 1e-12);
  EXPECT_NEAR(body.base_velocity().angular.z(), 1, 1e-12);
  run(world, 0.249);
  EXPECT_NEAR(body.base_pose().p.x(), 0.5, 1e-12);
  run(world, 0.3);
  EXPECT_EQ(body.base_pose().p, target.p);
  EXPECT_EQ(body.base_pose().R, target.R);
  EXPECT_TRUE(body.base_velocity().linear.isZero(0));
  body.set_velocity_target({Vector3::Zero(), {0, 10, 0}});
  world.step();
  EXPECT_NEAR(body.base_velocity().linear.y(), 2, 1e-12);
  body.set_base_pose({});
  EXPECT_TRUE(body.base_pose().p.isZero(0));
  EXPECT_TRUE(body.base_velocity().linear.isZero(0));
  world.step();
  EXPECT_TRUE(body.base_pose().p.isZero(0));
}

TEST_P(Driven, ReplaysAndSnapshotsContinueBitForBit) {
  const test::TemporaryDirectory folder;
  World world(spec());
  Model& lift = add_driven(world, "lift", {1, 1, 0.1}, {}, 1);
  world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0.1, 0, 0.16)));
  const std::string file = folder.file("run.h5");
  StateSnapshot middle;
  std::uint64_t hash = 0;
  {
    Recorder recorder(file, 0);
    recorder.record(world);
    for (int k = 0; k < 200; ++k) {
      if (k == 50) lift.set_pose_target(RigidTransform::from_xyz_rpy({0, 0, 0.4}, {0, 0, 0.3}));
      if (k == 120) lift.set_velocity_target({{0, 0, 1}, {0.1, 0, 0}});
      if (k == 100) world.state(middle);
      world.step();
      recorder.record(world);
    }
    recorder.close();
    hash = world.state_hash();
  }
  const Recording recording(file);
  World again = recording.make_world();
  EXPECT_EQ(replay(recording, again), 200);
  world.set_state(StateSnapshot::from_bytes(middle.bytes()));
  EXPECT_NEAR(lift.base_velocity().linear.z(), 1, 1e-12);
  for (int k = 100; k < 200; ++k) {
    if (k == 120) lift.set_velocity_target({{0, 0, 1}, {0.1, 0, 0}});
    world.step();
  }
  EXPECT_EQ(world.state_hash(), hash);
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(DrivenModels, WrongUseIsRefused) {
  World world(test::world_spec(1e-3, {}));
  Model& free = world.add(body("free", box({1, 1, 1}), 1));
  Model& lift = add_driven(world, "lift", {1, 1, 1}, at(3, 0, 0));
  EXPECT_NE(message_of([&] { free.set_pose_target({}); }).find("not driven"), std::string::npos);
  const RigidTransform nowhere(Vector3(NAN, 0, 0));
  EXPECT_NE(message_of([&] { lift.set_pose_target(nowhere); }).find("not finite"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              lift.set_velocity_target({{INFINITY, 0, 0}, {0, 0, 0}});
            }).find("not finite"),
            std::string::npos);
  ModelSpec wrong = body("wrong", box({1, 1, 1}), 1, at(6, 0, 0));
  wrong.mass.reset();
  wrong.kinematic = KinematicSpec{};
  wrong.kinematic->max_speed = 1;
  EXPECT_NE(message_of([&] { world.add(wrong); }).find("not driven"), std::string::npos);
  wrong.kinematic->driven = true;
  wrong.kinematic->max_speed = 0;
  EXPECT_NE(message_of([&] { world.add(wrong); }).find("not positive"), std::string::npos);
  wrong.kinematic->max_speed = 1;
  wrong.kinematic->velocity.linear.x() = 1;
  EXPECT_NE(message_of([&] { world.add(wrong); }).find("keep one"), std::string::npos);
}

}  // namespace
}  // namespace cardan
