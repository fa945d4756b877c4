#pragma once

#include "collision/narrow/narrow_phase_scratch.h"
#include "collision/surface/surface_dispatch.h"

/// Contacts of triangulated surfaces with convex shapes and with each other, without spurious
/// contacts at internal edges. Triangles are one-sided.
namespace cardan {

/// Appends the patches of the convex shape pair.a and the surface pair.b. `box` encloses a with its
/// margin, in the frame of b; only triangles that touch it are used. Each distinct normal has one
/// patch; only the deepest patches are kept. Returns true if every triangle deferred to its
/// neighbours; the single patch is then that of the best triangle.
bool surface_patches(const SurfacePair& pair, const AxisBox& box, double margin,
                     NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Appends the patches of two surfaces, from vertices against triangles and from edges against
/// edges. The features of the surfaces near each other must be in scratch.near_a and near_b.
void surface_pair_patches(const RigidTransform& X_WA, const RigidTransform& X_WB, double margin,
                          NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

}  // namespace cardan
