#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "collision/surface/flat_parts.h"
#include "collision/surface/triangle_tree.h"

/// Surfaces made of triangles with known neighbours: meshes and heightfields.
namespace cardan {

/// Two triangles count as coplanar if the cosine between their normals is at least this value.
inline constexpr double kOnePlane = 1 - 1e-10;

/// A triangle in the frame of its surface.
struct SurfaceTriangle {
  std::array<Vector3, 3> corners;
  Vector3 normal = Vector3::Zero();  ///< outward unit normal
  /// For each edge (from corner e to e + 1), the smallest cosine that a contact normal tilted over
  /// that edge may have with the triangle's normal: 1 for flat and concave edges, the neighbour's
  /// cosine for convex edges, -1 at a boundary.
  std::array<double, 3> least_cosine{-1, -1, -1};
  /// For each edge: the neighbour lies in the same plane, up to round-off.
  std::array<bool, 3> flat{};
  std::uint32_t id = 0;
  std::uint32_t region = 0;  ///< smallest id of the connected triangles in the same plane
};

/// A vertex and its neighbours along the edges, which limit the directions of contact.
struct SurfaceVertex {
  Vector3 point = Vector3::Zero();
  std::uint32_t id = 0;
  int first = 0, count = 0;  ///< range in SurfaceFeatures::neighbours
};

/// An edge and the third corners of its triangles.
struct SurfaceEdge {
  Vector3 p = Vector3::Zero(), q = Vector3::Zero();
  Vector3 outward = Vector3::Zero();  ///< sum of the normals of its triangles
  std::array<Vector3, 2> opposite;
  int num_opposite = 0;  ///< number of third corners; 1 at a boundary
  std::uint32_t id = 0;
};

/// The part of a surface that is near another shape. The memory is reused from pair to pair.
struct SurfaceFeatures {
  std::vector<SurfaceTriangle> triangles;
  std::vector<SurfaceVertex> vertices;
  std::vector<SurfaceEdge> edges;
  std::vector<Vector3> neighbours;
  std::vector<int> ids;    ///< triangles that are listed and not read yet; scratch memory
  std::vector<int> parts;  ///< flat parts (FlatParts) near the other shape
};

/// Returns the neighbour's contribution to SurfaceTriangle::least_cosine. `away` points from the
/// edge to the third corner of the neighbour.
double least_cosine_over(const Vector3& normal, const Vector3& neighbour_normal,
                         const Vector3& away);

inline bool is_flat_edge(const Vector3& normal, const Vector3& away) {
  return std::abs(normal.dot(away)) <= 1e-11 * away.norm();
}

inline AxisBox bounds_of(const std::array<Vector3, 3>& corners) {
  return {corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]),
          corners[0].cwiseMax(corners[1]).cwiseMax(corners[2])};
}

/// True if the bounds of a triangle overlap the box.
inline bool touches(const AxisBox& box, const std::array<Vector3, 3>& corners) {
  const AxisBox bounds = bounds_of(corners);
  return (bounds.lower.array() <= box.upper.array()).all() &&
         (bounds.upper.array() >= box.lower.array()).all();
}

/// Sorts a list and drops repetitions.
inline void make_unique(std::vector<int>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// Depth of a point below a surface.
struct SurfaceDepth {
  bool inside = false;
  Vector3 normal =
      Vector3::UnitZ();  ///< outward unit vector along the shortest path to the surface
  double depth = 0;      ///< depth below the surface [m]
};

}  // namespace cardan
