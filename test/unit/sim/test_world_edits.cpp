#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "cardan/capture.h"
#include "cardan/error.h"
#include "cardan/run_report.h"
#include "cardan/views.h"
#include "sim/data/block_names.h"
#include "sim/data/world_impl.h"
#include "sim/step/stages.h"
#include "test/analytic/linkages.h"
#include "test/support/kept_state.h"
#include "test/support/worlds.h"

// Worlds that change between steps, and the identity of their contacts and states.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::sphere;
using test::world_spec;

ModelSpec crate(const std::string& name, const Vector3& p) {
  return body(name, box({0.2, 0.2, 0.2}), 1, RigidTransform(p));
}

void run(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step();
}

// --- Keys of contacts

// With 65 537 objects the pairs (0, 65535) and (65535, 65536) are 2³² apart: in 64 bits with the
// feature, they have the same key. The three balls of a stack have exactly these indices.
TEST(ContactKeys, ContactKeysOfManyObjectsAreUnique) {
  World world(world_spec(1e-3, {}));
  world.add(body("a", sphere(0.1), 1, at(0, 0, 0.2999)));
  ModelSpec far;
  far.name = "m";
  far.is_static = true;
  far.compound.resize(65534);
  for (std::size_t i = 0; i < far.compound.size(); ++i) {
    far.compound[i].geometry = sphere(0.001);
    far.compound[i].pose =
        at(100 + 0.01 * static_cast<double>(i % 256), 0.01 * static_cast<double>(i / 256), 0);
  }
  world.add(far);
  world.add(body("y", sphere(0.1), 1, at(0, 0, 0.09995)));
  ModelSpec ground = test::slope(0);
  ground.name = "z";
  world.add(ground);
  ASSERT_EQ(world.impl().step.collision.num_objects(), 65537);
  run(world, 2);
  const std::vector<ConstraintMemory::Entry>& contacts = world.impl().state.memory.contacts;
  ASSERT_EQ(contacts.size(), 2U);
  const auto key = [](const auto& c) { return std::pair(c.key_high, c.key); };
  EXPECT_LT(key(contacts[0]), key(contacts[1]));
  // Each contact keeps its own impulse; the contact with the ground carries both balls.
  const auto impulse = [](const auto& c) { return Eigen::Map<const Vector3>(c.lambda).norm(); };
  const double weight = 9.81 * 1e-3;
  run(world, 300);
  ASSERT_EQ(contacts.size(), 2U);
  EXPECT_NEAR(impulse(contacts[0]), weight, 1e-6);
  EXPECT_NEAR(impulse(contacts[1]), 2 * weight, 1e-6);
}

TEST(ContactKeys, ContactKeyOfASmallWorldIsPairAndFeature) {
  const MemoryKey key = contact_key(3, 7, 100, 0xfedcba98U);
  EXPECT_EQ(key.key, (std::uint64_t{307} << 32) | 0xfedcba98U);
  EXPECT_EQ(key.key_high, 0U);
  const int most = std::numeric_limits<int>::max();
  const MemoryKey last = contact_key(most - 2, most - 1, most, 1),
                  before = contact_key(most - 3, most - 1, most, 1);
  EXPECT_TRUE(precedes(before, last));
  EXPECT_FALSE(is_same_key(before, last));
}

// --- Models added and states restored between steps

World two_crates() {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  world.add(crate("m", {0, 0, 0.1}));
  world.add(crate("z", {2, 0, 0.1}));
  return world;
}

