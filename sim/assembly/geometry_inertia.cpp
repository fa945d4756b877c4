#include <numbers>

#include "cardan/error.h"
#include "cardan/geometry.h"
#include "cardan/shape.h"
#include "core/check_triangles.h"
#include "core/mesh_moments.h"

namespace cardan {

namespace {

using std::numbers::pi;

SpatialInertia diagonal(double mass, double xx, double yy, double zz, double com_z = 0) {
  return {mass, Vector3(0, 0, com_z), Vector3(xx, yy, zz).asDiagonal()};
}

SpatialInertia cylinder(double r, double length, double density) {
  const double m = density * pi * r * r * length;
  const double side = m * (3 * r * r + length * length) / 12;
  return diagonal(m, side, side, m * r * r / 2);
}

// Cylinder and two half spheres, whose centres of mass lie 3r/8 beyond the ends.
SpatialInertia capsule(double r, double length, double density) {
  SpatialInertia sum = cylinder(r, length, density);
  const double m = density * 2 * pi * r * r * r / 3;
  const double com = 3 * r / 8;
  const double about_com = 2 * m * r * r / 5 - m * com * com;
  for (const double end : {-1.0, 1.0}) {
    SpatialInertia half = diagonal(m, about_com, about_com, 2 * m * r * r / 5);
    half.com.z() = end * (length / 2 + com);
    sum = sum + half;
  }
  return sum;
}

// The faces of a hull as triangles.
TriangleMesh surface_of(const ConvexHull& hull) {
  TriangleMesh surface;
  surface.vertices = hull.vertices;
  for (const std::vector<int>& face : hull.faces) {
    for (std::size_t i = 2; i < face.size(); ++i)
      surface.triangles.push_back({face[0], face[i - 1], face[i]});
  }
  return surface;
}

// The solid that collides: a closed part as it is; an open part as its hull if it collides as a
// hull.
SpatialInertia mesh(const GeometryRecord& geometry, double density) {
  MeshMoments moments;
  std::vector<Shape> hulls;
  for (std::size_t i = 0; i < geometry.parts.size(); ++i) {
    check_triangles(*geometry.parts[i], geometry.mesh_file);
    MeshMoments own;
    own.add(*geometry.parts[i]);
    if (!geometry.convex || own.encloses()) {
      moments.add(*geometry.parts[i]);
      continue;
    }
    if (hulls.empty()) hulls = make_shapes(geometry, geometry.mesh_file);
    moments.add(surface_of(*hulls[i].hull));
  }
  if (!(moments.volume > 0)) {
    throw Error("mesh encloses no volume", geometry.mesh_file,
                "give the model an inertia, close the mesh and turn its faces outward, or let it "
                "collide as "
                "its convex hull");
  }
  return moments.inertia(density);
}

}  // namespace

SpatialInertia geometry_inertia(const GeometryRecord& geometry, double density) {
  const Vector3& s = geometry.size;
  switch (geometry.kind) {
    case GeometryKind::kBox: {
      const double m = density * s.x() * s.y() * s.z();
      const Vector3 q = s.cwiseAbs2();
      return diagonal(m, m * (q.y() + q.z()) / 12, m * (q.x() + q.z()) / 12,
                      m * (q.x() + q.y()) / 12);
    }
    case GeometryKind::kSphere: {
      const double m = density * 4 * pi * s.x() * s.x() * s.x() / 3;
      const double i = 2 * m * s.x() * s.x() / 5;
      return diagonal(m, i, i, i);
    }
    case GeometryKind::kCylinder:
      return cylinder(s.x(), s.y(), density);
    case GeometryKind::kCapsule:
      return capsule(s.x(), s.y(), density);
    case GeometryKind::kEllipsoid: {
      const double m = density * 4 * pi * s.x() * s.y() * s.z() / 3;
      const Vector3 q = s.cwiseAbs2();
      return diagonal(m, m * (q.y() + q.z()) / 5, m * (q.x() + q.z()) / 5, m * (q.x() + q.y()) / 5);
    }
    case GeometryKind::kCone: {
      // Base at −h/2, apex at +h/2: the centre of mass lies a quarter of the height above the base.
      const double r = s.x(), h = s.y();
      const double m = density * pi * r * r * h / 3;
      const double side = 3 * m * (r * r / 20 + h * h / 80);
      return diagonal(m, side, side, 3 * m * r * r / 10, -h / 4);
    }
    case GeometryKind::kMesh:
      return mesh(geometry, density);
    case GeometryKind::kPlane:
    case GeometryKind::kHollowSphere:
    case GeometryKind::kHeightfield:
      break;
  }
  throw Error(std::string("a ") + geometry_kind_name(geometry.kind) + " has no volume", "",
              "make it static");
}

}  // namespace cardan
