#pragma once

#include <map>
#include <memory>
#include <vector>

#include "cardan/collision/convex_separation_internal.h"
#include "cardan/collision/shape_bounds_internal.h"

/// What is left to FCL in the narrow phase: a second opinion on convex pairs for which our own GJK
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

  /// Signed distance of two convex shapes (their surfaces, not their cores) by the ladder: libccd,
  /// FCL's own solver, then both with a perturbed pose. An answer counts when support functions
  /// confirm it. invalid: none did. failures: exceptions and refused answers, added up.
  Separation signed_distance(const PosedShape& a, const PosedShape& b, int& failures);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
