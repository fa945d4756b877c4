#pragma once

#include <vector>

#include "cardan/sim/world_internal.h"

namespace cardan {

/// Replaces all loops of a world, with the keys and groups that follow. The models must be
/// complete.
void set_loops(World::Impl& world, std::vector<LoopRecord> records);

}  // namespace cardan
