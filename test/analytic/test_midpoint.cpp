// The integrator midpoint (docs/theory/midpoint.md). The scenes
// data/scenes/analytic/midpoint_*.yaml test its order.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::world_spec;

WorldSpec midpoint_spec(double h, const test::Surface& surface = {}) {
  WorldSpec spec = world_spec(h, surface);
  spec.integrator = Integrator::kMidpoint;
  return spec;
}

/// Largest deviation of the energy of a world from its start, relative to `scale` [J].
double energy_error(World& world, int steps, double scale) {
  const auto energy = [&] {
    double sum = 0;
    for (int i = 0; i < world.num_models(); ++i)
      sum += world.model(i).kinetic_energy() + world.model(i).potential_energy();
    return sum;
  };
  const double start = energy();
  double worst = 0;
  for (int k = 0; k < steps; ++k) {
    world.step();
    worst = std::max(worst, std::abs(energy() - start));
  }
  return worst / scale;
}

GeometryRecord hollow(double radius) {
  GeometryRecord record;
  record.kind = GeometryKind::kHollowSphere;
  record.size = {radius, 0, 0};
  return record;
}

/// A ball of 0.1 m in a bowl of 1 m, released at 1 rad, for a minute.
double bowl_energy_error(double h, double mu) {
  World world(midpoint_spec(h, {.mu = mu, .compliance = 0}));
  ModelSpec bowl = body("bowl", hollow(1), 1);
  bowl.mass.reset();
  bowl.is_static = true;
  world.add(bowl);
  world.add(body("ball", test::sphere(0.1), 1, at(0.9 * std::sin(1.0), 0, -0.9 * std::cos(1.0))));
  return energy_error(world, static_cast<int>(std::lround(60 / h)),
                      test::kG * 0.9 * (1 - std::cos(1.0)));
}

TEST(Midpoint, RollingAndSlidingKeepEnergyForAMinute) {
  for (const double mu : {0.0, 2.0}) {
    const double coarse = bowl_energy_error(0.01, mu), fine = bowl_energy_error(0.005, mu);
    std::printf("mu %g: energy error %.2e at 10 ms, %.2e at 5 ms\n", mu, coarse, fine);
    EXPECT_LT(coarse, 2e-2) << mu;
    EXPECT_LT(fine, coarse / 3) << mu;
  }
}

// In the middle of the step in which it arrives, a body overlaps by up to half its way.
TEST(Midpoint, WhatLandsDoesNotBounce) {
  for (const double h : {1e-3, 1e-2}) {
    for (int phase = 0; phase < 8; ++phase) {
      World world(midpoint_spec(h));
      world.add_ground();
      const Model& ball =
          world.add(body("ball", test::sphere(0.1), 1, at(0, 0, 0.15 + phase * 5 * h / 8),
                         {Vector3::Zero(), {0, 0, -5}}));
      const Model& box =
          world.add(body("box", test::box({0.2, 0.2, 0.2}), 1, at(1, 0, 0.15 + phase * 5 * h / 8),
                         {Vector3::Zero(), {0, 0, -5}}));
      double fastest = 0;
      for (int k = 0; k < 200; ++k) {
        world.step();
        fastest = std::max({fastest, ball.v()[5], box.v()[5]});
      }
      EXPECT_LT(fastest, 2e-3) << h << " " << phase;
      EXPECT_NEAR(ball.q()[2], 0.1, 1e-6) << h << " " << phase;
      EXPECT_NEAR(box.q()[2], 0.1, 1e-6) << h << " " << phase;
    }
  }
}

// The rows of a contact compare two steps. A velocity set by the user is not a change of the rows.
TEST(Midpoint, AVelocityThatIsSetHasNoPast) {
  World world(midpoint_spec(1e-3, {.mu = 2, .compliance = 0}));
  world.add_ground();
  Model& ball = world.add(body("ball", test::sphere(0.1), 1, at(0, 0, 0.1)));
  for (int k = 0; k < 10; ++k) world.step();
  VectorX v = VectorX::Zero(6);
  v[5] = -1;
  ball.set_v(v);
  for (int k = 0; k < 20; ++k) {
    world.step();
    EXPECT_LT(std::abs(ball.v()[5]), 1e-3) << k;
  }
  EXPECT_NEAR(ball.q()[2], 0.1, 1e-6);
}