// "b" comes before "m" and "z" and takes the number of "m".
TEST(AddBetweenSteps, AddedModelKeepsContactsAndDropsIslandViews) {
  World world = two_crates();
  run(world, 5);
  ASSERT_EQ(view_islands(world).size(), 2U);
  const std::vector<int> lowest{world.report().islands[0].lowest_tree,
                                world.report().islands[1].lowest_tree};
  ASSERT_EQ(lowest, (std::vector<int>{0, 1}));
  world.add(crate("b", {4, 0, 1}));
  EXPECT_TRUE(view_islands(world).empty());
  // The report still names the same models.
  EXPECT_EQ(world.report().islands[0].lowest_tree, 1);
  EXPECT_EQ(world.report().islands[1].lowest_tree, 2);
  const auto contacts = world.contacts();
  ASSERT_EQ(contacts.size(), 8U);
  for (const ContactInfo& contact : contacts) {
    const bool of_m = contact.model_a == "m" || contact.model_b == "m";
    EXPECT_NEAR(contact.point.x(), of_m ? 0 : 2, 0.11);
    EXPECT_GT(contact.force.norm(), 1);
  }
  world.step();
  const std::vector<IslandView> views = view_islands(world);
  ASSERT_EQ(views.size(), 2U);
  EXPECT_EQ(views[0].models[0].first, "m");
  EXPECT_EQ(views[1].models[0].first, "z");
}

TEST(RestoreBetweenSteps, RestoreDropsIslandViews) {
  for (const test::StateForm form : test::kStateForms) {
    SCOPED_TRACE(test::name_of(form));
    World world = two_crates();
    const test::KeptState start(form, world);
    run(world, 5);
    ASSERT_EQ(view_islands(world).size(), 2U);
    start.restore(world);
    EXPECT_TRUE(view_islands(world).empty());
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_TRUE(world.report().islands.empty());
  }
}

TEST(Sleep, StepOfASleepingWorldHasNoIslands) {
  WorldSpec spec = world_spec(5e-3, {});
  spec.contact.sleep = SleepSpec{};
  World world(spec);
  world.add_ground();
  world.add(crate("m", {0, 0, 0.1}));
  run(world, 200);
  ASSERT_TRUE(world.find("m")->is_asleep());
  EXPECT_TRUE(view_islands(world).empty());
}

// --- Many models

