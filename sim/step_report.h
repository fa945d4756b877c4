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

/// Counts over the solved islands. The counts of all stages of a Runge–Kutta step are added up, as
/// are the counts of collisions that are resolved before the forces are computed.
struct IslandCounts {
  double worst_residual = 0;    ///< largest residual [m/s]
  int called_islands = 0;       ///< number of islands for which a solver was called
  int failed_islands = 0;       ///< number of islands answered by the last resort
  int approximate_islands = 0;  ///< number of islands whose reported residual exceeds the tolerance
  int work_limited_islands = 0;  ///< number of approximate islands stopped by a work limit
  int budget_islands =
      0;  ///< number of approximate islands whose solver stopped at its limit or accuracy
  /// Number of approximate islands whose impulses were scaled down because the full impulses would
  /// have added energy.
  int energy_limited_islands = 0;
  int fallbacks = 0;
  int iterations = 0;
  int factorizations = 0;
  int guarded_restitution =
      0;  ///< number of islands in which e was scaled down (IslandReport::restitution_scale)
  int unfinished_impacts =
      0;  ///< number of islands that need more successive impacts than the step resolves

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
    factorizations += other.factorizations;
    guarded_restitution += other.guarded_restitution;
    unfinished_impacts += other.unfinished_impacts;
  }
};

/// Report on one step. The report contains every fallback and every failure. The storage is reused.
struct StepReport : IslandCounts {
  std::int64_t step = 0;   ///< number of the step, counted from 1
  double time = 0;         ///< time after the step [s]
  int contacts = 0;        ///< number of contacts, including those of sleeping models
  int sleeping_trees = 0;  ///< number of models that are asleep after this step
  /// Number of islands whose last pass used bounds that the next pass would change.
  int unsettled_islands = 0;
  double max_penetration = 0;  ///< largest penetration [m]
  /// Indices of the two models of the deepest contact with the default compliance, if this contact
  /// is deeper than 1 mm; otherwise −1.
  int deepest_a = -1, deepest_b = -1;
  int contacts_left_out =
      0;  ///< number of contacts dropped because there are more than 48 per moving model plus 8192;
          ///< a lower bound if there are more than 192 pairs of bodies per body plus 32768
  int dropped_rows = 0;  ///< number of contacts and joint rows that are immovable within rounding
  int capped_friction =
      0;  ///< number of contacts with a capped friction coefficient (docs/theory/cone.md)
  int collisions = 0;  ///< number of islands whose collisions were resolved before the forces were
                       ///< computed (`acceleration`)
  double push_out_residual = 0;  ///< worst residual of the position problems of `projection` [m/s]
  /// Number of islands whose overlaps were removed at position level
  /// (docs/theory/stabilization.md).
  int pushed_islands = 0;
  /// Number of pushed islands for which no solver gave an answer and nothing was moved.
  int push_out_failures = 0;
  /// Work of the push-outs of this step against gravity and the other forces of the step, which the
  /// total energy may gain [J]. Negative if the push-outs moved bodies downwards.
  double push_out_work = 0;
  /// Number of push-outs that were shortened: those of islands in which a body would have moved
  /// faster than the `max_speed` of the stabilisation, and those of flying trees that could not
  /// have kept their momentum without a gain of energy (docs/theory/stabilization.md).
  int shortened_push_outs = 0;
  /// Number of overlaps and violated limits that no motion of the bodies reduces; `messages` names
  /// the deepest one.
  int unlifted_overlaps = 0;
  /// Largest distance of a joint beyond a rigid position limit before the step [m, rad]; `messages`
  /// names the joint if the distance is more than 0.01.
  double limit_error = 0;
  /// Largest |φ| of a rigid loop, or excess length of a rope, after the step [m, rad].
  double loop_error = 0;
  int worst_loop = -1;            ///< index of the loop with the largest error; −1 without loops
  int redundant_rows = 0;         ///< number of redundant loop rows that were dropped
  int collision_failures = 0;     ///< number of caught exceptions and rejected results of FCL
  LadderCounts collision_ladder;  ///< numbers of pairs of shapes that the built-in algorithms could
                                  ///< not solve
  /// Number of models whose motion was not finite. They keep their state and are named in
  /// `messages`.
  int stuck_models = 0;
  int stuck_message =
      -1;  ///< index in `messages` of the message about the first such model; −1 if there is none
  int rejected_inputs =
      0;  ///< number of non-finite efforts or wrenches that were ignored; see `messages`
  /// Number of joints whose user effort exceeds their effort limit or the bound of their motor.
  int clamped_efforts = 0;
  /// Largest number of substeps in which the free flight of one fast-turning model was computed; 0
  /// if no model was in free flight (docs/theory/rotation.md).
  int flight_parts = 0;
  /// Number of islands that were solved a second time, with velocity products evaluated at the
  /// middle of the step.
  int corrected_islands = 0;
  ShadowReport shadow;
  std::vector<IslandReport> islands;
  std::vector<std::string> messages;  ///< messages; empty unless something went wrong
  /// Wall-clock time of each stage [ns], if profiling is on.
  std::array<std::int64_t, static_cast<int>(Stage::kCount)> nanoseconds{};
};

}  // namespace cardan
