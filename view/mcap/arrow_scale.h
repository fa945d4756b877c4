#pragma once

#include "view/replay_data.h"

namespace cardan::view {

/// The arrow of `force` [N] has the length `length` [m]. Round numbers, from the usual forces and
/// the size of the models.
struct ArrowScale {
  double length = 1, force = 1;
};

ArrowScale arrow_scale(const ReplayData& data);

}  // namespace cardan::view
