#pragma once

#include "cardan/collision/narrow_phase_scratch_internal.h"
#include "cardan/collision/shape_bounds_internal.h"

/// Half-spaces and hollow spheres against bounded shapes.
namespace cardan {

/// Shape a against the half-space b: the extreme points of a with their exact distance to the
/// plane.
void half_space_patch(const PosedShape& a, const PosedShape& b, double margin,
                      NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Shape a against the solid outside of the hollow sphere b: one single-point patch for each
/// extreme point, as every point has its own normal; at most four, the deepest.
void hollow_sphere_patches(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Whether a box may come nearer than 0 to an unbounded solid (conservative).
bool box_touches_unbounded(const AxisBox& box, const PosedShape& unbounded);

}  // namespace cardan