// Twice as many take about twice as long: the names are looked up, not compared one by one.
TEST(ManyModels, ManyModelsAreAddedInLinearTime) {
  const auto seconds = [](int count) {
    const auto start = std::chrono::steady_clock::now();
    World world;
    for (int i = 0; i < count; ++i)
      world.add(body("b_" + std::to_string(i), sphere(0.1), 1, at(0.3 * i, 0, 1)));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  seconds(1000);  // caches
  double best = 1e9;
  for (int k = 0; k < 3; ++k) best = std::min(best, seconds(8000) / seconds(1000));
  EXPECT_LT(best, 24);  // 8 if the time is linear, 64 if it is quadratic
}

// --- A model that is refused changes nothing

TEST(RefusedModel, RejectedModelLeavesNoScript) {
  WorldSpec spec = world_spec(5e-3, {});
  spec.contact.sleep = SleepSpec{};
  World world(spec);
  world.add_ground();
  world.add(crate("m", {0, 0, 0.1}));
  run(world, 200);
  ASSERT_TRUE(world.find("m")->is_asleep());
  ModelSpec scripted = crate("m", {0, 0, 5});  // a name that is taken
  scripted.mass = {};
  scripted.kinematic = KinematicSpec{};
  scripted.kinematic->velocity.linear = {1, 0, 0};
  EXPECT_THROW(world.add(scripted), Error);
  EXPECT_FALSE(world.impl().model.has_scripts);
  // No model has been woken either.
  EXPECT_TRUE(world.find("m")->is_asleep());
}

// Spinning friction of a robot file adds blocks that the shadow solver apgd does not support.
TEST(RefusedModel, RejectedModelKeepsThePairAndItsShadow) {
  const test::TemporaryDirectory folder;
  ModelSpec spinner;
  spinner.urdf = folder.write("spinner.urdf", R"(<robot name="spinner"><link name="ball">
<contact><spinning_friction value="0.01"/></contact>
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>)");
  spinner.base = BaseKind::kFloating;
  spinner.pose = at(4, 0, 1);
  WorldSpec spec = world_spec(1e-3, {}, "cone", "conic");
  World plain(spec);
  EXPECT_NO_THROW(plain.add(spinner));
  ASSERT_TRUE(plain.impl().model.pairing.traits.torsion);

  spec.contact.shadow = SolverSpec{};
  spec.contact.shadow->id = "apgd";
  World world(spec), untouched(spec);
  for (World* w : {&world, &untouched}) {
    w->add_ground();
    w->add(crate("m", {0, 0, 0.0999}));
    run(*w, 3);
  }
  EXPECT_THROW(world.add(spinner), Error);
  EXPECT_FALSE(world.impl().model.pairing.traits.torsion);
  EXPECT_EQ(world.impl().model.pairing.info.kinds, untouched.impl().model.pairing.info.kinds);
  EXPECT_EQ(world.find("spinner"), nullptr);
  for (int k = 0; k < 10; ++k) {
    const StepReport &a = world.step(), &b = untouched.step();
    ASSERT_EQ(world.state_hash(), untouched.state_hash()) << k;
    EXPECT_EQ(a.shadow.solved, b.shadow.solved);
  }
}

// --- Detection rejects nothing

// "a", link "b\nc" and "a\nb", link "c" are equal if line breaks separate the names.
TEST(SortKeys, SortKeysOfNamesWithLineBreaksAreDistinct) {
  const test::TemporaryDirectory folder;
  const auto robot = [&](const std::string& file, const std::string& link) {
    return folder.write(file, "<robot name=\"r\"><link name=\"" + link +
                                  "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" "
                                  "izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>"
                                  "</inertial><collision><geometry><sphere "
                                  "radius=\"0.1\"/></geometry></collision></link></robot>");
  };
  World world;
  ModelSpec one;
  one.name = "a";
  one.urdf = robot("one.urdf", "b&#10;c");
  one.base = BaseKind::kFloating;
  ModelSpec two = one;
  two.name = "a\nb";
  two.urdf = robot("two.urdf", "c");
  two.pose = at(1, 0, 0);
  world.add(one);
  world.add(two);
  EXPECT_NO_THROW(world.step());
}

// --- The hash of a state

TEST(StateHash, HashDependsOnEffortsAndWrenches) {
  World one = two_crates(), two = two_crates();
  run(one, 3);
  run(two, 3);
  ASSERT_EQ(one.state_hash(), two.state_hash());
  VectorX tau = VectorX::Zero(6);
  tau[5] = 1;
  one.find("m")->set_efforts(tau);
  EXPECT_NE(one.state_hash(), two.state_hash());
  one.find("m")->set_efforts(VectorX::Zero(6));
  EXPECT_EQ(one.state_hash(), two.state_hash());
  one.find("m")->apply_wrench("", {0, 0, 1});
  EXPECT_NE(one.state_hash(), two.state_hash());
}

TEST(StateHash, HashDependsOnTheRestingTime) {
  WorldSpec spec = world_spec(5e-3, {});
  spec.contact.sleep = SleepSpec{};
  World world(spec);
  world.add_ground();
  world.add(crate("m", {0, 0, 0.1}));
  run(world, 40);
  ASSERT_GT(world.find("m")->impl().state().still_time(), 0);
  const std::uint64_t before = world.state_hash();
  world.find("m")->impl().state().still_time() *= 0.5;
  EXPECT_NE(world.state_hash(), before);
}

// A crate that turns about its normal by torsional friction, and one without: asleep, their poses
// can be equal, but their impulses at waking differ.
TEST(StateHash, HashDependsOnTheMemoryOfSleepingBodies) {
  WorldSpec spec = world_spec(5e-3, {});
  spec.contact.sleep = SleepSpec{};
  spec.materials.named["default"].mu_torsion = 0.01;
  World world(spec);
  world.add_ground();
  world.add(body("ball", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  run(world, 200);
  ASSERT_TRUE(world.find("ball")->is_asleep());
  ASSERT_FALSE(world.impl().state.sleep.groups[0].memory.torsions.empty());
  const std::uint64_t before = world.state_hash();
  world.impl().state.sleep.groups[0].memory.torsions[0].lambda[0] += 1;
  EXPECT_NE(world.state_hash(), before);
}

// --- Collisions before the forces of `acceleration`

// A crate lies on springs (elastic contacts) while another falls on rigid ground: the rows of the
// collision and their bodies belong together.
TEST(Collisions, CollisionRowsBelongToTheirBodies) {
  WorldSpec spec = world_spec(1e-3, {}, "acceleration");
  MaterialSpec soft;
  soft.stiffness = 1e4;
  soft.damping = 0;
  spec.materials.named["soft"] = soft;
  World world(spec);
  world.add_ground();
  ModelSpec lying = crate("a_lies", {0, 0, 0.0999});
  lying.material = "soft";
  world.add(lying);
  world.add(body("b_falls", sphere(0.1), 1, at(2, 0, 0.0999), {{0, 0, 0}, {0, 0, -1}}));
  World::Impl& impl = world.impl();
  compute_free_motion(impl.model, impl.state, impl.step);
  detect_contacts(impl.model, impl.step);
  ASSERT_TRUE(make_collisions(impl.model, impl.state, impl.step));
  ASSERT_EQ(impl.step.rows.constraints.contacts.size(), 1U);
  ASSERT_EQ(impl.step.rows.sources.size(), 1U);
  const ContactSource& source = impl.step.rows.sources[0];
  std::set<std::string> names{contact_side(impl.model, source.a).model->name,
                              contact_side(impl.model, source.b).model->name};
  EXPECT_EQ(names, (std::set<std::string>{"b_falls", "ground"}));
}

// docs/problem-files.md: they are not written.
TEST(Capture, CaptureOmitsTheCollisionsBeforeForces) {
  const test::TemporaryDirectory folder;
  World world(world_spec(1e-3, {}, "acceleration"));
  world.add_ground();
  world.add(body("ball", sphere(0.1), 1, at(0, 0, 0.0999), {{0, 0, 0}, {0, 0, -1}}));
  CaptureSpec spec;
  spec.which = CaptureSpec::Which::kAll;
  spec.directory = folder.path();
  capture_problems(world, spec);
  const StepReport& report = world.step();
  ASSERT_EQ(report.collisions, 1);
  EXPECT_EQ(captured(world).written, static_cast<int>(report.islands.size()));
}

std::int64_t nanoseconds(const StepReport& report, Stage stage) {
  return static_cast<std::int64_t>(report.nanoseconds[static_cast<std::size_t>(stage)]);
}

// A chain of 400 links moves twice in the step of a collision that has three rows.
TEST(Profile, FreeMotionAfterCollisionsCountsAsDynamics) {
  WorldSpec spec = world_spec(1e-3, {}, "acceleration");
  World world(spec);
  world.add_ground(-1000);
  ModelSpec platform = test::slope(0);
  platform.name = "platform";
  platform.geometry = box({1, 1, 0.2});
  platform.pose = at(50, 0, -0.1);
  world.add(platform);
  SkeletonBuilder builder("chain");
  builder.add_link(test::rod_link("l0", "", 0, {1, 0.1}));
  for (int i = 1; i < 400; ++i)
    builder.add_link(
        test::rod_link("l" + std::to_string(i), "l" + std::to_string(i - 1), 0.1, {1, 0.1}));
  world.add_skeleton("chain", builder.build());
  Model& ball = world.add(body("ball", sphere(0.1), 1, at(50, 0, 0.0999)));
  world.set_profiling(true);
  double least = 1e9;
  for (int k = 0; k < 5; ++k) {
    VectorX v = VectorX::Zero(6);
    v[5] = -1;
    ball.set_v(v);
    const StepReport& report = world.step();
    ASSERT_EQ(report.collisions, 1);
    least = std::min(least, static_cast<double>(nanoseconds(report, Stage::kSolve)) /
                                static_cast<double>(nanoseconds(report, Stage::kDynamics)));
    ball.set_q((VectorX(7) << 50, 0, 0.0999, 1, 0, 0, 0).finished());
  }
  EXPECT_LT(least, 0.3);
}

}  // namespace
}  // namespace cardan
