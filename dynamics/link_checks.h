#pragma once

#include <vector>

#include "cardan/error.h"
#include "cardan/skeleton_builder.h"

namespace cardan {

/// Returns the location of a defect in a builder's input, e.g. link "foot" (joint "ankle").
std::string link_place(const LinkSpec& link);

/// Throws Error if a link is unusable on its own: no name, a non-finite number, negative mass, an
/// axis of zero length, limits in the wrong order, or properties for more DoFs than the joint has.
void check_link(const LinkSpec& link);

/// Adds a warning for an inertia that no rigid body can have: an eigenvalue that is negative, or
/// larger than the sum of the others, by more than 0.1 % of the largest. The inertia is not
/// changed.
void warn_impossible_inertia(const LinkSpec& link, std::vector<Diagnostic>& diagnostics);

}  // namespace cardan
