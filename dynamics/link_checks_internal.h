#pragma once

#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/dynamics/skeleton_builder.h"

namespace cardan {

/// `link "foot" (joint "ankle")`: where a defect of a builder's input stands.
std::string link_place(const LinkSpec& link);

/// Throws Error for what makes a link unusable on its own: no name, a number that is not finite,
/// negative mass, an axis without length, limits in the wrong order, more freedoms' data than
/// freedoms.
void check_link(const LinkSpec& link);

/// Adds a warning for an inertia that no rigid body has: an eigenvalue negative, or larger than the
/// sum of the others, by more than 0.1 % of the largest. It is kept as it is.
void warn_impossible_inertia(const LinkSpec& link, std::vector<Diagnostic>& diagnostics);

}  // namespace cardan
