#pragma once

#include <vector>

#include "cardan/dynamics/skeleton_builder.h"

namespace cardan {

/// Link specifications, in depth-first order, that rebuild the same skeleton (axes up to rounding).
/// Lumped links stay lumped: the link that a joint moves has the inertia of its whole body,
/// including a minimal inertia that the builder added. Every other link of the body is attached to
/// it by an unnamed fixed joint and has zero inertia. Links fixed to the base have the parent "".
/// The passive properties of followers are already included in those of their leaders.
CARDAN_API std::vector<LinkSpec> link_specs(const Skeleton& skeleton);

}  // namespace cardan
