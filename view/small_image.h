#pragma once

#include "replay_data.h"

namespace cardan::view {

/// Returns the image as a page contains it. A JPEG image with a side longer than `most_side` [px]
/// is decoded at the largest multiple of 1/8 at which no side is longer, and encoded again with its
/// Exif segment, which may turn it; profiles of colours, which pages ignore, are left out. The
/// image is returned unchanged if this does not make the file smaller, if it is a PNG, if it is
/// damaged or truncated (the browser decides then), and if its colours are CMYK. Builds without
/// libjpeg-turbo return every image unchanged. Equal images give equal bytes.
PageImage small_image(PageImage image, int most_side);

}  // namespace cardan::view
