#pragma once

#include <memory>
#include <vector>

#include "sim/solve/island_work.h"
#include "sim/solve/pairing.h"

namespace cardan {

/// Solves the islands of a step with a second chain of solvers, only for comparison. It uses the
/// formulation and the warm start of the step and never moves a body.
class ShadowSolve {
 public:
  /// Makes a shadow that runs `solver`. Throws Error if the solver does not support the
  /// formulation.
  ShadowSolve(const SolverSpec& solver, StabilizationKind stabilization, const Pairing& main,
              const SolverRegistry& registry, int workers);

  /// Creates the work data for a number of islands.
  void make_room(int islands);
  /// Copies the problem of an island before it is solved. Workers call this function.
  void copy(int island, const BaseProblem& base);
  void reserve(int island);
  /// Solves the copied problem of an island. Workers call this function.
  void solve(int island, int worker);
  /// Compares the results with the answers of the step.
  void compare(const std::vector<std::unique_ptr<IslandWork>>& answers, int islands,
               ShadowReport& report) const;

 private:
  Pairing pairing_;
  std::vector<SolverChain> chains_;                 // solver chain of each worker
  std::vector<std::unique_ptr<IslandWork>> works_;  // work data of each island, reused
};

}  // namespace cardan
