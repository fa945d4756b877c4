#pragma once

#include "cardan/collision/narrow_phase_scratch_internal.h"
#include "cardan/collision/surface_internal.h"

/// Surfaces of triangles against convex shapes and against each other, with internal edges kept
/// smooth. Triangles are one-sided.
namespace cardan {

/// Patches of the convex shape a against the triangles of a surface near it, in scratch.near_b: one
/// for each distinct normal, the deepest of them. True: every triangle deferred to others, and the
/// one patch is that of the triangle which had most to say.
bool surface_patches(const PosedShape& a, const RigidTransform& X_WB, double margin,
                     NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Patches of two surfaces, whose triangles, vertices and edges near each other are in
/// scratch.near_a and near_b: vertices against triangles and edges against edges.
void surface_pair_patches(const RigidTransform& X_WA, const RigidTransform& X_WB, double margin,
                          NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

}  // namespace cardan
