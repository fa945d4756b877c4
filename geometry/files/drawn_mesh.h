#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/geometry.h"

namespace cardan {

/// A part of a mesh with one material. Colours are sRGB.
struct DrawnPart {
  TriangleMesh
      mesh;  ///< one vertex per distinct combination of position, colour and texture coordinate
  std::optional<std::array<double, 4>> rgba;  ///< colour of the material, from 0 to 1
  std::vector<std::uint32_t> colours;  ///< colour 0xAABBGGRR of each vertex; empty if there is none
  /// Texture coordinates of each vertex, with (0, 0) at the lower left corner of the image. Empty
  /// if there are none.
  std::vector<std::array<float, 2>> uv;
  /// Image of the base colour: a name as written in the file, or "*N" for DrawnMesh::images[N].
  /// Empty if there is no image or no texture coordinates.
  std::string texture;
};

/// A mesh file with its materials. Names and images are not checked.
struct DrawnMesh {
  std::vector<DrawnPart> parts;
  std::vector<std::string> images;   ///< bytes of each image that the file contains
  std::vector<std::string> missing;  ///< files to which the mesh refers, such as material
                                     ///< libraries, but which cannot be read
};

/// Reads a mesh for drawing. OBJ, DAE and glTF have materials; STL has none. Transforms, scale and
/// limits are the same as in load_mesh. Opacities of 0 count as 1. Except in glTF, a texture
/// replaces the colour of its material, because many exporters write a meaningless colour. Throws
/// the same errors as load_mesh.
CARDAN_API DrawnMesh load_drawn_mesh(const std::string& file, const Vector3& scale);

}  // namespace cardan
