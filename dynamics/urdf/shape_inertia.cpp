#include "core/mesh_moments.h"
#include "dynamics/urdf/link_groups.h"

namespace cardan::urdf {

namespace {

constexpr double kCircleRatio = 3.14159265358979323846;

Vector3 box_moments(const Vector3& size) {
  const Vector3 square = size.cwiseAbs2() / 12.0;
  return {square.y() + square.z(), square.z() + square.x(), square.x() + square.y()};
}

// Cylinder of radius r and length h, per unit mass: r²/2 about z, (3 r² + h²)/12 about the other
// axes.
Vector3 cylinder_moments(double r, double h) {
  const double across = (3 * r * r + h * h) / 12.0;
  return {across, across, 0.5 * r * r};
}

struct Solid {
  double volume = 0;                  // [m³]
  Vector3 centre = Vector3::Zero();   // in the shape frame [m]
  Vector3 moments = Vector3::Zero();  // about the centre per unit mass [m²]
};

// Cylinder and two half spheres. The centroid of a half sphere is 3r/8 from its face.
Solid capsule(double r, double h) {
  Solid solid;
  const double cylinder = kCircleRatio * r * r * h, sphere = 4.0 / 3.0 * kCircleRatio * r * r * r;
  solid.volume = cylinder + sphere;
  if (!(solid.volume > 0)) return solid;
  // A half sphere about a transverse axis through its centroid: 2/5 r² − (3r/8)². The axis is
  // shifted by h/2 + 3r/8.
  const double offset = 0.5 * h + 0.375 * r;
  const double half_across = 0.4 * r * r - 0.140625 * r * r + offset * offset;
  const Vector3 sphere_moments(half_across, half_across, 0.4 * r * r);
  solid.moments = (cylinder * cylinder_moments(r, h) + sphere * sphere_moments) / solid.volume;
  return solid;
}

// The bounding box that replaces a part with an open surface.
SpatialInertia box_of(const TriangleMesh& mesh) {
  Vector3 low = Vector3::Constant(kInfinity), high = Vector3::Constant(-kInfinity);
  for (const Vector3& vertex : mesh.vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  SpatialInertia box;
  if (mesh.vertices.empty()) return box;
  const Vector3 size = high - low;
  box.mass = size.prod();
  box.com = 0.5 * (low + high);
  box.inertia = Matrix3((box.mass * box_moments(size)).asDiagonal());
  return box;
}

SpatialInertia solid_of_mesh(const GeometryRecord& geometry) {
  SpatialInertia sum;
  for (const auto& part : geometry.parts) {
    MeshMoments moments;
    moments.add(*part);
    const SpatialInertia solid = moments.encloses() ? moments.inertia(1) : box_of(*part);
    if (solid.mass > 0) sum = sum + solid;
  }
  return sum;
}

Solid solid_of(const GeometryRecord& geometry) {
  const Vector3& s = geometry.size;
  const Vector3 zero = Vector3::Zero();
  switch (geometry.kind) {
    case GeometryKind::kBox:
      return {s.prod(), zero, box_moments(s)};
    case GeometryKind::kSphere:
      return {4.0 / 3.0 * kCircleRatio * s.x() * s.x() * s.x(), zero,
              Vector3::Constant(0.4 * s.x() * s.x())};
    case GeometryKind::kCylinder:
      return {kCircleRatio * s.x() * s.x() * s.y(), zero, cylinder_moments(s.x(), s.y())};
    case GeometryKind::kCapsule:
      return capsule(s.x(), s.y());
    case GeometryKind::kEllipsoid:
      return {4.0 / 3.0 * kCircleRatio * s.prod(), zero, 2.4 * box_moments(s)};  // (b² + c²)/5
    default:
      return {};
  }
}

SpatialInertia spatial(const Solid& solid) {
  SpatialInertia result;
  result.mass = solid.volume;
  result.com = solid.centre;
  result.inertia = Matrix3((solid.volume * solid.moments).asDiagonal());
  return result;
}

}  // namespace

SpatialInertia solid_of_shapes(const LinkRecord& link) {
  SpatialInertia sum;
  for (const ShapeRecord& shape : link.collisions) {
    if (!shape.usable) continue;
    const SpatialInertia part = shape.geometry.kind == GeometryKind::kMesh
                                    ? solid_of_mesh(shape.geometry)
                                    : spatial(solid_of(shape.geometry));
    if (part.mass > 0) sum = sum + part.transformed(shape.X_LS);
  }
  return sum;
}

bool fill_with(double density, LinkRecord& link) {
  const SpatialInertia solid = solid_of_shapes(link);
  if (!(solid.mass > 0)) return false;
  if (!link.inertial) link.inertial.emplace();
  InertialRecord& inertial = *link.inertial;
  if (inertial.line == 0) inertial.line = link.line;
  inertial.mass = density * solid.mass;
  inertial.origin.given = true;
  inertial.origin.xyz = solid.com;
  inertial.origin.rpy.setZero();
  inertial.origin.quat_xyzw.reset();
  inertial.inertia = density * solid.inertia;
  return true;
}

Matrix3 inertia_from_shapes(const LinkRecord& link) {
  const SpatialInertia solid = solid_of_shapes(link);
  if (!(solid.mass > 0) || !link.inertial || !link.inertial->mass) return Matrix3::Zero();
  return solid.inertia * (*link.inertial->mass / solid.mass);
}

}  // namespace cardan::urdf
