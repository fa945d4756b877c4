#include <gtest/gtest.h>

#include "cardan/cardan_solver.h"
#include "cardan/error.h"
#include "test/support/worlds.h"

// The formulation `acceleration`: closed forms, agreement with the velocity level, Painlevé's rod,
// and the order of rk4 around it.
namespace cardan {
namespace {

using test::body;
using test::kG;
using test::world_spec;

WorldSpec acceleration_spec(double h, const test::Surface& surface) {
  return world_spec(h, surface, "acceleration", "lemke", 1e-10);
}

// Kinetic friction: v_k = v0 − μ g h k exactly, up to the step in which the velocity would reverse;
// then static friction holds.
TEST(Acceleration, SlidingBlockStopsInTheClosedForm) {
  const double h = 1e-3, v0 = 1, mu = 0.5;
  WorldSpec spec = acceleration_spec(h, {.mu = mu, .compliance = 1e-6});
  World world(spec);
  world.add_ground();
  SpatialVelocity velocity;
  velocity.linear = Vector3(0.6, 0.8, 0) * v0;
  Model& box = world.add(
      body("box", test::box({1, 1, 0.02}), 2, RigidTransform(Vector3(0, 0, 0.01)), velocity));
  const int n = static_cast<int>(std::floor(v0 / (mu * kG * h)));
  for (int k = 1; k <= n; ++k) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.failed_islands + report.approximate_islands, 0);
    ASSERT_NEAR(box.base_velocity().linear.norm(), v0 - mu * kG * h * k, 2e-6);
  }
  const Vector3 direction = box.base_velocity().linear.normalized();
  EXPECT_NEAR(direction.dot(Vector3(0.6, 0.8, 0)), 1, 1e-6);
  for (int k = 0; k < 20; ++k) world.step();
  EXPECT_LT(box.base_velocity().linear.norm(), 1e-7);
  const double expected = h * (n * v0 - mu * kG * h * n * (n + 1) / 2.0);
  EXPECT_NEAR(box.base_pose().p.head<2>().norm(), expected, 2e-6);
}

// Without kinetic friction a sliding body keeps its speed, regardless of the static coefficient.
TEST(Acceleration, BlockWithoutKineticFrictionKeepsSliding) {
  WorldSpec spec = acceleration_spec(1e-3, {.mu = 0.8, .compliance = 1e-6});
  spec.materials.named["default"].mu_kinetic = 0;
  World world(spec);
  world.add_ground();
  SpatialVelocity velocity;
  velocity.linear.x() = 1;
  Model& box = world.add(
      body("box", test::box({1, 1, 0.02}), 2, RigidTransform(Vector3(0, 0, 0.01)), velocity));
  for (int k = 0; k < 200; ++k) world.step();
  EXPECT_NEAR(box.base_velocity().linear.x(), 1, 1e-9);
}

// A ball on a contact spring without damping rebounds at its initial speed.
TEST(Acceleration, UndampedSpringConservesEnergy) {
  const double k = 5000, v0 = 1;
  WorldSpec spec = acceleration_spec(1e-4, {.mu = 0});
  spec.gravity.setZero();
  spec.materials.named["default"].stiffness = 2 * k;
  World world(spec);
  world.add_ground();
  SpatialVelocity velocity;
  velocity.linear.z() = -v0;
  Model& ball =
      world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.11)), velocity));
  double depth = 0;
  while (world.time() < 0.1) {
    world.step();
    depth = std::max(depth, 0.1 - ball.base_pose().p.z());
  }
  EXPECT_NEAR(depth, v0 * std::sqrt(1 / k), 0.01 * depth);
  EXPECT_NEAR(ball.base_velocity().linear.z(), v0, 0.03 * v0);
}

// Under rk4 a body that was dropped rests on forces, with and without bounces.
TEST(Acceleration, DroppedBodyRestsUnderRungeKutta) {
  for (const double h : {1e-3, 1e-2}) {
    for (const double e : {0.0, 0.5}) {
      WorldSpec spec = acceleration_spec(h, {.mu = 0.5, .restitution = e});
      spec.integrator = Integrator::kRungeKutta4;
      World world(spec);
      world.add_ground();
      Model& box = world.add(body("box", test::box({0.2, 0.2, 0.2}), 1,
                                  RigidTransform::from_xyz_rpy({0, 0, 0.3}, {0.1, 0.2, 0})));
      while (world.time() < 5) world.step();
      EXPECT_NEAR(box.base_pose().p.z(), 0.1, 1e-5) << h << " " << e;
      EXPECT_LT(box.base_velocity().linear.norm(), 1e-5) << h << " " << e;
    }
  }
}

