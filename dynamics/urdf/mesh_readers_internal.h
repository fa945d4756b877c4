#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/geometry_record.h"

/// Readers of single mesh formats. All take what a stranger may have written: every index and every
/// count is checked before it is used, and nothing of a file's contents stands in an Error.
namespace cardan::urdf {

constexpr std::size_t kMostTriangles = 2000000;  ///< of one file
constexpr std::size_t kMostVertices = 6000000;   ///< of one file
constexpr std::size_t kMostParts = 10000;        ///< of one file

/// Throws Error: more triangles, vertices or parts than are read.
void check_mesh_size(std::size_t triangles, std::size_t vertices, std::size_t parts,
                     const std::string& file);

/// Triangles as the file has them, vertices neither scaled nor welded: one part of a binary STL,
/// one per solid of a text STL. Throws Error with the line of a text.
std::vector<TriangleMesh> read_stl(std::string_view bytes, const std::string& file);

/// One part per object or group; polygons are cut into triangles; materials, lines, points and
/// curves are passed over. Throws Error with the line.
std::vector<TriangleMesh> read_obj(std::string_view bytes, const std::string& file);

/// DAE, glTF and GLB, by a process of its own; transforms of nodes and the scale are applied.
std::vector<TriangleMesh> read_mesh_in_process(const std::string& file, const std::string& format,
                                               const Vector3& scale);

/// A decimal number of a mesh text in single precision, with the roundings of assimp's reader: its
/// whole part, its fraction and its power of ten are rounded one by one. False unless all of the
/// word is a number; NaN and infinity are none.
bool read_mesh_number(std::string_view word, float& value);

/// The next word of a line, which loses it; "" at the end.
std::string_view next_word(std::string_view& line);

/// Lines of a text with their numbers, from 1; any line ends.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line);
  int number() const { return number_; }
  /// "FILE:LINE"
  std::string where(const std::string& file) const { return file + ":" + std::to_string(number_); }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Corners of the triangles that a polygon is cut into, as places in it: vertices that stick out
/// and hold no other vertex in their triangle are cut off in turn (ear clipping). A polygon that
/// has none left, as one that meets itself, is fanned from there. Takes the number of vertices
/// looked at from `work_left`: of a convex polygon about its corners, at worst their third power.
/// False, and the triangles are not complete, where nothing of it is left.
[[nodiscard]] bool triangulate(const std::vector<Vector3>& polygon,
                               std::vector<std::array<int, 3>>& triangles, std::size_t& work_left);

}  // namespace cardan::urdf
