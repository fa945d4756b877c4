#pragma once

#include "collision/narrow/fcl_narrow_phase.h"
#include "collision/narrow/narrow_phase_scratch.h"

/// Sequence of fallbacks for a convex pair for which the built-in algorithm did not converge.
namespace cardan {

enum class Rung : unsigned char {
  kOwn,         ///< built-in algorithms: closed forms, separating axes, GJK and EPA
  kFcl,         ///< FCL's own solver
  kPerturbed,   ///< GJK and EPA with one shape shifted by 1e-7 of the size
  kLastNormal,  ///< normal of the previous step
  kUnresolved,  ///< no rung succeeded
};

/// Data of a pair from the previous step.
struct PairHint {
  Vector3 last_normal = Vector3::Zero();  ///< unit vector from a into b; zero if there is none
};

/// One query of the ladder.
struct LadderQuery {
  const PosedShape &a, &b;
  double margin = 0;
  PairHint hint;
  Rung first = Rung::kFcl;  ///< first rung to try; tests set a later one
};

/// Tries the rungs, starting with `query.first`, until a rung gives a normal that support functions
/// confirm. The normal is then refined, and the patch is computed along it at the original pose.
/// Adds exceptions and rejected answers of FCL to fcl_failures. Appends at most one patch.
Rung climb_ladder(const LadderQuery& query, const FclNarrowPhase& fcl, int& fcl_failures,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

}  // namespace cardan
