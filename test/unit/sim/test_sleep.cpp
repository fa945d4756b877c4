#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/queries.h"
#include "test/support/kept_state.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::body;
using test::world_spec;

constexpr double kSleepStep = 5e-3;

WorldSpec sleepy_spec(bool sleeps = true) {
  WorldSpec spec = world_spec(kSleepStep, {});
  if (sleeps) spec.contact.sleep = SleepSpec{};
  return spec;
}

Model& add_crate(World& world, const std::string& name, const Vector3& at) {
  return world.add(body(name, test::box({0.2, 0.2, 0.2}), 1, RigidTransform(at)));
}

/// A stack of two, and one crate alone 2 m beside it.
World stack_and_crate(bool sleeps = true) {
  World world(sleepy_spec(sleeps));
  world.add_ground();
  add_crate(world, "lower", {0, 0, 0.1});
  add_crate(world, "upper", {0.02, 0, 0.3});
  add_crate(world, "other", {2, 0, 0.1});
  return world;
}

void run(World& world, double seconds) {
  for (int k = 0; k < static_cast<int>(seconds / kSleepStep + 0.5); ++k) world.step();
}

TEST(Sleep, RestingIslandFallsAsleep) {
  World world = stack_and_crate();
  run(world, 0.45);
  EXPECT_EQ(world.report().sleeping_trees, 0);
  run(world, 0.1);
  ASSERT_EQ(world.report().sleeping_trees, 3);
  const VectorX q = world.find("upper")->q();
  EXPECT_EQ(world.find("upper")->v(), VectorX::Zero(6));
  run(world, 1);
  EXPECT_EQ(world.find("upper")->q(), q);
  EXPECT_NEAR(world.time(), 1.55, 1e-12);
  EXPECT_EQ(world.report().time, world.time());
  EXPECT_EQ(world.report().contacts, 12);
  EXPECT_EQ(world.contacts().size(), 12u);
  double weight = 0;
  for (const ContactInfo& contact : world.contacts()) {
    if (contact.model_b == "ground") weight -= contact.force.z();
    if (contact.model_a == "ground") weight += contact.force.z();
  }
  EXPECT_NEAR(std::abs(weight), 3 * 9.81, 1e-4);
}

TEST(Sleep, ContactsOfSleepingBodiesAreReported) {
  World world = stack_and_crate();
  world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(-3, 0, 0.1))));
  VectorX v = VectorX::Zero(6);
  v[3] = -1;
  for (int k = 0; k < 200; ++k) {
    world.find("ball")->set_v(v);
    world.step();
  }
  ASSERT_EQ(world.report().sleeping_trees, 3);
  EXPECT_TRUE(touching(world, "lower", "ground"));
  EXPECT_TRUE(touching(world, "ball", "ground"));
  EXPECT_FALSE(touching(world, "upper", "ground"));
  EXPECT_EQ(contacts_of(world, "lower").size(), 8u);
  EXPECT_EQ(contacts_between(world, "lower", "upper").size(), 4u);
  EXPECT_NEAR(contact_force(world, "other").force.z(), 9.81, 1e-6);
}

TEST(Sleep, SleepIsOffByDefault) {
  World world = stack_and_crate(false);
  run(world, 1);
  EXPECT_EQ(world.report().sleeping_trees, 0);
}

// A fall onto the stack with and without sleep: a woken body takes part in the step that wakes it.
TEST(Sleep, ApproachingBodyWakesOnlyItsIsland) {
  World sleepy = stack_and_crate(), awake = stack_and_crate(false);
  for (World* world : {&sleepy, &awake})
    world->add(body("ball", test::sphere(0.1), 3, RigidTransform(Vector3(0.05, 0, 4.6))));
  bool slept = false, woke = false;
  for (int k = 0; k < 240; ++k) {
    sleepy.step();
    awake.step();
    const bool asleep = sleepy.find("upper")->is_asleep();
    slept |= asleep;
    woke |= slept && !asleep;
    EXPECT_EQ(asleep, sleepy.find("lower")->is_asleep());
    if (woke) {
      EXPECT_TRUE(sleepy.find("other")->is_asleep());
    }
  }
  EXPECT_TRUE(slept);
  EXPECT_TRUE(woke);
  for (const char* name : {"lower", "upper", "ball", "other"}) {
    const Vector3 difference = sleepy.find(name)->base_pose().p - awake.find(name)->base_pose().p;
    EXPECT_LT(difference.norm(), 1e-5) << name;
  }
}

TEST(Sleep, ChangedInputWakesAndEqualInputDoesNot) {
  World world = stack_and_crate();
  run(world, 0.6);
  Model& upper = *world.find("upper");
  ASSERT_TRUE(upper.is_asleep());
  upper.set_efforts(VectorX::Zero(6));
  upper.apply_wrench("", Vector3::Zero());
  EXPECT_TRUE(upper.is_asleep());
  upper.apply_wrench("", Vector3(1, 0, 0));
  EXPECT_FALSE(upper.is_asleep());
  EXPECT_FALSE(world.find("lower")->is_asleep());
  EXPECT_TRUE(world.find("other")->is_asleep());
  world.step();
  EXPECT_EQ(world.report().sleeping_trees, 1);
  run(world, 0.6);
  EXPECT_EQ(world.report().sleeping_trees, 3);
  world.find("other")->set_v(VectorX::Constant(6, 0.1));
  EXPECT_FALSE(world.find("other")->is_asleep());
  EXPECT_TRUE(upper.is_asleep());
  upper.wake();
  EXPECT_FALSE(upper.is_asleep());
}

