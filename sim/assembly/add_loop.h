#pragma once

#include <vector>

#include "sim/data/world_impl.h"

namespace cardan {

/// Replaces all loops of a world, and the keys and groups that depend on them. The models must be
/// complete.
void set_loops(World::Impl& world, std::vector<LoopRecord> records);

}  // namespace cardan
