#include "view/without_images.h"

namespace cardan::view {

ReplayData without_images(ReplayData data) {
  data.images.clear();
  data.uv.clear();
  for (PageShape& shape : data.shapes) shape.uv = {};
  for (PagePart& part : data.parts) part.image = -1;
  return data;
}

}  // namespace cardan::view
