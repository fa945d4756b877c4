#pragma once

#include <vector>

#include "cardan/dynamics/skeleton_builder.h"

namespace cardan {

/// Returns link specifications, in depth-first order, that rebuild the same skeleton (axes up to
/// rounding). Lumped links stay lumped: the link that a joint moves has the inertia of its whole
/// body, including any minimal inertia that the builder added. The other links of the body are
/// attached to this link by unnamed fixed joints and have zero inertia. Links fixed to the base
/// have the parent "". The passive properties of followers are already included in those of their
/// leaders.
CARDAN_API std::vector<LinkSpec> link_specs(const Skeleton& skeleton);

}  // namespace cardan
