#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "test/analytic/linkages.h"
#include "test/support/kept_state.h"
#include "test/support/worlds.h"

// Loops of a world: closing at the start, bad input, forces, islands, determinism, saved states.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::FourBar;
using test::sphere;
using test::world_spec;

LoopSpec loop(LoopKind kind, const std::string& a, const std::string& b) {
  LoopSpec spec;
  spec.kind = kind;
  spec.a = a;
  spec.b = b;
  return spec;
}

/// Two carts on the x axis and a pendulum on y, without gravity.
std::shared_ptr<const Skeleton> carts() {
  SkeletonBuilder builder("carts");
  for (const char* name : {"left", "right"}) {
    LinkSpec link = test::rod_link(name, "", 0, {2, 1});
    link.joint_type = JointType::kPrismatic;
    link.axis = Vector3::UnitX();
    builder.add_link(link);
  }
  builder.add_link(test::rod_link("wheel", "", 0, {1, 1}));
  LinkSpec ball = test::rod_link("ball", "", 0, {1, 1});
  ball.joint_type = JointType::kSpherical;
  builder.add_link(ball);
  LinkSpec follower = test::rod_link("follower", "", 0, {1, 1});
  follower.coupling.leader = "wheel";
  builder.add_link(follower);
  return builder.build();
}

WorldSpec weightless() {
  WorldSpec spec = world_spec(1e-3, {}, "", "", 1e-12);
  spec.gravity = Vector3::Zero();
  return spec;
}

// A gear between a wheel and a cart: v_left = 0.1 v_wheel, the common momentum as in closed form.
TEST(Loops, GearSplitsItsEffortByTheRatio) {
  World world(weightless());
  Model& model = world.add_skeleton("carts", carts());
  LoopSpec gear = loop(LoopKind::kGear, "carts/left", "carts/wheel");
  gear.ratio = 0.1;
  gear.offset = 0.2;
  world.add_loop(gear);
  const double left = model.skeleton()->joints[model.skeleton()->find_joint("left")].v_start;
  const double q_left = model.joint_position("left"), q_wheel = model.joint_position("wheel");
  EXPECT_NEAR(q_left, 0.1 * q_wheel + 0.2, 1e-12);
  ASSERT_EQ(world.diagnostics().size(), 1u);
  EXPECT_NE(world.diagnostics()[0].message.find("was open by 0.2"), std::string::npos);

  model.set_effort("left", 5);
  // The follower turns with the wheel: both inertias about the axis.
  const test::Rod rod{1, 1};
  const double inertia = 2 * (rod.inertia() + 0.25);
  for (int k = 1; k <= 100; ++k) world.step();
  const double a = 5 / (2 + inertia / 0.01);
  EXPECT_NEAR(model.v()[static_cast<int>(left)], a * 0.1, 1e-9);
  EXPECT_NEAR(model.joint_position("left"), 0.1 * model.joint_position("wheel") + 0.2, 1e-12);
  EXPECT_NEAR(world.loops()[0].effort, 2 * a - 5, 1e-6);
}

// Two free balls at a distance turn about their common centre of mass; the pull is m ω² r.
TEST(Loops, DistanceHoldsTwoBodiesInACircle) {
  World world(weightless());
  Model& a = world.add(body("a", sphere(0.05), 1, at(0.5, 0, 0), {{0, 0, 0}, {0, 2, 0}}));
  Model& b = world.add(body("b", sphere(0.05), 1, at(-0.5, 0, 0), {{0, 0, 0}, {0, -2, 0}}));
  LoopSpec rope = loop(LoopKind::kDistance, "a", "b");
  rope.length.reset();
  world.add_loop(rope);
  const double energy = world.kinetic_energy();
  for (int k = 0; k < 2000; ++k) {
    const StepReport& report = world.step();
    ASSERT_LE(report.loop_error, 1e-12);
    ASSERT_EQ(report.islands.size(), 1u);
  }
  EXPECT_NEAR((a.base_pose().p - b.base_pose().p).norm(), 1, 1e-12);
  EXPECT_NEAR(world.kinetic_energy(), energy, 2e-6);
  // b is drawn towards a.
  const Vector3 n = (a.base_pose().p - b.base_pose().p).normalized();
  EXPECT_NEAR(world.loops()[0].force.dot(n), 8, 1e-4);
  // ω = 4 rad/s for 2 s, first order in the step.
  EXPECT_NEAR(std::remainder(std::atan2(a.base_pose().p.y(), a.base_pose().p.x()) - 8, 2 * M_PI), 0,
              2e-3);
}

