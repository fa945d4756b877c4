// Changes of a world between steps: their effects, their errors, and equal bits for all other parts
// of the world.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "cardan/queries.h"
#include "cardan/recording.h"
#include "cardan/robot_model.h"
#include "cardan/skeleton_builder.h"
#include "sim/data/world_impl.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::kG;
using test::sphere;
using test::world_spec;

constexpr double kH = 1e-3;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
const std::string kRobots = std::string(CARDAN_SOURCE_DIR) + "/data/robots/";

void run(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step();
}

// The message of the Error that a call throws; "" if it throws none.
template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    return text;
  }
  return "";
}

// Expects an Error with this text and an unchanged world: its next steps have the same bits as
// without the call.
template <class Call>
void expect_refused(World& world, const std::string& part, const Call& call) {
  const std::uint64_t before = world.state_hash();
  const std::string text = refusal(call);
  EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' lacks '" << part << "'";
  EXPECT_EQ(world.state_hash(), before);
}

bool same_bits(const Model& a, const Model& b) { return a.q() == b.q() && a.v() == b.v(); }

WorldSpec sleepy_spec() {
  WorldSpec spec = world_spec(kH, {});
  spec.contact.sleep = SleepSpec{1e-3, 0.05};
  return spec;
}

ModelSpec table(const std::string& name, double z) {
  ModelSpec spec = body(name, box({1, 1, 0.1}), 1, at(0, 0, z - 0.05));
  spec.mass.reset();
  spec.is_static = true;
  return spec;
}

// --- Removal

