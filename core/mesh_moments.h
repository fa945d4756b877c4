#pragma once

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// Volume moments of the solid that triangles enclose, by signed tetrahedra from the origin
/// [Mirtich 1996]. Valid for closed surfaces only.
struct MeshMoments {
  double volume = 0;                 ///< [m³]
  Vector3 first = Vector3::Zero();   ///< ∫ x dV [m⁴]
  Matrix3 second = Matrix3::Zero();  ///< ∫ x xᵀ dV [m⁵]
  Vector3 facing = Vector3::Zero();  ///< sum of the area vectors [m²]; 0 for a closed surface
  double area = 0;                   ///< [m²]

  CARDAN_API void add(const TriangleMesh& mesh);

  /// True if the surface is closed and faces outward, as the surface of a solid does.
  bool encloses() const { return volume > 0 && facing.norm() <= kOpen * area; }

  /// Inertia of the solid at this density [kg/m³], in the frame of the vertices.
  CARDAN_API SpatialInertia inertia(double density) const;

  /// A surface counts as closed if the missing area is at most this fraction of the total. The
  /// tolerance permits cracks in mesh files.
  static constexpr double kOpen = 1e-4;
};

}  // namespace cardan
