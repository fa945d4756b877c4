#pragma once

#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// Fills the derived arrays of a tree whose bodies, joints and freedoms stand: paths, packed rows,
/// columns, segments, lanes, motion cases, angles. Bodies must be in depth-first order; nv
/// freedoms, without those of the followers.
void compute_layout(Skeleton& skeleton, int nv);

}  // namespace cardan
