#pragma once

#include "replay_data.h"

namespace cardan::view {

/// The same contents without images and texture coordinates, for small pages. Parts keep the colour
/// that multiplies their image, which is mostly white.
ReplayData without_images(ReplayData data);

/// Size of the images of a page within it [bytes].
std::size_t image_bytes(const ReplayData& data);

}  // namespace cardan::view