// A robot with friction, limits and PD laws, a stack and a loop: all kinds of memory. `extra`: also
// bodies that touch none of these, added before, between and after them.
World busy_world(bool extra) {
  World world(world_spec(kH, {}));
  const auto add_extra = [&](const std::string& name, double x) {
    if (extra) world.add(body(name, box({0.2, 0.2, 0.2}), 1, at(x, 5, 0.1)));
  };
  world.add_ground();
  add_extra("a_first", 0);
  ModelSpec arm;
  arm.urdf = kRobots + "arm7.urdf";
  arm.name = "arm";
  arm.pose = at(0, -3, 0);
  arm.pd = test::pd(100, 10);
  world.add(arm);
  add_extra("n_between", 2);
  world.add(body("lower", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  world.add(body("upper", box({0.2, 0.2, 0.2}), 1, at(0.02, 0.01, 0.3), {{0, 0, 1}, {0.1, 0, 0}}));
  add_extra("z_last", 4);
  world.add(body("bob", sphere(0.1), 1, at(3, 0, 2)));
  LoopSpec rope;
  rope.kind = LoopKind::kDistance;
  rope.a = "world";
  rope.b = "bob";
  rope.at_a = {3.5, 0, 2};
  rope.at_b = Vector3::Zero();
  rope.length.reset();
  if (extra) {
    LoopSpec other = rope;
    other.b = "a_first";
    other.at_a = {0, 5, 1};
    world.add_loop(other);
  }
  world.add_loop(rope);
  return world;
}

const char* const kStaying[] = {"arm", "lower", "upper", "bob"};

TEST(RemoveModel, OthersKeepTheBitsOfAWorldThatNeverHadIt) {
  World without = busy_world(false), world = busy_world(true);
  run(without, 50);
  run(world, 50);
  for (const char* name : {"n_between", "a_first", "z_last"}) {
    world.remove(name);
    for (int k = 0; k < 40; ++k) {
      without.step();
      world.step();
      for (const char* staying : kStaying)
        ASSERT_TRUE(same_bits(*without.find(staying), *world.find(staying)))
            << staying << " after the removal of " << name << ", step " << world.steps();
    }
  }
  EXPECT_EQ(step_hashes(world), step_hashes(without)) << "memory has the same keys and numbers";
}

// The friction of a box on a slope is a bristle whose stretch is remembered from step to step.
TEST(RemoveModel, BristlesOfOthersStayStretched) {
  WorldSpec spec = world_spec(kH, {});
  spec.materials.named["default"].tangential_stiffness = 1e4;
  spec.materials.named["default"].tangential_damping = 20;
  World world(spec);
  world.add(test::slope(0.3));
  world.add(body("a", box({0.1, 0.1, 0.1}), 1, at(0, 20, 20)));
  ModelSpec crate = body("m", box({0.2, 0.2, 0.2}), 1);
  crate.pose.R = Eigen::AngleAxisd(0.3, Vector3::UnitY()).toRotationMatrix();
  crate.pose.p = crate.pose.R * Vector3(0, 0, 0.1);
  world.add(crate);
  run(world, 500);
  const Vector3 before = world.find("m")->base_pose().p;
  world.remove("a");
  run(world, 20);
  EXPECT_LT((world.find("m")->base_pose().p - before).norm(), 1e-7)
      << "a forgotten bristle lets the box slip by its stretch";
}

TEST(RemoveModel, HandleOfARemovedModelRefusesEveryCall) {
  World world = busy_world(true);
  Model& gone = *world.find("n_between");
  Model& stays = *world.find("upper");
  const int index = stays.index();
  run(world, 5);
  world.remove(gone);
  EXPECT_TRUE(gone.is_removed());
  EXPECT_FALSE(stays.is_removed());
  EXPECT_EQ(stays.index(), index);
  EXPECT_EQ(&world.model(index), &stays);
  EXPECT_EQ(&world.model(gone.index()), &gone);
  EXPECT_EQ(world.find("n_between"), nullptr);
  const VectorX x = VectorX::Zero(6);
  const LinkId link = stays.link("");
  const JointId joint = stays.joint(0);
  VectorX out(6);
  MatrixX square(6, 6);
  Matrix6X six(6, 6);
  Matrix3X three(3, 6);
  RneaDerivatives inverse(*stays.skeleton());
  ForwardDynamicsDerivatives forward(*stays.skeleton());
  const auto expect_gone = [&](const char* what, const auto& call) {
    EXPECT_NE(refusal(call).find("model 'n_between' was removed"), std::string::npos) << what;
  };
  expect_gone("name", [&] { (void)gone.name(); });
  expect_gone("skeleton", [&] { gone.skeleton(); });
  expect_gone("is_static", [&] { (void)gone.is_static(); });
  expect_gone("is_kinematic", [&] { (void)gone.is_kinematic(); });
  expect_gone("is_asleep", [&] { (void)gone.is_asleep(); });
  expect_gone("wake", [&] { gone.wake(); });
  expect_gone("q", [&] { gone.q(); });
  expect_gone("v", [&] { gone.v(); });
  expect_gone("set_q", [&] { gone.set_q(x); });
  expect_gone("set_v", [&] { gone.set_v(x); });
  expect_gone("joint_position", [&] { gone.joint_position("j"); });
  expect_gone("joint_velocity", [&] { gone.joint_velocity("j"); });
  expect_gone("joint_effort", [&] { gone.joint_effort("j"); });
  expect_gone("set_joint_position", [&] { gone.set_joint_position("j", 0); });
  expect_gone("set_efforts", [&] { gone.set_efforts(x); });
  expect_gone("set_effort", [&] { gone.set_effort("j", 1); });
  expect_gone("set_pd", [&] { gone.set_pd("j", 1, 1, 0); });
  expect_gone("set_pd_target", [&] { gone.set_pd_target("j", 0); });
  expect_gone("apply_wrench", [&] { gone.apply_wrench("", {1, 0, 0}); });
  expect_gone("pose", [&] { gone.pose("n_between"); });
  expect_gone("velocity", [&] { gone.velocity("n_between"); });
  expect_gone("base_pose", [&] { gone.base_pose(); });
  expect_gone("base_velocity", [&] { gone.base_velocity(); });
  expect_gone("set_base_pose", [&] { gone.set_base_pose({}); });
  expect_gone("set_base_velocity", [&] { gone.set_base_velocity({}); });
  expect_gone("kinetic_energy", [&] { gone.kinetic_energy(); });
  expect_gone("potential_energy", [&] { gone.potential_energy(); });
  expect_gone("momentum", [&] { gone.momentum(); });
  expect_gone("link_mass", [&] { gone.link_mass(""); });
  expect_gone("set_mass", [&] { gone.set_mass("", 1); });
  expect_gone("add_payload", [&] { gone.add_payload("", 1); });
  expect_gone("remove", [&] { world.remove(gone); });
  expect_gone("link", [&] { gone.link(""); });
  expect_gone("link(0)", [&] { gone.link(0); });
  expect_gone("num_links", [&] { (void)gone.num_links(); });
  expect_gone("link_name", [&] { (void)gone.link_name(link); });
  expect_gone("joint", [&] { gone.joint("j"); });
  expect_gone("joint(0)", [&] { gone.joint(0); });
  expect_gone("num_joints", [&] { (void)gone.num_joints(); });
  expect_gone("joint_name", [&] { (void)gone.joint_name(joint); });
  expect_gone("pose(link)", [&] { gone.pose(link); });
  expect_gone("velocity(link)", [&] { gone.velocity(link); });
  expect_gone("joint_position(joint)", [&] { gone.joint_position(joint); });
  expect_gone("joint_velocity(joint)", [&] { gone.joint_velocity(joint); });
  expect_gone("joint_effort(joint)", [&] { gone.joint_effort(joint); });
  expect_gone("set_joint_position(joint)", [&] { gone.set_joint_position(joint, 0); });
  expect_gone("set_effort(joint)", [&] { gone.set_effort(joint, 1); });
  expect_gone("set_pd(joint)", [&] { gone.set_pd(joint, 1, 1, 0); });
  expect_gone("set_pd_target(joint)", [&] { gone.set_pd_target(joint, 0); });
  expect_gone("apply_wrench(link)", [&] { gone.apply_wrench(link, {1, 0, 0}); });
  expect_gone("mass", [&] { (void)gone.mass(); });
  expect_gone("mass_matrix", [&] { gone.mass_matrix(); });
  expect_gone("mass_matrix(M)", [&] { gone.mass_matrix(square); });
  expect_gone("inverse_mass_matrix", [&] { gone.inverse_mass_matrix(); });
  expect_gone("bias_forces", [&] { gone.bias_forces(); });
  expect_gone("bias_forces(C)", [&] { gone.bias_forces(out); });
  expect_gone("gravity_forces", [&] { gone.gravity_forces(); });
  expect_gone("passive_forces", [&] { gone.passive_forces(); });
  expect_gone("coriolis_matrix", [&] { gone.coriolis_matrix(); });
  expect_gone("inverse_dynamics", [&] { gone.inverse_dynamics(x); });
  expect_gone("forward_dynamics", [&] { gone.forward_dynamics(x); });
  expect_gone("inverse derivatives", [&] { gone.inverse_dynamics_derivatives(x, inverse); });
  expect_gone("forward derivatives", [&] { gone.forward_dynamics_derivatives(x, forward); });
  expect_gone("jacobian", [&] { gone.jacobian(link); });
  expect_gone("jacobian(J)",
              [&] { gone.jacobian(link, Vector3::Zero(), ReferenceFrame::kLocal, six); });
  expect_gone("jacobian_rate", [&] { gone.jacobian_rate(link); });
  expect_gone("acceleration", [&] { gone.acceleration(link, x); });
  expect_gone("center_of_mass", [&] { gone.center_of_mass(); });
  expect_gone("center_of_mass_velocity", [&] { gone.center_of_mass_velocity(); });
  expect_gone("center_of_mass_jacobian", [&] { gone.center_of_mass_jacobian(three); });
  expect_gone("centroidal_momentum", [&] { gone.centroidal_momentum(); });
  expect_gone("centroidal_momentum_matrix", [&] { gone.centroidal_momentum_matrix(six); });
  expect_gone("centroidal_momentum_rate", [&] { gone.centroidal_momentum_rate(); });
  expect_gone("solve_ik", [&] { gone.solve_ik({}); });
  run(world, 5);
}

// --- Memory

/// Bytes by which one pair of add and remove enlarges the memory in use.
template <class Add>
double growth_of_pair(World& world, const Add& add) {
  constexpr int kPairs = 2000;
  const auto pairs = [&] {
    for (int k = 0; k < kPairs; ++k) {
      Model& model = add();
      if (k % 100 == 0) world.step();
      world.remove(model);
    }
  };
  pairs();
  const auto before = static_cast<double>(mallinfo2().uordblks);
  pairs();
  return (static_cast<double>(mallinfo2().uordblks) - before) / kPairs;
}

TEST(RemoveModel, LeavesLessThanHalfAKilobyte) {
  constexpr double kMost = 500;  // [B]
  World world(world_spec(kH, {}));
  world.add_ground();
  world.add(body("stays", sphere(0.1), 1, at(1, 0, 0.1)));
  const auto add_ball = [&]() -> Model& {
    return world.add(body("ball", sphere(0.1), 1, at(0, 0, 0.1)));
  };
  EXPECT_LT(growth_of_pair(world, add_ball), kMost);
  ModelSpec pair = body("pair", sphere(0.1), 1, at(0, 0, 0.1));
  pair.geometry.reset();
  for (const double x : {-0.2, 0.2}) {
    pair.compound.emplace_back().geometry = sphere(0.1);
    pair.compound.back().pose = at(x, 0, 0);
  }
  EXPECT_LT(growth_of_pair(world, [&]() -> Model& { return world.add(pair); }), kMost);
  const auto robot = std::make_shared<RobotModel>(load_robot(kRobots + "quadruped.urdf"));
  const auto add_robot = [&]() -> Model& {
    return world.add_robot(*robot, at(0, 0, 0.4), "robot");
  };
  EXPECT_LT(growth_of_pair(world, add_robot), 3 * kMost);  // a number for each of its 13 shapes
}

// --- States in memory and clones of a world with removed models

TEST(RemoveModel, StateGoesToAWorldThatNeverHadTheModel) {
  World world = busy_world(true), lean = busy_world(false);
  run(world, 30);
  const StateSnapshot before = world.state();
  for (const char* extra : {"a_first", "n_between", "z_last"}) {
    const std::uint64_t with = world.state().structure();
    world.remove(extra);
    EXPECT_NE(world.state().structure(), with) << extra;
  }
  EXPECT_NE(refusal([&] { world.set_state(before); }).find("another world"), std::string::npos);
  run(world, 30);
  const StateSnapshot state = world.state();
  EXPECT_EQ(state.structure(), lean.state().structure());
  EXPECT_EQ(state.num_models(), lean.num_models());
  lean.set_state(StateSnapshot::from_bytes(state.bytes()));
  EXPECT_EQ(lean.state().bytes(), state.bytes());
  // An earlier state is restored exactly.
  run(world, 20);
  const std::uint64_t later = world.state_hash();
  world.set_state(state);
  EXPECT_EQ(world.state().bytes(), state.bytes());
  run(world, 20);
  EXPECT_EQ(world.state_hash(), later);
  run(lean, 20);
  EXPECT_EQ(lean.state().bytes(), world.state().bytes());
  world.set_state(lean.state());
  EXPECT_EQ(world.state_hash(), later);
}

TEST(RemoveModel, SleepersOfAStateKeepTheirContacts) {
  const auto make = [](bool extra) {
    World world(sleepy_spec());
    if (extra) world.add(body("first", box({0.2, 0.2, 0.2}), 1, at(5, 0, 0.1)));
    world.add_ground();
    world.add(body("a", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
    if (extra) world.add(body("middle", box({0.2, 0.2, 0.2}), 1, at(6, 0, 0.1)));
    world.add(body("b", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.3)));
    return world;
  };
  World world = make(true), lean = make(false);
  run(world, 5);
  world.remove("first");
  world.remove("middle");
  run(world, 400);
  ASSERT_TRUE(world.find("b")->is_asleep());
  const StateSnapshot state = world.state();
  const std::vector<ContactInfo> contacts(world.contacts().begin(), world.contacts().end());
  ASSERT_GE(contacts.size(), 8U);
  world.find("a")->wake();
  run(world, 1);
  const World clone = world.clone();
  EXPECT_EQ(clone.state_hash(), world.state_hash());
  for (World* taking : {&world, &lean}) {
    taking->set_state(state);
    EXPECT_TRUE(taking->find("b")->is_asleep());
    ASSERT_EQ(taking->contacts().size(), contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      EXPECT_EQ(taking->contacts()[k].model_a, contacts[k].model_a);
      EXPECT_EQ(taking->contacts()[k].model_b, contacts[k].model_b);
      EXPECT_EQ(taking->contacts()[k].impulse, contacts[k].impulse);
    }
    EXPECT_EQ(taking->state().bytes(), state.bytes());
    taking->find("a")->set_v(VectorX::Constant(6, 0.1));
    run(*taking, 20);
  }
  EXPECT_EQ(world.state().bytes(), lean.state().bytes());
}

TEST(RemoveModel, CloneHasTheSameGap) {
  World world = busy_world(true);
  run(world, 30);
  const int gone = world.find("n_between")->index();
  world.remove("n_between");
  World copy = world.clone();
  EXPECT_EQ(copy.num_models(), world.num_models());
  EXPECT_EQ(copy.models().size(), world.models().size());
  EXPECT_TRUE(copy.model(gone).is_removed());
  EXPECT_NE(refusal([&] { copy.model(gone).q(); }).find("'n_between' was removed"),
            std::string::npos);
  EXPECT_EQ(copy.find("n_between"), nullptr);
  EXPECT_EQ(copy.find(""), nullptr);
  const auto go_on = [](World& w) {
    run(w, 20);
    w.remove("lower");
    w.add(body("n_between", sphere(0.2), 1, at(0, 0, 1)));
    run(w, 40);
  };
  go_on(world);
  go_on(copy);
  EXPECT_EQ(copy.state_hash(), world.state_hash());
}

TEST(Weld, StructureOfStatesFollowsTheLoops) {
  World world = busy_world(false);
  const StateSnapshot before = world.state();
  const LoopId loop = world.weld("upper", "lower");
  EXPECT_NE(world.state().structure(), before.structure());
  EXPECT_NE(refusal([&] { world.set_state(before); }).find("weld"), std::string::npos);
  world.remove_loop(loop);
  EXPECT_EQ(world.state().structure(), before.structure());
  world.set_state(before);
}

// The algorithms of a model have their own memory, which a change of mass must update.
TEST(SetMass, AlgorithmsUseTheNewMass) {
  World world = busy_world(false);
  run(world, 5);
  Model& arm = *world.find("arm");
  const MatrixX before = arm.mass_matrix();
  arm.set_mass(arm.skeleton()->body_name.back(), 3);
  const World fresh = world.clone();
  EXPECT_GT((arm.mass_matrix() - before).norm(), 1e-3);
  EXPECT_EQ(arm.mass_matrix(), fresh.find("arm")->mass_matrix());
  EXPECT_EQ(arm.gravity_forces(), fresh.find("arm")->gravity_forces());
}

TEST(RemoveModel, ContactsAndLoopsOfTheModelGoAndOthersStay) {
  World world = busy_world(true);
  LoopSpec spec;
  spec.kind = LoopKind::kPoint;
  spec.a = "upper";
  spec.b = "lower";
  spec.at_b.reset();
  const LoopId point = world.add_loop(spec);
  run(world, 5);
  ASSERT_EQ(world.loops().size(), 3U);
  const LoopId of_first = world.loops()[0].id, of_bob = world.loops()[1].id;
  const Vector3 force = world.loop(of_bob).force;
  const std::size_t contacts = world.contacts().size();
  const std::size_t own = contacts_of(world, "a_first").size();
  ASSERT_GT(own, 0U);
  world.remove("a_first");
  EXPECT_EQ(world.contacts().size(), contacts - own);
  for (const ContactInfo& contact : world.contacts()) {
    EXPECT_NE(contact.model_a, "a_first");
    EXPECT_NE(contact.model_b, "a_first");
    EXPECT_FALSE(std::string(contact.model_b).empty());
  }
  ASSERT_EQ(world.loops().size(), 2U);
  EXPECT_EQ(world.loop(of_bob).b, "bob");
  EXPECT_EQ(world.loop(of_bob).force, force);
  EXPECT_EQ(world.loop(point).b, "lower");
  EXPECT_NE(refusal([&] { (void)world.loop(of_first); }).find("was removed"), std::string::npos);
  world.remove("lower");
  ASSERT_EQ(world.loops().size(), 1U);
  run(world, 5);
}

TEST(RemoveModel, SleeperFallsWhenItsTableIsRemoved) {
  World world(sleepy_spec());
  world.add(table("table", 1));
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 1.1)));
  run(world, 200);
  ASSERT_TRUE(crate.is_asleep());
  const double z = crate.base_pose().p.z();
  world.remove("table");
  EXPECT_FALSE(crate.is_asleep());
  constexpr int kSteps = 100;
  run(world, kSteps);
  // Semi-implicit Euler from rest.
  EXPECT_NEAR(crate.base_pose().p.z(), z - kG * kH * kH * kSteps * (kSteps + 1) / 2, 1e-9);
}

