#pragma once

#include "collision/narrow/narrow_phase_scratch.h"

/// Closed-form contacts of spheres and capsules. Radius 0 (a point or a segment) is valid.
namespace cardan {

void sphere_sphere_patch(const PosedShape& a, const PosedShape& b, double margin,
                         std::vector<Patch>& patches);

/// Computes the patch of a sphere a and a box, cylinder, capsule, cone or hull b. Returns false if
/// b has another kind or if GJK did not converge.
bool sphere_shape_patch(const PosedShape& a, const PosedShape& b, double margin,
                        NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Computes the patch of two capsules: one point, or two points if they are parallel.
void capsule_capsule_patch(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Computes the nearest points p + s u and q + t v of two segments, with |s|, |t| ≤ 1 and r = p − q
/// [Ericson 2005, 5.1.9]. u and v may be zero.
void nearest_on_segments(const Vector3& r, const Vector3& u, const Vector3& v, double& s,
                         double& t);

}  // namespace cardan
