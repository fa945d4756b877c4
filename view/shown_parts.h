#pragma once

#include <vector>

#include "replay_data.h"

namespace cardan::view {

/// Parts that show the models as they look: the visuals of models that have some, else their
/// collision shapes, which also stand for visuals that cannot be read.
std::vector<const PagePart*> shown_parts(const ReplayData& data);

}  // namespace cardan::view
