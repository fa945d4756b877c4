#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// Most heights of a heightfield, from a file or not: 4096 × 4096.
constexpr std::size_t kMostHeights = std::size_t{1} << 24;

/// A greyscale PNG of 8 or 16 bits over size.x × size.y [m]; its greatest value (255, 65535) stands
/// for the height size.z, 0 for 0. The top row of the image lies at the greatest y, as the ground
/// is seen from above. Throws Error that names the file: not readable, not a PNG, truncated,
/// coloured, fewer than 2 × 2 pixels or more than kMostHeights (which its first bytes tell), size
/// not positive.
CARDAN_API std::shared_ptr<const HeightGrid> load_height_image(const std::string& file,
                                                               const Vector3& size);

/// Heights in metres, a row of them on each line, parted by commas, semicolons or blanks; the first
/// line lies at the greatest y. A # begins a remark. Throws Error that names file and
/// line, and never what stands there: not readable, not a number, not finite, rows of unequal
/// length, fewer than 2 × 2 or more than kMostHeights.
CARDAN_API std::shared_ptr<const HeightGrid> load_height_text(const std::string& file,
                                                              const Vector2& size);

/// Whether a regular file begins as a PNG does.
CARDAN_API bool is_png(const std::string& file);

}  // namespace cardan
