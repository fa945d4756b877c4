#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "cardan/linearize.h"
#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;

constexpr double kLinearizeStep = 2e-3;

/// A rod of length 1 m and mass 1 kg about a hinge, angle theta from the horizontal.
World pendulum(double theta, double rate, double damping = 0) {
  World world(test::world_spec(kLinearizeStep, {}));
  SkeletonBuilder builder("pendulum");
  LinkSpec link = test::rod_link("rod", "", 0, {1, 1});
  link.dofs.resize(1);
  link.dofs[0].damping = damping;
  builder.add_link(link);
  Model& model = world.add_skeleton("pendulum", builder.build());
  model.set_q(VectorX::Constant(1, theta));
  model.set_v(VectorX::Constant(1, rate));
  return world;
}

// I v⁺ = I v + h (u − d v⁺ − m g c cos θ), θ⁺ = θ + h v⁺, with I about the hinge.
TEST(Linearize, PendulumHasTheMatricesOfItsClosedForm) {
  constexpr double kTheta = 0.7, kRate = 0.4, kDamping = 0.3, kInertia = 1.0 / 3;
  const World world = pendulum(kTheta, kRate, kDamping);
  const std::uint64_t hash = world.state_hash();
  const Linearization result = world.linearize({.parameters = {"gravity.z"}});
  const double M = kInertia + kLinearizeStep * kDamping;
  const double slope = kLinearizeStep * test::kG * 0.5 * std::sin(kTheta) / M;  // dv⁺/dθ
  const double keep = kInertia / M;                                             // dv⁺/dv
  MatrixX A(2, 2), B(2, 1), C(2, 1);
  A << 1 + kLinearizeStep * slope, kLinearizeStep * keep, slope, keep;
  B << kLinearizeStep * kLinearizeStep / M, kLinearizeStep / M;
  C << kLinearizeStep, 1;
  C *= kLinearizeStep * 0.5 * std::cos(kTheta) / M;
  ASSERT_EQ(result.nv, 1);
  EXPECT_LT((result.A - A).lpNorm<Eigen::Infinity>(), 1e-9) << result.A - A;
  EXPECT_LT((result.B - B).lpNorm<Eigen::Infinity>(), 1e-11) << result.B - B;
  EXPECT_LT((result.C - C).lpNorm<Eigen::Infinity>(), 1e-11) << result.C - C;
  EXPECT_TRUE(result.smooth());
  EXPECT_EQ(result.x, std::vector<std::string>{"pendulum/rod"});
  EXPECT_EQ(result.q[0], kTheta);
  EXPECT_EQ(world.state_hash(), hash);
  World stepped = world.clone();
  stepped.step();
  EXPECT_EQ(result.q_next, stepped.model(0).q());
  EXPECT_EQ(result.v_next, stepped.model(0).v());
}

// The error of central differences falls with d².
TEST(Linearize, SmallerDifferencesConverge) {
  const World world = pendulum(0.3, 1.5);
  const auto at_step = [&](double d) {
    return world.linearize({.position_step = d, .velocity_step = d}).A;
  };
  const MatrixX fine = at_step(1e-4);
  const double coarse = (at_step(0.2) - fine).norm(), half = (at_step(0.1) - fine).norm();
  EXPECT_NEAR(coarse / half, 4, 0.05);
}

