#include "cardan/error.h"
#include "dynamics/urdf/link_groups.h"
#include "geometry/geometry_inertia.h"

namespace cardan::urdf {

SpatialInertia solid_of_shapes(const LinkRecord& link) {
  SpatialInertia sum;
  for (const ShapeRecord& shape : link.collisions) {
    if (!shape.usable) continue;
    try {
      const auto part = inertia_if_solid(shape.geometry, 1);
      if (part && part->mass > 0) sum = sum + part->transformed(shape.X_LS);
    } catch (const Error&) {
    }  // World::add says what is wrong with the mesh
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
