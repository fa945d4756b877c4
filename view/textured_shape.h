#pragma once

#include <array>
#include <vector>

#include "cardan/geometry.h"
#include "view/replay_data.h"

namespace cardan::view {

/// Triangles with one texture coordinate per vertex. (0, 0) is the lower left corner of the image.
struct TexturedShape {
  TriangleMesh mesh;
  std::vector<std::array<float, 2>> uv;
};

/// True for the kinds of shapes (PageShape::kind) that have texture coordinates: box, sphere,
/// ellipsoid and cylinder.
bool has_texture_coordinates(const std::string& kind);

/// Returns the triangles of a shape that has texture coordinates, in the frame of the shape,
/// counter-clockwise seen from outside. No image is mirrored. A box has the whole image on each
/// face; v points along +z on the sides, along +y on the top and along −y on the bottom. On a
/// sphere and on the side of a cylinder, u is the azimuth from −x to −x, so that the middle of the
/// image is at +x, and v is the latitude or z. The caps of a cylinder are discs cut from the image;
/// u points along +x on both, and v points along +y on the top and along −y on the bottom. The page
/// uses the same coordinates (web/src/instances.ts).
TexturedShape textured(const PageShape& shape);

}  // namespace cardan::view
