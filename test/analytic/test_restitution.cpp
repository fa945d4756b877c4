#include <gtest/gtest.h>

#include "support/worlds.h"

// Bouncing balls, the cradle, a striking rod and a pendulum against closed forms.
namespace cardan {
namespace {

using test::body;
using test::kG;
using test::world_spec;

struct Choice {
  RestitutionLaw law;
  const char *formulation, *solver;
};

constexpr Choice kChoices[] = {{RestitutionLaw::kNewton, "cone", "conic"},
                               {RestitutionLaw::kPoisson, "cone", "conic"},
                               {RestitutionLaw::kNewton, "polyhedral", "lemke"},
                               {RestitutionLaw::kPoisson, "polyhedral", "lemke"}};

WorldSpec spec_of(const Choice& choice, double h, const test::Surface& surface,
                  double tolerance = 1e-11) {
  WorldSpec spec = world_spec(h, surface, choice.formulation, choice.solver, tolerance);
  spec.contact.rules.restitution = choice.law;
  return spec;
}

// Dropped from H, a ball rises to e² H, then to e⁴ H.
TEST(Restitution, BouncingBallRisesToESquaredOfItsHeight) {
  const double h = 1e-4, e = 0.7, radius = 0.1, H = 0.3;
  for (const Choice& choice : kChoices) {
    World world(spec_of(choice, h, {.restitution = e}));
    world.add_ground();
    Model& ball =
        world.add(body("ball", test::sphere(radius), 2, RigidTransform(Vector3(0, 0, radius + H))));
    std::vector<double> tops;
    double before = 0;
    while (tops.size() < 2 && world.time() < 2) {
      world.step();
      const double v = ball.base_velocity().linear.z();
      if (before > 0 && v <= 0) tops.push_back(ball.base_pose().p.z() - radius);
      before = v;
    }
    ASSERT_EQ(tops.size(), 2u);
    // The time of the impact is known to within one step, its speed to g h, and heights to 2 v h.
    EXPECT_NEAR(tops[0], e * e * H, 2 * std::sqrt(2 * kG * H) * h);
    EXPECT_NEAR(tops[1], std::pow(e, 4) * H, 4 * std::sqrt(2 * kG * H) * h);
  }
}

// Simultaneous e = 1 in a row of n balls that touch: v1 = 2/n − 1, all others 2/n; momentum and
// energy exact.
TEST(Restitution, RowOfBallsFollowsTheSimultaneousLaw) {
  const int n = 5;
  const double radius = 0.1;
  for (const Choice& choice : kChoices) {
    WorldSpec spec = spec_of(choice, 1e-3, {.mu = 0.5, .restitution = 1, .compliance = 0}, 1e-12);
    spec.gravity.setZero();
    World world(spec);
    for (int i = 0; i < n; ++i) {
      SpatialVelocity velocity;
      if (i == 0) velocity.linear.x() = 1;
      world.add(body("ball" + std::to_string(i), test::sphere(radius), 3,
                     RigidTransform(Vector3(2 * radius * i, 0, 0)), velocity));
    }
    world.step();
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(world.model(i).base_velocity().linear.x(), 2.0 / n - (i == 0), 1e-9);
    }
    EXPECT_NEAR(world.kinetic_energy(), 1.5, 1e-8);
    EXPECT_EQ(world.report().guarded_restitution, 0);
  }
}

// A thin rod at 45° whose lower end strikes the ground with u = (−1 down, ±0.6 along): Newton's law
// with friction, unguarded, gains 0.1125 J with one of the two signs (closed form in
// test/unit/constraint/test_restitution.cpp). Poisson's gains next to nothing.
TEST(Restitution, StrikingRodGainsNoEnergy) {
  for (const Choice& choice : kChoices) {
    int guarded = 0;
    for (const double slip : {-0.6, 0.6}) {
      WorldSpec spec = spec_of(choice, 1e-4, {.mu = 0.5, .restitution = 1, .compliance = 0}, 1e-12);
      spec.gravity.setZero();
      World world(spec);
      world.add_ground();
      GeometryRecord capsule;
      capsule.kind = GeometryKind::kCapsule;
      capsule.size = Vector3(0.005, 2, 0);
      SpatialVelocity velocity;
      velocity.linear = Vector3(slip, 0, -1);
      RigidTransform pose(Vector3(0, 0, std::sqrt(0.5) + 0.00501));
      pose.R = Eigen::AngleAxisd(std::numbers::pi / 4, Vector3::UnitY()).toRotationMatrix();
      Model& model = world.add(body("rod", capsule, 1, pose, velocity));
      const double start = world.kinetic_energy();
      world.step();
      EXPECT_GT(model.base_velocity().linear.z(), -0.5) << "it was struck";
      EXPECT_LE(world.kinetic_energy(), start + 1e-9);
      const StepReport& report = world.report();
      guarded += report.islands[0].restitution_scale < 0.99;
      if (report.islands[0].restitution_scale < 0.99) {
        EXPECT_EQ(report.guarded_restitution, 1);
        EXPECT_NEAR(report.islands[0].restitution_scale, 0.8, 0.01);
        EXPECT_NEAR(world.kinetic_energy(), start, 1e-3) << "no more is taken than there must be";
      }
    }
    EXPECT_EQ(guarded, choice.law == RestitutionLaw::kNewton ? 1 : 0);
  }
}

// Supported contacts are distinguished from bounces: with e = 1 no law gains energy over many
// bounces, and with e = 0.5 a body comes to rest, also under Poisson's law.
TEST(Restitution, RepeatedBouncesGainNoEnergyAndComeToRest) {
  for (const Choice& choice : kChoices) {
    for (const double e : {1.0, 0.5}) {
      World world(spec_of(choice, e < 1 ? 1e-2 : 1e-3, {.mu = 0.5, .restitution = e}, 1e-10));
      world.add_ground();
      Model& ball =
          world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.12))));
      const auto energy = [&] { return world.kinetic_energy() + world.potential_energy(); };
      const double start = energy();
      double most = start;
      while (world.time() < 5) {
        world.step();
        most = std::max(most, energy());
      }
      EXPECT_LT(most, start + 5e-3) << "the energy of one step's fall";
      if (e < 1) {
        EXPECT_LT(ball.base_velocity().linear.norm(), 1e-8);
      } else {
        EXPECT_GT(energy(), 0.5 * (start + 9.81 * 0.1)) << "still bouncing";
      }
    }
  }
}