// Two crates welded in flight are one body: momentum and angular momentum stay.
TEST(Loops, WeldMakesOneBodyOfTwo) {
  World world(weightless());
  Model& a = world.add(body("a", box({0.2, 0.3, 0.4}), 1, at(0, 0, 0), {{1, 2, 3}, {0.1, 0, 0}}));
  Model& b = world.add(body("b", box({0.3, 0.2, 0.1}), 3, at(0.3, 0.1, 0)));
  LoopSpec weld = loop(LoopKind::kWeld, "a", "b");
  weld.pose.reset();
  world.add_loop(weld);
  // Impulses between the two made their velocities the velocity of one rigid body.
  EXPECT_NEAR((a.momentum().force + b.momentum().force - Vector3(0.1, 0, 0)).norm(), 0, 1e-12);
  const Vector3 spin = a.momentum().moment + b.momentum().moment;
  const RigidTransform X_ab = a.base_pose().inverse() * b.base_pose();
  for (int k = 0; k < 2000; ++k) ASSERT_LE(world.step().loop_error, 1e-12);
  const RigidTransform now = a.base_pose().inverse() * b.base_pose();
  EXPECT_LE((now.p - X_ab.p).norm() + (now.R - X_ab.R).norm(), 1e-11);
  EXPECT_NEAR((a.momentum().force + b.momentum().force - Vector3(0.1, 0, 0)).norm(), 0, 1e-9);
  EXPECT_LE((a.momentum().moment + b.momentum().moment - spin).norm(), 1e-2 * spin.norm());
}

// A crate welded to a static table by the model's name alone hangs there; the loop carries m g.
TEST(Loops, WeldToAStaticModelCarriesTheWeight) {
  World world(world_spec(1e-3, {}, "", "", 1e-12));
  ModelSpec table = body("table", box({1, 1, 0.1}), 1, at(0, 0, 1));
  table.is_static = true;
  world.add(table);
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 2, at(0.3, 0, 0.9)));
  LoopSpec weld = loop(LoopKind::kWeld, "table", "crate");
  weld.pose.reset();
  world.add_loop(weld);
  for (int k = 0; k < 100; ++k) world.step();
  EXPECT_LE((crate.base_pose().p - Vector3(0.3, 0, 0.9)).norm(), 1e-12);
  EXPECT_NEAR(world.loops()[0].force.z(), 2 * 9.81, 1e-8);
  // The crate stands inside the table: a weld leaves the contact of the two out.
  EXPECT_TRUE(world.contacts().empty());
}

// The force that held a sleeper when it fell asleep stays, while something else is awake.
TEST(Loops, LoopForceOnASleepingBodyIsKept) {
  WorldSpec spec = world_spec(5e-3, {}, "", "", 1e-10);
  spec.contact.sleep = SleepSpec{};
  World world(spec);
  world.add_ground();
  ModelSpec table = body("table", box({1, 1, 0.1}), 1, at(0, 0, 1));
  table.is_static = true;
  world.add(table);
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 2, at(0.3, 0, 0.9)));
  Model& ball =
      world.add(body("ball", sphere(0.1), 1, at(-3, 0, 0.1), {{0, -10, 0}, {-1, 0, 0}}));  // rolls
  LoopSpec weld = loop(LoopKind::kWeld, "table", "crate");
  weld.pose.reset();
  world.add_loop(weld);
  for (int k = 0; k < 150; ++k) world.step();
  ASSERT_TRUE(crate.is_asleep());
  for (int k = 0; k < 20; ++k) {
    world.step();
    ASSERT_FALSE(ball.is_asleep());
    EXPECT_NEAR(world.loops()[0].force.z(), 2 * 9.81, 1e-6) << k;
  }
}

TEST(Loops, LoopOpenAtTheStartIsClosedAndReported) {
  World world(world_spec(1e-3, {}));
  const FourBar bar;
  Model& model = world.add_skeleton("fourbar", test::four_bar_skeleton(bar));
  const auto [t, phi, psi] = bar.angles(0.7);
  VectorX q(4);
  q << t + 0.2, phi - t - 0.3, psi - phi + 0.1, -psi + 0.4;
  model.set_q(q);
  LoopSpec weld = loop(LoopKind::kWeld, "world", "fourbar/foot");
  weld.pose = at(bar.ground, 0, 0);
  world.add_loop(weld);
  EXPECT_LE((model.pose("foot").p - Vector3(bar.ground, 0, 0)).norm(), 1e-12);
  ASSERT_EQ(world.diagnostics().size(), 1u);
  EXPECT_EQ(world.diagnostics()[0].element, "weld 'world' - 'fourbar/foot'");
  EXPECT_NE(world.diagnostics()[0].message.find("was open by"), std::string::npos);

  // The same by hand later.
  model.set_joint_position("crank", model.q()[0] + 0.05);
  EXPECT_GT((model.pose("foot").p - Vector3(bar.ground, 0, 0)).norm(), 1e-3);
  world.close_loops();
  EXPECT_LE((model.pose("foot").p - Vector3(bar.ground, 0, 0)).norm(), 1e-12);
}

