#pragma once

#include <vector>

#include "replay_data.h"

namespace cardan::view {

/// Parts that show the appearance of the models: the visuals of models that have visuals, else
/// their collision shapes. Collision shapes also replace visuals that cannot be read.
std::vector<const PagePart*> shown_parts(const ReplayData& data);

}  // namespace cardan::view
