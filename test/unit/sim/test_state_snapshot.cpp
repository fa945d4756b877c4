#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "cardan/scene.h"
#include "cardan/state_snapshot.h"
#include "core/hash.h"
#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::body;
using test::box;
using test::world_spec;

constexpr double kSnapshotStep = 5e-3;

/// The quadruped, standing on the ground under PD control.
World standing_quadruped() {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf";
  robot.base = BaseKind::kFloating;
  robot.pose = RigidTransform(Vector3(0, 0, 0.351));
  robot.pd = test::pd(150, 4);
  world.add(robot);
  for (int k = 0; k < 200; ++k) world.step();
  return world;
}

/// Two crates of which one sleeps on the ground while the other is about to fall onto it.
World sleeping_crate() {
  WorldSpec spec = world_spec(kSnapshotStep, {});
  spec.contact.sleep = SleepSpec{};
  World world(spec);
  world.add_ground();
  world.add(body("low", box({0.2, 0.2, 0.2}), 1, test::at(0, 0, 0.1)));
  world.add(body("high", box({0.1, 0.1, 0.1}), 1, test::at(0.02, 0, 3)));
  for (int k = 0; k < 130; ++k) world.step();
  EXPECT_TRUE(world.find("low")->is_asleep());
  return world;
}

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(StateSnapshot, ThousandRestoresGiveTheSameBits) {
  World world = standing_quadruped();
  const StateSnapshot start = world.state();
  for (int k = 0; k < 3; ++k) world.step();
  const StepHashes once = step_hashes(world);
  const std::uint64_t hash = world.state_hash();
  for (int i = 0; i < 1000; ++i) {
    world.set_state(start);
    const int more = i % 7;  // the world ends in another state each time
    for (int k = 0; k < 3; ++k) world.step();
    ASSERT_EQ(step_hashes(world), once) << i;
    ASSERT_EQ(world.state_hash(), hash) << i;
    for (int k = 0; k < more; ++k) world.step();
  }
}

TEST(StateSnapshot, SnapshotIsAValue) {
  StateSnapshot kept;
  std::uint64_t hash = 0;
  std::vector<std::byte> bytes;
  {
    World world = standing_quadruped();
    StateSnapshot snapshot = world.state();
    hash = world.state_hash();
    kept = snapshot;
    bytes = kept.bytes();
    EXPECT_EQ(snapshot.time(), world.time());
    EXPECT_EQ(snapshot.steps(), 200);
    EXPECT_EQ(snapshot.num_models(), 2);
    EXPECT_EQ(snapshot.q(1), world.model(1).q());
    EXPECT_EQ(snapshot.v(1), world.model(1).v());
    EXPECT_EQ(snapshot.q(0).size(), 0);
    world.step();
    world.state(snapshot);  // the copy keeps its own
    EXPECT_NE(snapshot.bytes(), bytes);
  }
  EXPECT_EQ(kept.bytes(), bytes);
  const StateSnapshot moved = std::move(kept);
  EXPECT_TRUE(kept.empty());  // NOLINT(bugprone-use-after-move): that is the question
  World other = standing_quadruped();
  other.step();
  other.set_state(moved);
  EXPECT_EQ(other.state_hash(), hash);
}

TEST(StateSnapshot, EmptySnapshotIsRefused) {
  World world = standing_quadruped();
  const StateSnapshot empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_TRUE(contains(refusal([&] { world.set_state(empty); }), "the snapshot is empty"));
  EXPECT_THROW(empty.time(), Error);
  EXPECT_THROW(empty.bytes(), Error);
  EXPECT_THROW(world.state().q(2), Error);
  EXPECT_THROW(world.state().q(-1), Error);
}

TEST(StateSnapshot, StateOfAnotherWorldIsRefusedByItsDifference) {
  World world = standing_quadruped();
  const std::uint64_t hash = world.state_hash();
  const StateSnapshot other = sleeping_crate().state();
  for (const StateSnapshot& foreign : {other, StateSnapshot::from_bytes(other.bytes())}) {
    const std::string text = refusal([&] { world.set_state(foreign); });
    EXPECT_TRUE(contains(text, "the state belongs to another world")) << text;
    EXPECT_TRUE(contains(text, "'robot")) << text;
    EXPECT_TRUE(contains(text, "'low")) << text;
  }
  EXPECT_EQ(world.state_hash(), hash);
  // An added model or loop changes the structure.
  const StateSnapshot before = world.state();
  world.add(body("crate", box({0.2, 0.2, 0.2}), 1, test::at(2, 0, 0.1)));
  EXPECT_NE(world.state().structure(), before.structure());
  EXPECT_THROW(world.set_state(before), Error);
}