// A free body that spins: positions of the tangent space, and B = h M⁻¹ for its efforts.
TEST(Linearize, FreeBodyIsADoubleIntegrator) {
  WorldSpec spec = test::world_spec(kLinearizeStep, {});
  World world(spec);
  world.add(body("ball", test::sphere(0.1), 2, at(0, 0, 5),
                 SpatialVelocity{Vector3(0.3, -0.2, 0.5), Vector3(1, 2, 3)}));
  const Linearization result = world.linearize();
  ASSERT_EQ(result.nv, 6);
  const double inertia = 0.4 * 2 * 0.01;
  // Rows and columns of the position and the velocity.
  EXPECT_LT((result.A.block(3, 3, 3, 3) - Matrix3::Identity()).norm(), 1e-9);
  EXPECT_LT((result.A.block(3, 9, 3, 3) - kLinearizeStep * Matrix3::Identity()).norm(), 1e-9);
  EXPECT_LT((result.A.block(6, 6, 6, 6) - Matrix6::Identity()).norm(), 1e-9);
  EXPECT_LT(result.A.block(6, 0, 6, 6).norm(), 1e-9);
  EXPECT_LT((result.B.block(9, 3, 3, 3) - kLinearizeStep / 2 * Matrix3::Identity()).norm(), 1e-9);
  EXPECT_LT((result.B.block(6, 0, 3, 3) - kLinearizeStep / inertia * Matrix3::Identity()).norm(),
            1e-8);
  EXPECT_TRUE(result.smooth());
  EXPECT_EQ(result.active_contacts, 0);
}

/// A crate on rough ground that a horizontal force pulls.
World crate_on_ground(double speed) {
  World world(test::world_spec(kLinearizeStep, {.mu = 0.5, .compliance = 0}));
  world.add_ground();
  world.add(body("crate", box({0.4, 0.4, 0.2}), 3, at(0, 0, 0.1),
                 SpatialVelocity{Vector3::Zero(), Vector3(speed, 0, 0)}));
  for (int k = 0; k < 20; ++k) world.step();
  return world;
}

TEST(Linearize, StickingContactTakesAllVelocity) {
  const Linearization result = crate_on_ground(0).linearize();
  EXPECT_EQ(result.active_contacts, 4);
  // Neither a velocity along the ground nor a force below the friction moves the crate.
  for (const int k : {3, 4}) {
    EXPECT_LT(result.A.col(6 + k).norm(), 1e-6) << k;
    EXPECT_LT(result.B.col(k).norm(), 1e-8) << k;
    EXPECT_EQ(result.differences[static_cast<std::size_t>(12 + k)], DifferenceKind::kCentral);
    // A displacement of the crate is kept.
    EXPECT_NEAR(result.A(k, k), 1, 1e-6);
  }
  EXPECT_LT(result.worst_residual, 1e-10);
}

// v⁺ = v + h (u_x − μ (m g − u_z)) / m: the velocity is kept, and a lifting force reduces friction.
TEST(Linearize, SlidingContactTransmitsFriction) {
  const World world = crate_on_ground(4);
  ASSERT_GT(world.find("crate")->v()[3], 3);
  const Linearization result = world.linearize();
  EXPECT_EQ(result.active_contacts, 4);
  EXPECT_NEAR(result.A(6 + 3, 6 + 3), 1, 1e-6);
  EXPECT_NEAR(result.B(6 + 3, 3), kLinearizeStep / 3, 1e-7);        // pull
  EXPECT_NEAR(result.B(6 + 3, 5), 0.5 * kLinearizeStep / 3, 1e-7);  // lift: less friction
  EXPECT_NEAR(result.B(6 + 5, 5), 0, 1e-8);
}

TEST(Linearize, AccuracyOfTheSolverIsNotUsed) {
  const auto crate = [](std::optional<double> accuracy) {
    WorldSpec spec = test::world_spec(kLinearizeStep, {.mu = 0.5, .compliance = 1e-2});
    spec.contact.solver = {};
    spec.contact.solver.id = "pgs";
    World exact(spec);
    spec.contact.solver.accuracy = accuracy;
    World world(spec);
    for (World* one : {&exact, &world}) {
      one->add_ground();
      one->add(body("crate", box({0.4, 0.4, 0.2}), 3, at(0, 0, 0.1)));
      one->add(body("load", box({0.4, 0.4, 0.2}), 3, at(0.05, 0.02, 0.3)));
    }
    for (int k = 0; k < 50; ++k) exact.step();
    world.set_state(exact.state());
    return world.linearize();
  };
  const Linearization exact = crate({}), accurate = crate(1e-2);
  EXPECT_EQ(accurate.worst_residual, exact.worst_residual);
  EXPECT_EQ(accurate.A, exact.A);
  EXPECT_EQ(accurate.B, exact.B);
}

