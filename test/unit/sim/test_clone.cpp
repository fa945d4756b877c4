#include <gtest/gtest.h>

#include <optional>

#include "cardan/error.h"
#include "cardan/queries.h"
#include "cardan/recording.h"
#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::sphere;

/// Everything a program can build without files: robot, bodies, a mesh, a script, loops, filters,
/// materials, a shadow.
World everything(int threads = 1) {
  WorldSpec spec = test::world_spec(2e-3, {.mu = 0.4});
  spec.threads = threads;
  spec.contact.shadow = SolverSpec{};
  spec.contact.shadow->id = "pgs";
  spec.materials.named["rubber"].restitution = 0.4;
  spec.materials.pairs.push_back({"default", "rubber", spec.materials.named["rubber"]});
  World world(spec);
  world.add_ground();
  ModelSpec carrier = body("carrier", box({1, 1, 0.1}), 1, at(3, 0, 0.3));
  carrier.mass.reset();
  carrier.kinematic = KinematicSpec{};
  carrier.kinematic->velocity.linear = Vector3(0.2, 0, 0);
  world.add(carrier);
  world.add(body("rider", box({0.2, 0.2, 0.2}), 1, at(3, 0, 0.45)));
  ModelSpec ball = body("ball", sphere(0.05), 0.2, at(1, 0, 0.3));
  ball.material = "rubber";
  world.add(ball);
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf";
  robot.base = BaseKind::kFloating;
  robot.pose = at(0, -2, 0.352);
  robot.pd = test::pd(150, 4);
  robot.pd->effort = 3;
  world.add(robot);
  world.add(body("a", box({0.2, 0.1, 0.1}), 1, at(-1, 2, 0.05)));
  world.add(body("b", box({0.2, 0.1, 0.1}), 1, at(-0.8, 2, 0.05)));
  LoopSpec loop;
  loop.kind = LoopKind::kPoint;
  loop.a = "a";
  loop.b = "b";
  loop.at_a = Vector3(0.1, 0, 0);
  loop.at_b = Vector3(-0.1, 0, 0);
  world.add_loop(loop);
  test::add_four_bar(world, {}, test::Closing::kWeld, 0.4, 2, at(0, 5, 2));
  world.ignore_collision("rider", "ground");
  for (int k = 0; k < 30; ++k) world.step();
  return world;
}

void expect_same_steps(World& world, World& other, int steps) {
  for (int k = 0; k < steps; ++k) {
    const StepReport& x = world.step();
    const StepReport& y = other.step();
    ASSERT_EQ(step_hashes(other), step_hashes(world)) << "step " << k;
    ASSERT_EQ(other.state_hash(), world.state_hash()) << "step " << k;
    ASSERT_EQ(x.contacts, y.contacts);
    ASSERT_EQ(x.iterations, y.iterations);
    ASSERT_EQ(x.worst_residual, y.worst_residual);
    ASSERT_EQ(x.shadow.iterations, y.shadow.iterations);
  }
}

TEST(Clone, CloneContinuesBitForBitWithoutTheOriginal) {
  std::optional<World> original = everything();
  World expected = everything();
  World clone = original->clone();
  original.reset();
  expect_same_steps(expected, clone, 100);
  EXPECT_EQ(clone.loops().size(), expected.loops().size());
  EXPECT_EQ(clone.loops()[0].a, "a");
  ASSERT_FALSE(clone.contacts().empty());
  EXPECT_EQ(clone.contacts()[0].model_a, expected.contacts()[0].model_a);
  EXPECT_EQ(clone.find("robot")->pose("front_left_foot").p,
            expected.find("robot")->pose("front_left_foot").p);
}

TEST(Clone, WorldsAreIndependent) {
  World world = everything(), untouched = everything();
  World clone = world.clone();
  clone.find("robot")->set_q(clone.find("robot")->q() + VectorX::Constant(19, 0.1));
  clone.find("robot")->set_pd("knee_front_left", 1, 1, 1);
  clone.add(body("more", box({1, 1, 1}), 5, at(0, 0, 9)));
  for (int k = 0; k < 20; ++k) clone.step();
  EXPECT_EQ(world.num_models(), untouched.num_models());
  expect_same_steps(untouched, world, 50);
}

TEST(Clone, CloneIsBuiltLikeTheOriginal) {
  World world = everything();
  World clone = world.clone().clone();
  EXPECT_EQ(clone.formulation(), world.formulation());
  EXPECT_EQ(clone.chain(), world.chain());
  EXPECT_EQ(clone.shadow_solver(), "pgs");
  ASSERT_FALSE(world.diagnostics().empty());
  ASSERT_EQ(clone.diagnostics().size(), world.diagnostics().size());
  for (std::size_t i = 0; i < world.diagnostics().size(); ++i)
    EXPECT_EQ(clone.diagnostics()[i].message, world.diagnostics()[i].message);
  EXPECT_EQ(clone.time(), world.time());
  EXPECT_EQ(clone.state_hash(), world.state_hash());
  EXPECT_EQ(clone.state().structure(), world.state().structure());
  // Immutable parts are shared.
  EXPECT_EQ(clone.find("robot")->skeleton(), world.find("robot")->skeleton());
  // Names are known and unique in both.
  EXPECT_THROW(clone.add_ground(), Error);
  EXPECT_EQ(ray_cast(clone, {Vector3(3, 0, 5), -Vector3::UnitZ()})->model, "rider");
  // Models that are added to both afterwards move alike.
  for (World* w : {&world, &clone}) {
    w->add(body("late", box({0.3, 0.3, 0.3}), 2, at(0, -2, 1)));
    w->ignore_collision("late", "ball");
  }
  expect_same_steps(world, clone, 100);
}

TEST(Clone, ThreadsOfTheCloneDoNotChangeBits) {
  World world = everything(2);
  for (const int threads : {1, 2, 8}) {
    World expected = world.clone();
    World clone = world.clone(threads);
    expect_same_steps(expected, clone, 30);
  }
  EXPECT_THROW(world.clone(0), Error);
}

TEST(Clone, CloneOfAChangedWorldThatHasNotStepped) {
  World world(test::world_spec(5e-3, {}));
  world.add_ground();
  world.add(body("box", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  for (int k = 0; k < 10; ++k) world.step();
  world.add(body("above", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.3)));
  World clone = world.clone();
  expect_same_steps(world, clone, 50);
}

}  // namespace
}  // namespace cardan
