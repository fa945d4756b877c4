#pragma once

#include "sim/data/change_log.h"

namespace cardan {

/// Repeats a change on a world. Throws Error if the world rejects the change or the payload is
/// damaged.
void repeat_change(World& world, ChangeKind kind, ChangeReader& payload);

}  // namespace cardan
