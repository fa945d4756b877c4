#pragma once

#include <array>
#include <vector>

#include "cardan/core/geometry_record.h"
#include "replay_data.h"

namespace cardan::view {

/// Triangles with a texture coordinate per vertex, (0, 0) at the lower left corner of the image.
struct TexturedShape {
  TriangleMesh mesh;
  std::vector<std::array<float, 2>> uv;
};

/// Whether shapes of this kind (PageShape::kind) have texture coordinates: a box, a sphere, an
/// ellipsoid and a cylinder.
bool has_texture_coordinates(const std::string& kind);

/// Triangles of a shape that has texture coordinates, in its own frame, counter-clockwise seen from
/// outside. No image is mirrored. A box has the whole image on each face: upright (v along +z) on
/// the sides, v along +y on the top, v along −y on the bottom. On a sphere and on the side of a
/// cylinder, u is the azimuth from −x to −x, so that the middle of the image is at +x, and v is the
/// latitude or z. The caps of a cylinder are discs cut from the image: u along +x on the top and on
/// the bottom, v along +y on the top and along −y on the bottom. The page draws the same
/// coordinates (web/src/instances.ts).
TexturedShape textured(const PageShape& shape);

}  // namespace cardan::view
