#pragma once

#include "view/replay_data.h"

namespace cardan::view {

/// Returns the image as a page contains it. A JPEG image with a side longer than `most_side` [px]
/// is decoded at the largest multiple of 1/8 at which no side is longer, and encoded again. Its
/// Exif segment, which may rotate it, is kept; its colour profile, which pages ignore, is left out.
/// An image is returned unchanged if its file would not become smaller, if it is a PNG, if its
/// colours are CMYK, or if it is damaged or truncated (the browser then decides how to show it).
/// Builds without libjpeg-turbo return every image unchanged. Equal images give equal bytes.
PageImage small_image(PageImage image, int most_side);

}  // namespace cardan::view
