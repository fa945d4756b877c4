#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cardan/collision/contact.h"

namespace cardan {

/// What one island's solve did.
struct IslandReport {
  int rows = 0, contacts = 0;
  int lowest_tree = -1;
  int status = 0;     ///< CARDAN_SOLVED … as the judge and the chain decided
  int diagnosis = 0;  ///< CARDAN_JAMMED, or CARDAN_INFEASIBLE with a certificate that held, if a
                      ///< solver of the chain ended so; 0 otherwise
  int solver = 0;     ///< index into the chain that answered; −1 the last resort
  double added_compliance = 0;  ///< of the last resort, as a fraction of A_ii; 0: a solver answered
  int fallbacks = 0;            ///< solvers tried before it
  int iterations = 0;
  bool settled = true;       ///< false: the formulation's outer loop ended before it settled
  double residual = 0;       ///< the judge's, own formulation [m/s]
  double cone_residual = 0;  ///< of the exact cone: model error [m/s]
  double restitution_scale =
      1;  ///< share of e that was taken; below 1 where all of it would have gained kinetic energy
  bool relented = false;   ///< friction that slides had no answer: an impulse stopped the slip
  std::string fault;       ///< what a plugin, or the host, said of a call that went wrong; else ""
  int faulty_solver = -1;  ///< index into the chain of that plugin
};

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

/// What happened in one step. Never silent: every fallback and failure is here. Storage is reused.
struct StepReport {
  std::int64_t step = 0;  ///< number of the step, from 1
  double time = 0;        ///< after it [s]
  int contacts = 0;
  double worst_residual = 0;    ///< [m/s]
  int failed_islands = 0;       ///< the last resort was used
  int approximate_islands = 0;  ///< ended by budget with the residual reported
  int unsettled_islands = 0;    ///< answered, with bounds of a pass that the next would change
  int fallbacks = 0;
  int iterations = 0;
  double max_penetration = 0;  ///< [m]
  int dropped_rows = 0;        ///< contacts and joint rows that rounding makes immovable
  int capped_friction =
      0;               ///< contacts whose friction coefficient was capped (docs/theory/cone.md)
  int collisions = 0;  ///< islands whose collisions were resolved before forces (`acceleration`)
  int guarded_restitution = 0;   ///< islands in which e was scaled down: IslandReport
  double push_out_residual = 0;  ///< worst of the position problems of `projection` [m/s]
  int push_out_failures = 0;     ///< of them that no solver answered: nothing was moved
  double loop_error =
      0;  ///< largest |φ| of the loops after the step, excess of ropes; not of soft ones [m, rad]
  int worst_loop = -1;            ///< its index, −1 without loops
  int redundant_rows = 0;         ///< of loops: they follow from others and were left out
  int collision_failures = 0;     ///< exceptions and refused answers of FCL, caught
  LadderCounts collision_ladder;  ///< pairs of shapes that needed more than our own algorithms
  int rejected_inputs = 0;  ///< non-finite efforts or wrenches that were ignored; see messages
  std::vector<IslandReport> islands;
  std::vector<std::string> messages;  ///< only when something went wrong
  std::array<std::int64_t, static_cast<int>(Stage::kCount)> nanoseconds{};  ///< when profiling
};

}  // namespace cardan
