#pragma once

#include "cardan/collision/narrow_phase_scratch_internal.h"

/// Pairs of bounded convex shapes: least penetration or distance, then a patch from the two support
/// features.
namespace cardan {

/// Feature of a point that stems from no clipping: there is at most one in a patch.
inline constexpr std::uint32_t kWitness = 0xffffffff;

/// Any two bounded convex shapes by GJK and EPA. False when neither converged (nothing is
/// appended).
bool convex_patch(const PosedShape& a, const PosedShape& b, double margin,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Two boxes by the separating axes of their faces and edges [Gottschalk, Lin, Manocha 1996].
bool box_box_patch(const PosedShape& a, const PosedShape& b, double margin,
                   NarrowPhaseScratch& scratch, std::vector<Patch>& patches);

/// Signed distance of two cores, with the exact normal of a flat part where there is one near.
Separation surface_separation(const ConvexCore& a, const ConvexCore& b, double margin,
                              NarrowPhaseScratch& scratch);

/// Gaps of interest: none is reported below `least`, the pair's own, and none above `margin` [m].
struct GapRange {
  double least = 0, margin = 0;
};

/// Points of support face clipped by support face, or of edge over edge, with gaps along n ≤
/// margin, in scratch.candidates; none where shapes touch in a single point.
void clip_features(const ConvexCore& a, const ConvexCore& b, const Vector3& n,
                   const GapRange& range, NarrowPhaseScratch& scratch);

/// clip_features() along a separation's normal, and the point of the separation itself when
/// clipping did not find it.
void collect_patch(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                   double margin, NarrowPhaseScratch& scratch);

/// The patch over a known normal: support face against support face clipped, or edge against edge,
/// or the witness. `separation` is that of the cores; shapes and points in one frame.
Patch patch_along(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                  double margin, NarrowPhaseScratch& scratch);

}  // namespace cardan