// A difference whose one side changes the mode uses only the other side. If both sides change it,
// kAcrossModes is reported.
TEST(Linearize, ChangeOfModeIsReported) {
  World world = crate_on_ground(0);
  VectorX v = world.find("crate")->v();
  v[5] = 0;
  world.find("crate")->set_v(v);
  LinearizeOptions options;
  options.effort_step = 30;  // the friction holds 0.5 · 3 kg · 9.81 m/s² = 14.7 N
  const Linearization wide = world.linearize(options);
  EXPECT_FALSE(wide.smooth());
  EXPECT_EQ(wide.differences[12 + 3], DifferenceKind::kAcrossModes);
  // A force that lifts by more than the weight opens the contacts; the other side keeps them.
  EXPECT_EQ(wide.differences[12 + 5], DifferenceKind::kBackward);
  EXPECT_NEAR(wide.B(6 + 5, 5), 0, 1e-8);
  options.effort_step = 1e-2;
  EXPECT_EQ(world.linearize(options).differences[12 + 3], DifferenceKind::kCentral);
}

TEST(Linearize, PdTargetsAreInputs) {
  constexpr double kKp = 40, kKd = 2, kInertia = 1.0 / 3;
  World world = pendulum(0.2, 0);
  world.model(0).set_pd("rod", kKp, kKd, 0.1);
  const Linearization result = world.linearize({.inputs = LinearizeInputs::kPdTargets});
  ASSERT_EQ(result.u, std::vector<std::string>{"pendulum/rod"});
  const double M = kInertia + kLinearizeStep * kKd + 0.25 * kLinearizeStep * kLinearizeStep * kKp;
  EXPECT_NEAR(result.B(1, 0), kLinearizeStep * kKp / M, 1e-9);
}

// 200 calls of one linearizer give the same numbers as the first call and as the world itself.
TEST(Linearize, LinearizerIsReusable) {
  const World world = crate_on_ground(2);
  Linearizer linearizer(world);
  const StateSnapshot state = world.state();
  Linearization first, again;
  linearizer.linearize(state, first);
  World ahead = world.clone();
  for (int k = 0; k < 50; ++k) ahead.step();
  linearizer.linearize(ahead.state(), again);
  EXPECT_NE(again.q, first.q);
  for (int k = 0; k < 20; ++k) linearizer.linearize(state, again);
  EXPECT_EQ(again.A, first.A);
  EXPECT_EQ(again.B, first.B);
  EXPECT_EQ(world.linearize().A, first.A);
}

// v⁺ = v − μ g h and x⁺ = x + h v⁺ while the crate slides; μ of the pair is the mean of the two.
TEST(Linearize, SlidingBlockHasTheSensitivityToFrictionOfItsClosedForm) {
  WorldSpec spec = test::world_spec(kLinearizeStep, {.mu = 0.5, .compliance = 0});
  spec.materials.named["rubber"] = spec.materials.named["default"];
  World world(spec);
  world.add_ground();
  ModelSpec crate = body("crate", box({0.4, 0.4, 0.2}), 3, at(0, 0, 0.1),
                         SpatialVelocity{Vector3::Zero(), Vector3(4, 0, 0)});
  crate.material = "rubber";
  world.add(crate);
  for (int k = 0; k < 20; ++k) world.step();
  const std::vector<std::string> parameters{"friction.rubber", "friction.default", "gravity.z"};
  const Linearization result = world.linearize({.parameters = parameters});
  ASSERT_EQ(result.C.cols(), 3);
  EXPECT_EQ(result.p, parameters);
  EXPECT_EQ(result.p_value, Vector3(0.5, 0.5, -test::kG));
  EXPECT_EQ(result.p_step, VectorX::Constant(3, 1e-3));
  EXPECT_EQ(result.active_contacts, 4);
  EXPECT_EQ(result.sliding_contacts, 4);
  const double slope = -0.5 * test::kG * kLinearizeStep;  // dv⁺/dμ of one of the two materials
  for (const int k : {0, 1}) {
    EXPECT_NEAR(result.C(6 + 3, k), slope, 1e-7);
    EXPECT_NEAR(result.C(3, k), kLinearizeStep * slope, 1e-9);
    EXPECT_NEAR(result.C(6 + 5, k), 0, 1e-8);
    EXPECT_EQ(result.differences[static_cast<std::size_t>(18 + k)], DifferenceKind::kCentral);
  }
  // More gravity downwards gives more friction: dv⁺/dg_z = μ h.
  EXPECT_NEAR(result.C(6 + 3, 2), 0.5 * kLinearizeStep, 1e-7);
}