TEST(RemoveModel, NameIsFreeAgainAndNothingGrows) {
  World world(world_spec(kH, {}));
  world.add_ground();
  world.add(body("stays", box({0.2, 0.2, 0.2}), 1, at(2, 0, 0.1)));
  std::size_t block = 0;
  for (int k = 0; k < 30; ++k) {
    Model& model = world.add(body("box", box({0.2, 0.2, 0.2}), 1 + k, at(0, 0, 0.1)));
    run(world, 3);
    EXPECT_EQ(world.contacts().size(), 8U);
    EXPECT_EQ(world.impl().step.collision.num_objects(), 3);
    world.remove(model);
    if (k == 0) block = world.impl().state.models.block().size();
    // An empty state of a removed model is one cache line.
    EXPECT_LE(world.impl().state.models.block().size(),
              block + static_cast<std::size_t>(k) * AlignedBlock::kLine);
  }
  EXPECT_EQ(world.num_models(), 32);
  EXPECT_EQ(world.models().size(), 2U);
}

TEST(RemoveModel, ScriptedModelsAndRobotsCanBeRemoved) {
  World world(world_spec(kH, {}));
  world.add_ground();
  ModelSpec carrier = body("carrier", box({0.5, 0.5, 0.1}), 1, at(0, 0, 0.5));
  carrier.mass.reset();
  carrier.kinematic = KinematicSpec{};
  carrier.kinematic->velocity.linear = {0.1, 0, 0};
  world.add(carrier);
  ModelSpec robot;
  robot.urdf = kRobots + "quadruped.urdf";
  robot.name = "robot";
  robot.pose = at(3, 0, 1);
  robot.kinematic = KinematicSpec{};
  world.add(robot);
  ModelSpec walker = robot;
  walker.name = "walker";
  walker.kinematic.reset();
  walker.pose = at(6, 0, 0.6);
  world.add(walker);
  world.add(body("load", box({0.1, 0.1, 0.1}), 1, at(0, 0, 0.6)));
  run(world, 20);
  world.remove("robot");
  EXPECT_TRUE(world.loops().empty());
  run(world, 20);
  world.remove("walker");
  run(world, 20);
  world.remove("carrier");
  EXPECT_FALSE(world.impl().model.has_scripts);
  run(world, 600);
  EXPECT_NEAR(world.find("load")->base_pose().p.z(), 0.05, 1e-3);
}

