#pragma once

#include <memory>
#include <vector>

#include "cardan/contact.h"
#include "collision/narrow/convex_ladder.h"
#include "collision/narrow/prepared_shapes.h"

/// Computes contact patches from two posed shapes.
namespace cardan {

/// Failures of the narrow phase since the last reset.
struct NarrowPhaseCounts {
  int fcl_failures = 0;  ///< exceptions and rejected results of FCL
  LadderCounts ladder;
};

/// Selects the algorithm for each pair of shape kinds and holds the shared scratch memory. The
/// class is not thread-safe; each thread needs its own object.
class NarrowPhase {
 public:
  /// `shapes` must outlive this object and contain every mesh, and every shape for which FCL may be
  /// called.
  explicit NarrowPhase(const PreparedShapes& shapes);
  ~NarrowPhase();

  /// Appends the patches of a pair whose gap is at most `margin` [m]. Normals point from a to b.
  void collide(const PosedShape& a, const PosedShape& b, double margin, std::vector<Patch>& patches,
               const PairHint& hint = {});

  NarrowPhaseCounts counts;
  Rung first_rung = Rung::kOwn;  ///< first rung for convex pairs; tests set a later one

 private:
  void collide_ordered(const PosedShape& a, const PosedShape& b, double margin,
                       const PairHint& hint, std::vector<Patch>& patches);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