TEST(Loops, ClosingLoopsAgainAddsNoDiagnostic) {
  World world(world_spec(1e-3, {}));
  const FourBar bar;
  Model& model = test::add_four_bar(world, bar, test::Closing::kWeld, 0.7, 0);
  const std::size_t known = world.diagnostics().size();
  for (int k = 0; k < 2; ++k) {
    model.set_joint_position("crank", model.q()[0] + 0.05);
    EXPECT_GT((model.pose("foot").p - Vector3(bar.ground, 0, 0)).norm(), 1e-3);
    world.close_loops();
    EXPECT_LE((model.pose("foot").p - Vector3(bar.ground, 0, 0)).norm(), 1e-12);
  }
  EXPECT_EQ(world.diagnostics().size(), known);
}

/// A rod on a hinge, held by a spring without a target at its initial position.
ModelSpec sprung_arm(const std::string& name) {
  SkeletonBuilder builder(name);
  builder.add_link(test::rod_link("bob", "", 0, {1, 1}));
  ModelSpec spec;
  spec.name = name;
  spec.skeleton = builder.build();
  spec.pd_joints["bob"] = test::pd(10, 0);
  return spec;
}

// Springs at rest: kp (target − q).
TEST(Loops, InitialTargetsFollowTheClosedPosture) {
  World world(world_spec(1e-3, {}));
  const FourBar bar;
  ModelSpec spec;
  spec.name = "fourbar";
  spec.skeleton = test::four_bar_skeleton(bar);
  spec.pd_joints["crank"] = spec.pd_joints["coupler"] = test::pd(10, 0);
  Model& other = world.add(sprung_arm("other"));
  world.step();
  Model& model = world.add(spec);  // its start is now
  const auto [t, phi, psi] = bar.angles(0.7);
  VectorX q(4);
  q << t + 0.2, phi - t - 0.3, psi - phi + 0.1, -psi + 0.4;
  model.set_q(q);
  model.set_pd_target("coupler", 0.5);
  other.set_joint_position("bob", 0.3);
  LoopSpec weld = loop(LoopKind::kWeld, "world", "fourbar/foot");
  weld.pose = at(bar.ground, 0, 0);
  world.add_loop(weld);
  EXPECT_NEAR(model.joint_effort("crank"), 0, 1e-12);
  EXPECT_NEAR(model.joint_effort("coupler"), 10 * (0.5 - model.joint_position("coupler")), 1e-12);
  EXPECT_NEAR(other.joint_effort("bob"), -3, 1e-12);  // in no loop
}

TEST(Loops, LoopAddedDuringARunKeepsAllTargets) {
  WorldSpec spec = world_spec(1e-3, {});
  spec.pd_laws = PdDiscretization::kImplicitEuler;  // the effort is that of q⁺ alone
  World world(spec);
  Model& tied = world.add(sprung_arm("tied"));
  Model& other = world.add(sprung_arm("other"));
  for (int k = 0; k < 100; ++k) world.step();
  ASSERT_GT(std::abs(tied.joint_position("bob")), 0.03);
  LoopSpec weld = loop(LoopKind::kWeld, "world", "tied/bob");
  weld.pose.reset();
  world.add_loop(weld);
  for (const Model* model : {&tied, &other})
    EXPECT_NEAR(model->joint_effort("bob"), -10 * model->joint_position("bob"), 1e-12);
}

std::string refusal(World& world, const LoopSpec& spec) {
  try {
    world.add_loop(spec);
  } catch (const Error& error) {
    EXPECT_TRUE(world.loops().empty());
    return error.what();
  }
  return "accepted";
}