// A compressed spring bounces by itself; an additional e must not turn it into a damper that sinks.
TEST(Restitution, BallRestsOnItsContactSpring) {
  const double k = 2500, g = 9.81;
  for (const Choice& choice : kChoices) {
    WorldSpec spec = spec_of(choice, 1e-3, {.mu = 0.5, .restitution = 0.3}, 1e-10);
    spec.materials.named["default"].stiffness = 2 * k;  // two in series
    spec.materials.named["default"].damping = 40;
    World world(spec);
    world.add_ground();
    Model& ball = world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.3))));
    while (world.time() < 8) world.step();
    EXPECT_NEAR(ball.base_pose().p.z(), 0.1 - g / k, 1e-6);
  }
}

// Bilateral, contact and restitution in one solve [seed of this law: Trefny 2004, part 2]: a bob on
// a hinged massless rod swings into a wall; v⁺ = −e v⁻ and the hinge carries the rest.
TEST(Restitution, HingeAndContactAreSolvedTogether) {
  const double e = 0.6, length = 0.5, radius = 0.05;
  for (const Choice& choice : kChoices) {
    WorldSpec spec = spec_of(choice, 1e-4, {.mu = 0, .restitution = e, .compliance = 0}, 1e-12);
    spec.gravity.setZero();
    World world(spec);
    ModelSpec wall = test::slope(-std::numbers::pi / 2);  // its normal is −x
    wall.pose.p.x() = radius;
    world.add(wall);
    SpatialVelocity velocity;
    velocity.linear.x() = 1;
    velocity.angular.y() = -1 / length;
    Model& bob = world.add(body("bob", test::sphere(radius), 2,
                                RigidTransform(Vector3(-0.002, 0, -length)), velocity));
    LoopSpec hinge;
    hinge.kind = LoopKind::kPoint;
    hinge.a = "bob";
    hinge.b = "world";
    hinge.at_a = Vector3(0, 0, length);
    world.add_loop(hinge);
    const double energy = world.kinetic_energy();
    double before = 0, after = 1;
    for (int k = 0; k < 100 && after > 0; ++k) {
      before = bob.base_velocity().linear.x();
      world.step();
      after = bob.base_velocity().linear.x();
    }
    EXPECT_NEAR(after, -e * before, 1e-6);
    EXPECT_NEAR(world.kinetic_energy(), e * e * energy, 1e-4 * energy);
    EXPECT_LT(world.report().loop_error, 1e-9);
    EXPECT_EQ(world.report().islands.size(), 1u);
  }
}

}  // namespace
}  // namespace cardan
