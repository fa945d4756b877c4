#pragma once

#include "cardan/collision/narrow_phase_scratch_internal.h"
#include "cardan/collision/shape_bounds_internal.h"

/// Half-spaces and hollow spheres against bounded shapes.
namespace cardan {

/// Shape a against the half-space b: the extreme points of a with their exact distance to the
/// plane.
void half_space_patch(const PosedShape& a, const PosedShape& b, double margin,
                      NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// The one point of half_space_patch for a sphere; its gap is given whatever it is.
PatchPoint sphere_over_half_space(const PosedShape& sphere, const PosedShape& half_space);

/// Shape a against the solid outside of the hollow sphere b: one single-point patch for each
/// extreme point, as every point has its own normal; at most four, the deepest.
void hollow_sphere_patches(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// One unbounded solid against many boxes.
class UnboundedReach {
 public:
  /// reach: a box nearer than this touches [m].
  UnboundedReach(const PosedShape& solid, double reach)
      : half_space_(solid.shape.kind == ShapeKind::kHalfSpace), p_(solid.X_WS.p) {
    const Vector3 up = solid.X_WS.R.col(2);
    up_ = up;
    level_ = half_space_ ? up.dot(p_) + reach : solid.shape.size.x() - reach;
  }

  /// How far what is in a box is from where it touches, at least [m].
  double gap(const AxisBox& box) const {
    if (half_space_) {
      const auto lowest = [&](int i) { return up_[i] * (up_[i] > 0 ? box.lower : box.upper)[i]; };
      return lowest(0) + lowest(1) + lowest(2) - level_;
    }
    const Vector3 half = 0.5 * (box.upper - box.lower);
    const Vector3 centre = 0.5 * (box.upper + box.lower) - p_;
    return level_ - (centre.cwiseAbs() + half).norm();
  }

  /// Gap of a sphere.
  double gap(const Vector3& centre, double radius) const {
    if (half_space_) return up_.dot(centre) - radius - level_;
    return level_ - ((centre - p_).norm() + radius);
  }

 private:
  bool half_space_;
  Vector3 p_, up_;
  double level_;  ///< of a half-space along its normal; radius within which nothing touches [m]
};

}  // namespace cardan