// Approximate answers and calls are counted over the same stages.
TEST(Acceleration, EveryStageOfRungeKuttaCountsItsCalls) {
  WorldSpec spec = acceleration_spec(1e-3, {.mu = 0.5});
  spec.integrator = Integrator::kRungeKutta4;
  spec.contact.solver.id = "pgs";
  spec.contact.solver.max_iterations = 1;
  World world(spec);
  world.add_ground();
  world.add(body("box", test::box({0.2, 0.2, 0.2}), 1, RigidTransform(Vector3(0, 0, 0.1))));
  for (int step = 0; step < 20; ++step) {
    world.step();
    EXPECT_LE(world.report().approximate_islands, world.report().called_islands) << step;
  }
  EXPECT_GT(world.report().called_islands, 1);
}

TEST(Acceleration, RungeKuttaRejectsLawsThatSpanAWholeStep) {
  WorldSpec spec = acceleration_spec(1e-3, {.mu = 0.5});
  spec.integrator = Integrator::kRungeKutta4;
  spec.materials.named["default"].stiffness = 1e4;
  EXPECT_NO_THROW(World{spec});
  spec.materials.named["default"].damping = 1;
  EXPECT_THROW(World{spec}, Error);
  spec.materials.named["default"].damping = 0;
  World world(spec);
  ModelSpec ball = body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 1)));
  world.add(ball);
  LoopSpec rope;
  rope.kind = LoopKind::kRope;
  rope.a = "ball";
  rope.b = "world";
  EXPECT_THROW(world.add_loop(rope), Error);
  ball.name = "script";
  ball.mass.reset();
  ball.kinematic = KinematicSpec{};
  EXPECT_THROW(world.add(ball), Error);
}

// A ball that rolls fast keeps its weight on the ground: no R ω² along the normal.
TEST(Acceleration, RollingBallPressesOnTheGroundWithItsWeight) {
  const double h = 1e-3, radius = 0.1, v0 = 10;
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4}) {
    WorldSpec spec = acceleration_spec(h, {.mu = 0.5, .compliance = 0});
    spec.integrator = integrator;
    World world(spec);
    world.add_ground();
    SpatialVelocity velocity;
    velocity.linear.x() = v0;
    velocity.angular.y() = v0 / radius;
    Model& ball = world.add(
        body("ball", test::sphere(radius), 2, RigidTransform(Vector3(0, 0, radius)), velocity));
    for (int k = 0; k < 100; ++k) world.step();
    ASSERT_EQ(world.contacts().size(), 1u);
    EXPECT_NEAR(world.contacts()[0].force.norm(), 2 * kG, 1e-6);
    EXPECT_NEAR(ball.base_velocity().linear.x(), v0, 1e-8);
    EXPECT_NEAR(ball.base_pose().p.z(), radius, 1e-9);
  }
}

/// Energy that a solid gains while it rolls on the ground for a second, initially without slip [J].
/// `low`: its lowest point in its frame, at this orientation.
double rolling_gain(const GeometryRecord& shape, const RigidTransform& orientation,
                    const Vector3& low, const Vector3& omega, double h) {
  WorldSpec spec = acceleration_spec(h, {.mu = 5, .compliance = 0});
  spec.integrator = Integrator::kRungeKutta4;
  World world(spec);
  world.add_ground();
  const Vector3 r = orientation.R * low;
  RigidTransform pose = orientation;
  pose.p.z() = -r.z();
  Model& solid = world.add(body("solid", shape, 1, pose, {omega, -omega.cross(r)}));
  const double start = solid.kinetic_energy() + solid.potential_energy();
  while (world.time() < 1 - h / 2) world.step();
  EXPECT_EQ(world.contacts().size(), 1u);
  EXPECT_EQ(world.report().failed_islands, 0);
  return solid.kinetic_energy() + solid.potential_energy() - start;
}

