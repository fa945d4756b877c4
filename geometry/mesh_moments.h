#pragma once

#include "cardan/export.h"
#include "cardan/geometry.h"

namespace cardan {

/// Volume moments of the solid that triangles enclose, computed from signed tetrahedra with a
/// corner at the origin [Mirtich 1996]. Valid only for closed surfaces.
struct MeshMoments {
  double volume = 0;                 ///< volume of the solid [m³]
  Vector3 first = Vector3::Zero();   ///< first moment ∫ x dV [m⁴]
  Matrix3 second = Matrix3::Zero();  ///< second moment ∫ x xᵀ dV [m⁵]
  Vector3 facing = Vector3::Zero();  ///< sum of the area vectors [m²]; 0 for a closed surface
  double area = 0;                   ///< area of the surface [m²]

  CARDAN_API void add(const TriangleMesh& mesh);

  /// True if the surface is closed and faces outward, as the surface of a solid does.
  bool encloses() const { return volume > 0 && facing.norm() <= kOpen * area; }

  /// Returns the inertia of the solid with the given density [kg/m³], in the frame of the vertices.
  CARDAN_API SpatialInertia inertia(double density) const;

  /// A surface counts as closed if the missing area is at most this fraction of the total. The
  /// tolerance permits cracks in mesh files.
  static constexpr double kOpen = 1e-4;
};

}  // namespace cardan
