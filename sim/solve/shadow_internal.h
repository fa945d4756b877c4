#pragma once

#include <memory>
#include <vector>

#include "cardan/solve/island_work_internal.h"
#include "cardan/solve/pairing_internal.h"

namespace cardan {

/// A second chain of solvers on the islands of a step, for comparison: nothing of it moves a body.
/// Same formulation, same warm start.
class ShadowSolve {
 public:
  /// solver: the shadow's. Throws Error if it does not take the formulation.
  ShadowSolve(const SolverSpec& solver, StabilizationKind stabilization, const Pairing& main,
              const SolverRegistry& registry, int workers);

  /// Works for that many islands.
  void make_room(int islands);
  /// An island's problem before it is solved. [worker]
  void copy(int island, const BaseProblem& base);
  void reserve(int island);
  /// [worker]
  void solve(int island, int worker);
  /// Compares the result with the answers of the step.
  void compare(const std::vector<std::unique_ptr<IslandWork>>& answers, int islands,
               ShadowReport& report) const;

 private:
  Pairing pairing_;
  std::vector<SolverChain> chains_;                 // one per worker
  std::vector<std::unique_ptr<IslandWork>> works_;  // one per island, reused
};

}  // namespace cardan
