#pragma once

#include "sim/solve/solve_island.h"
#include "test/unit/constraint/robot_samples.h"

/// Random islands of robots and free bodies with M and J of the multibody core, and a chain of
/// solvers that solves them like a world. A test that uses them lists random_island.cpp among its
/// sources.
namespace cardan::test {

/// Number of islands: CARDAN_RANDOM_ISLANDS, or the default of the test.
int islands_to_make(int by_default);

struct RandomIsland {
  Robots robots;
  ConstraintSet constraints;
  IslandSet islands;
};

SpatialInertia compact_inertia(Random& random);

/// A contact with zero gap and isotropic friction, μ 0–2, without torsion: its rows have no bias.
ContactConstraint touching_contact(Random& random, const Robots& robots);

/// Up to 3 trees with up to 6 touching contacts, some duplicated, and joints exactly at their
/// limits: no row has a bias, S_nn = 1e-4 A_nn.
RandomIsland random_island(Random& random);

/// Further options of hard islands. 1–32 contacts (small islands are the most frequent) on up to
/// 6 trees, μ 0–2 and 0, duplicates, masses 1–10⁴ kg, limits, friction and loops of joints,
/// torsion, rolling and anisotropic friction in some.
struct HardIslands {
  bool rigid = true;    ///< a share of the islands has S = 0
  bool moments = true;  ///< torsion and rolling
  bool closing = true;  ///< restitution of closing contacts, gaps and penetrations
  int max_contacts = 32;
};
RandomIsland random_hard_island(Random& random, const HardIslands& kinds = {});

/// Dense J of contacts and limits in the order of the base problem.
MatrixX dense_J(const RandomIsland& made, const DenseIsland& dense, const BaseProblem& base);

/// One formulation with its chain of solvers, run like in a world.
class IslandBench {
 public:
  /// solver: "" for the formulation's default; tolerance [m/s]. Throws Error if the two are
  /// incompatible.
  explicit IslandBench(const FormulationSpec& formulation, const std::string& solver = "",
                       double tolerance = 1e-8);

  const IslandWork& solve(const RandomIsland& made, const Island& island,
                          const ConstraintRules& rules = {});
  const Pairing& pairing() const { return pairing_; }

 private:
  SolverRegistry registry_;
  Pairing pairing_;
  std::vector<SolverChain> chains_;
  IslandWork work_;
};

}  // namespace cardan::test
