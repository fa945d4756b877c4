#pragma once

#include <vector>

#include "view/replay_data.h"

namespace cardan::view {

/// Returns the parts that show the appearance of the models: the visuals of models that have
/// visuals, and the collision shapes of all other models. Collision shapes also replace visuals
/// that cannot be read.
std::vector<const PagePart*> shown_parts(const ReplayData& data);

}  // namespace cardan::view