// A coin on its rim and an egg: with both curvatures in φ̈, rolling keeps its energy to the order of
// the method. With features of radius zero the gain does not vanish with the step.
TEST(Acceleration, RollingKeepsItsEnergyToTheOrderOfRungeKutta) {
  const RigidTransform tilted = RigidTransform::from_xyz_rpy({0, 0, 0}, {1.2217, 0, 0});
  GeometryRecord coin;
  coin.kind = GeometryKind::kCylinder;
  coin.size = {0.1, 0.01, 0};
  GeometryRecord egg;
  egg.kind = GeometryKind::kEllipsoid;
  egg.size = {0.1, 0.15, 0.12};
  const Vector3 down = -(tilted.R.transpose() * Vector3::UnitZ());
  const Vector3 low =
      egg.size.cwiseProduct(egg.size).cwiseProduct(down) / egg.size.cwiseProduct(down).norm();
  for (const bool round : {false, true}) {
    std::vector<double> gain;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
      gain.push_back(
          std::abs(round ? rolling_gain(egg, tilted, low, {8, 1, 2}, h)
                         : rolling_gain(coin, tilted, {0, -0.1, -0.005}, 15 * tilted.R.col(2), h)));
    }
    EXPECT_LT(gain[2], 1e-8);
    EXPECT_LT(gain[1], gain[0] / 12);
    EXPECT_LT(gain[2], gain[1] / 12);
  }
}

/// A block leans on its edge, falls over and lands on its face.
Vector3 topple(const std::string& formulation, const std::string& solver, double h, double until) {
  World world(world_spec(h, {.mu = 0.9, .compliance = 1e-6}, formulation, solver, 1e-10));
  world.add_ground();
  const double tilt = 0.5;
  RigidTransform pose;
  pose.R = Eigen::AngleAxisd(tilt, Vector3::UnitY()).toRotationMatrix();
  pose.p.z() = 0.5 * 0.4 * std::sin(tilt) + 0.5 * 0.2 * std::cos(tilt);
  Model& block = world.add(body("block", test::box({0.4, 0.3, 0.2}), 1, pose));
  while (world.time() < until - 0.5 * h) world.step();
  EXPECT_EQ(world.report().failed_islands, 0);
  return block.base_pose().p;
}

// Edge, then face: both levels converge to one motion, and their difference is of first order.
TEST(Acceleration, FallingBlockAgreesWithTheVelocityLevelToTheOrderOfTheStep) {
  for (const double until : {0.12, 0.4}) {
    std::vector<double> difference;
    for (const double h : {8e-3, 4e-3, 2e-3, 1e-3}) {
      const Vector3 a = topple("acceleration", "lemke", h, until);
      const Vector3 v = topple("polyhedral", "lemke", h, until);
      difference.push_back((a - v).norm());
      std::printf("until %.2f s, h = %g s: difference %.3e m, x %.6f z %.6f\n", until, h,
                  difference.back(), a.x(), a.z());
    }
    EXPECT_LT(difference[3], 2e-3 * 0.2);
    EXPECT_LT(difference[3], 0.6 * difference[1]);
    EXPECT_LT(difference[2], 0.6 * difference[0] + 1e-9);
  }
}

// A body dropped on the ground: the collision is an impulse, then forces hold it.
TEST(Acceleration, DroppedBodyCollidesThenRests) {
  const double h = 1e-3;
  World world(acceleration_spec(h, {.compliance = 1e-4}));
  world.add_ground();
  Model& box =
      world.add(body("box", test::box({0.2, 0.3, 0.4}), 3, RigidTransform(Vector3(0, 0, 0.3))));
  int collisions = 0;
  double impulse = 0, depth = 0;
  for (int k = 0; k < 600; ++k) {
    const StepReport& report = world.step();
    depth = std::max(depth, report.max_penetration);
    if (report.collisions == 0) continue;
    ++collisions;
    for (const ContactInfo& contact : world.contacts()) impulse += contact.impulse.z();
  }
  EXPECT_GE(collisions, 1);
  EXPECT_LE(collisions, 3);
  EXPECT_NEAR(std::abs(impulse), 3 * std::sqrt(2 * kG * 0.1), 0.1);
  EXPECT_LT(depth, 1e-4);
  EXPECT_NEAR(box.base_pose().p.z(), 0.2, 1e-6);
  EXPECT_LT(box.base_velocity().linear.norm(), 1e-6);
}

// Restitution acts in the collision.
TEST(Acceleration, BallBounces) {
  const double h = 1e-4, e = 0.6;
  World world(acceleration_spec(h, {.restitution = e, .compliance = 0}));
  world.add_ground();
  Model& ball = world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.3))));
  double before = 0, after = 0;
  for (int k = 0; k < 4000 && after <= 0; ++k) {
    before = ball.base_velocity().linear.z();
    world.step();
    after = ball.base_velocity().linear.z();
  }
  EXPECT_NEAR(after, -e * before, 2 * kG * h);
}

/// A thin rod of mass 1 and half length 1 at tan θ = 2 from the ground, its lower end on it, ahead
/// of the centre in the direction of the slip. μ_crit = 4/3.
struct PainleveRod {
  static constexpr double kRadius = 1e-3, kStep = 1e-4;
  double theta = std::atan(2.0);
  World world;
  Model* rod = nullptr;

