#pragma once

#include "sim/data/world_impl.h"

namespace cardan {

/// Gives a body of a model another inertia, in the frame of the body. The model gets its own
/// skeleton, because models with equal numbers share one skeleton.
void replace_inertia(World::Impl& world, int model, int body, const SpatialInertia& inertia);

}  // namespace cardan
