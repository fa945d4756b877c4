#pragma once

#include "sim/data/model_data.h"

namespace cardan {

/// Returns the body on which a wrench on a link (index of its frame, -1: the base) acts. Throws
/// Error for a body that forces do not move.
int require_pushed_body(const ModelSetup& model, int frame);

}  // namespace cardan