  PainleveRod(double mu, double slip, double omega)
      : world(acceleration_spec(kStep, {.mu = mu, .compliance = 0})) {
    world.add_ground();
    GeometryRecord capsule;
    capsule.kind = GeometryKind::kCapsule;
    capsule.size = Vector3(kRadius, 2, 0);
    // The axis leads from the centre to the lower end along (cos θ, 0, −sin θ).
    RigidTransform pose(Vector3(0, 0, std::sin(theta) + kRadius));
    pose.R = Eigen::AngleAxisd(std::numbers::pi / 2 + theta, Vector3::UnitY()).toRotationMatrix();
    ModelSpec spec = body("rod", capsule, 1, pose);
    spec.inertia = Matrix3(Vector3(1.0 / 3, 1.0 / 3, 1e-3).asDiagonal());
    const Vector3 arm = pose.R * Vector3(0, 0, 1) - Vector3(0, 0, kRadius);
    spec.velocity.angular = Vector3(0, omega, 0);
    spec.velocity.linear = Vector3(slip, 0, 0) - spec.velocity.angular.cross(arm);
    rod = &world.add(spec);
  }

  Vector3 contact_velocity() const {
    const RigidTransform pose = rod->base_pose();
    const Vector3 arm = pose.R * Vector3(0, 0, 1) - Vector3(0, 0, kRadius);
    return rod->base_velocity().linear + rod->base_velocity().angular.cross(arm);
  }
};

// b < 0: no contact force satisfies Coulomb's law. The step reports that, and applies the
// impulse that stops the slip: [A_nn A_nt; A_nt A_tt] λ = −b.
TEST(Painleve, MissingForceSolutionIsReportedAndAnImpulseStopsTheSlip) {
  const double slip = 2;
  PainleveRod painleve(2.5, slip, 0);
  const StepReport& report = painleve.world.step();
  ASSERT_EQ(report.islands.size(), 1u);
  EXPECT_EQ(report.islands[0].diagnosis, CARDAN_JAMMED);
  EXPECT_EQ(report.failed_islands, 0);
  ASSERT_FALSE(report.messages.empty());
  EXPECT_NE(report.messages[0].find("Painleve"), std::string::npos);
  const double c = std::cos(painleve.theta), s = std::sin(painleve.theta);
  const Eigen::Matrix2d A{{1 + 3 * c * c, 3 * s * c}, {3 * s * c, 1 + 3 * s * s}};
  const Vector2 b(-kG * PainleveRod::kStep, slip);
  const Vector2 lambda = -(A.inverse() * b);
  ASSERT_EQ(painleve.world.contacts().size(), 1u);
  const Vector3 impulse = painleve.world.contacts()[0].impulse;
  EXPECT_NEAR(std::abs(impulse.z()), lambda[0], 0.01 * lambda.norm());
  EXPECT_NEAR(std::abs(impulse.x()), std::abs(lambda[1]), 0.01 * lambda.norm());
  EXPECT_NEAR(painleve.contact_velocity().x(), 0, 1e-3);
}

// Below μ_crit, the same state has the force −b/A_slide.
TEST(Painleve, ForceExistsBelowTheCriticalFriction) {
  const double mu = 0.5;
  PainleveRod painleve(mu, 2, 0);
  const StepReport& report = painleve.world.step();
  EXPECT_EQ(report.islands[0].diagnosis, 0);
  EXPECT_TRUE(report.messages.empty());
  const double c = std::cos(painleve.theta), s = std::sin(painleve.theta);
  const double A_slide = 1 + 3 * c * (c - mu * s);
  ASSERT_EQ(painleve.world.contacts().size(), 1u);
  EXPECT_NEAR(painleve.world.contacts()[0].force.z(), kG / A_slide, 0.01 * kG / A_slide);
}

// b > 0 (the rod turns fast enough): two solutions, 0 and −b/A_slide; the solution without force is
// used.
TEST(Painleve, SolutionWithoutForceIsChosenOfTwo) {
  PainleveRod painleve(2.5, 2, 5);
  const StepReport& report = painleve.world.step();
  EXPECT_EQ(report.failed_islands, 0);
  EXPECT_TRUE(report.messages.empty());
  for (const ContactInfo& contact : painleve.world.contacts()) {
    EXPECT_NEAR(contact.impulse.norm(), 0, 1e-9);
  }
}

