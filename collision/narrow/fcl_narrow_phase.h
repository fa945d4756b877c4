#pragma once

#include <map>
#include <memory>
#include <vector>

#include "collision/narrow/convex_separation.h"
#include "geometry/shape_bounds.h"

/// FCL's part in the narrow phase: a fallback for convex pairs for which the built-in GJK and EPA
/// did not converge. It is never called for half-spaces and hollow spheres; FCL's distance()
/// crashes on half-spaces. This header does not include FCL.
namespace cardan {

/// FCL's geometries of the shapes, built once and then read by any number of threads.
class FclGeometries {
 public:
  FclGeometries();
  ~FclGeometries();

  /// The address of the shape must stay valid until clear().
  void add(const Shape& shape);
  void clear();

 private:
  friend class FclNarrowPhase;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// FCL's narrow phase. Each thread needs its own object, because FCL's results are kept between
/// calls.
class FclNarrowPhase {
 public:
  explicit FclNarrowPhase(const FclGeometries& geometries);
  ~FclNarrowPhase();

  /// Computes the signed distance of two convex shapes (of their surfaces, not their cores) with
  /// FCL's own solver. The result is invalid if FCL throws or if support functions do not confirm
  /// it.
  Separation signed_distance(const PosedShape& a, const PosedShape& b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