TEST(Linearize, StickingBlockIsInsensitiveToItsFriction) {
  const World world = crate_on_ground(0);
  const Linearization result = world.linearize({.parameters = {"friction.default"}});
  EXPECT_EQ(result.active_contacts, 4);
  EXPECT_EQ(result.sliding_contacts, 0);
  EXPECT_LT(result.C.norm(), 1e-8);
  EXPECT_EQ(result.differences.back(), DifferenceKind::kCentral);
}

// v⁺ = v + h g, p⁺ = p + h v⁺; a force F accelerates by F/m: dv⁺/dm = −h F/m².
TEST(Linearize, FallingBodyHasTheSensitivitiesOfItsClosedForm) {
  constexpr double kMass = 2, kForce = 5;
  World world(test::world_spec(kLinearizeStep, {}));
  Model& ball = world.add(body("ball", test::sphere(0.1), kMass, at(0, 0, 5)));
  VectorX tau = VectorX::Zero(6);
  tau[3] = kForce;
  ball.set_efforts(tau);
  const Linearization result =
      world.linearize({.parameters = {"gravity.x", "gravity.y", "gravity.z", "mass.ball"}});
  MatrixX C = MatrixX::Zero(12, 4);
  C.block(9, 0, 3, 3).diagonal().setConstant(kLinearizeStep);
  C.block(3, 0, 3, 3).diagonal().setConstant(kLinearizeStep * kLinearizeStep);
  C(9, 3) = -kLinearizeStep * kForce / (kMass * kMass);
  C(3, 3) = kLinearizeStep * C(9, 3);
  EXPECT_LT((result.C - C).lpNorm<Eigen::Infinity>(), 1e-9) << result.C - C;
  EXPECT_EQ(result.p_value[3], kMass);
  EXPECT_DOUBLE_EQ(result.p_step[3], 1e-4 * kMass);
}

// I v⁺ = I v + h (u + kp (q_r − θ − h/4 (v⁺ − v)) − kd v⁺ − m g c cos θ) with I = m/3 and c = 1/2.
TEST(Linearize, PendulumHasTheSensitivitiesToMassAndGainsOfItsClosedForm) {
  constexpr double h = kLinearizeStep, kTheta = 0.7, kRate = 0.4, kMass = 1;
  constexpr double kEffort = 3, kKp = 40, kKd = 2, kTarget = 0.2;
  World world = pendulum(kTheta, kRate);
  world.model(0).set_efforts(VectorX::Constant(1, kEffort));
  world.model(0).set_pd("rod", kKp, kKd, kTarget);
  const Linearization result =
      world.linearize({.parameters = {"mass.pendulum/rod", "kp.pendulum/rod", "kd.pendulum/rod"}});
  const double weight = test::kG * 0.5 * std::cos(kTheta);  // of 1 kg, about the hinge
  const double M = kMass / 3 + h * kKd + 0.25 * h * h * kKp;
  const double error = kTarget - kTheta + 0.25 * h * kRate;
  const double v = (kMass / 3 * kRate + h * (kEffort + kKp * error - kMass * weight)) / M;
  const Vector3 slope((kRate / 3 - h * weight - v / 3) / M, h * (error - 0.25 * h * v) / M,
                      -h * v / M);
  ASSERT_NEAR(result.v_next[0], v, 1e-12);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(result.C(1, k), slope[k], 1e-8 * std::abs(slope[k])) << k;
    const double rounding = 1.2e-16 / result.p_step[k];  // of an angle near 0.7
    EXPECT_NEAR(result.C(0, k), h * slope[k], 1e-8 * h * std::abs(slope[k]) + rounding) << k;
  }
  EXPECT_EQ(result.p_value, Vector3(kMass, kKp, kKd));
  EXPECT_TRUE(result.p_step.isApprox(1e-4 * Vector3(kMass, kKp, kKd), 1e-12));
}

