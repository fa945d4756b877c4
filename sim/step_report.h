#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cardan/collision/contact.h"
#include "cardan/solve/island_report.h"

namespace cardan {

/// Stages of a step, for profiles.
enum class Stage {
  kDynamics,
  kDetect,
  kConstrain,
  kIslands,
  kSolve,
  kIntegrate,
  kProject,
  kRemember,
  kCount
};

/// Counts over the answers of islands. Those of the stages of a Runge-Kutta step and of collisions
/// before forces add up.
struct IslandCounts {
  double worst_residual = 0;     ///< [m/s]
  int called_islands = 0;        ///< for which a solver was called
  int failed_islands = 0;        ///< the last resort was used
  int approximate_islands = 0;   ///< answered above the tolerance, with the residual reported
  int work_limited_islands = 0;  ///< approximate ones that a limit on the work ended
  int budget_islands = 0;        ///< approximate ones whose solver ended at a limit of its own
  /// Approximate ones whose impulses were scaled back: all of them would have added energy.
  int energy_limited_islands = 0;
  int fallbacks = 0;
  int iterations = 0;
  int guarded_restitution = 0;  ///< islands in which e was scaled down: IslandReport
  int unfinished_impacts = 0;   ///< islands with more impacts after one another than are followed

  void add(const IslandCounts& other) {
    worst_residual = worst_residual > other.worst_residual ? worst_residual : other.worst_residual;
    called_islands += other.called_islands;
    failed_islands += other.failed_islands;
    approximate_islands += other.approximate_islands;
    work_limited_islands += other.work_limited_islands;
    budget_islands += other.budget_islands;
    energy_limited_islands += other.energy_limited_islands;
    fallbacks += other.fallbacks;
    iterations += other.iterations;
    guarded_restitution += other.guarded_restitution;
    unfinished_impacts += other.unfinished_impacts;
  }
};

/// Report on one step. Never silent: every fallback and failure is here. Storage is reused.
struct StepReport : IslandCounts {
  std::int64_t step = 0;       ///< number of the step, from 1
  double time = 0;             ///< after it [s]
  int contacts = 0;            ///< those of sleepers included
  int sleeping_trees = 0;      ///< robots and bodies that this step left alone
  int unsettled_islands = 0;   ///< answered, with bounds of a pass that the next would change
  double max_penetration = 0;  ///< [m]
  /// Indices of the models whose contact is deeper than 1 mm, though no material lets it; −1: none.
  int deepest_a = -1, deepest_b = -1;
  int contacts_left_out = 0;  ///< beyond 48 a moving model and 8192 more
  int dropped_rows = 0;       ///< contacts and joint rows that rounding makes immovable
  int capped_friction =
      0;               ///< contacts whose friction coefficient was capped (docs/theory/cone.md)
  int collisions = 0;  ///< islands whose collisions were resolved before forces (`acceleration`)
  double push_out_residual = 0;  ///< worst of the position problems of `projection` [m/s]
  int pushed_islands = 0;     ///< whose overlaps positions removed (docs/theory/stabilization.md)
  int push_out_failures = 0;  ///< of them that no solver answered: nothing was moved
  double loop_error =
      0;  ///< largest |φ| of the loops after the step, excess of ropes; not of soft ones [m, rad]
  int worst_loop = -1;            ///< its index, −1 without loops
  int redundant_rows = 0;         ///< of loops: they follow from others and were left out
  int collision_failures = 0;     ///< exceptions and refused answers of FCL, caught
  LadderCounts collision_ladder;  ///< pairs of shapes that needed more than our own algorithms
  int stuck_models = 0;           ///< whose motion was not finite: kept where they were, and named
  int stuck_message = -1;         ///< index in `messages` of the first of them, −1: none
  int rejected_inputs = 0;  ///< non-finite efforts or wrenches that were ignored; see messages
  ShadowReport shadow;
  std::vector<IslandReport> islands;
  std::vector<std::string> messages;  ///< only when something went wrong
  std::array<std::int64_t, static_cast<int>(Stage::kCount)> nanoseconds{};  ///< when profiling
};

}  // namespace cardan
