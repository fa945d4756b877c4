// The integrator midpoint (docs/theory/midpoint.md). The scenes
// data/scenes/analytic/midpoint_*.yaml test its order.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

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

/// A base that is driven from rest to rest in a second, by (x, y, z) and a yaw, with the position
/// s = 10 t³ − 15 t⁴ + 6 t⁵ on its way, and what moves with it. The oracles use only s.
struct Drive {
  Vector3 way;
  double yaw = 0;

  static double place(double t) { return t * t * t * (10 + t * (-15 + 6 * t)); }
  static double rate(double t) { return 30 * t * t * (1 - t) * (1 - t); }
  static double acceleration(double t) { return t * (60 + t * (-180 + 120 * t)); }

  KinematicSpec script() const {
    KinematicSpec spec;
    spec.smooth = true;
    spec.path = {{0, RigidTransform()}, {1, RigidTransform::from_xyz_rpy(way, {0, 0, yaw})}};
    return spec;
  }
};

/// A rod of 1 m on a hinge, 0.3 m beside the origin of a driven base.
constexpr double kDrivenArm = 0.3;

double driven_rod_angle(double h, const Drive& drive, double time) {
  SkeletonBuilder builder("driven");
  LinkSpec base;
  base.name = "base";
  base.joint_name = "free";
  base.joint_type = JointType::kFloating;
  base.inertia.mass = 0.5;
  base.inertia.inertia = Matrix3::Identity();
  builder.add_link(base);
  LinkSpec rod = test::rod_link("rod", "base", kDrivenArm, {2, 1});
  rod.inertia.inertia(0, 0) = 0;
  builder.add_link(rod);
  World world(midpoint_spec(h));
  ModelSpec spec;
  spec.name = "driven";
  spec.skeleton = builder.build();
  spec.kinematic = drive.script();
  spec.q["rod"] = -1;
  const Model& model = world.add(spec);
  const int steps = static_cast<int>(std::lround(time / h));
  for (int k = 0; k < steps; ++k) world.step();
  return model.joint_position("rod");
}

/// ⅓ θ̈ = −ψ̇² sin θ (r/2 + cos θ/3) − ½ (g + z̈) cos θ + ½ ẍ sin θ, by Runge–Kutta of fourth order.
double driven_rod_oracle(const Drive& drive, double time) {
  constexpr int kSteps = 4000;
  const double d = time / kSteps;
  const auto f = [&](double t, double theta) {
    const double turn = drive.yaw * Drive::rate(t), a = Drive::acceleration(t);
    return -3 * (turn * turn * std::sin(theta) * (kDrivenArm / 2 + std::cos(theta) / 3) +
                 0.5 * (test::kG + drive.way.z() * a) * std::cos(theta) -
                 0.5 * drive.way.x() * a * std::sin(theta));
  };
  double theta = -1, rate = 0;
  for (int k = 0; k < kSteps; ++k) {
    const double t = k * d;
    const double k1 = f(t, theta), k2 = f(t + d / 2, theta + d / 2 * rate),
                 k3 = f(t + d / 2, theta + d / 2 * (rate + d / 2 * k1)),
                 k4 = f(t + d, theta + d * (rate + d / 2 * k2));
    theta += d * rate + d * d / 6 * (k1 + k2 + k3);
    rate += d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return theta;
}

/// Order fitted to the errors at four steps.
double fitted_order(const std::function<double(double)>& error) {
  double sum = 0, squares = 0;
  for (int i = 0; i < 4; ++i) {
    const double h = 0.01 / (1 << i), e = std::abs(error(h)), x = i - 1.5;
    std::printf("  h %.2e: error %.2e\n", h, e);
    sum += std::log2(e) * x;
    squares += x * x;
  }
  return -sum / squares;
}

TEST(Midpoint, ScriptsThatAccelerateAreOfSecondOrder) {
  constexpr double kTime = 0.7;
  for (const Drive& drive : {Drive{{0.8, 0, 0}}, Drive{{0.3, 0, 0.6}}, Drive{{0, 0, 0}, 3}}) {
    const double exact = driven_rod_oracle(drive, kTime);
    const double order =
        fitted_order([&](double h) { return driven_rod_angle(h, drive, kTime) - exact; });
    std::printf("order %.2f\n", order);
    EXPECT_GT(order, 1.9) << drive.way.transpose() << " " << drive.yaw;
  }
}

/// A box that sticks to a driven plate, 0.4 m beside its origin: distance from its place.
double carried_error(double h, const Drive& drive, double time) {
  World world(midpoint_spec(h, {.mu = 2, .compliance = 0}));
  ModelSpec plate;
  plate.name = "plate";
  plate.geometry = test::box({2, 2, 0.2});
  plate.kinematic = drive.script();
  const Model& carrier = world.add(plate);
  const Model& crate = world.add(body("crate", test::box({0.2, 0.2, 0.1}), 2, at(0.4, 0, 0.15)));
  const int steps = static_cast<int>(std::lround(time / h));
  for (int k = 0; k < steps; ++k) world.step();
  return (carrier.base_pose().inverse() * crate.base_pose().p - Vector3(0.4, 0, 0.15)).norm();
}

TEST(Midpoint, PlatesThatAccelerateCarryWithSecondOrder) {
  for (const Drive& drive : {Drive{{0.8, 0, 0}}, Drive{{0.3, 0, 0.6}}, Drive{{0.2, 0.3, 0}, 1.5}}) {
    const double order = fitted_order([&](double h) { return carried_error(h, drive, 0.7); });
    std::printf("order %.2f\n", order);
    EXPECT_GT(order, 1.9) << drive.way.transpose() << " " << drive.yaw;
  }
}

// A jump of a script's velocity is an impact, and no curvature of a motion.
TEST(Midpoint, ScriptsThatJumpDoNotThrowWhatTheyCarry) {
  for (const double h : {5e-3, 1e-3}) {
    World world(midpoint_spec(h));
    ModelSpec lift = body("lift", test::box({1, 1, 0.1}), 1, {});
    lift.mass.reset();
    lift.kinematic = KinematicSpec{{{0.5, {}}, {1.5, at(0.5, 0, 0.5)}}, false, false, {}};
    world.add(lift);
    const Model& crate = world.add(body("crate", test::box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.15)));
    double fastest = 0, highest = 0;
    while (world.time() < 1) {
      world.step();
      fastest = std::max(fastest, crate.base_velocity().linear.z());
      highest =
          std::max(highest, crate.base_pose().p.z() - 0.5 * std::max(world.time() - 0.5, 0.0));
    }
    EXPECT_NEAR(fastest, 0.5, 1e-3) << h;
    EXPECT_NEAR(highest, 0.15, 0.5 * h) << h;
  }
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
