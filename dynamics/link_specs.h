#pragma once

#include <vector>

#include "cardan/dynamics/skeleton_builder.h"

namespace cardan {

/// The links a skeleton could have been built from, in depth-first order: building them again gives
/// the same skeleton (axes to rounding). Lumped links stay lumped: the link a joint
/// moves has the inertia of its whole body (a minimal inertia that was added included), every other
/// link of the body hangs on it by a fixed joint without name and has none; links fixed to the base
/// have the parent "". Passive properties of followers are those of their leaders already.
CARDAN_API std::vector<LinkSpec> link_specs(const Skeleton& skeleton);

}  // namespace cardan