TEST(Loops, UnclosableLoopIsAnErrorAndTheWorldIsUnchanged) {
  World world(world_spec(1e-3, {}));
  const FourBar bar;
  Model& model = world.add_skeleton("fourbar", test::four_bar_skeleton(bar));
  const VectorX q = model.q();
  LoopSpec weld = loop(LoopKind::kWeld, "world", "fourbar/foot");
  weld.pose = at(2, 0, 0);  // the chain is 1.3 m long
  const std::string message = refusal(world, weld);
  EXPECT_NE(message.find("weld 'world' - 'fourbar/foot': the loop cannot be closed: a gap of 0.7"),
            std::string::npos)
      << message;
  EXPECT_EQ(model.q(), q);
  weld.pose = at(bar.ground, 0.1, 0);  // out of the plane of the chain
  EXPECT_NE(refusal(world, weld).find("a gap of 0.1"), std::string::npos) << refusal(world, weld);
  for (int k = 0; k < 10; ++k) EXPECT_EQ(world.step().worst_loop, -1);
}

TEST(Loops, InvalidInputIsOneLine) {
  World world(world_spec(1e-3, {}));
  world.add_skeleton("carts", carts());
  world.add(body("crate", box({1, 1, 1}), 1));
  ModelSpec wall = body("wall", box({1, 1, 1}), 1);
  wall.is_static = true;
  world.add(wall);
  const double nan = std::nan("");
  LoopSpec bad_length = loop(LoopKind::kDistance, "crate", "wall");
  bad_length.length = -1;
  LoopSpec no_length = loop(LoopKind::kDistance, "crate", "wall");
  LoopSpec nan_pose = loop(LoopKind::kWeld, "crate", "wall");
  nan_pose.pose->p.x() = nan;
  LoopSpec nan_ratio = loop(LoopKind::kGear, "carts/left", "carts/right");
  nan_ratio.ratio = nan;
  LoopSpec no_ratio = loop(LoopKind::kGear, "carts/left", "carts/right");
  no_ratio.ratio = 0;
  const std::vector<std::pair<LoopSpec, std::string>> cases = {
      {loop(LoopKind::kWeld, "crat", "wall"), "unknown model 'crat'; did you mean 'crate'?"},
      {loop(LoopKind::kWeld, "carts/lift", "wall"),
       "unknown link 'lift' of model 'carts'; did you "
       "mean 'left'?"},
      {loop(LoopKind::kWeld, "carts", "wall"), "model 'carts' has several links; name one"},
      {loop(LoopKind::kWeld, "wall/top", "crate"),
       "unknown link 'top' of model 'wall'; it has one"},
      {loop(LoopKind::kWeld, "wall", "world"), "neither end can be moved by forces"},
      {loop(LoopKind::kWeld, "crate", "crate"), "both ends are fixed to the same body"},
      {loop(LoopKind::kGear, "carts/left", "carts/left"), "both ends are the same joint"},
      {loop(LoopKind::kGear, "carts/left", "carts/wheeel"),
       "unknown joint 'wheeel' of model "
       "'carts'; did you mean 'wheel'?"},
      {loop(LoopKind::kGear, "carts/left", "carts/ball"), "joint 'ball' has 3 degrees of freedom"},
      {loop(LoopKind::kGear, "carts/left", "carts/follower"), "follows another joint"},
      {loop(LoopKind::kGear, "carts", "carts/left"), "no joint in 'carts'"},
      {loop(LoopKind::kGear, "wall/a", "carts/left"), "model 'wall' has no joints"},
      {bad_length, "the length is -1"},
      {no_length, "the two points coincide, and no length is given"},
      {nan_pose, "a number is not finite"},
      {nan_ratio, "a number is not finite"},
      {no_ratio, "the ratio is zero"},
  };
  for (const auto& [spec, part] : cases) {
    LoopSpec tried = spec;
    if (part.starts_with("the two points")) tried.length.reset();
    const std::string message = refusal(world, tried);
    EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks: " << part;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

// From a scene file: closed before the first step; errors name the file and line of their loop.
TEST(Loops, LoopsOfASceneAreClosedOrRejectedWithTheirLine) {
  test::TemporaryDirectory folder;
  const std::string text = R"(cardan: 1
models:
  - {name: a, box: {size: [1, 1, 1]}}
  - {name: b, box: {size: [1, 1, 1]}, pose: {xyz: [0, 0, 3]}}
  - {name: wall, box: {size: [1, 1, 1]}, static: true}
loops:
  - {distance: [a, b], length: 3.5}
  - {weld: [wall, a], pose: {xyz: [0, 0, 0.5]}}
)";
  World world = make_world(load_scene(folder.write("scene.yaml", text)));
  EXPECT_EQ(world.loops().size(), 2u);
  EXPECT_LE((world.find("a")->base_pose().p - Vector3(0, 0, 0.5)).norm(), 1e-12);
  EXPECT_NEAR(world.find("b")->base_pose().p.z(), 4, 1e-12);
  EXPECT_EQ(world.diagnostics().size(), 2u);

  const auto message = [&](const std::string& loop) -> std::string {
    try {
      make_world(load_scene(folder.write("bad.yaml", text + loop)));
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string place = folder.file("bad.yaml") + ":9: ";
  const std::string unknown = message("  - {weld: [wall/lid, b]}\n");
  EXPECT_TRUE(unknown.starts_with(place + "weld 'wall/lid' - 'b': unknown link 'lid'")) << unknown;
  const std::string open = message("  - {weld: [world, a], pose: {xyz: [0, 0, 2]}}\n");
  EXPECT_NE(open.find("bad.yaml:"), std::string::npos) << open;
  EXPECT_NE(open.find("cannot be closed"), std::string::npos) << open;
}

// A closed ring of crates, welded one to the next all around: more rows than degrees of freedom.
World ring(int threads, const std::string& solver = "") {
  WorldSpec spec = world_spec(2e-3, {.mu = 0.6}, "", solver);
  spec.threads = threads;
  World world(spec);
  world.add_ground();
  std::vector<LoopSpec> loops;
  for (int group = 0; group < 3; ++group) {
    for (int i = 0; i < 4; ++i) {
      const std::string name = std::to_string(group) + "_" + std::to_string(i);
      const std::string next = std::to_string(group) + "_" + std::to_string((i + 1) % 4);
      world.add(body(name, box({0.2, 0.2, 0.2}), 1 + 0.3 * i,
                     at(1.5 * group + 0.3 * (i % 3 != 0), 0.3 * (i / 2), 0.15 + 0.1 * group)));
      loops.push_back(loop(i % 2 ? LoopKind::kPoint : LoopKind::kWeld, name, next));
      loops.back().pose.reset();
      loops.back().at_a = Vector3(0.1, 0.1, 0);
      loops.back().at_b.reset();
    }
  }
  world.add_loops(loops);
  return world;
}

// Where a ring is singular, its projection removes little of the gap that an approximate answer of
// pgs opens: at most h times its residual stays.
TEST(Loops, RingsFallAndRestWithTheSameBitsForAnyThreads) {
  for (const std::string solver : {"conic", "pgs", "lemke"}) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 4}) {
      World world = ring(threads, solver);
      double worst = 0;
      int failed = 0;
      for (int k = 0; k < 300; ++k) {
        const StepReport& report = world.step();
        worst = std::max(worst, report.loop_error - world.time_step() * report.worst_residual);
        failed += report.failed_islands;
      }
      hashes.push_back(world.state_hash());
      EXPECT_LE(worst, 1e-10) << solver;
      EXPECT_EQ(failed, 0) << solver;
      EXPECT_GT(world.report().redundant_rows, 0);
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front()) << solver;
  }
}