/// An arm with one hinge, without gravity.
World weightless_arm(double friction, double damping) {
  WorldSpec spec = world_spec(1e-3, {});
  spec.gravity.setZero();
  World world(spec);
  SkeletonBuilder builder("arm");
  LinkSpec link = test::rod_link("bob", "", 0, {1, 1});
  link.dofs.resize(1);
  link.dofs[0].friction = friction;
  link.dofs[0].damping = damping;
  builder.add_link(link);
  Model& arm = world.add_skeleton("arm", builder.build());
  arm.set_v(VectorX::Constant(1, 1));
  return world;
}

// The joints of the two worlds differ in friction, so their numbers of rows differ.
TEST(StateSnapshot, SetStateKeepsTheParametersOfTheWorld) {
  const StateSnapshot smooth = weightless_arm(0, 0).state();
  World rough = weightless_arm(0.1, 0);
  for (int k = 0; k < 10; ++k) rough.step();
  const double slowed = rough.model(0).v()[0];
  EXPECT_LT(slowed, 1 - 1e-4);
  rough.set_state(smooth);
  EXPECT_EQ(rough.model(0).v()[0], 1);
  for (int k = 0; k < 10; ++k) rough.step();
  EXPECT_EQ(rough.model(0).v()[0], slowed);
  // In the other direction, no friction acts in the world without friction.
  World ice = weightless_arm(0, 0);
  ice.set_state(rough.state());
  for (int k = 0; k < 10; ++k) ice.step();
  EXPECT_NEAR(ice.model(0).v()[0], slowed, 1e-15);
}

// A body without damping has no arrays of laws; a body with damping has them.
TEST(StateSnapshot, StateGoesBetweenModelsWithAndWithoutLaws) {
  const auto drifting = [](double damping) {
    WorldSpec spec = world_spec(1e-3, {});
    spec.gravity.setZero();
    World world(spec);
    SkeletonBuilder builder("puck");
    LinkSpec link;
    link.name = "puck";
    link.joint_name = "root";
    link.joint_type = JointType::kFloating;
    link.inertia.mass = 1;
    link.inertia.inertia = Matrix3::Identity();
    link.dofs.resize(6);
    link.dofs[3].damping = damping;
    builder.add_link(link);
    Model& puck = world.add_skeleton("puck", builder.build());
    puck.set_v(VectorX::Constant(6, 0.5));
    for (int k = 0; k < 3; ++k) world.step();
    return world;
  };
  World bare = drifting(0), damped = drifting(2);
  const StateSnapshot of_bare = bare.state(), of_damped = damped.state();
  EXPECT_EQ(of_bare.structure(), of_damped.structure());
  damped.set_state(of_bare);
  EXPECT_EQ(damped.model(0).q(), of_bare.q(0));
  EXPECT_EQ(damped.model(0).v(), of_bare.v(0));
  damped.step();
  EXPECT_NEAR(damped.model(0).v()[3], 0.5 / (1 + 2e-3), 1e-15);  // implicit damping
  bare.set_state(of_damped);
  EXPECT_EQ(bare.model(0).v(), of_damped.v(0));
  bare.step();
  EXPECT_EQ(bare.model(0).v()[3], of_damped.v(0)[3]);
}

TEST(StateSnapshot, KinematicsFollowTheState) {
  World world = standing_quadruped();
  Model& robot = *world.find("robot");
  const StateSnapshot start = world.state();
  const RigidTransform foot = robot.pose("front_left_foot");
  const SpatialVelocity velocity = robot.velocity("front_left_foot");
  VectorX q = robot.q(), v = robot.v();
  q[2] += 1;
  q[8] += 0.3;
  v.setConstant(0.5);
  robot.set_q(q);
  robot.set_v(v);
  EXPECT_GT((robot.pose("front_left_foot").p - foot.p).norm(), 0.5);
  world.set_state(start);
  EXPECT_EQ(robot.pose("front_left_foot").p, foot.p);
  EXPECT_EQ(robot.velocity("front_left_foot").linear, velocity.linear);
}

