#pragma once

#include "cardan/skeleton.h"

namespace cardan {

/// Computes the derived arrays of a tree whose bodies, joints and DoFs are complete: paths, packed
/// rows, columns, segments, lanes, motion cases and angles. Bodies must be in depth-first order.
/// nv: number of DoFs, without those of the followers.
void compute_layout(Skeleton& skeleton, int nv);

}  // namespace cardan