/// θ of a rod that slides down without friction, its lower end on the ground: z = l sin θ, so that
/// θ̈ (1/3 + cos² θ) l² = l² θ̇² sin θ cos θ − g l cos θ. By Runge–Kutta with steps of 10 µs.
double sliding_rod(double theta, double until) {
  double rate = 0;
  const auto slope = [](double x, double v) {
    const double c = std::cos(x), s = std::sin(x);
    return (v * v * s * c - kG * c) / (1.0 / 3 + c * c);
  };
  const double h = 1e-5;
  for (int k = 0; k < static_cast<int>(std::round(until / h)); ++k) {
    const double v1 = rate, a1 = slope(theta, v1);
    const double v2 = rate + h / 2 * a1, a2 = slope(theta + h / 2 * v1, v2);
    const double v3 = rate + h / 2 * a2, a3 = slope(theta + h / 2 * v2, v3);
    const double v4 = rate + h * a3, a4 = slope(theta + h * v3, v4);
    theta += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return theta;
}

double sliding_rod_error(double h, Integrator integrator) {
  const double radius = 0.05, theta = 1.2, until = 0.32;
  WorldSpec spec = acceleration_spec(h, {.mu = 0, .compliance = 0});
  spec.contact.solver.tolerance = 1e-12;
  spec.integrator = integrator;
  World world(spec);
  world.add_ground();
  GeometryRecord capsule;
  capsule.kind = GeometryKind::kCapsule;
  capsule.size = Vector3(radius, 2, 0);
  RigidTransform pose(Vector3(0, 0, std::sin(theta) + radius));
  pose.R = Eigen::AngleAxisd(std::numbers::pi / 2 + theta, Vector3::UnitY()).toRotationMatrix();
  ModelSpec rod = body("rod", capsule, 1, pose);
  rod.inertia = Matrix3(Vector3(1.0 / 3, 1.0 / 3, 1e-3).asDiagonal());
  Model& model = world.add(rod);
  while (world.time() < until - 0.5 * h) {
    EXPECT_EQ(world.step().failed_islands, 0);
    EXPECT_EQ(world.contacts().size(), 1u);
  }
  return std::abs(model.base_pose().p.z() - radius - std::sin(sliding_rod(theta, until)));
}

TEST(RungeKutta, ErrorIsOfFourthOrderInSmoothMotion) {
  const double coarse = sliding_rod_error(0.016, Integrator::kRungeKutta4);
  const double fine = sliding_rod_error(0.008, Integrator::kRungeKutta4);
  const double finest = sliding_rod_error(0.004, Integrator::kRungeKutta4);
  std::printf("errors at 16, 8, 4 ms: %.3e %.3e %.3e m; Euler at 4 ms: %.3e m\n", coarse, fine,
              finest, sliding_rod_error(0.004, Integrator::kSemiImplicitEuler));
  EXPECT_GT(coarse / fine, 11);
  EXPECT_GT(fine / finest, 11);
  EXPECT_LT(finest, 1e-6);
}

// A free top: quaternions on their manifold keep the order; Euler's equations have a closed
// constant, the angular momentum.
TEST(RungeKutta, FreeBodiesRotateOnTheirManifold) {
  std::vector<double> errors;
  Matrix3 reference = Matrix3::Identity();
  for (const double h : {0.001, 0.02, 0.01}) {
    WorldSpec spec = acceleration_spec(h, {});
    spec.integrator = Integrator::kRungeKutta4;
    spec.gravity.setZero();
    World world(spec);
    SpatialVelocity velocity;
    velocity.angular = Vector3(0.3, 4, 0.2);
    Model& top = world.add(body("top", test::box({0.1, 0.2, 0.4}), 1, {}, velocity));
    const Vector3 start = top.momentum().moment;
    while (world.time() < 1 - 0.5 * h) world.step();
    if (h == 0.001) reference = top.base_pose().R;
    errors.push_back((top.base_pose().R - reference).norm());
    if (h == 0.001) {
      EXPECT_NEAR((top.momentum().moment - start).norm(), 0, 1e-10);
    }
  }
  std::printf("top: errors at 20, 10 ms: %.3e %.3e\n", errors[1], errors[2]);
  EXPECT_GT(errors[1] / errors[2], 12);
}

TEST(RungeKutta, RungeKuttaRejectsVelocityLevelFormulations) {
  WorldSpec spec = world_spec(1e-3, {}, "cone", "conic");
  spec.integrator = Integrator::kRungeKutta4;
  try {
    const World world(spec);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("acceleration"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("cone"), std::string::npos);
  }
}

}  // namespace
}  // namespace cardan