TEST(RemoveModel, OutdatedViewIsRefusedUntilItIsUpdated) {
  World world(world_spec(kH, {}));
  world.add_ground();
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.5)));
  WorldView view(world);
  const Ray down{{0, 0, 2}, {0, 0, -1}};
  ASSERT_EQ(ray_cast(view, down)->model, "crate");
  world.remove(crate);
  EXPECT_NE(refusal([&] { (void)ray_cast(view, down); }).find("update()"), std::string::npos);
  EXPECT_NE(refusal([&] { (void)distance(view, "crate", "ground"); }).find("update()"),
            std::string::npos);
  view.update();
  EXPECT_EQ(ray_cast(view, down)->model, "ground");
}

TEST(RemoveModel, UnknownAndForeignModelsAreRefused) {
  World world = busy_world(true), other = busy_world(true);
  run(world, 2);
  expect_refused(world, "unknown model 'uper'", [&] { world.remove("uper"); });
  expect_refused(world, "upper", [&] { world.remove("uper"); });
  expect_refused(world, "another world", [&] { world.remove(*other.find("upper")); });
  world.begin_step();
  expect_refused(world, "between begin_step and finish_step", [&] { world.remove("upper"); });
  world.finish_step();
  world.remove("upper");
}

TEST(RemoveModel, SavedStateFitsTheRemainingWorld) {
  const test::TemporaryDirectory folder;
  World without = busy_world(false), world = busy_world(true);
  run(world, 30);
  for (const char* name : {"n_between", "a_first", "z_last"}) world.remove(name);
  run(world, 10);
  world.save_state(folder.file("s.h5"));
  without.restore_state(folder.file("s.h5"));
  EXPECT_EQ(without.state_hash(), world.state_hash());
  run(world, 20);
  run(without, 20);
  EXPECT_EQ(step_hashes(without), step_hashes(world));
}

