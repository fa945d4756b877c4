#pragma once

#include "cardan/sim/spec.h"

namespace cardan {

/// Inertia of a model of one body in its frame, from its geometry or its compound. Parts of a
/// compound are added up (overlaps count twice). The result is scaled to the mass of the model if
/// that is given. Throws Error: no volume, masses that are not positive, masses of both model and
/// parts.
SpatialInertia body_inertia(const ModelSpec& spec);

/// Throws Error unless a rigid body can have this inertia about its centre of mass [kg m²].
void require_possible(const Matrix3& inertia, const std::string& where);

}  // namespace cardan
