#include "without_images.h"

namespace cardan::view {

ReplayData without_images(ReplayData data) {
  data.images.clear();
  data.uv.clear();
  for (PageShape& shape : data.shapes) shape.uv = {};
  for (PagePart& part : data.parts) part.image = -1;
  return data;
}

std::size_t image_bytes(const ReplayData& data) {
  std::size_t bytes = 0;
  for (const PageImage& image : data.images) bytes += (image.bytes.size() + 2) / 3 * 4;  // base64
  return bytes;
}

}  // namespace cardan::view