TEST(Loops, SavedStateContinuesBitForBit) {
  for (const test::StateForm form : test::kStateForms) {
    SCOPED_TRACE(test::name_of(form));
    World first = ring(1);
    for (int k = 0; k < 150; ++k) first.step();
    const test::KeptState kept(form, first);
    for (int k = 0; k < 50; ++k) first.step();
    World second = ring(1);
    kept.restore(second);
    for (int k = 0; k < 50; ++k) second.step();
    EXPECT_EQ(second.state_hash(), first.state_hash());

    // A different set of loops gives a different structure of the world.
    World open(world_spec(2e-3, {.mu = 0.6}));
    EXPECT_THROW(kept.restore(open), Error);
  }
}

// A rope that is too long at the start is drawn in at the bounded speed, and the report gives the
// remaining excess length.
TEST(Loops, ReportMeasuresTheExcessOfARope) {
  World world;
  ModelSpec ball = test::body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, -1.5)));
  world.add(ball);
  LoopSpec rope;
  rope.kind = LoopKind::kRope;
  rope.a = "ball";
  rope.b = "world";
  rope.length = 0.5;
  world.add_loop(rope);
  const StepReport& report = world.step();
  EXPECT_NEAR(report.loop_error, 1.0 - 1e-3 / 1.001, 1e-9);
  EXPECT_EQ(report.worst_loop, 0);
  while (world.time() < 1.5) world.step();
  EXPECT_LT(report.loop_error, 1e-6);
}

}  // namespace
}  // namespace cardan