// --- Gravity

TEST(SetGravity, FreeBodyFallsTheNewWayAndSleepersWake) {
  World world(sleepy_spec());
  world.add_ground();
  Model& ball = world.add(body("ball", sphere(0.1), 1, at(0, 0, 0.1)));
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(2, 0, 0.1)));
  run(world, 200);
  ASSERT_TRUE(crate.is_asleep());
  const Vector3 start = ball.base_pose().p, start_crate = crate.base_pose().p;
  const Vector3 gravity(1, 2, 3);
  world.set_gravity(gravity);
  EXPECT_EQ(world.gravity(), gravity);
  EXPECT_FALSE(crate.is_asleep());
  constexpr int kSteps = 100;
  run(world, kSteps);
  const Vector3 way = gravity * kH * kH * kSteps * (kSteps + 1) / 2;
  EXPECT_LT((ball.base_pose().p - start - way).norm(), 1e-6);
  EXPECT_LT((crate.base_pose().p - start_crate - way).norm(), 1e-6);
}

TEST(SetGravity, ArmFollowsAWorldMadeWithThatGravity) {
  WorldSpec spec = world_spec(kH, {});
  spec.gravity = {0, 3, -1};
  World made(spec), changed(world_spec(kH, {}));
  for (World* world : {&made, &changed})
    world->add_urdf(kRobots + "arm7.urdf", {}, BaseKind::kFixed, "arm");
  changed.set_gravity(spec.gravity);
  run(made, 50);
  run(changed, 50);
  EXPECT_TRUE(same_bits(*made.find("arm"), *changed.find("arm")));
  EXPECT_EQ(made.potential_energy(), changed.potential_energy());
}

TEST(SetGravity, BadValuesAreRefused) {
  World world = busy_world(false);
  run(world, 2);
  expect_refused(world, "gravity is not finite", [&] { world.set_gravity({0, 0, kNan}); });
  world.begin_step();
  expect_refused(world, "between begin_step and finish_step", [&] {
    world.set_gravity({0, 0, 0});
  });
  world.finish_step();
  EXPECT_EQ(world.gravity().z(), -kG);
}

// --- Mass

TEST(SetMass, BodyMovesAsOneThatWasMadeWithThisMass) {
  World made(world_spec(kH, {})), changed(world_spec(kH, {}));
  for (World* world : {&made, &changed}) world->add_ground();
  const SpatialVelocity spin{{1, 2, 3}, {0, 0, 0}};
  made.add(body("box", box({0.2, 0.3, 0.4}), 4, at(0, 0, 0.3), spin));
  Model& box_2 = changed.add(body("box", box({0.2, 0.3, 0.4}), 2, at(0, 0, 0.3), spin));
  box_2.set_mass("", 4);
  for (int k = 0; k < 300; ++k) {
    for (World* world : {&made, &changed}) {
      world->find("box")->apply_wrench("", {1, 0, 0});
      world->step();
    }
    ASSERT_TRUE(same_bits(*made.find("box"), box_2)) << k;
  }
}

// A sphere is a body whose factors are kept from step to step.
TEST(SetMass, FactorsOfAnIsotropicBodyAreRenewed) {
  World world(world_spec(kH, {}));
  Model& ball = world.add(body("ball", sphere(0.1), 1, at(0, 0, 5)));
  Model& twin = world.add(body("twin", sphere(0.1), 1, at(0, 3, 5)));
  world.set_gravity(Vector3::Zero());
  run(world, 5);
  ball.set_mass("", 4);
  EXPECT_EQ(twin.link_mass("").mass, 1) << "the twin shares the skeleton no longer";
  EXPECT_EQ(ball.skeleton()->total_mass(), 4);
  for (Model* model : {&ball, &twin}) model->apply_wrench("", {8, 0, 0});
  world.step();
  EXPECT_NEAR(ball.v()[3], 8.0 / 4 * kH, 1e-15);
  EXPECT_NEAR(twin.v()[3], 8.0 * kH, 1e-15);
  // Unequal moments: the body is no longer isotropic.
  ball.set_mass("", 4, Vector3(0, 0, 0), Vector3(0.1, 0.2, 0.25).asDiagonal().toDenseMatrix());
  ball.set_v((VectorX(6) << 0, 0, 0, 0, 0, 0).finished());
  ball.apply_wrench("", Vector3::Zero(), {1, 1, 1});
  world.step();
  const Matrix3 R = ball.pose("ball").R;
  const Vector3 momentum =
      R * Vector3(0.1, 0.2, 0.25).asDiagonal() * R.transpose() * ball.v().head<3>();
  EXPECT_LT((momentum - Vector3(kH, kH, kH)).norm(), 1e-13);
}

// Two point masses and a body, composed by hand with the parallel-axis theorem.
TEST(AddPayload, InertiaIsThatOfTheCompositeBody) {
  World world(world_spec(kH, {}));
  Model& crate = world.add(body("box", box({0.2, 0.2, 0.2}), 2, at(0, 0, 1)));
  const Vector3 first(0.3, 0, 0), second(0, 0.1, 0.2);
  crate.add_payload("", 1, first);
  crate.add_payload("", 0.5, second, Matrix3::Identity() * 0.01);
  const double mass = 3.5;
  const Vector3 com = (first + 0.5 * second) / mass;
  const auto point = [&](double m, const Vector3& p) -> Matrix3 {
    const Vector3 r = p - com;
    return m * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
  };
  const double own = 2 * 0.04 * 2 / 12;
  const Matrix3 inertia = Matrix3::Identity() * (own + 0.01) + point(2, Vector3::Zero()) +
                          point(1, first) + point(0.5, second);
  const LinkMass found = crate.link_mass("");
  EXPECT_NEAR(found.mass, mass, 1e-14);
  EXPECT_LT((found.com - com).norm(), 1e-14);
  EXPECT_LT((found.inertia - inertia).norm(), 1e-14);
}

