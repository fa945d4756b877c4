#pragma once

#include "cardan/collision/narrow/narrow_phase_scratch_internal.h"

/// Pairs with spheres and capsules in closed form. Radius 0 (a point or a segment) is valid.
namespace cardan {

void sphere_sphere_patch(const PosedShape& a, const PosedShape& b, double margin,
                         std::vector<Patch>& patches);

/// Sphere a against box, cylinder, capsule, cone or hull b. Returns false if b is none of these or
/// if GJK did not converge.
bool sphere_shape_patch(const PosedShape& a, const PosedShape& b, double margin,
                        NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Two capsules: one point, or two if they are parallel.
void capsule_capsule_patch(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Nearest points p + s u and q + t v of two segments, |s|, |t| ≤ 1, r = p − q [Ericson 2005,
/// 5.1.9]. u and v may be zero.
void nearest_on_segments(const Vector3& r, const Vector3& u, const Vector3& v, double& s,
                         double& t);

}  // namespace cardan
