#pragma once

#include "cardan/solve/solve_island_internal.h"
#include "unit/constraint/robot_samples.h"

/// Random islands of robots and free bodies, M and J those of the multibody core, and what solves
/// them as a world does. A test that uses them lists random_island.cpp among its sources.
namespace cardan::test {

/// CARDAN_RANDOM_ISLANDS, else what the test makes by default.
int islands_to_make(int by_default);

struct RandomIsland {
  Robots robots;
  ConstraintSet constraints;
  IslandSet islands;
};

SpatialInertia compact_inertia(Random& random);

/// A contact that just touches and has isotropic friction, μ 0–2, and no torsion: a row has no
/// bias.
ContactConstraint touching_contact(Random& random, const Robots& robots);

/// Up to 3 trees with up to 6 touching contacts, some of them twice in one place, and limits that
/// are just reached: no row has a bias, S_nn = 1e-4 A_nn.
RandomIsland random_island(Random& random);

/// Options of a hard island beside those. 1–32 contacts (small ones are the most frequent) on up
/// to 6 trees, μ 0–2 and 0, duplicates, masses 1–10⁴ kg, limits, friction and loops of joints,
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

/// One formulation with its chain of solvers, as a world runs it.
class IslandBench {
 public:
  /// solver: "" for the formulation's default; tolerance [m/s]. Throws Error where the two do not
  /// fit.
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
