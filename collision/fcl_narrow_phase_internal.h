#pragma once

#include <map>
#include <memory>
#include <vector>

#include "cardan/collision/convex_separation_internal.h"
#include "cardan/collision/shape_bounds_internal.h"

/// FCL's part in the narrow phase: a second opinion on convex pairs for which our own GJK
/// and EPA did not converge. Half-spaces and hollow spheres never come here: FCL's distance()
/// crashes on the former. No header of FCL shows.
namespace cardan {

/// FCL's geometry of shapes: made once, then read by any number of threads.
class FclGeometries {
 public:
  FclGeometries();
  ~FclGeometries();

  /// The shape must stay where it is until clear().
  void add(const Shape& shape);
  void clear();

 private:
  friend class FclNarrowPhase;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One per thread, as FCL's results are kept between calls.
class FclNarrowPhase {
 public:
  explicit FclNarrowPhase(const FclGeometries& geometries);
  ~FclNarrowPhase();

  /// Signed distance of two convex shapes (their surfaces, not their cores) by FCL's own solver.
  /// Invalid when FCL throws or support functions do not confirm its answer.
  Separation signed_distance(const PosedShape& a, const PosedShape& b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
