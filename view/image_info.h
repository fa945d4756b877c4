#pragma once

#include <optional>
#include <string_view>

namespace cardan::view {

/// Format and size of an image.
struct ImageInfo {
  const char* type = "";      ///< "image/png" or "image/jpeg"
  int width = 0, height = 0;  ///< [px]
};

/// Reads the frame of a PNG [ISO/IEC 15948] or JPEG file [ITU-T T.81], without the pixels. Null for
/// other formats, and for a file that is cut off or, as a PNG, damaged.
std::optional<ImageInfo> image_info(std::string_view bytes);

}  // namespace cardan::view