// Torque of gravity on the joints: minus the gradient of the potential energy, by differences.
TEST(AddPayload, GravityOfALoadAtTheHandMovesTheArm) {
  World world(world_spec(kH, {}));
  Model& arm = world.add_urdf(kRobots + "arm7.urdf", {}, BaseKind::kFixed, "arm");
  const std::string hand = arm.skeleton()->body_name.back();
  VectorX q = arm.q();
  q[1] = 0.7;
  q[3] = -0.9;
  arm.set_q(q);
  const double before = arm.potential_energy();
  const Vector3 com(0.02, -0.01, 0.1);
  arm.add_payload(hand, 1.5, com);
  const double height = (arm.pose(hand) * com).z();
  EXPECT_NEAR(arm.potential_energy() - before, 1.5 * kG * height, 1e-9);
  const double free_before = arm.link_mass(hand).mass;
  arm.set_mass(hand, free_before - 1.5);
  EXPECT_NEAR(arm.link_mass(hand).mass, free_before - 1.5, 1e-14);
}

TEST(SetMass, BadValuesAreRefusedAndNamed) {
  World world = busy_world(false);
  world.add(table("table", 1));
  run(world, 2);
  Model& arm = *world.find("arm");
  Model& upper = *world.find("upper");
  const std::string hand = arm.skeleton()->body_name.back();
  const Matrix3 impossible = Vector3(1, 1, 5).asDiagonal();
  expect_refused(world, "the mass is -1", [&] { upper.set_mass("", -1); });
  expect_refused(world, "the mass is nan", [&] { upper.set_mass("", kNan); });
  expect_refused(world, "above zero", [&] { upper.set_mass("", 0); });
  expect_refused(world, "centre of mass", [&] { upper.set_mass("", 1, Vector3(0, kNan, 0)); });
  expect_refused(world, "inertia", [&] { upper.set_mass("", 1, {}, impossible); });
  expect_refused(world, "not negative", [&] { upper.add_payload("", -1); });
  expect_refused(world, "inertia", [&] { upper.add_payload("", 1, {0, 0, 0}, impossible); });
  expect_refused(world, "hnd", [&] { arm.set_mass("hnd", 1); });
  expect_refused(world, "the base is fixed", [&] { arm.set_mass("", 1); });
  expect_refused(world, "has no mass", [&] { world.find("table")->set_mass("", 1); });
  world.begin_step();
  expect_refused(world, "between begin_step", [&] { arm.set_mass(hand, 1); });
  expect_refused(world, "between begin_step", [&] { arm.add_payload(hand, 1); });
  world.finish_step();
}

// --- Material

TEST(SetMaterial, BoxBeginsToSlideWhenFrictionFalls) {
  constexpr double kAngle = 0.4, kMu = 0.1;
  World world(world_spec(kH, {0.8, 0, 0}));
  world.add(test::slope(kAngle));
  ModelSpec spec = body("box", box({0.2, 0.2, 0.2}), 1);
  spec.pose.R = Eigen::AngleAxisd(kAngle, Vector3::UnitY()).toRotationMatrix();
  spec.pose.p = spec.pose.R * Vector3(0, 0, 0.1);
  Model& crate = world.add(spec);
  run(world, 100);
  ASSERT_LT(crate.base_velocity().linear.norm(), 1e-6);
  MaterialSpec slippery = world.material("default");
  slippery.mu_static = slippery.mu_kinetic = kMu;
  world.set_material("default", slippery);
  EXPECT_EQ(world.material("default").mu_kinetic, kMu);
  constexpr int kSteps = 200;
  run(world, kSteps);
  const double a = kG * (std::sin(kAngle) - kMu * std::cos(kAngle));
  EXPECT_NEAR(crate.base_velocity().linear.norm(), a * kSteps * kH, 1e-6);
}

// Rolling and spinning friction add blocks to the problems.
TEST(SetMaterial, NewKindsOfFrictionTakeEffect) {
  World world(world_spec(kH, {}));
  world.add_ground();
  Model& ball = world.add(body("ball", sphere(0.1), 1, at(0, 0, 0.1), {{0, 10, 0}, {1, 0, 0}}));
  run(world, 50);
  const double rolling = ball.base_velocity().linear.x();
  ASSERT_GT(rolling, 0.9);
  MaterialSpec material = world.material("default");
  material.mu_rolling = 0.02;
  world.set_material("default", material);
  run(world, 1500);
  EXPECT_LT(std::abs(ball.base_velocity().linear.x()), 1e-6);
  material.mu_rolling = 0;
  world.set_material("default", material);
  ball.set_base_velocity({{0, 10, 0}, {1, 0, 0}});
  run(world, 50);
  EXPECT_GT(ball.base_velocity().linear.x(), 0.9);
}

TEST(SetMaterial, BadValuesAreRefused) {
  World world = busy_world(false);
  run(world, 2);
  MaterialSpec bad;
  bad.mu_static = -1;
  expect_refused(world, "mu_static is -1", [&] { world.set_material("default", bad); });
  bad = {};
  bad.restitution = kNan;
  expect_refused(world, "restitution", [&] { world.set_material("default", bad); });
  expect_refused(world, "unknown material 'defalt'", [&] { world.set_material("defalt", {}); });
  expect_refused(world, "unknown material 'rubber'", [&] { (void)world.material("rubber"); });
  world.begin_step();
  expect_refused(world, "between begin_step", [&] { world.set_material("default", {}); });
  world.finish_step();
}

// --- Solver and formulation

