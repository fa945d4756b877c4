#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/geometry.h"
#include "geometry/files/drawn_mesh.h"

/// Readers of single mesh formats. Input is untrusted: every index and count is checked before use,
/// and no Error quotes the contents of a file.
namespace cardan::mesh {

constexpr std::size_t kMostTriangles = 2000000;  ///< limit per file
constexpr std::size_t kMostVertices = 6000000;   ///< limit per file
constexpr std::size_t kMostParts = 10000;        ///< limit per file

/// Throws Error if there are more triangles, vertices or parts than the limits allow.
void check_mesh_size(std::size_t triangles, std::size_t vertices, std::size_t parts,
                     const std::string& file);

/// Reads the triangles as stored in the file; vertices are neither scaled nor welded. A binary STL
/// gives one part, and a text STL gives one part per solid. Errors in a text file name the line.
std::vector<TriangleMesh> read_stl(std::string_view bytes, const std::string& file);

/// Reads one part per object or group. Polygons are triangulated; materials, lines, points and
/// curves are skipped. A file of vertices without faces gives the convex hull of the vertices.
/// Errors name the line.
std::vector<TriangleMesh> read_obj(std::string_view bytes, const std::string& file);

/// Reads DAE, glTF and GLB in a separate process. Node transforms and the scale are applied.
std::vector<TriangleMesh> read_mesh_in_process(const std::string& file, const std::string& format,
                                               const Vector3& scale);

/// Reads DAE, glTF, GLB and OBJ with their materials in a separate process. Node transforms and the
/// scale are applied.
DrawnMesh read_drawing_in_process(const std::string& file, const std::string& format,
                                  const Vector3& scale);

/// Returns the file name extension in lower case, without the dot, or "" if there is none.
std::string lower_extension(const std::string& file);

/// Returns the bytes of a file. Throws Error if the file cannot be read as a whole or is a Git LFS
/// pointer.
std::string mesh_file_bytes(const std::string& file);

/// Throws Error for a vertex that is not finite and for an index that does not refer to a vertex.
void check_part(const TriangleMesh& mesh, const std::string& file);

/// Parses a decimal number of a mesh text in single precision, with the same roundings as assimp's
/// reader: the integer part, the fraction and the power of ten are rounded separately. Returns
/// false unless the whole word is a number; NaN and infinity are rejected.
bool read_mesh_number(std::string_view word, float& value);

/// Removes and returns the next word of a line. Returns "" at the end of the line.
std::string_view next_word(std::string_view& line);

/// Iterates over the lines of a text, numbered from 1. Accepts all kinds of line endings.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line);
  int number() const { return number_; }
  /// Location of the current line as "FILE:LINE".
  std::string where(const std::string& file) const { return file + ":" + std::to_string(number_); }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Triangulates a polygon by ear clipping; the results are indices into the polygon. An ear is a
/// convex vertex whose triangle contains no other vertex. A polygon without ears, such as a
/// self-intersecting polygon, is completed as a fan. Subtracts the number of visited vertices from
/// `work_left`: about the number of corners for a convex polygon, at worst its third power. Returns
/// false with incomplete triangles if `work_left` is used up.
[[nodiscard]] bool triangulate(const std::vector<Vector3>& polygon,
                               std::vector<std::array<int, 3>>& triangles, std::size_t& work_left);

}  // namespace cardan::mesh
