#pragma once

#include "cardan/collision/narrow_phase_scratch_internal.h"

/// From a normal that is nearly right to one that is right to round-off.
namespace cardan {

/// Raises separation_along() from `separation.normal` to the local maximum beside it: over the
/// normals of flat parts, the crossings of the circles of edges and generators, along either
/// circle, and by Newton's method where both surfaces are smooth. Sets normal and distance.
void refine_separation(const ConvexCore& a, const ConvexCore& b, Separation& separation,
                       NarrowPhaseScratch& scratch);

/// The points of the cores that realise a separation whose normal is exact: where one core touches
/// in a single point that point, where edges cross their nearest points; else they stay as they
/// are.
void place_witness(const ConvexCore& a, const ConvexCore& b, Separation& separation,
                   NarrowPhaseScratch& scratch);

}  // namespace cardan
