#pragma once

#include "view/replay_data.h"

namespace cardan::view {

/// Scale of force arrows: an arrow for `force` [N] has the length `length` [m]. Both are round
/// numbers, chosen from the usual forces and the size of the models.
struct ArrowScale {
  double length = 1, force = 1;
};

ArrowScale arrow_scale(const ReplayData& data);

}  // namespace cardan::view
