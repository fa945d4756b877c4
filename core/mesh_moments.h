#pragma once

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// Moments of what triangles enclose, by signed tetrahedra from the origin [Mirtich 1996]. They
/// mean something for closed surfaces alone.
struct MeshMoments {
  double volume = 0;                 ///< [m³]
  Vector3 first = Vector3::Zero();   ///< ∫ x dV [m⁴]
  Matrix3 second = Matrix3::Zero();  ///< ∫ x xᵀ dV [m⁵]
  Vector3 facing = Vector3::Zero();  ///< sum of the area vectors [m²]; of a closed surface 0
  double area = 0;                   ///< [m²]

  CARDAN_API void add(const TriangleMesh& mesh);

  /// Closed, faces outward: what a solid has.
  bool encloses() const { return volume > 0 && facing.norm() <= kOpen * area; }

  /// Inertia of the solid at this density [kg/m³], in the frame of the vertices.
  CARDAN_API SpatialInertia inertia(double density) const;

  /// Share of the area that may be missing from a surface that counts as closed: cracks of files.
  static constexpr double kOpen = 1e-4;
};

}  // namespace cardan