// A world that changes its pair continues as a world made with that pair from the same state.
void expect_like_made(const std::string& formulation, const std::string& solver) {
  SCOPED_TRACE(formulation + " with " + solver);
  const test::TemporaryDirectory folder;
  World changed = busy_world(false);
  run(changed, 50);
  FormulationSpec f;
  f.id = formulation;
  SolverSpec s;
  s.id = solver;
  s.tolerance = 1e-8;
  changed.set_pair(f, s);
  EXPECT_EQ(changed.formulation(), formulation);
  EXPECT_EQ(changed.solver(), solver);
  changed.save_state(folder.file("s.h5"));
  World made(world_spec(kH, {}, formulation, solver));
  World pattern = busy_world(false);
  for (const Model* model : pattern.models()) made.add(*model->impl().setup().spec);
  for (const LoopRecord& record : pattern.impl().model.loop_records) made.add_loop(record.spec);
  made.restore_state(folder.file("s.h5"));
  for (int k = 0; k < 50; ++k) {
    changed.step();
    made.step();
    ASSERT_EQ(step_hashes(changed), step_hashes(made)) << k;
    ASSERT_EQ(changed.report().iterations, made.report().iterations);
  }
}

TEST(SetPair, WorldContinuesAsOneMadeWithThePair) {
  expect_like_made("cone", "pgs");
  expect_like_made("polyhedral", "lemke");
  expect_like_made("cone", "conic");
}

