#pragma once

#include <cstdint>
#include <vector>

#include "cardan/collision/triangle_tree_internal.h"

/// Surfaces made of triangles that know their neighbours: meshes and heightfields.
namespace cardan {

/// Cosine from which two triangles count as parts of one plane.
inline constexpr double kOnePlane = 1 - 1e-10;

/// A triangle in the frame of its surface.
struct SurfaceTriangle {
  std::array<Vector3, 3> corners;
  Vector3 normal = Vector3::Zero();  ///< unit, outward
  /// Per edge (corner e to e + 1) the least cosine that a contact normal leaning over that edge may
  /// have with the triangle's normal: 1 for flat and concave edges, the neighbour's cosine for
  /// convex ones, -1 at a boundary.
  std::array<double, 3> least_cosine{-1, -1, -1};
  std::array<bool, 3> flat{};  ///< per edge: the neighbour continues the plane, to round-off
  std::uint32_t id = 0;
  std::uint32_t region = 0;  ///< the least id among the triangles that it makes a plane with
};

/// A vertex with what a shape may touch it from: its neighbours along the edges.
struct SurfaceVertex {
  Vector3 point = Vector3::Zero();
  std::uint32_t id = 0;
  int first = 0, count = 0;  ///< in SurfaceFeatures::neighbours
};

/// An edge with the third corners of its triangles.
struct SurfaceEdge {
  Vector3 p = Vector3::Zero(), q = Vector3::Zero();
  Vector3 outward = Vector3::Zero();  ///< sum of the normals of its triangles
  std::array<Vector3, 2> opposite;
  int num_opposite = 0;  ///< 1 at a boundary
  std::uint32_t id = 0;
};

/// The part of a surface that lies near something else; its memory is kept from pair to pair.
struct SurfaceFeatures {
  std::vector<SurfaceTriangle> triangles;
  std::vector<SurfaceVertex> vertices;
  std::vector<SurfaceEdge> edges;
  std::vector<Vector3> neighbours;
  std::vector<int> ids;  ///< scratch of the caller
};

/// The neighbour's share of SurfaceTriangle::least_cosine: `away` leads from the edge to the third
/// corner of the neighbour.
double least_cosine_over(const Vector3& normal, const Vector3& neighbour_normal,
                         const Vector3& away);

inline bool is_flat_edge(const Vector3& normal, const Vector3& away) {
  return std::abs(normal.dot(away)) <= 1e-11 * away.norm();
}

/// Whether a triangle reaches into a box by its own bounds.
inline bool touches(const AxisBox& box, const std::array<Vector3, 3>& c) {
  return (c[0].cwiseMin(c[1]).cwiseMin(c[2]).array() <= box.upper.array()).all() &&
         (c[0].cwiseMax(c[1]).cwiseMax(c[2]).array() >= box.lower.array()).all();
}

/// Where a point lies below a surface.
struct SurfaceDepth {
  bool inside = false;
  Vector3 normal = Vector3::UnitZ();  ///< outward, the shortest way out
  double depth = 0;                   ///< [m]
};

}  // namespace cardan
