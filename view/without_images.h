#pragma once

#include "view/replay_data.h"

namespace cardan::view {

/// Removes images and texture coordinates to make small pages. Parts keep the colour that
/// multiplies their image, which is white in most files.
ReplayData without_images(ReplayData data);

}  // namespace cardan::view