TEST(SetPair, DefaultsFollowTheOther) {
  World world(world_spec(kH, {}));
  world.add_ground();
  world.add(body("box", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  ASSERT_EQ(world.formulation(), "cone");
  SolverSpec lemke;
  lemke.id = "lemke";
  world.set_solver(lemke);
  EXPECT_EQ(world.solver(), "lemke");
  EXPECT_NE(world.formulation(), "cone") << "the default of the new solver";
  run(world, 20);
  EXPECT_EQ(world.report().failed_islands, 0);
}

TEST(SetPair, IncompatibleAndUnknownOnesAreRefused) {
  World world(world_spec(kH, {}, "cone", "conic"));
  world.add_ground();
  world.add(body("box", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  run(world, 5);
  SolverSpec solver;
  solver.id = "lemke";
  expect_refused(world, "incompatible", [&] { world.set_solver(solver); });
  solver.id = "no_such";
  expect_refused(world, "no_such", [&] { world.set_solver(solver); });
  solver.id = "conic";
  solver.tolerance = -1;
  expect_refused(world, "tolerance", [&] { world.set_solver(solver); });
  FormulationSpec formulation;
  formulation.id = "con";
  expect_refused(world, "con", [&] { world.set_formulation(formulation); });
  world.begin_step();
  expect_refused(world, "between begin_step", [&] { world.set_formulation({}); });
  expect_refused(world, "between begin_step", [&] { world.set_solver({}); });
  world.finish_step();
  EXPECT_EQ(world.solver(), "conic");
  run(world, 5);
}

// --- Loops that are added and removed

TEST(Weld, HoldsUntilItIsRemoved) {
  World world(world_spec(kH, {}));
  world.set_gravity(Vector3::Zero());
  Model& a = world.add(body("a", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0)));
  Model& b = world.add(body("b", box({0.2, 0.2, 0.2}), 2, at(0.3, 0.1, 0), {{0, 0, 2}, {0, 1, 0}}));
  run(world, 3);
  const RigidTransform before = a.base_pose().inverse() * b.base_pose();
  const LoopId weld = world.weld("a", "b");
  const SpatialForce momentum = [&] {
    SpatialForce sum = a.momentum();
    sum.force += b.momentum().force;
    return sum;
  }();
  run(world, 500);
  const RigidTransform after = a.base_pose().inverse() * b.base_pose();
  EXPECT_LT((after.p - before.p).norm(), 1e-9);
  EXPECT_LT((after.R - before.R).norm(), 1e-9);
  EXPECT_LT((a.momentum().force + b.momentum().force - momentum.force).norm(), 1e-8);
  EXPECT_EQ(world.loop(weld).id, weld);
  world.remove_loop(weld);
  EXPECT_TRUE(world.loops().empty());
  const Vector3 v_b = b.base_velocity().linear;
  run(world, 100);
  EXPECT_LT((b.base_velocity().linear - v_b).norm(), 1e-9) << "b flies freely";
  EXPECT_NE(refusal([&] { world.remove_loop(weld); }).find("was removed"), std::string::npos);
}

// A weld disables the contact of its bodies; without the weld, they collide again.
TEST(Weld, ContactReturnsWithItsRemoval) {
  World world(world_spec(kH, {}));
  world.add_ground();
  world.add(body("lower", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  Model& upper = world.add(body("upper", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.3)));
  const LoopId weld = world.weld("lower", "upper");
  run(world, 20);
  EXPECT_FALSE(touching(world, "lower", "upper"));
  world.remove_loop(weld);
  run(world, 20);
  EXPECT_TRUE(touching(world, "lower", "upper"));
  EXPECT_NEAR(upper.base_pose().p.z(), 0.3, 1e-3);
  // Two loops disable this pair; it stays disabled when one of them is removed.
  world.ignore_collision("lower", "upper");
  world.remove_loop(world.weld("lower", "upper"));
  upper.set_base_pose(at(0, 0, 0.5));
  run(world, 300);
  EXPECT_LT(upper.base_pose().p.z(), 0.2) << "fell through";
}

// A loop that cannot be closed changes nothing, and sleepers stay asleep.
TEST(Loops, AFailedLoopChangesNothing) {
  WorldSpec spec = world_spec(1e-3, {});
  spec.contact.sleep = SleepSpec{1e-2, 0.1};
  World world(spec);
  world.add_ground();
  world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/double_pendulum.urdf";
  robot.pose = at(5, 0, 5);
  const Model& pendulum = world.add(robot);
  for (int k = 0; k < 300; ++k) world.step();
  ASSERT_TRUE(world.find("crate")->is_asleep());
  World copy = world.clone();
  LoopSpec far;
  far.kind = LoopKind::kPoint;
  far.a = "world";
  far.at_a = {50, 0, 5};
  far.b = "robot/" + pendulum.link_name(pendulum.link(pendulum.num_links() - 1));
  EXPECT_THROW(world.add_loop(far), Error);
  EXPECT_TRUE(world.find("crate")->is_asleep());
  EXPECT_EQ(world.state_hash(), copy.state_hash());
  for (int k = 0; k < 100; ++k) {
    world.step();
    copy.step();
  }
  EXPECT_EQ(world.state_hash(), copy.state_hash());
  EXPECT_TRUE(world.find("crate")->is_asleep());
}

TEST(Loops, IdsAndNamesFindTheirLoops) {
  World world(world_spec(kH, {}));
  world.set_gravity(Vector3::Zero());
  for (const char* name : {"a", "b", "c"})
    world.add(body(name, sphere(0.1), 1, at(name[0] - 'a', 0, 0)));
  LoopSpec spec;
  spec.kind = LoopKind::kDistance;
  spec.at_b = Vector3::Zero();
  spec.length.reset();
  spec.a = "a";
  spec.b = "b";
  spec.name = "first";
  const LoopId first = world.add_loop(spec);
  EXPECT_NE(refusal([&] { world.add_loop(spec); }).find("two loops are named 'first'"),
            std::string::npos);
  spec.name.clear();
  spec.b = "c";
  const LoopId second = world.add_loop(spec), third = world.add_loop(spec);
  EXPECT_EQ(world.loop(first).name, "first");
  world.remove_loop("first");
  EXPECT_EQ(world.loop(second).b, "c");
  EXPECT_NE(refusal([&] { world.remove_loop("distance 'a' - 'c'"); }).find("several"),
            std::string::npos);
  world.remove_loop(third);
  world.remove_loop("distance 'a' - 'c'");
  EXPECT_NE(refusal([&] { world.remove_loop("first"); }).find("unknown loop"), std::string::npos);
  EXPECT_NE(refusal([&] { world.remove_loop(LoopId{}); }).find("does not exist"),
            std::string::npos);
  spec.b = "b";
  EXPECT_NE(world.add_loop(spec).value, first.value);
  world.begin_step();
  expect_refused(world, "between begin_step", [&] { world.add_loop(spec); });
  expect_refused(world, "between begin_step", [&] { world.remove_loop("distance 'a' - 'b'"); });
  world.finish_step();
}

// --- Teleport

TEST(SetBasePose, FloatingFixedAndStaticBasesMove) {
  World world(world_spec(kH, {}));
  Model& crate =
      world.add(body("box", box({0.2, 0.2, 0.2}), 1, at(0, 0, 1), {{0, 0, 1}, {1, 0, 0}}));
  Model& arm = world.add_urdf(kRobots + "arm7.urdf", {}, BaseKind::kFixed, "arm");
  Model& floor = world.add(table("table", 0));
  run(world, 3);
  RigidTransform X = at(1, 2, 3);
  X.R = Eigen::AngleAxisd(0.3, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const VectorX v = crate.v();
  const std::string hand = arm.skeleton()->body_name.back();
  const RigidTransform X_BH = arm.base_pose().inverse() * arm.pose(hand);
  for (Model* model : {&crate, &arm, &floor}) {
    model->set_base_pose(X);
    EXPECT_LT((model->base_pose().p - X.p).norm(), 1e-15);
    EXPECT_LT((model->base_pose().R - X.R).norm(), 1e-14);
  }
  EXPECT_EQ(crate.v(), v);
  EXPECT_LT(((X * X_BH).p - arm.pose(hand).p).norm(), 1e-12);
  crate.set_base_velocity({{0.1, 0.2, 0.3}, {1, 2, 3}});
  EXPECT_LT((crate.base_velocity().linear - Vector3(1, 2, 3)).norm(), 1e-15);
  EXPECT_LT((crate.base_velocity().angular - Vector3(0.1, 0.2, 0.3)).norm(), 1e-15);
  run(world, 3);
}

TEST(SetBasePose, DetectionAndSleepersFollowAMovedTable) {
  World world(sleepy_spec());
  Model& support = world.add(table("table", 1));
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 1.1)));
  run(world, 200);
  ASSERT_TRUE(crate.is_asleep());
  support.set_base_pose(at(0, 0, 0.65));  // its top is now at 0.7
  EXPECT_FALSE(crate.is_asleep());
  run(world, 600);
  EXPECT_NEAR(crate.base_pose().p.z(), 0.8, 1e-3) << "fell 0.3 m onto the table";
}

TEST(SetBasePose, ContactsOfTheModelAreForgottenAndOthersKept) {
  World world = busy_world(false);
  run(world, 50);
  const std::size_t all = world.impl().state.memory.contacts.size();
  const std::size_t own = contacts_of(world, "upper").size();
  ASSERT_GT(own, 0U);
  ASSERT_GT(all, own);
  world.find("upper")->set_base_pose(at(0, 0, 3));
  const std::size_t left = world.impl().state.memory.contacts.size();
  EXPECT_EQ(left, all - own);
  run(world, 5);
}

TEST(SetBasePose, BadCallsAreRefused) {
  World world = busy_world(false);
  ModelSpec carrier = body("carrier", box({0.5, 0.5, 0.1}), 1, at(9, 0, 0.5));
  carrier.mass.reset();
  carrier.kinematic = KinematicSpec{};
  world.add(carrier);
  world.add(table("table", 3));
  LoopSpec spec;
  spec.kind = LoopKind::kRope;
  spec.a = "table";
  spec.b = "upper";
  spec.length = 10;
  const LoopId rope = world.add_loop(spec);
  run(world, 2);
  Model& upper = *world.find("upper");
  RigidTransform skew;
  skew.R *= 2;
  expect_refused(world, "not finite", [&] { upper.set_base_pose(at(0, kNan, 0)); });
  expect_refused(world, "not a rotation matrix", [&] { upper.set_base_pose(skew); });
  expect_refused(world, "script", [&] { world.find("carrier")->set_base_pose({}); });
  expect_refused(world, "script", [&] { world.find("carrier")->set_base_velocity({}); });
  expect_refused(world, "a loop ends at the base", [&] { world.find("table")->set_base_pose({}); });
  expect_refused(world, "no velocity", [&] { world.find("arm")->set_base_velocity({}); });
  expect_refused(world, "not finite", [&] { upper.set_base_velocity({{0, 0, kNan}, {0, 0, 0}}); });
  world.begin_step();
  expect_refused(world, "between begin_step", [&] { upper.set_base_pose({}); });
  expect_refused(world, "between begin_step", [&] { upper.set_base_velocity({}); });
  world.finish_step();
  world.remove_loop(rope);
  world.find("table")->set_base_pose(at(0, 0, 5));
}

}  // namespace
}  // namespace cardan
