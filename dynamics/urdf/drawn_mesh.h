#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// A part of a mesh with one material. Colours are sRGB.
struct DrawnPart {
  TriangleMesh
      mesh;  ///< one vertex per distinct combination of position, colour and texture coordinate
  std::optional<std::array<double, 4>> rgba;  ///< colour of the material, from 0 to 1
  std::vector<std::uint32_t> colours;         ///< per vertex, 0xAABBGGRR; empty: none
  /// Texture coordinates per vertex, (0, 0) at the lower left corner of the image; empty: none.
  std::vector<std::array<float, 2>> uv;
  /// Image of the base colour: a name as written in the file, or "*N" for DrawnMesh::images[N]; "":
  /// none. Empty without texture coordinates.
  std::string texture;
};

/// A mesh file with its materials. Names and images are not checked.
struct DrawnMesh {
  std::vector<DrawnPart> parts;
  std::vector<std::string> images;   ///< bytes of the images that the file contains
  std::vector<std::string> missing;  ///< files beside the mesh, such as material libraries, to
                                     ///< which it refers and which cannot be read
};

/// Reads a mesh for drawing. OBJ, DAE and glTF have materials; STL has none. Transforms, scale and
/// limits are those of load_mesh. Opacities of 0 count as 1, and a texture replaces the colour of
/// its material except in glTF, because many exporters write a meaningless colour. Throws Error as
/// load_mesh does.
CARDAN_API DrawnMesh load_drawn_mesh(const std::string& file, const Vector3& scale);

}  // namespace cardan