// The first step after waking has the impulses of the last step before sleep. A start from zero
// would give other impulses: with four contacts on a face, some are free, and the upper crate
// stands off centre.
TEST(Sleep, ImpulsesAreKeptDuringSleep) {
  World world = stack_and_crate();
  run(world, 0.6);
  const std::vector<ContactInfo> asleep(world.contacts().begin(), world.contacts().end());
  world.find("upper")->wake();
  world.step();
  ASSERT_EQ(world.report().islands.size(), 1u);
  ASSERT_EQ(world.contacts().size(), asleep.size());
  int compared = 0;
  for (const ContactInfo& now : world.contacts()) {
    for (const ContactInfo& then : asleep) {
      if ((now.point - then.point).norm() > 1e-6 || now.model_a != then.model_a) continue;
      EXPECT_LT((now.impulse - then.impulse).norm(), 1e-6);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 12);
  EXPECT_LT(world.report().iterations, 10);
}

TEST(Sleep, BodyOnAScriptedModelStaysAwake) {
  World world(sleepy_spec());
  ModelSpec table = body("table", test::box({1, 1, 0.1}), 1, {});
  table.mass.reset();
  table.kinematic =
      KinematicSpec{{{0.8, {}}, {1.2, RigidTransform(Vector3(0, 0, 0.2))}}, true, false, {}};
  world.add(table);
  add_crate(world, "crate", {0, 0, 0.15});
  run(world, 0.7);
  EXPECT_FALSE(world.find("crate")->is_asleep());
  run(world, 0.8);
  EXPECT_NEAR(world.find("crate")->base_pose().p.z(), 0.35, 1e-4);
}

// Rest on a moving plate is no rest of a body without support.
TEST(Sleep, BodyThatLosesItsSupportFalls) {
  WorldSpec spec = sleepy_spec();
  spec.gravity = {0, 0, -0.02};
  World world(spec);
  ModelSpec table = body("table", test::box({1, 1, 0.1}), 1, {});
  table.mass.reset();
  table.kinematic =
      KinematicSpec{{{1, {}}, {1.2, RigidTransform(Vector3(0, 0, -6))}}, false, false, {}};
  world.add(table);
  add_crate(world, "crate", {0, 0, 0.15});
  run(world, 3);
  EXPECT_NEAR(world.find("crate")->base_pose().p.z(), 0.15 - 0.5 * 0.02 * 4, 1e-3);
}

// Counts of push-outs are those of the last step, and a step in which all sleep pushes nothing.
TEST(Sleep, SleepingIslandsAreNotPushed) {
  WorldSpec spec = sleepy_spec();
  spec.contact.rules.stabilization.kind = StabilizationKind::kProjection;
  World world(spec);
  world.add_ground();
  add_crate(world, "crate", {0, 0, 0.0995});
  run(world, 1);
  ASSERT_TRUE(world.find("crate")->is_asleep());
  EXPECT_EQ(world.report().pushed_islands, 0);
  EXPECT_EQ(world.report().push_out_work, 0);
}

TEST(Sleep, ThreadsDoNotChangeBits) {
  std::uint64_t hashes[2];
  for (const int threads : {1, 2}) {
    WorldSpec spec = sleepy_spec();
    spec.threads = threads;
    World world(spec);
    world.add_ground();
    for (int i = 0; i < 6; ++i) add_crate(world, "crate" + std::to_string(i), {0.5 * i, 0, 0.1});
    Model& ball =
        world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(-1.5, 0, 0.1))));
    VectorX v = VectorX::Zero(6);
    v[3] = 2;
    ball.set_v(v);
    run(world, 2);
    hashes[threads - 1] = world.state_hash();
    EXPECT_GE(world.report().sleeping_trees, 4);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// Saved while one island sleeps and a ball is on its way to it.
TEST(Sleep, SavedStateRestoresSleep) {
  for (const test::StateForm form : test::kStateForms) {
    SCOPED_TRACE(test::name_of(form));
    World world = stack_and_crate();
    world.add(body("ball", test::sphere(0.1), 3, RigidTransform(Vector3(0.05, 0, 4.6))));
    run(world, 0.7);
    ASSERT_EQ(world.report().sleeping_trees, 3);
    World again = stack_and_crate();
    again.add(body("ball", test::sphere(0.1), 3, RigidTransform(Vector3(0.05, 0, 4.6))));
    test::KeptState(form, world).restore(again);
    EXPECT_EQ(again.state_hash(), world.state_hash());
    EXPECT_TRUE(again.find("upper")->is_asleep());
    bool woke = false;
    for (int k = 0; k < 240; ++k) {
      world.step();
      again.step();
      woke |= !again.find("upper")->is_asleep();
      ASSERT_EQ(again.state_hash(), world.state_hash()) << "step " << k;
    }
    EXPECT_TRUE(woke);
  }
}

TEST(Sleep, SleepRejectsAccelerationLevel) {
  WorldSpec spec = sleepy_spec();
  spec.contact.formulation = FormulationSpec{"acceleration", {}};
  EXPECT_THROW(World{spec}, Error);
}

}  // namespace
}  // namespace cardan
