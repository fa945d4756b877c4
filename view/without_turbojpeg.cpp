#include "view/small_image.h"

namespace cardan::view {

PageImage small_image(PageImage image, int /*most_side*/) { return image; }

}  // namespace cardan::view
