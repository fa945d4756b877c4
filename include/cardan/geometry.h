#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/spatial.h"

/// Plain geometry, material and mesh records. The URDF reader and scene files produce them; sim
/// builds Shapes from them.
namespace cardan {

/// Triangles in the frame of the shape. Scale and node transforms are already applied.
struct TriangleMesh {
  std::vector<Vector3> vertices;  ///< positions [m]
  std::vector<std::array<int, 3>>
      triangles;  ///< vertex indices, counter-clockwise seen from outside
};

/// Heights over a rectangle centred at the origin of the shape frame. Seen from above with x to the
/// right, rows run along x and the first row has the greatest y. The volume below the surface is
/// solid.
struct HeightGrid {
  int rows = 0, columns = 0;       ///< numbers of rows and columns, ≥ 2
  Vector2 size = Vector2::Zero();  ///< extents along x and y [m]
  std::vector<double> heights;     ///< heights, row by row (rows × columns) [m]
};

/// Kinds of geometry, and the meaning of GeometryRecord::size for each kind [m].
enum class GeometryKind : unsigned char {
  kBox,        ///< size = full edge lengths
  kSphere,     ///< size.x = radius
  kCylinder,   ///< size.x = radius, size.y = length, axis z
  kCapsule,    ///< size.x = radius, size.y = length of the cylindrical part, axis z
  kEllipsoid,  ///< size = semi-axes
  kCone,       ///< size.x = radius of the base, size.y = height, axis z, apex at +z, origin at half
               ///< height
  kPlane,  ///< infinite plane z = 0 of the shape frame; solid below (a half-space with normal +z)
  kHollowSphere,  ///< size.x = radius; the outside is solid
  kMesh,          ///< triangles in GeometryRecord::parts, from a file or from the user
  kHeightfield,   ///< heights in GeometryRecord::heights
  kConvex,        ///< hull of one part of a mesh (Shape::hull); not the kind of a record
};
constexpr std::size_t kNumGeometryKinds = 11;

/// Returns the name of a kind as in URDF and scene files: "box", "sphere", ….
CARDAN_API const char* geometry_kind_name(GeometryKind kind);

/// One shape as the user described it. Units: [m].
struct GeometryRecord {
  GeometryKind kind = GeometryKind::kSphere;
  Vector3 size = Vector3::Zero();
  std::string mesh_file;                 ///< resolved path of the mesh or height file; "" if none
  Vector3 mesh_scale = Vector3::Ones();  ///< scale, already applied to `parts`
  bool convex =
      true;  ///< for kMesh: true for one convex hull per part, false for the triangles themselves
  std::vector<std::shared_ptr<const TriangleMesh>>
      parts;                                  ///< for kMesh: one mesh per OBJ group or mesh node
  std::shared_ptr<const HeightGrid> heights;  ///< heights for kHeightfield
};

/// Surface data of one shape. NaN means not given; the scene's default then applies.
struct MaterialRecord {
  double mu_static = kUnset;
  double mu_kinetic = kUnset;
  double restitution = kUnset;
  double stiffness = kUnset;   ///< contact stiffness [N/m]
  double damping = kUnset;     ///< contact damping [N s/m]
  double mu_torsion = kUnset;  ///< coefficient of torsional friction [m]
  double mu_rolling = kUnset;  ///< coefficient of rolling friction [m]

  /// Marks a value that the file does not give.
  static constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();
};

/// Returns the inertia of a homogeneous solid of the given density [kg/m³] in the frame of the
/// shape. The inertia of a mesh is computed with the divergence theorem from its closed surface
/// [Mirtich 1996]; an open part of a convex mesh is replaced by its hull. Throws Error for shapes
/// without volume (a plane, a hollow sphere, or an open mesh that collides with its triangles).
CARDAN_API SpatialInertia geometry_inertia(const GeometryRecord& geometry, double density);

}  // namespace cardan
