#pragma once

#include "cardan/collision/narrow/narrow_phase_scratch_internal.h"
#include "cardan/collision/surface/surface_internal.h"

/// Surfaces of triangles against convex shapes and against each other, without spurious contacts at
/// internal edges. Triangles are one-sided.
namespace cardan {

/// Patches of the convex shape a against the nearby triangles of a surface, in scratch.near_b: one
/// patch for each distinct normal, the deepest ones. Returns true if every triangle deferred to its
/// neighbours; the single patch is then that of the best triangle.
bool surface_patches(const PosedShape& a, const RigidTransform& X_WB, double margin,
                     NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Patches of two surfaces, whose triangles, vertices and edges near each other are in
/// scratch.near_a and near_b: vertices against triangles and edges against edges.
void surface_pair_patches(const RigidTransform& X_WA, const RigidTransform& X_WB, double margin,
                          NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

}  // namespace cardan
