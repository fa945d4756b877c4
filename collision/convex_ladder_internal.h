#pragma once

#include "cardan/collision/fcl_narrow_phase_internal.h"
#include "cardan/collision/narrow_phase_scratch_internal.h"

/// Attempts, in this order, for a convex pair whose own algorithm did not converge.
namespace cardan {

enum class Rung : unsigned char {
  kOwn,         ///< closed forms, separating axes, GJK and EPA
  kFcl,         ///< FCL's own solver
  kPerturbed,   ///< GJK and EPA with one shape shifted by 1e-7 of the size
  kLastNormal,  ///< the normal of the step before
  kUnresolved,  ///< none of them
};

/// Memory of a pair from the step before.
struct PairHint {
  Vector3 last_normal = Vector3::Zero();  ///< from a into b; zero: none
};

/// One pair on the ladder.
struct LadderQuery {
  const PosedShape &a, &b;
  double margin = 0;
  PairHint hint;
  Rung first = Rung::kFcl;  ///< tests begin higher
};

/// Climbs from `query.first` until a rung gives a normal that support functions confirm; each is
/// refined and the patch is taken along it at the pose as it is. fcl_failures: exceptions and
/// refused answers, added up. Appends at most one patch.
Rung climb_ladder(const LadderQuery& query, const FclNarrowPhase& fcl, int& fcl_failures,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

}  // namespace cardan
