#pragma once

#include "replay_data.h"

namespace cardan::view {

/// Removes images and texture coordinates to make small pages. Parts keep the colour that
/// multiplies their image, which is white in most files.
ReplayData without_images(ReplayData data);

/// Returns the size that the images of a page take in the page [bytes].
std::size_t image_bytes(const ReplayData& data);

}  // namespace cardan::view
