#pragma once

#include "collision/narrow/narrow_phase_scratch.h"

/// Contacts of bounded convex shapes. The functions compute the least penetration or the distance,
/// and then a patch from the two support features.
namespace cardan {

/// Feature id of a point that does not come from clipping. A patch has at most one such point.
inline constexpr std::uint32_t kWitness = 0xffffffff;

/// Computes the patch of any two bounded convex shapes with GJK and EPA. Returns false, and appends
/// nothing, if neither algorithm converged.
bool convex_patch(const PosedShape& a, const PosedShape& b, double margin,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Computes the patch of two boxes with the separating axes of their faces and edges [Gottschalk,
/// Lin, Manocha 1996].
bool box_box_patch(const PosedShape& a, const PosedShape& b, double margin,
                   NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Computes the signed distance of two cores, with the exact normal of a flat part if one is near.
Separation surface_separation(const ConvexCore& a, const ConvexCore& b, double margin,
                              NarrowPhaseScratch& scratch);

/// Range of reported gaps [m], from `least`, the gap of the pair, to `margin`.
struct GapRange {
  double least = 0, margin = 0;
};

/// Clips two support faces or two support edges by each other. Writes the points whose gap along n
/// is at most the margin to scratch.candidates. Writes no points if the shapes touch in a single
/// point.
void clip_features(const ConvexCore& a, const ConvexCore& b, const Vector3& n,
                   const GapRange& range, NarrowPhaseScratch& scratch);

/// Calls clip_features() along the normal of a separation and adds the midpoint of the separation
/// if clipping did not find it.
void collect_patch(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                   double margin, NarrowPhaseScratch& scratch);

/// Returns the patch for a known normal: support faces or edges clipped by each other, or the
/// witness point. `separation` is the separation of the cores. Shapes and points must be in one
/// frame.
Patch patch_along(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                  double margin, NarrowPhaseScratch& scratch);

}  // namespace cardan
