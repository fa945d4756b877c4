#pragma once

#include "cardan/spatial.h"

namespace cardan {

struct ModelSpec;

/// Returns the inertia of a single-body model in its own frame, from its geometry or compound. The
/// parts of a compound are added up (overlaps count twice). The result is scaled to the mass of the
/// model if a mass is given. Throws Error if there is no volume, if a mass is not positive, or if
/// both the model and its parts have masses.
SpatialInertia body_inertia(const ModelSpec& spec);

/// Throws Error unless a rigid body can have this inertia about its centre of mass [kg m²].
void require_possible(const Matrix3& inertia, const std::string& where);

}  // namespace cardan
