#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "test/support/worlds.h"

// Piles at rest gain no energy from solvers that a budget ends.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::world_spec;

double energy(const World& world) { return world.kinetic_energy() + world.potential_energy(); }

/// 100 layers of two planks, each across the one below.
void build_tower(World& world) {
  world.add_ground();
  const Vector3 size(0.2, 0.04, 0.02);
  for (int layer = 0; layer < 100; ++layer) {
    for (int side = 0; side < 2; ++side) {
      const double off = side == 0 ? -0.06 : 0.06;
      RigidTransform pose = layer % 2 == 0 ? at(0, off, 0) : at(off, 0, 0);
      pose.p.z() = 0.02 * (layer + 0.5);
      if (layer % 2 == 1) {
        const double quarter = std::numbers::pi / 2;
        pose.R = Eigen::AngleAxisd(quarter, Vector3::UnitZ()).toRotationMatrix();
      }
      world.add(body("p" + std::to_string(2 * layer + side), box(size), 0.1, pose));
    }
  }
}

/// 40 columns of five boxes. Without a gap the columns touch each other.
void build_columns(World& world, double gap) {
  world.add_ground();
  for (int i = 0; i < 200; ++i) {
    const int column = i / 5, level = i % 5;
    world.add(body("b" + std::to_string(i), box({0.1, 0.1, 0.1}), 1,
                   at((0.1 + gap) * (column % 8), (0.1 + gap) * (column / 8), 0.1 * level + 0.05)));
  }
}

SolverOption number(const char* name, double value) { return {name, value, {}}; }

struct Budget {
  std::string name, solver;
  std::vector<SolverOption> options;
  int max_iterations = 0;
};

void PrintTo(const Budget& budget, std::ostream* out) { *out << budget.name; }

class EnergyOfABudget : public testing::TestWithParam<Budget> {
 protected:
  template <class Build>
  static void expect_gain_below(double share, Build build) {
    const Budget& budget = GetParam();
    WorldSpec spec = world_spec(4e-3, {}, "", budget.solver);
    spec.contact.solver.options = budget.options;
    if (budget.max_iterations > 0) spec.contact.solver.max_iterations = budget.max_iterations;
    World world(spec);
    build(world);
    const double start = energy(world);
    double most = start, gained_at = 0;
    for (int step = 0; step < 250; ++step) {
      world.step();
      if (energy(world) > most) gained_at = world.time();
      most = std::max(most, energy(world));
    }
    EXPECT_LE(most - start, share * start) << "of " << start << " J, at " << gained_at << " s";
    RecordProperty("gain", std::to_string((most - start) / start));
  }
};

TEST_P(EnergyOfABudget, TowerOfPlanksGainsNoEnergy) { expect_gain_below(1e-6, build_tower); }

TEST_P(EnergyOfABudget, ColumnsOfBoxesGainNoEnergy) {
  expect_gain_below(1e-6, [](World& world) { build_columns(world, 0.05); });
}

// Flush sides penetrate each other by the residual that remains after a budget.
TEST_P(EnergyOfABudget, BoxesSideBySideGainNoEnergy) {
  expect_gain_below(1e-6, [](World& world) { build_columns(world, 0); });
}

INSTANTIATE_TEST_SUITE_P(
    Of, EnergyOfABudget,
    testing::Values(
        Budget{"heap4", "conic", {number("pile_rows", 30), number("pile_sweeps", 4)}, 0},
        Budget{"heap16", "conic", {number("pile_rows", 30), number("pile_sweeps", 16)}, 0},
        Budget{"heap50", "conic", {number("pile_rows", 30), number("pile_sweeps", 50)}, 0},
        Budget{"pgs10", "pgs", {}, 10}, Budget{"pgs50", "pgs", {}, 50},
        Budget{"apgd20", "apgd", {}, 20}, Budget{"conic3", "conic", {}, 3}),
    [](const auto& budget) { return budget.param.name; });

}  // namespace
}  // namespace cardan