// A gain that is 0 in the state has a sensitivity too, and the gains are those of the state.
TEST(Linearize, GainsAreThoseOfTheState) {
  World world = pendulum(0.7, 0);
  world.model(0).set_pd("rod", 10, 1, 0.2);
  Linearizer linearizer(world, {.parameters = {"kp.pendulum/rod"}});
  world.model(0).set_pd("rod", 0, 0, 0.2);
  Linearization result;
  linearizer.linearize(world.state(), result);
  const double v = -kLinearizeStep * test::kG * 0.5 * std::cos(0.7) * 3;
  EXPECT_EQ(result.p_value[0], 0);
  EXPECT_EQ(result.p_step[0], 1e-4);
  EXPECT_NEAR(result.C(1, 0), 3 * kLinearizeStep * (0.2 - 0.7 - 0.25 * kLinearizeStep * v), 1e-9);
}

/// The quadruped after it has stood on its feet under its PD laws for a while.
World linearized_quadruped() {
  World world(test::world_spec(kLinearizeStep, {.mu = 0.7}));
  world.add_ground();
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf";
  robot.base = BaseKind::kFloating;
  robot.pose = at(0, 0, 0.352);
  robot.pd = test::pd(150, 4);
  world.add(robot);
  for (int k = 0; k < 200; ++k) world.step();
  return world;
}

// Differences of worlds that were changed by their own calls, with other step sizes.
TEST(Linearize, SensitivitiesOfARobotInContactAreThoseOfChangedWorlds) {
  const World world = linearized_quadruped();
  const Linearization result = world.linearize({.parameters = {"mass.robot/base", "gravity.z"}});
  EXPECT_TRUE(result.smooth());
  EXPECT_GE(result.active_contacts, 4);
  const auto difference = [&](double d, const auto& change) {
    VectorX v[2];
    for (const int side : {0, 1}) {
      World changed = world.clone();
      SolverSpec solver;
      solver.tolerance = 1e-12;
      changed.set_solver(solver);
      change(changed, side == 0 ? d : -d);
      changed.step();
      v[side] = changed.model(1).v();
    }
    return VectorX((v[0] - v[1]) / (2 * d));
  };
  const double mass = world.model(1).link_mass("base").mass;
  EXPECT_EQ(result.p_value[0], mass);
  const VectorX by_mass =
      difference(1e-2, [&](World& w, double d) { w.model(1).set_mass("base", mass + d); });
  const VectorX by_gravity = difference(
      1e-2, [&](World& w, double d) { w.set_gravity(w.gravity() + d * Vector3::UnitZ()); });
  const int nv = result.nv;
  EXPECT_GT(by_mass.norm(), 1e-6);
  EXPECT_LT((result.C.col(0).tail(nv) - by_mass).norm(), 1e-3 * by_mass.norm());
  EXPECT_LT((result.C.col(1).tail(nv) - by_gravity).norm(), 1e-3 * by_gravity.norm());
}

