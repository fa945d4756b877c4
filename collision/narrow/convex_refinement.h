#pragma once

#include "collision/narrow/narrow_phase_scratch.h"

/// Refines an approximate contact normal until it is exact to round-off.
namespace cardan {

/// Maximises separation_along() locally, starting from `separation.normal`. Tries the normals of
/// flat parts, the intersections of the normal circles of edges and generators, the maximum along
/// each circle, and Newton's method where both surfaces are smooth. Sets normal and distance.
void refine_separation(const ConvexCore& a, const ConvexCore& b, Separation& separation,
                       NarrowPhaseScratch& scratch);

/// Computes the points of the cores for a separation with an exact normal. If one core touches in a
/// single point, uses that point; if edges cross, uses their nearest points; otherwise leaves the
/// points unchanged.
void place_witness(const ConvexCore& a, const ConvexCore& b, Separation& separation,
                   NarrowPhaseScratch& scratch);

}  // namespace cardan