// Contacts of models that sleep stay readable, under the names of the world that took the state.
TEST(StateSnapshot, SleepingContactsAreKept) {
  StateSnapshot snapshot, from_bytes;
  World other = sleeping_crate();
  double height = 0;
  std::uint64_t hash = 0;
  {
    World world = sleeping_crate();
    snapshot = world.state();
    from_bytes = StateSnapshot::from_bytes(snapshot.bytes());
    height = world.find("high")->base_pose().p.z();
    for (int k = 0; k < 100; ++k) world.step();
    hash = world.state_hash();
    EXPECT_FALSE(world.find("low")->is_asleep());
  }
  EXPECT_EQ(from_bytes.bytes(), snapshot.bytes());
  for (const StateSnapshot& state : {snapshot, from_bytes}) {
    for (int k = 0; k < 50; ++k) other.step();
    other.set_state(state);
    EXPECT_TRUE(other.find("low")->is_asleep());
    EXPECT_EQ(other.find("high")->base_pose().p.z(), height);
    ASSERT_EQ(other.contacts().size(), 4U);
    EXPECT_EQ(other.report().contacts, 4);
    EXPECT_EQ(other.report().sleeping_trees, 1);
    double weight = 0;
    for (const ContactInfo& contact : other.contacts()) {
      EXPECT_EQ(contact.model_a, "ground");
      EXPECT_EQ(contact.model_b, "low");
      weight += contact.force.z();
    }
    EXPECT_NEAR(weight, test::kG, 1e-4);
    for (int k = 0; k < 100; ++k) other.step();
    EXPECT_EQ(other.state_hash(), hash);
  }
}

/// A crate that slides on the ground.
World sliding_crate() {
  World world(world_spec(kSnapshotStep, {.mu = 0.3}));
  world.add_ground();
  world.add(body("crate", box({0.2, 0.2, 0.2}), 1, test::at(0, 0, 0.1),
                 SpatialVelocity{Vector3::Zero(), Vector3(2, 0.5, 0)}));
  for (int k = 0; k < 20; ++k) world.step();
  return world;
}

// After reset_contact_memory and set_v, which forgets the history of v, a world steps as a new one
// in this state.
TEST(ContactMemory, WorldWithoutMemoryStepsAsANewOne) {
  World world = sliding_crate();
  Model& crate = *world.find("crate");
  World fresh(world_spec(kSnapshotStep, {.mu = 0.3}));
  fresh.add_ground();
  fresh.add(body("crate", box({0.2, 0.2, 0.2}), 1, test::at(0, 0, 0.1)));
  fresh.find("crate")->set_q(crate.q());
  fresh.find("crate")->set_v(crate.v());
  crate.set_v(crate.v());
  const StateSnapshot with_memory = world.state();
  world.reset_contact_memory();
  EXPECT_NE(world.state().bytes(), with_memory.bytes());
  world.step();
  fresh.step();
  EXPECT_EQ(crate.q(), fresh.find("crate")->q());
  EXPECT_EQ(crate.v(), fresh.find("crate")->v());
}

TEST(ContactMemory, MemoryOfSleepersIsForgotten) {
  World world = sleeping_crate();
  const std::uint64_t hash = world.state_hash();
  world.reset_contact_memory();
  EXPECT_NE(world.state_hash(), hash);
  EXPECT_TRUE(world.find("low")->is_asleep());
  for (int k = 0; k < 100; ++k) world.step();
  EXPECT_NEAR(world.find("low")->base_pose().p.z(), 0.1, 1e-4);
}

/// True if a contact has a stored impulse. The hash of the state then changes when it is forgotten.
bool remembers(World& world) {
  World copy = world.clone();
  const std::uint64_t hash = copy.state_hash();
  copy.reset_contact_memory();
  return copy.state_hash() != hash;
}

// Setting q or v keeps the memory until a step without the contact (docs/state.md).
TEST(ContactMemory, SettingTheStateKeepsItUntilAStepWithoutContact) {
  World world = sliding_crate();
  Model& crate = *world.find("crate");
  VectorX q = crate.q();
  q[0] += 3;
  crate.set_q(q);
  crate.set_v(VectorX::Zero(6));
  EXPECT_TRUE(remembers(world));
  q[2] += 1;  // off the ground: the contacts are gone after a step
  crate.set_q(q);
  EXPECT_TRUE(remembers(world));
  world.step();
  EXPECT_FALSE(remembers(world));
}

/// A crate of 1 kg that slid in the last step, now at rest and pushed with 5 N: more than its
/// kinetic friction of 0.2 m g, less than its static friction of 0.8 m g.
World pushed_crate() {
  WorldSpec spec = world_spec(kSnapshotStep, {.mu = 0.2, .compliance = 0});
  spec.materials.named["default"].mu_static = 0.8;
  World world(spec);
  world.add_ground();
  Model& crate = world.add(body("crate", box({0.4, 0.4, 0.1}), 1, test::at(0, 0, 0.05),
                                SpatialVelocity{Vector3::Zero(), Vector3(1, 0, 0)}));
  for (int k = 0; k < 5; ++k) world.step();
  crate.set_v(VectorX::Zero(6));
  VectorX push = VectorX::Zero(6);
  push[3] = 5;
  crate.set_efforts(push);
  return world;
}

