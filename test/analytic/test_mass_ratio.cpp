#include <gtest/gtest.h>

#include <cstdio>

#include "test/support/worlds.h"

// Rigid stacks of seven bodies of 1, 10, …, 10⁶ kg, heavy on light: each level carries the weight
// above it, and nothing moves.
namespace cardan {
namespace {

constexpr int kLevels = 7;
constexpr double kStep = 1e-3, kGravity = 9.81;

struct Pair {
  const char *formulation, *solver;
  bool exact;  ///< asked to solve to round-off; the others' figures are shown
};

void PrintTo(const Pair& pair, std::ostream* out) {
  *out << pair.formulation << " with " << pair.solver;
}

World stack(const Pair& pair, const GeometryRecord& shape) {
  World world(
      test::world_spec(kStep, {.mu = 0.5, .compliance = 0}, pair.formulation, pair.solver, 1e-12));
  world.add_ground();
  for (int level = 0; level < kLevels; ++level) {
    char name[16];
    std::snprintf(name, sizeof name, "level%d", level);
    world.add(
        test::body(name, shape, std::pow(10, level), RigidTransform(Vector3(0, 0, 0.5 + level))));
  }
  return world;
}

double weight_on(int level) {
  double mass = 0;
  for (int k = level; k < kLevels; ++k) mass += std::pow(10, k);
  return mass * kGravity * kStep;
}

class MassRatio : public ::testing::TestWithParam<Pair> {};

TEST_P(MassRatio, ImpulsesOfAStackEqualTheWeightsAbove) {
  World world = stack(GetParam(), test::sphere(0.5));
  const StepReport& report = world.step();
  ASSERT_EQ(world.contacts().size(), static_cast<std::size_t>(kLevels));
  double worst = 0;
  for (const ContactInfo& contact : world.contacts()) {
    const int level = static_cast<int>(std::lround(contact.point.z()));
    worst = std::max(worst, std::abs(std::abs(contact.impulse.z()) / weight_on(level) - 1));
  }
  std::printf(
      "%s with %s: impulses off by %.1e, residual %.1e m/s, %.0f iterations, %.0f fallbacks\n",
      GetParam().formulation, GetParam().solver, worst, report.worst_residual,
      static_cast<double>(report.iterations), static_cast<double>(report.fallbacks));
  EXPECT_EQ(report.failed_islands, 0);
  if (!GetParam().exact) return;
  EXPECT_LT(worst, 1e-8);
  EXPECT_EQ(report.fallbacks, 0);
}

TEST_P(MassRatio, StackOnFourContactsPerLevelDoesNotMove) {
  World world = stack(GetParam(), test::box({1, 1, 1}));
  const StepReport& report = world.step();
  ASSERT_EQ(world.contacts().size(), 4u * kLevels);
  double fastest = 0;
  for (int i = 0; i < world.num_models(); ++i) {
    const Model& model = world.model(i);
    if (!model.skeleton()) continue;
    const SpatialVelocity v = model.base_velocity();
    fastest = std::max({fastest, v.linear.norm(), v.angular.norm()});
  }
  std::printf("%s with %s: fastest body %.1e, residual %.1e m/s, %.0f iterations, %.0f fallbacks\n",
              GetParam().formulation, GetParam().solver, fastest, report.worst_residual,
              static_cast<double>(report.iterations), static_cast<double>(report.fallbacks));
  EXPECT_EQ(report.failed_islands, 0);
  if (!GetParam().exact) return;
  EXPECT_LT(fastest, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, MassRatio,
    ::testing::Values(Pair{"cone", "conic", true}, Pair{"polyhedral", "lemke", true},
                      Pair{"frictionless", "lemke", true}, Pair{"box", "dantzig", true},
                      Pair{"frictionless", "dantzig", true},
                      Pair{"frictionless", "interior_point", true},
                      Pair{"frictionless", "minmap_newton", false},
                      Pair{"frictionless", "fischer_newton", false}, Pair{"cone", "pgs", false},
                      Pair{"cone", "admm", false}, Pair{"cone", "apgd", false}),
    [](const auto& made) {
      return std::string(made.param.formulation).append("_").append(made.param.solver);
    });

}  // namespace
}  // namespace cardan