// Masses, materials and gravity of the linearizer are restored after each call, and the original
// world keeps all its bits.
TEST(Linearize, ParametersAreRestoredAndTheWorldKeepsItsBits) {
  World world = linearized_quadruped();
  World untouched = world.clone();
  const std::vector<std::byte> bytes = world.state().bytes();
  const std::string joint = world.model(1).joint_name(world.model(1).joint(1));
  Linearizer linearizer(world, {.parameters = {"mass.robot/base", "friction.default", "gravity.x",
                                               "kp.robot/" + joint}});
  Linearization first, again;
  linearizer.linearize(world.state(), first);
  linearizer.linearize(world.state(), again);
  EXPECT_EQ(again.A, first.A);
  EXPECT_EQ(again.B, first.B);
  EXPECT_EQ(again.C, first.C);
  EXPECT_EQ(again.v_next, first.v_next);
  EXPECT_EQ(world.state().bytes(), bytes);
  for (int k = 0; k < 20; ++k) {
    world.step();
    untouched.step();
    ASSERT_EQ(world.state_hash(), untouched.state_hash()) << k;
  }
}

/// A mass of 2 kg on a rail without gravity, with an effort limit of 8 N.
World rail(double kp, double effort) {
  WorldSpec world_spec = test::world_spec(1e-3, {});
  world_spec.gravity = Vector3::Zero();
  World world(world_spec);
  SkeletonBuilder builder("rail");
  LinkSpec link;
  link.name = "sledge";
  link.joint_name = "rail";
  link.joint_type = JointType::kPrismatic;
  link.axis = Vector3::UnitX();
  link.inertia = {2, Vector3::Zero(), Matrix3::Identity()};
  link.dofs.resize(1);
  link.dofs[0].effort_limit = 8;
  builder.add_link(link);
  ModelSpec spec;
  spec.name = "robot";
  spec.skeleton = builder.build();
  if (kp > 0) {
    spec.pd = PdSpec{};
    spec.pd->kp = kp;
    spec.pd->target = 0;
  }
  world.add(spec).set_effort("rail", effort);
  return world;
}

// An effort at its limit: one side of a difference moves the mass, the other does not.
TEST(Linearize, EffortAtItsLimitIsNotSmooth) {
  const double gain = 1e-3 / 2;  // h / m
  const Linearization inside = rail(0, 5).linearize();
  EXPECT_TRUE(inside.smooth());
  EXPECT_NEAR(inside.B(1, 0), gain, 1e-9);
  const Linearization near = rail(0, 8 - 1e-4).linearize();
  EXPECT_EQ(near.differences.back(), DifferenceKind::kBackward);
  EXPECT_NEAR(near.B(1, 0), gain, 1e-9);
  const Linearization beyond = rail(0, 20).linearize();
  EXPECT_TRUE(beyond.smooth());
  EXPECT_NEAR(beyond.B(1, 0), 0, 1e-12);
  const Linearization just_beyond = rail(0, 8 + 1e-4).linearize();
  EXPECT_EQ(just_beyond.differences.back(), DifferenceKind::kForward);
  EXPECT_NEAR(just_beyond.B(1, 0), 0, 1e-12);
}

// A PD law at the limit: x = x₀ + d asks for more than 8 N, x₀ − d does not.
TEST(Linearize, LawAtItsLimitIsNotSmooth) {
  constexpr double kKp = 1000, kSlope = -1e-3 * kKp / (2 + 0.25e-6 * kKp);  // −h kp / (m + ¼ h² kp)
  const auto at_position = [&](double x) {
    World world = rail(kKp, 0);
    world.find("robot")->set_q(VectorX::Constant(1, x));
    return world.linearize();
  };
  const double limit = 8 / kKp * (1 + 1e-6 * kKp / 8);  // the law meets 8 N in the step
  const Linearization inside = at_position(0.5 * limit), beyond = at_position(2 * limit);
  EXPECT_TRUE(inside.smooth());
  EXPECT_NEAR(inside.A(1, 0), kSlope, 1e-6);
  EXPECT_TRUE(beyond.smooth());
  EXPECT_NEAR(beyond.A(1, 0), 0, 1e-6);
  const Linearization near = at_position(limit - 3e-6);
  EXPECT_EQ(near.differences.front(), DifferenceKind::kBackward);
  EXPECT_NEAR(near.A(1, 0), kSlope, 1e-6);
}

