#pragma once

#include "collision/narrow/narrow_phase_scratch.h"
#include "geometry/shape_bounds.h"

/// Contacts of half-spaces and hollow spheres with bounded shapes.
namespace cardan {

/// Computes the patch of shape a against the half-space b: the extreme points of a with their exact
/// distances to the plane.
void half_space_patch(const PosedShape& a, const PosedShape& b, double margin,
                      NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Returns the single point of half_space_patch for a sphere, however large its gap is.
PatchPoint sphere_over_half_space(const PosedShape& sphere, const PosedShape& half_space);

/// Computes the patches of shape a against the solid outside the hollow sphere b. Each extreme
/// point has its own patch because it has its own normal. At most four patches, the deepest ones,
/// are returned.
void hollow_sphere_patches(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Distances of many boxes from one unbounded solid.
class UnboundedReach {
 public:
  /// reach: a box counts as touching if its distance is smaller than this value [m].
  UnboundedReach(const PosedShape& solid, double reach)
      : half_space_(solid.shape.kind == GeometryKind::kPlane), p_(solid.X_WS.p) {
    const Vector3 up = solid.X_WS.R.col(2);
    up_ = up;
    level_ = half_space_ ? up.dot(p_) + reach : solid.shape.size.x() - reach;
  }

  /// Lower bound of the distance that the contents of a box can move before they touch [m].
  double gap(const AxisBox& box) const {
    if (half_space_) {
      const auto lowest = [&](int i) { return up_[i] * (up_[i] > 0 ? box.lower : box.upper)[i]; };
      return lowest(0) + lowest(1) + lowest(2) - level_;
    }
    const Vector3 half = 0.5 * (box.upper - box.lower);
    const Vector3 centre = 0.5 * (box.upper + box.lower) - p_;
    return level_ - (centre.cwiseAbs() + half).norm();
  }

  /// Distance that a sphere can move before it touches [m].
  double gap(const Vector3& centre, double radius) const {
    if (half_space_) return up_.dot(centre) - radius - level_;
    return level_ - ((centre - p_).norm() + radius);
  }

 private:
  bool half_space_;
  Vector3 p_, up_;
  double level_;  ///< level of a half-space along its normal, or the radius within which nothing
                  ///< touches [m]
};

}  // namespace cardan