TEST(Midpoint, ThrownBodiesKeepEnergyAndMomentum) {
  for (const double rate : {10.0, 1000.0}) {
    WorldSpec settings = midpoint_spec(5e-3);
    settings.gravity = Vector3::Zero();
    World world(settings);
    ModelSpec spec = body("brick", test::box({0.3, 0.2, 0.1}), 1, at(0, 0, 1));
    spec.velocity = {{1e-3 * rate, rate, 1e-3 * rate}, {1, 0, 0}};
    const Model& brick = world.add(spec);
    const double energy = brick.kinetic_energy();
    const Vector3 L = brick.centroidal_momentum().moment;
    for (int k = 0; k < 2000; ++k) world.step();
    EXPECT_NEAR(brick.kinetic_energy() / energy, 1, 1e-9) << rate;
    EXPECT_LT((brick.centroidal_momentum().moment - L).norm(), 1e-9 * L.norm()) << rate;
  }
}

/// A sledge of 2 kg at q with a servo of 50 N/m and kd.
ModelSpec sledge_at(double q, double kd, double target) {
  ModelSpec spec;
  spec.name.assign("sledge");
  spec.urdf.assign(CARDAN_SOURCE_DIR).append("/data/robots/sledge.urdf");
  spec.pd = test::pd(50, kd);
  spec.pd->target = target;
  spec.q["rail"] = q;
  return spec;
}

/// Position and velocity after 1 s of a sledge of 2 kg on the PD law, against the damped
/// oscillator.
Vector2 oscillator_error(double h) {
  World world(midpoint_spec(h));
  const Model& sledge = world.add(sledge_at(0.1, 2, 0));
  const int steps = static_cast<int>(std::lround(1 / h));
  for (int k = 0; k < steps; ++k) world.step();
  // x'' + x' + 25 x = 0.
  const double omega = std::sqrt(25 - 0.25), decay = 0.1 * std::exp(-0.5);
  const double x = decay * (std::cos(omega) + 0.5 / omega * std::sin(omega));
  const double v = -decay * 25 / omega * std::sin(omega);
  return {sledge.q()[0] - x, sledge.v()[0] - v};
}

TEST(Midpoint, ServosAreOfSecondOrder) {
  const Vector2 coarse = oscillator_error(0.01), fine = oscillator_error(0.005);
  for (int k = 0; k < 2; ++k) {
    EXPECT_NEAR(std::log2(coarse[k] / fine[k]), 2, 0.1) << k;
    EXPECT_LT(std::abs(fine[k]), 1e-3) << k;
  }
}

/// A servo drives a sledge with its maximum of 8 N from 0.9 to 0.1 m, until the law is below the
/// maximum.
double saturated_error(double h) {
  const auto position = [](double step) {
    World world(midpoint_spec(step));
    const Model& sledge = world.add(sledge_at(0.9, 20, 0.1));
    const int steps = static_cast<int>(std::lround(0.8 / step));
    for (int k = 0; k < steps; ++k) world.step();
    return sledge.q()[0];
  };
  // x'' = −4 up to 50 (x − 0.1) + 20 x' = 8, then 2 x'' + 20 x' + 50 (x − 0.1) = 0, a double root
  // −5. 50 (0.8 − 2 t²) − 80 t = 8 has the root t = (−80 + √(80² + 4 · 100 · 32)) / 200.
  const double t = (-80 + std::sqrt(6400.0 + 12800.0)) / 200;
  const double y = 0.8 - 2 * t * t, v = -4 * t, rest = 0.8 - t;
  return std::abs(position(h) - 0.1 - (y + (v + 5 * y) * rest) * std::exp(-5 * rest));
}

TEST(Midpoint, SaturatedServosTakeOverWithinTheirBounds) {
  const double coarse = saturated_error(0.01), fine = saturated_error(0.0025);
  std::printf("saturated servo: %.2e at 10 ms, %.2e at 2.5 ms\n", coarse, fine);
  EXPECT_LT(coarse, 3e-4);
  EXPECT_LT(fine, coarse / 6);
}

// If an effort is not finite or is huge, the tree stays at its state before the step.
TEST(Midpoint, WhatCannotMoveStaysWhereItWas) {
  World world(midpoint_spec(1e-3));
  world.add_ground();
  Model& ball = world.add(body("ball", test::sphere(0.1), 1, at(0, 0, 1)));
  world.step();
  const VectorX q = ball.q(), v = ball.v();
  VectorX v_huge = v;
  v_huge[3] = 1e308;
  ball.set_v(v_huge);
  for (int k = 0; k < 20 && world.report().stuck_models == 0; ++k) world.step();
  EXPECT_TRUE(ball.q().allFinite());
  EXPECT_TRUE(ball.v().allFinite());
  ball.set_q(q);
  ball.set_v(v);
  world.step();
  EXPECT_NEAR(ball.v()[5], v[5] - 9.81e-3, 1e-12);
}

}  // namespace
}  // namespace cardan