/// A world of one kind of motion. The tolerance is that of linearisations.
World linearized_scene(int kind, Integrator integrator) {
  WorldSpec spec = test::world_spec(kLinearizeStep, {.mu = 0.5, .compliance = 1e-4}, "", "", 1e-12);
  spec.integrator = integrator;
  spec.materials.named["belt"] = spec.materials.named["default"];
  spec.materials.named["belt"].surface_velocity = {0.7, 0.2, 0};
  spec.materials.named["two"] = spec.materials.named["default"];
  spec.materials.named["two"].mu_static = 0.8;
  spec.materials.named["two"].mu_kinetic = 0.3;
  World world(spec);
  const auto add = [&](const GeometryRecord& shape, const RigidTransform& X,
                       const SpatialVelocity& V) {
    world.add(body("body" + std::to_string(world.num_models()), shape, 2, X, V));
  };
  const GeometryRecord crate = box({0.4, 0.3, 0.2});
  ModelSpec floor;
  floor.name = "floor";
  floor.geometry = box({20, 20, 0.2});
  floor.pose = at(0, 0, -0.1);
  floor.is_static = true;
  if (kind == 0) floor.material = "belt";
  if (kind == 1) floor.material = "two";
  if (kind == 2) {
    floor.is_static = false;
    floor.kinematic = KinematicSpec{};
    floor.kinematic->smooth = true;
    floor.kinematic->path = {{0, at(0, 0, 0)}, {0.5, at(0.8, 0.1, 0)}};
  }
  world.add(floor);
  switch (kind) {
    case 0:  // a conveyor carries a crate that spins
      add(crate, at(0, 0, 0.1), {{0, 0, 3}, {0, 0, 0}});
      break;
    case 1:  // slides with two coefficients
    case 2:  // on a plate that accelerates
      add(crate, at(0, 0, 0.1), {{0, 0, 1}, {2, 0, 0}});
      break;
    case 3:  // rolls and spins
      add(test::sphere(0.2), at(0, 0, 0.2), {{1, 5, 4}, {1, 0, 0}});
      break;
    case 4: {  // rolls in a circle
      GeometryRecord coin;
      coin.kind = GeometryKind::kCylinder;
      coin.size = {0.2, 0.04, 0};
      const double tilt = 1.2;
      add(coin,
          RigidTransform::from_xyz_rpy({0, 0, 0.2 * std::sin(tilt) + 0.02 * std::cos(tilt)},
                                       {tilt, 0, 0}),
          {{-0.5, 6, 2}, {1, 0, 0}});
      break;
    }
    case 5:  // pushed out of an overlap
      add(crate, at(0, 0, 0.09), {{0, 0, 2}, {0.5, 0, 0}});
      break;
    case 6:  // a stack that sticks and one that leans
      add(crate, at(0, 0, 0.1), {});
      add(crate, at(0.22, 0, 0.3), {});
      break;
    case 7:  // tumbles
      add(crate, at(0, 0, 0.3), {{3, 2, 1}, {1, 0, 0}});
      break;
    case 8: {  // swings on a rope
      add(test::sphere(0.1), at(0, 0, 2), {{0, 0, 0}, {2, 0, 0}});
      LoopSpec rope;
      rope.kind = LoopKind::kRope;
      rope.a = "world";
      rope.b = "body1";
      rope.at_a = {0, 0, 3};
      world.add_loop(rope);
      break;
    }
    default: {  // swings with a joint at its limit
      SkeletonBuilder builder("arm");
      LinkSpec upper = test::rod_link("upper", "", 0, {1, 1}),
               lower = test::rod_link("lower", "upper", 1, {1, 1});
      upper.X_PJ.p.z() = 3;
      lower.joint_type = JointType::kRevolute;
      lower.dofs.resize(1);
      lower.dofs[0].lower = -0.2;
      lower.dofs[0].upper = 0.2;
      builder.add_link(upper);
      builder.add_link(lower);
      world.add_skeleton("arm", builder.build());
      break;
    }
  }
  return world;
}

