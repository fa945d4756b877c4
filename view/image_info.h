#pragma once

#include <optional>
#include <string_view>

namespace cardan::view {

/// Format and size of an image.
struct ImageInfo {
  const char* type = "";      ///< media type: "image/png" or "image/jpeg"
  int width = 0, height = 0;  ///< size [px]
  /// Exif segment of a JPEG file with its marker; the segment may rotate the image. The view refers
  /// to the bytes of the file.
  std::string_view exif;
};

/// Reads the structure of a PNG [ISO/IEC 15948] or JPEG file [ITU-T T.81] without decoding the
/// pixels. Returns nothing for other formats, for a truncated file, and for a damaged PNG.
std::optional<ImageInfo> image_info(std::string_view bytes);

}  // namespace cardan::view
