#pragma once

#include "sim/data/world_impl.h"

namespace cardan {

/// Resolves the names and default values of a loop in the current posture. The returned record has
/// no id. Throws Error for an invalid loop.
LoopRecord resolve_loop(World& world, const LoopSpec& spec);

}  // namespace cardan
