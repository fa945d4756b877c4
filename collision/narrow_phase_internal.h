#pragma once

#include <memory>
#include <vector>

#include "cardan/collision/contact.h"
#include "cardan/collision/convex_ladder_internal.h"
#include "cardan/collision/prepared_shapes_internal.h"

/// Two posed shapes in, contact patches out.
namespace cardan {

/// Failures of the narrow phase since the last reset.
struct NarrowPhaseCounts {
  int fcl_failures = 0;  ///< exceptions and refused answers of FCL
  LadderCounts ladder;
};

/// Dispatch over pairs of kinds, with the scratch memory that all of them share. Not thread-safe:
/// one per thread.
class NarrowPhase {
 public:
  /// `shapes` outlives it and holds every mesh that will be met, and every shape for which FCL is
  /// to be asked.
  explicit NarrowPhase(const PreparedShapes& shapes);
  ~NarrowPhase();

  /// Appends the patches of a pair with gap ≤ margin [m]; normals point from a into b.
  void collide(const PosedShape& a, const PosedShape& b, double margin, std::vector<Patch>& patches,
               const PairHint& hint = {});

  NarrowPhaseCounts counts;
  Rung first_rung = Rung::kOwn;  ///< tests begin higher, for convex pairs

 private:
  void collide_ordered(const PosedShape& a, const PosedShape& b, double margin,
                       const PairHint& hint, std::vector<Patch>& patches);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
