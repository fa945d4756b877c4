#pragma once

#include "cardan/collision/narrow/narrow_phase_scratch_internal.h"

/// Pairs of bounded convex shapes: computes the least penetration or the distance, then a patch
/// from the two support features.
namespace cardan {

/// Feature id of a point that does not come from clipping. A patch has at most one.
inline constexpr std::uint32_t kWitness = 0xffffffff;

/// Any two bounded convex shapes by GJK and EPA. Returns false, and appends nothing, if neither
/// converged.
bool convex_patch(const PosedShape& a, const PosedShape& b, double margin,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Two boxes by the separating axes of their faces and edges [Gottschalk, Lin, Manocha 1996].
bool box_box_patch(const PosedShape& a, const PosedShape& b, double margin,
                   NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Signed distance of two cores. Uses the exact normal of a flat part if one is near.
Separation surface_separation(const ConvexCore& a, const ConvexCore& b, double margin,
                              NarrowPhaseScratch& scratch);

/// Range of gaps [m]: no reported gap is below `least`, the gap of the pair, or above `margin`.
struct GapRange {
  double least = 0, margin = 0;
};

/// Clips a support face by another, or an edge by another. Writes the points with gaps along n ≤
/// margin to scratch.candidates; none if the shapes touch in a single point.
void clip_features(const ConvexCore& a, const ConvexCore& b, const Vector3& n,
                   const GapRange& range, NarrowPhaseScratch& scratch);

/// Calls clip_features() along a separation's normal and adds the point of the separation itself if
/// clipping did not find it.
void collect_patch(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                   double margin, NarrowPhaseScratch& scratch);

/// The patch for a known normal: support faces or edges clipped by each other, or the witness
/// point. `separation` is that of the cores. Shapes and points must be in one frame.
Patch patch_along(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                  double margin, NarrowPhaseScratch& scratch);

}  // namespace cardan
