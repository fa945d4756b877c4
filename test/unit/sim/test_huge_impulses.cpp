#include "cardan/cardan_solver.h"
#include "test/support/worlds.h"

/// Impulses so large that velocities are lost in rounding: the judge includes the rounding error.
namespace cardan::test {
namespace {

/// Walls that close in on a ball at equal speeds, without compliance.
World squeezed_ball(const std::string& solver) {
  WorldSpec spec = world_spec(1e-3, {.mu = 0.5, .compliance = 0}, "cone", solver, 1e-10);
  spec.gravity.setZero();
  World world(spec);
  world.add(body("ball", sphere(0.1), 2));
  for (const double side : {-1.0, 1.0}) {
    ModelSpec wall = body(side < 0 ? "left" : "right", box({0.2, 2, 2}), 1,
                          RigidTransform(Vector3(0.2 * side, 0, 0)));
    wall.kinematic = KinematicSpec{};
    wall.kinematic->velocity.linear.x() = -0.5 * side;
    world.add(wall);
  }
  return world;
}

TEST(HugeImpulses, NoSolverSolvesASymmetricJam) {
  for (const char* solver : {"apgd", "conic", "admm", "pgs"}) {
    World world = squeezed_ball(solver);
    for (int k = 0; k < 3; ++k) {
      const StepReport& report = world.step();
      EXPECT_EQ(report.approximate_islands, 1) << solver;
      EXPECT_GT(report.worst_residual, 0.1) << solver;
      for (const ContactInfo& contact : world.contacts()) {
        EXPECT_LT(std::abs(contact.impulse.x()), 1e5) << solver;
      }
    }
  }
}

TEST(HugeImpulses, BallBeyondTheRangeOfTheToleranceIsNotSolved) {
  // u is a difference of numbers of 1e9 m/s, known to some 1e-7 m/s.
  for (const double mu : {0.0, 0.5}) {
    World world(world_spec(1e-3, {.mu = mu, .compliance = 0}, "cone", "conic", 1e-8));
    world.add_ground();
    SpatialVelocity falling;
    falling.linear = Vector3(0, 0, -1e9);
    world.add(body("ball", sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.1)), falling));
    const StepReport& report = world.step();
    ASSERT_EQ(report.islands.size(), 1u);
    EXPECT_EQ(report.islands[0].status, CARDAN_APPROXIMATE) << mu;
    EXPECT_GT(report.worst_residual, 1e-8) << mu;
  }
}

}  // namespace
}  // namespace cardan::test