// The step that is linearised is that of the world, with its memory, in twenty scenes.
TEST(Linearize, TheStepIsThatOfTheWorld) {
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kMidpoint}) {
    for (int kind = 0; kind < 10; ++kind) {
      World world = linearized_scene(kind, integrator);
      for (const int steps : {1, 30, 60}) {
        for (int k = 0; k < steps; ++k) world.step();
        const Linearization result = world.linearize();
        World stepped = world.clone();
        stepped.step();
        int at_q = 0, at_v = 0;
        for (int i = 0; i < world.num_models(); ++i) {
          const Model& model = stepped.model(i);
          if (model.is_static() || model.v().size() == 0) continue;
          const VectorX v = result.v_next.segment(at_v, model.v().size());
          EXPECT_LT((v - model.v()).lpNorm<Eigen::Infinity>(), 1e-12)
              << kind << " " << steps << " " << model.name();
          EXPECT_LT(
              (result.q_next.segment(at_q, model.q().size()) - model.q()).lpNorm<Eigen::Infinity>(),
              1e-12);
          at_q += static_cast<int>(model.q().size());
          at_v += static_cast<int>(model.v().size());
        }
        EXPECT_EQ(at_v, result.nv) << kind;
      }
    }
  }
}

// A crate in the ground, at the depth up to which the push-out may throw it.
TEST(Linearize, CrossingThePushOutIsNotSmooth) {
  int crossings = 0;
  for (int i = 0; i <= 40; ++i) {
    WorldSpec spec = test::world_spec(kLinearizeStep, {.mu = 0.5, .compliance = 1e-4});
    spec.integrator = Integrator::kMidpoint;
    World world(spec);
    world.add_ground();
    world.add(body("crate", box({0.4, 0.4, 0.2}), 3, at(0, 0, 0.1 - 2.5e-6 * i)));
    const Linearization result = world.linearize({.position_step = 2e-6});
    World up = world.clone(), down = world.clone();
    for (World* one : {&up, &down}) {
      VectorX q = one->model(1).q();
      q[2] += one == &up ? 2e-6 : -2e-6;
      one->model(1).set_q(q);
      one->step();
    }
    const double v_up = up.model(1).v()[5], v_down = down.model(1).v()[5];
    // With the push-out as a velocity, a rise by d changes v by −d/h; without, v stays.
    const double slope = (v_up - v_down) / 4e-6 * kLinearizeStep;
    const bool crosses = slope > -0.9 && slope < -0.1;
    crossings += crosses ? 1 : 0;
    if (!crosses) continue;
    EXPECT_NE(result.differences[5], DifferenceKind::kCentral) << i << " " << slope;
  }
  EXPECT_GT(crossings, 0);
}

TEST(Linearize, InvalidOptionsAreRefused) {
  const World world = pendulum(0, 0);
  EXPECT_THROW((void)world.linearize({.position_step = 0}), Error);
  EXPECT_THROW((void)world.linearize({.velocity_step = -1}), Error);
  EXPECT_THROW((void)world.linearize({.effort_step = std::nan("")}), Error);
  EXPECT_THROW((void)world.linearize({.tolerance = 0}), Error);
  EXPECT_THROW((void)world.linearize({.relative_step = 1}), Error);
  World smooth(test::world_spec(kLinearizeStep, {.mu = 0}));
  EXPECT_THROW((void)smooth.linearize({.parameters = {"friction.default"}}), Error);
  for (const char* name : {"gravity.w", "gravity", "gravity.", "friction.ice", "mass.absent",
                           "mass.pendulum/nothing", "kp.pendulum/rod", "kd.", "length.rod", ""})
    EXPECT_THROW((void)world.linearize({.parameters = {name}}), Error) << name;
  Linearization result;
  Linearizer linearizer(world);
  EXPECT_THROW(linearizer.linearize(crate_on_ground(0).state(), result), Error);
}

}  // namespace
}  // namespace cardan
