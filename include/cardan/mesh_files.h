#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "cardan/export.h"
#include "cardan/geometry.h"

namespace cardan {

/// The parts of a mesh file, in file order.
using MeshParts = std::vector<std::shared_ptr<const TriangleMesh>>;

/// Reads the triangles of a mesh file (STL, OBJ, DAE, …), one part per OBJ group or mesh instance.
/// Node transforms and scale are applied, the winding is flipped if the determinant of the
/// transform is negative, equal vertices are welded, and degenerate triangles are removed. For
/// COLLADA files, up_axis is ignored, as in RViz, but `unit` is applied. Throws an Error that names
/// the file if it is unreadable, a Git LFS pointer, truncated or without triangles, or if a vertex
/// is not finite.
CARDAN_API MeshParts load_mesh(const std::string& file, const Vector3& scale);

/// Loads each combination of file and scale once.
class CARDAN_API MeshCache {
 public:
  /// Like load_mesh, and throws the same errors. The reference is valid as long as the cache
  /// exists.
  const MeshParts& load(const std::string& file, const Vector3& scale);

 private:
  std::map<std::tuple<std::string, double, double, double>, MeshParts> meshes_;
};

/// Maximum number of heights of a heightfield, from any source: 4096 × 4096.
constexpr std::size_t kMostHeights = std::size_t{1} << 24;

/// Reads a PNG as heights over size.x × size.y [m]. The value 0 is the height 0, and the largest
/// value (255 or 65535) is the height size.z. In a coloured image, the red channel gives the
/// height, as in MuJoCo and Gazebo; transparency has no effect. The top row of the image is at the
/// largest y, as in a view of the ground from above. Throws an Error that names the file if it is
/// not readable, not a PNG or truncated, if it has fewer than 2 × 2 pixels or more than
/// kMostHeights according to its header, or if the size is not positive.
CARDAN_API std::shared_ptr<const HeightGrid> load_height_image(const std::string& file,
                                                               const Vector3& size);

/// Reads heights [m] from text with one row per line. Numbers are separated by commas, semicolons
/// or blanks, and # starts a comment. The first line is at the largest y. Throws an Error that
/// names the file and the line, but never quotes the contents, for an unreadable file, text that is
/// not a number, a number that is not finite, rows of unequal length, fewer than 2 × 2 heights or
/// more than kMostHeights.
CARDAN_API std::shared_ptr<const HeightGrid> load_height_text(const std::string& file,
                                                              const Vector2& size);

/// True if a regular file starts with the signature of a PNG.
CARDAN_API bool is_png(const std::string& file);

}  // namespace cardan
