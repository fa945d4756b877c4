#pragma once

#include "cardan/sim/spec.h"

namespace cardan {

/// Inertia of a model of one body in its frame: of its geometry or of its compound, whose parts are
/// added up (where they overlap, their masses both count), scaled to the mass of the model if that
/// is given. Throws Error: no volume, masses that are not positive, masses of both model and parts.
SpatialInertia body_inertia(const ModelSpec& spec);

/// Throws Error unless a rigid body can have this inertia about its centre of mass [kg m²].
void require_possible(const Matrix3& inertia, const std::string& where);

}  // namespace cardan