// A contact that slid has kinetic friction in the next step. set_q keeps this memory,
// also in another place; a teleport and reset_contact_memory do not.
TEST(ContactMemory, SlipIsKeptBySetQAndForgottenByTeleports) {
  const double kinetic = kSnapshotStep * (5 - 0.2 * test::kG);  // speed after a step
  const auto speed_after = [](const auto& change) {
    World world = pushed_crate();
    change(world, *world.find("crate"));
    world.step();
    return world.find("crate")->v()[3];
  };
  EXPECT_NEAR(speed_after([](World&, Model&) {}), kinetic, 1e-6);
  EXPECT_NEAR(speed_after([](World&, Model& crate) {
                VectorX q = crate.q();
                q[0] += 3;
                crate.set_q(q);
              }),
              kinetic, 1e-6);
  EXPECT_NEAR(speed_after([](World& world, Model&) { world.set_state(world.state()); }), kinetic,
              1e-6);
  EXPECT_NEAR(speed_after([](World& world, Model&) { world.reset_contact_memory(); }), 0, 1e-6);
  for (const double x : {0.0, 3.0}) {
    EXPECT_NEAR(speed_after([x](World&, Model& crate) {
                  crate.set_base_pose(test::at(x, 0, crate.base_pose().p.z()));
                }),
                0, 1e-6);
  }
}

TEST(StateBytes, EveryLengthAndEveryDamagedByteIsRefused) {
  const std::vector<std::byte> bytes = sleeping_crate().state().bytes();
  const auto read = [](std::span<const std::byte> x) {
    return refusal([&] { StateSnapshot::from_bytes(x); });
  };
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_NE(read({bytes.data(), size}), "no error") << size;
  EXPECT_TRUE(contains(read({bytes.data(), 0}), "not a cardan state"));
  EXPECT_TRUE(contains(read({bytes.data(), 20}), "truncated"));
  EXPECT_TRUE(contains(read({bytes.data(), bytes.size() - 1}), "truncated"));
  std::vector<std::byte> damaged = bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    damaged[i] ^= std::byte{0x10};
    ASSERT_NE(read(damaged), "no error") << i;
    damaged[i] = bytes[i];
  }
  damaged[60] ^= std::byte{1};
  EXPECT_TRUE(contains(read(damaged), "checksum"));
  damaged = bytes;
  damaged.push_back(std::byte{0});
  EXPECT_TRUE(contains(read(damaged), "more bytes"));
  damaged = bytes;
  damaged[8] = std::byte{3};  // the version
  EXPECT_TRUE(contains(read(damaged), "version 3"));
  damaged = bytes;
  std::reverse(damaged.begin() + 16, damaged.begin() + 24);
  EXPECT_TRUE(contains(read(damaged), "byte order"));
  EXPECT_TRUE(contains(read(std::vector<std::byte>(500, std::byte{7})), "not a cardan state"));
}

// Bytes with a valid checksum and arbitrary numbers are refused or accepted without harm.
TEST(StateBytes, ForgedBytesDoNoHarm) {
  World world = sleeping_crate();
  const std::vector<std::byte> bytes = world.state().bytes();
  const StateSnapshot good = world.state();
  constexpr std::size_t kHeader = 40, kSum = 32;
  std::mt19937 random(7);
  int taken = 0, refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<std::byte> forged = bytes;
    const std::size_t words = (bytes.size() - kHeader) / 8;
    std::uint64_t word = random() % 3 == 0 ? ~std::uint64_t{0} : random() % 5;
    if (random() % 4 == 0) word = std::uint64_t{0x7ff8000000000000};  // NaN
    std::memcpy(forged.data() + kHeader + 8 * (random() % words), &word, sizeof word);
    Hash hash;
    for (std::size_t at = kHeader; at < forged.size(); at += 8) {
      std::uint64_t next = 0;
      std::memcpy(&next, forged.data() + at, 8);
      hash.add_word(next);
    }
    const std::uint64_t sum = hash.value();
    std::memcpy(forged.data() + kSum, &sum, sizeof sum);
    try {
      world.set_state(StateSnapshot::from_bytes(forged));
      ++taken;
      for (int k = 0; k < 3; ++k) world.step();
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(taken, 100);
  EXPECT_GT(refused, 100);
  world.set_state(good);
  EXPECT_EQ(world.state().bytes(), bytes);
}

}  // namespace
}  // namespace cardan
