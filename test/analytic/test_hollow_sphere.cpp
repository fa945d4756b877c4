#include <gtest/gtest.h>

#include <cstdio>

#include "cardan/scene.h"
#include "test/support/worlds.h"

// Fifteen spheres in a hollow one, with friction and rotation.
namespace cardan {
namespace {

struct Pair {
  const char *formulation, *solver;
  double tolerance;
  double duration;  ///< [s]
  /// Penetration [m], about (v h)²/R: a step is straight and the wall is round. Without
  /// friction the spheres are faster.
  double deepest = 1e-3 * 0.7;
};

class HollowSphere : public testing::TestWithParam<Pair> {};
class RollingSphere : public HollowSphere {};

TEST_P(HollowSphere, NoBodyEscapesAndNoEnergyIsGained) {
  Scene scene = load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/hollow_sphere.yaml");
  scene.world.contact.formulation = FormulationSpec{};
  scene.world.contact.formulation->id = GetParam().formulation;
  scene.world.contact.solver = SolverSpec{};
  scene.world.contact.solver.id = GetParam().solver;
  scene.world.contact.solver.tolerance = GetParam().tolerance;
  // The compression of an impact returns a part of the energy, compliance² of the loss.
  scene.world.materials.named.at("default").compliance = 1e-4;
  World world = make_world(scene);
  const double start = world.kinetic_energy() + world.potential_energy();
  double energy = start, rise = 0, deepest = 0;
  while (world.time() < GetParam().duration - 1e-9) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.failed_islands, 0) << world.time();
    const double now = world.kinetic_energy() + world.potential_energy();
    rise = std::max(rise, now - energy);
    energy = now;
    deepest = std::max(deepest, report.max_penetration);
  }
  std::printf("%s: deepest %.2e m, energy %.4f J to %.4f J, most in a step %.2e J\n",
              GetParam().solver, deepest, start, energy, rise);
  EXPECT_LE(deepest, GetParam().deepest);
  EXPECT_LE(rise, 1e-6 * std::abs(start));
  EXPECT_LT(energy, start);
}

// A sphere that slides until it rolls keeps 5/7 of its speed.
TEST_P(RollingSphere, SlidingSphereEndsRolling) {
  World world(test::world_spec(2e-3, {0.3, 0, 1e-4}, GetParam().formulation, GetParam().solver,
                               std::min(GetParam().tolerance, 1e-8)));
  world.add_ground();
  Model& ball = world.add(test::body("ball", test::sphere(0.7), 0.343,
                                     RigidTransform(Vector3(0, 0, 0.7)), {{0, 0, 0}, {2, 0, 0}}));
  while (world.time() < 1) world.step();
  EXPECT_NEAR(ball.v()[3], 2 * 5.0 / 7, 1e-6);
}

const Pair kCone{"cone", "conic", 1e-8, 10}, kSweeps{"cone", "pgs", 1e-6, 10},
    kPivots{"polyhedral", "lemke", 1e-8, 1.5}, kNewton{"polyhedral", "minmap_newton", 1e-8, 0.8},
    kSmooth{"frictionless", "minmap_newton", 1e-8, 1.5, 1e-3};

std::string name_of(const testing::TestParamInfo<Pair>& tested) {
  return std::string(tested.param.formulation) + "_" + tested.param.solver;
}

INSTANTIATE_TEST_SUITE_P(All, HollowSphere,
                         testing::Values(kCone, kSweeps, kPivots, kNewton, kSmooth), name_of);
INSTANTIATE_TEST_SUITE_P(All, RollingSphere, testing::Values(kCone, kSweeps, kPivots, kNewton),
                         name_of);

}  // namespace
}  // namespace cardan
