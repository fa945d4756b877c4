#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analytic/linkages.h"
#include "cardan/core/error.h"
#include "cardan/sim/linearize.h"
#include "support/worlds.h"

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
    // It stays where it is put.
    EXPECT_NEAR(result.A(k, k), 1, 1e-6);
  }
  EXPECT_LT(result.worst_residual, 1e-10);
}

// m v⁺ = m v − μ (m g − h u_z / h …): the velocity stays, and a force that lifts relieves friction.
TEST(Linearize, SlidingContactTransmitsFriction) {
  const World world = crate_on_ground(4);
  ASSERT_GT(world.find("crate")->v()[3], 3);
  const Linearization result = world.linearize();
  EXPECT_EQ(result.active_contacts, 4);
  EXPECT_NEAR(result.A(6 + 3, 6 + 3), 1, 1e-6);
  EXPECT_NEAR(result.B(6 + 3, 3), kLinearizeStep / 3, 1e-7);        // pull
  EXPECT_NEAR(result.B(6 + 3, 5), 0.5 * kLinearizeStep / 3, 1e-7);  // lift: μ times the relief
  EXPECT_NEAR(result.B(6 + 5, 5), 0, 1e-8);
}

// A crate at the very onset of sliding leaves its mode on one side: that side is not used.
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
  const double M = kInertia + kLinearizeStep * kKd + kLinearizeStep * kLinearizeStep * kKp;
  EXPECT_NEAR(result.B(1, 0), kLinearizeStep * kKp / M, 1e-9);
}

// 200 calls of one linearizer: the same numbers as the first, and those of the world itself.
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

TEST(Linearize, InvalidOptionsAreRefused) {
  const World world = pendulum(0, 0);
  EXPECT_THROW((void)world.linearize({.position_step = 0}), Error);
  EXPECT_THROW((void)world.linearize({.velocity_step = -1}), Error);
  EXPECT_THROW((void)world.linearize({.effort_step = std::nan("")}), Error);
  EXPECT_THROW((void)world.linearize({.tolerance = 0}), Error);
  EXPECT_THROW((void)world.linearize({.parameters = {"gravity.w"}}), Error);
  Linearization result;
  Linearizer linearizer(world);
  EXPECT_THROW(linearizer.linearize(crate_on_ground(0).state(), result), Error);
}

}  // namespace
}  // namespace cardan
